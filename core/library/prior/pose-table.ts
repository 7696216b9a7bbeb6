import { between, FRAMES_A_STEP, type Steps } from '../../animation/steps.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { createWorldTransforms } from '../../skeleton/forward-kinematics.ts';
import type { SavedPose } from '../saved-pose.ts';
import type { BodyPlan } from './body-plan.ts';
import { AXES, EFFECTORS, ENDS, PLACES, STRIDE, writeRows } from './pose-row.ts';

/** Poses that the prior learns from at most; of more, evenly spread ones. */
const MOST_POSES = 5000;
/** Share of the time that writing the rows takes. */
const READING = 0.8;

/** The whole-body poses of a library in rows, see `pose-row.ts`: row 2i is pose i, row 2i + 1 the same on the other side of the body. */
export interface PoseTable {
  readonly poses: readonly SavedPose[];
  /** STRIDE × rows. */
  readonly numbers: Float32Array;
  readonly rows: number;
  /**
   * The places and axes of the rows again, effector after effector as `pose-row.ts` has them: those of all rows at {@link PLACES} × rows, 3 a row and
   * effector, and at {@link AXES} × rows, 6. A query reads nothing else of most rows.
   */
  readonly ends: Float32Array;
  /** See `pose-spacing.ts`. */
  readonly spacing: number;
}

/** Reads the poses; rows of poses that `former` has are copied. */
export function* readPoses(rig: Rig, plan: BodyPlan, library: readonly SavedPose[], former: PoseTable | null): Steps<PoseTable> {
  const whole = library.filter((saved) => isWhole(plan, saved));
  const stride = Math.max(1, whole.length / MOST_POSES);
  const poses = Array.from({ length: Math.floor(whole.length / stride) }, (_, i) => whole[Math.floor(i * stride)]!);
  const known = new Map(former?.poses.map((saved, i) => [saved.pose, i]));
  const numbers = new Float32Array(2 * STRIDE * poses.length);
  const world = createWorldTransforms(rig.skeleton);
  let written = 0;
  for (const [i, { pose }] of poses.entries()) {
    const at = known.get(pose);
    if (at !== undefined) numbers.set(former!.numbers.subarray(2 * STRIDE * at, 2 * STRIDE * (at + 1)), 2 * STRIDE * i);
    else {
      writeRows(rig, plan, pose, world, numbers, 2 * i);
      if (++written % FRAMES_A_STEP === 0) yield (READING * i) / poses.length;
    }
  }
  const rows = 2 * poses.length;
  const spacing = yield* between(READING, 1, spacingOf(numbers, rows));
  return { poses, numbers, rows, ends: endsOf(numbers, rows), spacing };
}

function endsOf(numbers: Float32Array, rows: number): Float32Array {
  const ends = new Float32Array((AXES + 6 * ENDS) * rows);
  const copy = (from: number, size: number) => {
    for (let row = 0; row < rows; row++)
      for (let i = 0; i < size; i++) ends[from * rows + size * row + i] = numbers[STRIDE * row + from + i]!;
  };
  for (let e = 0; e < EFFECTORS; e++) copy(PLACES + 3 * e, 3);
  for (let e = 0; e < ENDS; e++) copy(AXES + 6 * e, 6);
  return ends;
}

/** Whether a pose speaks of the whole body: fingers, toes and what hangs from it may be missing. */
function isWhole(plan: BodyPlan, { joints }: SavedPose): boolean {
  const spoken = new Set(joints);
  const limbs = plan.limbs.flatMap((limb) => (limb ? [limb.upper, limb.bend, limb.end] : []));
  return [...plan.trunk, ...limbs].every((joint) => joint === undefined || spoken.has(joint));
}

/** Poses, evenly spread, whose nearest other one is looked for. */
const LOOKED_AT = 128;
/** Of them, between two stops. */
const POSES_A_STEP = 8;

/**
 * How far a pose of a table usually is from the nearest other one, seen from both sides: of squared distances, means over the ends of the body in squares of trunk
 * lengths, the median. Of fewer than two poses, 0.
 */
function* spacingOf(numbers: Float32Array, rows: number): Steps<number> {
  const poses = rows / 2;
  if (poses < 2) return 0;
  const looked = Math.min(poses, LOOKED_AT);
  const nearest = new Float64Array(looked);
  for (let i = 0; i < looked; i++) {
    if (i > 0 && i % POSES_A_STEP === 0) yield i / looked;
    nearest[i] = nearestTo(Math.floor((i * poses) / looked), numbers, rows);
  }
  return nearest.sort()[looked >> 1]! / ENDS;
}

/** Sum over the ends of the body. */
function nearestTo(pose: number, numbers: Float32Array, rows: number): number {
  let nearest = Infinity;
  for (let other = 0; other < rows; other++) {
    if (other >> 1 === pose) continue;
    let sum = 0;
    for (let i = PLACES; i < PLACES + 3 * ENDS && sum < nearest; i++) {
      const off = numbers[2 * STRIDE * pose + i]! - numbers[STRIDE * other + i]!;
      sum += off * off;
    }
    nearest = Math.min(nearest, sum);
  }
  return nearest;
}
