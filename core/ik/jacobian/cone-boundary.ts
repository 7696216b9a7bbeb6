import { NO_ROOM } from '../../math/tolerances.ts';
import * as T from '../../skeleton/limit-table.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import { CONE_STRIDE, type Freedoms } from './freedoms.ts';

/** Whether freedom `d` is the first of a cone joint, which goes across the boundary where the swing stands on it; the second goes along. */
export function isAcross({ joints }: Freedoms, ws: Workspace, d: number): boolean {
  const j = joints[d]!;
  return j >= 0 && ws.mechanism.limits.kinds[j] === T.KIND_CONE && (d === 0 || joints[d - 1] !== j);
}

/** Curvature (1 / radians) of the boundary of a cone joint, whose first freedom is `d`, where its swing stands; 0 for cones without width. */
export function boundaryCurvature({ cones, joints }: Freedoms, ws: Workspace, d: number): number {
  const n = ws.mechanism.limits.numbers;
  const j = joints[d]!;
  const row = T.LIMIT_STRIDE * j;
  const a = cones[CONE_STRIDE * j]!;
  const b = cones[CONE_STRIDE * j + 1]!;
  const halfA = n[row + T.SWING + (a >= 0 ? 0 : 1)]!;
  const halfB = n[row + T.SWING + (b >= 0 ? 2 : 3)]!;
  if (halfA < NO_ROOM || halfB < NO_ROOM) return 0;
  const across = ((a * halfB) / halfA) ** 2 + ((b * halfA) / halfB) ** 2;
  return (halfA * halfB) / (across * Math.sqrt(across));
}

/**
 * Writes how far it is from the swing v at `cones[cone]` to its ellipse in the direction e of its first freedom, radians, to `ups[d]`: the positive s
 * with |(v + s e) / halves| = 1. Leaves what stands there where nothing ends the cone.
 */
export function writeOutward(
  n: Float64Array,
  row: number,
  cones: Float64Array,
  cone: number,
  ups: Float64Array,
  d: number,
): void {
  if (n[row + T.SWING_FREE] === 1) return;
  const a = cones[cone]!;
  const b = cones[cone + 1]!;
  const halfA = n[row + T.SWING + (a >= 0 ? 0 : 1)]!;
  const halfB = n[row + T.SWING + (b >= 0 ? 2 : 3)]!;
  // Special case of a line or a point: what blocks its axes is known.
  if (halfA < NO_ROOM || halfB < NO_ROOM) return;
  const x = cones[cone + 4]! / halfA;
  const y = cones[cone + 5]! / halfB;
  const p = a / halfA;
  const q = b / halfB;
  const square = x * x + y * y;
  const half = p * x + q * y;
  const root = half * half - square * (p * p + q * q - 1);
  ups[d] = Math.max(0, (Math.sqrt(Math.max(0, root)) - half) / square);
}
