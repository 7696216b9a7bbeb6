import type { Scene } from '@babylonjs/core/scene.js';
import type { Vec3 } from '../../../core/math/vec3.ts';
import type { Colour } from '../palette.ts';
import { createOverlayMesh, followPictureSize, LAYERS, PIXEL_UNIFORMS, POSITION, quadIndices } from './overlay-mesh.ts';

export type MarkShape = 'disc' | 'square' | 'diamond' | 'glow';

/** A sign of constant size on screen that stands at a point of the world. */
export interface Mark {
  /** World, metres. */
  readonly at: Vec3;
  readonly shape: MarkShape;
  /** CSS pixels from the middle to the edge. */
  readonly radius: number;
  readonly fill: Colour;
  readonly edge: Colour;
  /** CSS pixels. */
  readonly edgeWidth: number;
  /** The half that is filled; the other one is much fainter. Default: both. */
  readonly half?: MarkHalf;
}

export type MarkHalf = 'left' | 'both' | 'right';

export interface Marks {
  set(marks: readonly Mark[]): void;
}

const SHAPES: Readonly<Record<MarkShape, number>> = { disc: 0, square: 1, diamond: 2, glow: 3 };
const HALVES: Readonly<Record<MarkHalf, number>> = { left: -1, both: 0, right: 1 };
/** CSS pixels around a mark for its dark outline and antialiasing. */
const MARGIN = 3;
const CORNERS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;

const VERTEX = `
precision highp float;
attribute vec3 position;
attribute vec2 corner;
attribute vec4 fill;
attribute vec4 edge;
attribute vec4 form;
uniform mat4 viewProjection;
uniform vec2 picture;
uniform float ratio;
varying vec2 place;
varying vec4 fillColour;
varying vec4 edgeColour;
varying vec4 shape;
void main() {
  float reach = form.y + ${MARGIN.toFixed(1)};
  vec4 centre = viewProjection * vec4(position, 1.0);
  centre.xy += corner * reach * ratio / (picture * 0.5) * centre.w;
  gl_Position = centre;
  place = corner * reach;
  fillColour = fill;
  edgeColour = edge;
  shape = form;
}`;

/** Signed distance to the shape's edge in CSS pixels, negative inside; then fill, edge and a thin dark outline by distance. */
const FRAGMENT = `
precision highp float;
varying vec2 place;
varying vec4 fillColour;
varying vec4 edgeColour;
varying vec4 shape;
uniform float ratio;
float away() {
  vec2 p = abs(place);
  if (shape.x < 0.5) return length(place) - shape.y;
  if (shape.x < 1.5) {
    vec2 q = p - vec2(shape.y * 0.86 - 2.0);
    return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - 2.0;
  }
  return (p.x + p.y - shape.y * 1.1) * 0.7071;
}
float cover(float distance) { return clamp(0.5 - distance * ratio, 0.0, 1.0); }
void main() {
  if (shape.x > 2.5) {
    float r = length(place) / shape.y;
    gl_FragColor = vec4(fillColour.rgb, fillColour.a * pow(max(0.0, 1.0 - r), 1.6));
    return;
  }
  float d = away();
  float inner = cover(d + shape.z);
  float whole = cover(d);
  float outline = cover(d - 1.4) * 0.55;
  float empty = shape.w == 0.0 ? 0.0 : 0.85 * cover(place.x * shape.w);
  vec4 filling = mix(fillColour, vec4(fillColour.rgb * 0.4, max(fillColour.a * 0.7, 0.3)), empty);
  vec3 colour = mix(edgeColour.rgb, filling.rgb, inner);
  float alpha = mix(edgeColour.a, filling.a, inner) * whole;
  float total = alpha + outline * (1.0 - whole);
  gl_FragColor = vec4(colour * (alpha / max(total, 0.001)), total);
}`;

/** Marks drawn over everything in one call, the first at the bottom. */
export function createMarks(scene: Scene, name: string): Marks {
  const overlay = createOverlayMesh(scene, {
    name,
    layer: LAYERS.marks,
    vertexSource: VERTEX,
    fragmentSource: FRAGMENT,
    attributes: { [POSITION]: 3, corner: 2, fill: 4, edge: 4, form: 4 },
    uniforms: PIXEL_UNIFORMS,
  });
  followPictureSize(scene, overlay.material);
  return {
    set: (marks) => {
      const vertices: number[] = [];
      for (const { at, shape, radius, fill, edge, edgeWidth, half = 'both' } of marks) {
        for (const [x, y] of CORNERS)
          vertices.push(...at, x, y, ...fill, ...edge, SHAPES[shape], radius, edgeWidth, HALVES[half]);
      }
      overlay.set(vertices, quadIndices(marks.length));
    },
  };
}
