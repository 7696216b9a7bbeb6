import type { Vec3 } from '../math/vec3.ts';

/**
 * What of a thing can be seen and touched; metres, in the thing's own space: +Y up, the origin in the middle of its bottom, of a ball too, which rests on
 * the ground; that of a door is at the foot of its hinge. `x` is its width, `y` its height, `z` its depth. A mesh lies wherever its points say. Each kind but `mesh` is plain JSON.
 */
export type Shape =
  | { readonly kind: 'box'; readonly size: Vec3 }
  | { readonly kind: 'ball'; readonly radius: number }
  /** Upright. */
  | { readonly kind: 'cylinder'; readonly radius: number; readonly height: number }
  /** A flat sheet that faces +Y: width and depth. */
  | { readonly kind: 'plane'; readonly size: readonly [width: number, depth: number] }
  /** Solid steps that rise towards +Z: how many, how high and how deep each is, and how wide they are. */
  | { readonly kind: 'stairs'; readonly steps: number; readonly rise: number; readonly tread: number; readonly width: number }
  /** A solid wedge that rises towards +Z from the ground to its height. */
  | { readonly kind: 'ramp'; readonly length: number; readonly height: number; readonly width: number }
  /** Who sits on it looks along +Z. `size` is the width and depth of the seat; the back stands `backHeight` above the seat, 0 for a stool; arm rests beside it rise by `armHeight`, missing where there are none. */
  | {
      readonly kind: 'chair';
      readonly seatHeight: number;
      readonly size: readonly [width: number, depth: number];
      readonly backHeight: number;
      readonly armHeight?: number;
    }
  /** A board on four legs; the size of the whole. */
  | { readonly kind: 'table'; readonly size: Vec3 }
  /** A leaf from its hinge along +X, with a bar to hold on either side near its other edge; the size of the whole. */
  | { readonly kind: 'door'; readonly size: Vec3 }
  /** Triangles, counter-clockwise seen from outside: three numbers a point, three indices of points a triangle. */
  | { readonly kind: 'mesh'; readonly positions: Float32Array; readonly indices: Uint32Array };

/** What kinds of shapes there are. */
export type ShapeKind = Shape['kind'];

/** A shape of each kind that needs no file, in the size that such things have: where a new one begins. */
export const STANDARD_SHAPES: { readonly [Kind in Exclude<ShapeKind, 'mesh'>]: Extract<Shape, { readonly kind: Kind }> } = {
  box: { kind: 'box', size: [0.4, 0.4, 0.4] },
  ball: { kind: 'ball', radius: 0.11 },
  cylinder: { kind: 'cylinder', radius: 0.04, height: 0.12 },
  plane: { kind: 'plane', size: [4, 4] },
  stairs: { kind: 'stairs', steps: 6, rise: 0.17, tread: 0.29, width: 1 },
  ramp: { kind: 'ramp', length: 3, height: 0.5, width: 1 },
  chair: { kind: 'chair', seatHeight: 0.45, size: [0.45, 0.45], backHeight: 0.45 },
  table: { kind: 'table', size: [1.4, 0.74, 0.8] },
  door: { kind: 'door', size: [0.9, 2.05, 0.18] },
};
