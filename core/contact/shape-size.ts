import { armThickness, seatBetweenRests } from './furniture.ts';
import { checkNumbers } from '../math/check-numbers.ts';
import { lerp, subtract, vec3At, type Vec3 } from '../math/vec3.ts';
import { LARGEST_SIDE, readShape, SMALLEST_SIDE } from './read-shape.ts';
import type { Shape } from './shape.ts';

/** Width, height and depth of what a shape fills, metres: the height of a plane is 0. Throws a `RangeError` of one sentence when it is no shape. */
export function shapeSize(shape: Shape): Vec3 {
  return sizeOf(readShape(shape));
}

/** The same of a shape that is known to be one. */
function sizeOf(shape: Shape): Vec3 {
  switch (shape.kind) {
    case 'box':
    case 'table':
    case 'door':
      return shape.size;
    case 'ball':
      return [2 * shape.radius, 2 * shape.radius, 2 * shape.radius];
    case 'cylinder':
      return [2 * shape.radius, shape.height, 2 * shape.radius];
    case 'plane':
      return [shape.size[0], 0, shape.size[1]];
    case 'stairs':
      return [shape.width, shape.steps * shape.rise, shape.steps * shape.tread];
    case 'ramp':
      return [shape.width, shape.height, shape.length];
    case 'chair':
      return [
        shape.size[0] + 2 * armThickness(shape),
        shape.seatHeight + Math.max(shape.backHeight, shape.armHeight ?? 0),
        shape.size[1],
      ];
    case 'mesh':
      return meshSize(shape);
  }
}

/** The middle of the box that a shape fills, in its own space, metres. Throws a `RangeError` of one sentence when it is no shape. */
export function shapeMiddle(shape: Shape): Vec3 {
  const read = readShape(shape);
  if (read.kind === 'door') return [read.size[0] / 2, read.size[1] / 2, 0];
  if (read.kind !== 'mesh') return [0, sizeOf(read)[1] / 2, 0];
  const [least, greatest] = meshCorners(read.positions, read.indices);
  return lerp(least, greatest, 0.5);
}

/** The least and greatest corner of all points that triangles use. */
function meshCorners(positions: Float32Array, indices: Uint32Array): [Vec3, Vec3] {
  const least: [number, number, number] = [Infinity, Infinity, Infinity];
  const greatest: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const index of indices) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[3 * index + axis]!;
      if (value < least[axis]!) least[axis] = value;
      if (value > greatest[axis]!) greatest[axis] = value;
    }
  }
  return [least, greatest];
}

function meshSize({ positions, indices }: Extract<Shape, { readonly kind: 'mesh' }>): Vec3 {
  const [least, greatest] = meshCorners(positions, indices);
  return subtract(greatest, least);
}

/**
 * The same kind of shape with another width, height and depth, metres, as a handle at its side pulls it. What is round takes the radius from whichever of its
 * sides changes most; a chair keeps the shares of its back and its arm rests; a mesh is scaled about its origin, a side of no extent not at all. Sides outside 1 mm … 100 m are
 * brought inside. Throws a `RangeError` of one sentence for anything else.
 */
export function withShapeSize(shape: Shape, size: Vec3): Shape {
  checkNumbers(size, 3, 'the size of a shape');
  const from = readShape(shape);
  const was = sizeOf(from);
  const [width, height, depth] = size.map((side) => Math.min(LARGEST_SIDE, Math.max(SMALLEST_SIDE, side))) as [
    number,
    number,
    number,
  ];
  const now: Vec3 = [width, height, depth];
  switch (from.kind) {
    case 'box':
    case 'table':
    case 'door':
      return { ...from, size: now };
    case 'ball':
      return { ...from, radius: radiusOf(was, now, [0, 1, 2]) };
    case 'cylinder':
      return { ...from, radius: radiusOf(was, now, [0, 2]), height };
    case 'plane':
      return { ...from, size: [width, depth] };
    case 'stairs':
      return { ...from, width, rise: sideOf(height / from.steps), tread: sideOf(depth / from.steps) };
    case 'ramp':
      return { ...from, width, height, length: depth };
    case 'chair': {
      const share = height / was[1];
      const backHeight = from.backHeight === 0 ? 0 : sideOf(from.backHeight * share);
      const arms = from.armHeight !== undefined && { armHeight: sideOf(from.armHeight * share) };
      const seat = from.armHeight === undefined ? width : sideOf(seatBetweenRests(width));
      return { ...from, size: [seat, depth], seatHeight: sideOf(from.seatHeight * share), backHeight, ...arms };
    }
    case 'mesh':
      return { ...from, positions: scaled(from.positions, was, now) };
  }
}

function sideOf(side: number): number {
  return Math.max(SMALLEST_SIDE, side);
}

/** Half of the side that changes most. */
function radiusOf(was: Vec3, now: Vec3, sides: readonly (0 | 1 | 2)[]): number {
  const changed = sides.reduce((most, side) => (Math.abs(now[side] - was[side]) > Math.abs(now[most] - was[most]) ? side : most));
  return sideOf(now[changed] / 2);
}

function scaled(positions: Float32Array, was: Vec3, now: Vec3): Float32Array {
  const factor = [0, 1, 2].map((axis) => (was[axis]! > 0 ? now[axis]! / was[axis]! : 1));
  const result = new Float32Array(positions.length);
  for (let i = 0; i < positions.length / 3; i++) {
    const point = vec3At(positions, i);
    for (let axis = 0; axis < 3; axis++) result[3 * i + axis] = factor[axis]! * point[axis]!;
  }
  return result;
}
