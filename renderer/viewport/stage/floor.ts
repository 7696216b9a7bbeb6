import { CreateGround } from '@babylonjs/core/Meshes/Builders/groundBuilder.js';
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { intoPlace, ORIGIN, placeSeenFrom, type Place } from '../../../core/math/place.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { createGround, FLOOR_VERTEX, type Ground } from './ground.ts';

/**
 * Lines of constant screen width from the distance to the nearest grid line in pixels (\`fwidth\`). A set of lines closer
 * together than a few pixels fades out instead of shimmering, and everything fades with the distance from the figure.
 */
const FRAGMENT = `
precision highp float;
varying vec2 place;
uniform vec3 colour;
uniform vec3 eye;
uniform vec2 centre;
float lines(vec2 p, float step, float width) {
  vec2 cell = p / step;
  vec2 pixel = fwidth(cell);
  vec2 away = abs(fract(cell - 0.5) - 0.5) / max(pixel, vec2(1e-6));
  vec2 ink = clamp(width - away + 0.5, 0.0, 1.0) * (1.0 - smoothstep(0.12, 0.45, pixel));
  return max(ink.x, ink.y);
}
void main() {
  float metre = lines(place, 1.0, 0.75) * 0.27;
  float decimetre = lines(place, 0.1, 0.5) * 0.08;
  vec2 pixel = fwidth(place);
  vec2 axis = clamp(1.0 - abs(place) / max(pixel, vec2(1e-6)) + 0.5, 0.0, 1.0);
  float fade = 1.0 - smoothstep(1.2, 7.0, length(place - centre));
  float ink = max(max(metre, decimetre), 0.42 * max(axis.x, axis.y));
  gl_FragColor = vec4(colour, ink * fade);
}`;

export interface Floor extends Ground {
  setGrid(visible: boolean): void;
  /** Lets the grid lie as the actor at this place sees it. */
  seeFrom(place: Place): void;
}

/** The floor: a grid of metres and decimetres, a pool of light, and the figure's shadows; `light`: the way of the key light. */
export function createFloor(scene: Scene, light: Vec3): Floor {
  const ground = createGround(scene, light);
  const grid = CreateGround('grid', { width: 40, height: 40 }, scene);
  const material = new ShaderMaterial(
    'grid',
    scene,
    { vertexSource: FLOOR_VERTEX, fragmentSource: FRAGMENT },
    {
      attributes: ['position'],
      uniforms: ['world', 'viewProjection', 'colour', 'centre'],
      defines: ['#define OWN_SPACE'],
      needAlphaBlending: true,
    },
  );
  material.setVector2('centre', { x: 0, y: 0 });
  material.backFaceCulling = false;
  grid.material = material;
  grid.isPickable = false;
  grid.alphaIndex = 1;
  let seen = ORIGIN;
  let centre: Vec3 = [0, 0, 0];
  const lay = (): void => {
    const from = placeSeenFrom(ORIGIN, seen);
    grid.position.set(from.at[0], centre[1], from.at[2]);
    grid.rotation.y = from.turn;
    const around = intoPlace(from, centre);
    material.setVector2('centre', { x: around[0], y: around[2] });
  };
  return {
    ...ground,
    setGrid: (visible) => grid.setEnabled(visible),
    setColours: (palette) => {
      ground.setColours(palette);
      const [red, green, blue] = palette.grid;
      material.setVector3('colour', new Vector3(red, green, blue));
    },
    seeFrom: (place) => {
      seen = place;
      lay();
    },
    place: (at, tall) => {
      ground.place(at, tall);
      centre = at;
      lay();
    },
  };
}
