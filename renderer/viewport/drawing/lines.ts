import type { Scene } from '@babylonjs/core/scene.js';
import type { Vec3 } from '../../../core/math/vec3.ts';
import type { Colour } from '../palette.ts';
import { createOverlayMesh, followPictureSize, LAYERS, PIXEL_UNIFORMS, POSITION, quadIndices } from './overlay-mesh.ts';

/** A straight line of constant width on screen. */
export interface Line {
  /** World, metres. */
  readonly from: Vec3;
  readonly to: Vec3;
  readonly colour: Colour;
  /** CSS pixels. */
  readonly width: number;
  /** CSS pixels of a dash and of the gap after it; 0 or missing for a solid line. */
  readonly dash?: number;
}

export interface Lines {
  set(lines: readonly Line[]): void;
}

/** Each end is moved sideways on screen by half the width; an end behind the eye is first brought onto the near plane. */
const VERTEX = `
precision highp float;
attribute vec3 position;
attribute vec3 other;
attribute vec4 tint;
attribute vec4 stroke;
uniform mat4 viewProjection;
uniform vec2 picture;
uniform float ratio;
varying vec4 colour;
varying vec2 across;
varying vec2 along;
void main() {
  vec4 here = viewProjection * vec4(position, 1.0);
  vec4 there = viewProjection * vec4(other, 1.0);
  float near = 0.01;
  if (here.w < near && there.w > near) here = mix(here, there, (near - here.w) / (there.w - here.w));
  if (there.w < near && here.w > near) there = mix(there, here, (near - there.w) / (here.w - there.w));
  vec2 a = here.xy / here.w * picture * 0.5;
  vec2 b = there.xy / there.w * picture * 0.5;
  vec2 direction = b - a;
  float span = length(direction);
  direction = span > 0.001 ? direction / span : vec2(1.0, 0.0);
  vec2 normal = vec2(-direction.y, direction.x) * stroke.x;
  float half_width = stroke.y * ratio * 0.5 + 1.0;
  here.xy += (normal * half_width) / (picture * 0.5) * here.w;
  gl_Position = here;
  colour = tint;
  across = vec2(stroke.x * stroke.w * half_width, half_width - 1.0);
  along = vec2(stroke.w > 0.0 ? 0.0 : span, stroke.z * ratio);
}`;

const FRAGMENT = `
precision highp float;
varying vec4 colour;
varying vec2 across;
varying vec2 along;
void main() {
  float ink = clamp(across.y - abs(across.x) + 0.5, 0.0, 1.0);
  if (along.y > 0.0) ink *= step(mod(along.x, 2.0 * along.y), along.y);
  gl_FragColor = vec4(colour.rgb, colour.a * ink);
}`;

/** Lines drawn over the scene in one call. */
export function createLines(scene: Scene, name: string, layer: number = LAYERS.surfaces): Lines {
  const overlay = createOverlayMesh(scene, {
    name,
    layer,
    vertexSource: VERTEX,
    fragmentSource: FRAGMENT,
    attributes: { [POSITION]: 3, other: 3, tint: 4, stroke: 4 },
    uniforms: PIXEL_UNIFORMS,
  });
  overlay.mesh.alphaIndex = 10;
  followPictureSize(scene, overlay.material);
  return {
    set: (lines) => {
      const vertices: number[] = [];
      for (const { from, to, colour, width, dash = 0 } of lines) {
        // Seen from the far end, left and right change places: the sign of the last number undoes that.
        for (const [side, end] of [
          [-1, 1],
          [1, 1],
          [-1, -1],
          [1, -1],
        ] as const) {
          const [here, there] = end > 0 ? [from, to] : [to, from];
          vertices.push(...here, ...there, ...colour, side, width, dash, end);
        }
      }
      overlay.set(vertices, quadIndices(lines.length));
    },
  };
}

/** The sides of a polygon, or of an open line when `closed` is false. */
export function polyline(points: readonly Vec3[], style: Omit<Line, 'from' | 'to'>, closed = false): Line[] {
  const lines: Line[] = [];
  for (let i = 0; i + 1 < points.length; i++) lines.push({ from: points[i]!, to: points[i + 1]!, ...style });
  if (closed && points.length > 2) lines.push({ from: points.at(-1)!, to: points[0]!, ...style });
  return lines;
}
