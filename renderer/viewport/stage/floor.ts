import { CreateGround } from '@babylonjs/core/Meshes/Builders/groundBuilder.js';
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
import { ShadowOnlyMaterial } from '@babylonjs/materials/shadowOnly/shadowOnlyMaterial.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { writeVector } from '../babylon-space.ts';
import type { Palette } from '../palette.ts';

const VERTEX = `
precision highp float;
attribute vec3 position;
uniform mat4 world;
uniform mat4 viewProjection;
varying vec2 place;
void main() {
  vec4 p = world * vec4(position, 1.0);
  place = p.xz;
  gl_Position = viewProjection * p;
}`;

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
  float metre = lines(place, 1.0, 0.75) * 0.34;
  float decimetre = lines(place, 0.1, 0.5) * 0.11;
  vec2 pixel = fwidth(place);
  vec2 axis = clamp(1.0 - abs(place) / max(pixel, vec2(1e-6)) + 0.5, 0.0, 1.0);
  float fade = 1.0 - smoothstep(1.2, 7.0, length(place - centre));
  float ink = max(max(metre, decimetre), 0.5 * max(axis.x, axis.y));
  gl_FragColor = vec4(colour, ink * fade);
}`;

export interface Floor {
  setGrid(visible: boolean): void;
  setShadow(visible: boolean): void;
  setColours(palette: Palette): void;
  /** Where the figure stands on the floor: the grid fades around it, and its shadow falls at most `reach` metres away. */
  place(centre: Vec3, reach: number): void;
}

/** The floor: a grid of metres and decimetres, and the figure's soft shadow. */
export function createFloor(scene: Scene, key: DirectionalLight): Floor {
  const shadow = createShadowCatcher(scene, key);
  const grid = CreateGround('grid', { width: 40, height: 40 }, scene);
  const material = new ShaderMaterial(
    'grid',
    scene,
    { vertexSource: VERTEX, fragmentSource: FRAGMENT },
    {
      attributes: ['position'],
      uniforms: ['world', 'viewProjection', 'colour', 'centre'],
      needAlphaBlending: true,
    },
  );
  material.setVector2('centre', { x: 0, y: 0 });
  material.backFaceCulling = false;
  grid.material = material;
  grid.isPickable = false;
  grid.alphaIndex = 1;
  return {
    setGrid: (visible) => grid.setEnabled(visible),
    setShadow: (visible) => shadow.setEnabled(visible),
    setColours: ({ grid: [red, green, blue] }) => material.setVector3('colour', new Vector3(red, green, blue)),
    place: (centre, reach) => {
      grid.position.y = centre[1];
      writeVector(centre, shadow.position);
      shadow.scaling.setAll(reach);
      material.setVector2('centre', { x: centre[0], y: centre[2] });
    },
  };
}

function createShadowCatcher(scene: Scene, key: DirectionalLight): Mesh {
  const ground = CreateGround('shadow', { width: 2, height: 2 }, scene);
  const material = new ShadowOnlyMaterial('shadow', scene);
  material.activeLight = key;
  material.shadowColor = new Color3(0.01, 0.012, 0.016);
  material.alpha = 0.62;
  ground.material = material;
  ground.receiveShadows = true;
  ground.isPickable = false;
  ground.alphaIndex = 0;
  return ground;
}
