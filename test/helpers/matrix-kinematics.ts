import type { Limit } from '../../core/skeleton/limits.ts';
import type { Skeleton } from '../../core/skeleton/skeleton.ts';

/** Forward kinematics by 4 × 4 matrices, sharing no arithmetic with `core`: row-major, one matrix a joint. */
export function matrixKinematics(skeleton: Skeleton, pose: ArrayLike<number>): number[][] {
  const world: number[][] = [];
  for (let j = 0; j < skeleton.count; j++) {
    const parent = skeleton.parents[j]!;
    const local = product(
      product(translation(at3(skeleton.offsets, j)), rotation(at4(skeleton.rest, 4 * j))),
      product(translation(slideOf(skeleton, pose, j)), rotation(at4(pose, 3 + 4 * j))),
    );
    let matrix = parent < 0 ? local : product(world[parent]!, local);
    if (j === skeleton.root) matrix = product(translation([pose[0]!, pose[1]!, pose[2]!]), matrix);
    world.push(matrix);
  }
  return world;
}

function slideOf(skeleton: Skeleton, pose: ArrayLike<number>, j: number): number[] {
  const limit: Limit = skeleton.limits[j]!;
  if (limit.kind !== 'prismatic') return [0, 0, 0];
  const d = pose[3 + 4 * skeleton.count + skeleton.slides[j]!]!;
  return limit.axis.map((value) => value * d);
}

/** The world position of a point given in a joint's frame. */
export function transformPoint(matrix: readonly number[], point: readonly number[]): number[] {
  return [0, 1, 2].map(
    (row) =>
      matrix[4 * row]! * point[0]! + matrix[4 * row + 1]! * point[1]! + matrix[4 * row + 2]! * point[2]! + matrix[4 * row + 3]!,
  );
}

export function positionOf(matrix: readonly number[]): number[] {
  return [matrix[3]!, matrix[7]!, matrix[11]!];
}

function at3(values: ArrayLike<number>, j: number): number[] {
  return [values[3 * j]!, values[3 * j + 1]!, values[3 * j + 2]!];
}

function at4(values: ArrayLike<number>, o: number): number[] {
  return [values[o]!, values[o + 1]!, values[o + 2]!, values[o + 3]!];
}

function translation(t: readonly number[]): number[] {
  return [1, 0, 0, t[0]!, 0, 1, 0, t[1]!, 0, 0, 1, t[2]!, 0, 0, 0, 1];
}

/** Rodrigues' formula: R = 1 + sin θ K + (1 − cos θ) K². */
function rotation(q: readonly number[]): number[] {
  const n = Math.hypot(...q);
  const sine = Math.hypot(q[0]!, q[1]!, q[2]!) / n;
  const angle = 2 * Math.atan2(sine, q[3]! / n);
  const [x, y, z] = sine > 0 ? [q[0]! / n / sine, q[1]! / n / sine, q[2]! / n / sine] : [0, 0, 0];
  const k = [0, -z, y, 0, z, 0, -x, 0, -y, x, 0, 0, 0, 0, 0, 0];
  const square = product(k, k);
  return k.map((value, i) => (i % 5 === 0 ? 1 : 0) + Math.sin(angle) * value + (1 - Math.cos(angle)) * square[i]!);
}

function product(a: readonly number[], b: readonly number[]): number[] {
  const out: number[] = [];
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 4; column++) {
      let sum = 0;
      for (let i = 0; i < 4; i++) sum += a[4 * row + i]! * b[4 * i + column]!;
      out.push(sum);
    }
  }
  return out;
}
