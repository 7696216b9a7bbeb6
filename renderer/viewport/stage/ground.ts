import { CreateGround } from '@babylonjs/core/Meshes/Builders/groundBuilder.js';
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { Vector2, Vector4 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { Vec3 } from '../../../core/math/vec3.ts';
import type { Colour, Palette } from '../palette.ts';
import { createFloorShade, SHADE_PIXELS } from './floor-shade.ts';

/**
 * A plane of the floor; `place` is where on it: in the space that is drawn in, or with OWN_SPACE in its own. With BEHIND it hides nothing: a foot below the floor
 * is seen.
 */
export const FLOOR_VERTEX = `
precision highp float;
attribute vec3 position;
uniform mat4 world;
uniform mat4 viewProjection;
varying vec2 place;
void main() {
  vec4 p = world * vec4(position, 1.0);
  #ifdef OWN_SPACE
  place = position.xz;
  #else
  place = p.xz;
  #endif
  gl_Position = viewProjection * p;
  #ifdef BEHIND
  gl_Position.z = 0.99996 * gl_Position.w;
  #endif
}`;

/**
 * The light on the floor, and over it two shadows: what touches the floor or nearly does keeps the light of the room off (\`contact\`), and the whole figure
 * that of the key light (\`cast\`). Both are sharp where what throws them is low, and soft and faint where it is high: the mean height around, from a small copy
 * of the map, gives the radius over which the map is averaged.
 */
const FRAGMENT = `
precision highp float;
varying vec2 place;
uniform vec2 centre;
uniform float tall;
uniform vec4 pool;
uniform vec4 shade;
uniform sampler2D contact;
uniform sampler2D thrown_map;
uniform vec3 contactArea;
uniform vec3 castArea;
vec2 average(sampler2D map, vec3 area, float high, float least, float growth) {
  vec2 at = (place - area.xy) / (2.0 * area.z) + 0.5;
  vec2 inside = min(at, 1.0 - at);
  float rim = smoothstep(0.0, 0.06, min(inside.x, inside.y));
  if (rim == 0.0) return vec2(0.0);
  vec2 around = textureLod(map, at, 5.0).rg;
  if (around.r < 0.002) return vec2(0.0);
  float height = around.g / around.r;
  float radius = (least + growth * height * high) / (2.0 * area.z);
  float level = max(log2(radius * SIDE) - 0.6, 0.0);
  float sum = textureLod(map, at, level).r;
  for (int i = 0; i < 8; i++) {
    float turn = 0.7854 * (float(i) + 0.3);
    sum += textureLod(map, at + 0.85 * radius * vec2(cos(turn), sin(turn)), level).r;
  }
  return vec2(rim * sum / 9.0, height);
}
void main() {
  vec2 touching = average(contact, contactArea, CONTACT_HIGH * tall, 0.006 * tall, 0.5);
  vec2 thrown = average(thrown_map, castArea, CAST_HIGH * tall, 0.008 * tall, 0.1);
  float light = (1.0 - 0.95 * touching.x) * (1.0 - 0.7 * thrown.x * mix(1.0, 0.4, thrown.y));
  float dark = shade.a * (1.0 - light);
  float away = length(place - centre) / tall;
  float lit = pool.a * exp(-0.42 * away * away);
  float alpha = dark + lit * (1.0 - dark);
  if (alpha < 0.003) discard;
  gl_FragColor = vec4((shade.rgb * dark + pool.rgb * lit * (1.0 - dark)) / alpha, alpha);
}`;

/** Shares of the figure's height: up to which parts of it count as near the floor, and that of the highest that throws a shadow. */
const CONTACT_HIGH = 0.09;
const CAST_HIGH = 1.5;
/** Half sides of the maps, shares of the figure's height: it may lie stretched out, and its cast shadow is longer than it. */
const CONTACT_REACH = 1.2;
const CAST_REACH = 1.5;
/** Where the middle of the cast shadow falls: that of this share of the figure's height. */
const CAST_MIDDLE = 0.45;

const SOURCE = FRAGMENT.replaceAll('CONTACT_HIGH', CONTACT_HIGH.toFixed(3))
  .replaceAll('CAST_HIGH', CAST_HIGH.toFixed(3))
  .replaceAll('SIDE', SHADE_PIXELS.toFixed(1));

/** The light and the shadows on the floor. */
export interface Ground {
  setShadow(visible: boolean): void;
  /** Whether light lies on the floor, as it does in the studio, or the floor is only where shadows fall. */
  setPool(visible: boolean): void;
  setColours(palette: Palette): void;
  /** Meshes that throw shadows on it. */
  setCasters(meshes: readonly AbstractMesh[]): void;
  /** Where a figure so tall, metres, stands on the floor: grid and light fade around it, its shadows fall there. */
  place(centre: Vec3, tall: number): void;
  /** The way of the key light from now on; the shadows fall there when the floor is placed next. */
  setLight(direction: Vec3): void;
  /** Draws the shadows that changed; false while shaders for them are still on their way. */
  draw(): boolean;
  refreshShadow(): void;
}

/** The pool of light and the shadows; `keyLight`: the way of the key light. */
export function createGround(scene: Scene, keyLight: Vec3): Ground {
  let light = keyLight;
  const contact = createFloorShade(scene, { direction: [0, -1, 0], fades: true });
  const cast = createFloorShade(scene, { direction: light, fades: false });
  const shades = [contact, cast];
  const plane = CreateGround('ground', { width: 2, height: 2 }, scene);
  const material = new ShaderMaterial(
    'ground',
    scene,
    { vertexSource: FLOOR_VERTEX, fragmentSource: SOURCE },
    {
      attributes: ['position'],
      uniforms: ['world', 'viewProjection', 'centre', 'tall', 'pool', 'shade', 'contactArea', 'castArea'],
      samplers: ['contact', 'thrown_map'],
      defines: ['#define BEHIND'],
      needAlphaBlending: true,
    },
  );
  material.setTexture('contact', contact.map);
  material.setTexture('thrown_map', cast.map);
  material.setFloat('tall', 1);
  plane.material = material;
  plane.isPickable = false;
  plane.alphaIndex = 0;
  const shown = { shadow: true, pool: true, casters: false };
  let colours: { readonly pool: Colour; readonly shade: Colour } | null = null;
  const paint = (): void => {
    if (!colours) return;
    const { pool, shade } = colours;
    material.setVector4('pool', new Vector4(pool[0], pool[1], pool[2], shown.pool ? pool[3] : 0));
    material.setVector4('shade', new Vector4(shade[0], shade[1], shade[2], shown.shadow && shown.casters ? shade[3] : 0));
  };
  let placed: readonly [centre: Vec3, tall: number] = [[0, 0, 0], 1];
  const place = (centre: Vec3, tall: number): void => {
    placed = [centre, tall];
    const along = (CAST_MIDDLE * tall) / -light[1];
    contact.place(centre, CONTACT_REACH * tall, CONTACT_HIGH * tall);
    cast.place([centre[0] + along * light[0], centre[1], centre[2] + along * light[2]], CAST_REACH * tall, CAST_HIGH * tall);
    material.setVector3('contactArea', contact.area);
    material.setVector3('castArea', cast.area);
    material.setFloat('tall', tall);
    material.setVector2('centre', new Vector2(centre[0], centre[2]));
    plane.position.set(centre[0], centre[1], centre[2]);
    plane.scaling.setAll(4.5 * tall);
  };
  return {
    setShadow: (visible) => {
      shown.shadow = visible;
      paint();
    },
    setPool: (visible) => {
      shown.pool = visible;
      paint();
    },
    setColours: (palette) => {
      colours = palette;
      paint();
    },
    setCasters: (meshes) => {
      for (const each of shades) each.setCasters(meshes);
      shown.casters = meshes.length > 0;
      paint();
    },
    setLight: (direction) => {
      light = direction;
      cast.setLight(direction);
      place(...placed);
    },
    place,
    refreshShadow: () => {
      for (const each of shades) each.refresh();
    },
    draw: () => shades.map((each) => each.draw()).every(Boolean),
  };
}
