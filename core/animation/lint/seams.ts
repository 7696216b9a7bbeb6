import type { Rig } from '../../humanoid/body/rig.ts';
import { angleBetween, conjugate, multiply, toRotationVector } from '../../math/quat.ts';
import { length, scale, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import { rotationOf, type Pose } from '../../skeleton/pose.ts';
import { ROOT_TRACK } from '../clip.ts';
import { SEAM_DISTANCE, SEAM_ROOT_SPEED, type IssueKind, type LintSettings } from './issues.ts';

/** What is wrong where a loop begins again. */
export interface Seam {
  readonly kind: Extract<IssueKind, 'seam' | 'seamSpeed'>;
  /** −1: the root. */
  readonly joint: number;
  /** Radians or metres, or those a second. */
  readonly amount: number;
}

/**
 * Joints, and the root, that end a loop elsewhere than they begin it, or at another speed; of a root that goes on along the floor only the height counts.
 * `poses` are those of its frames, `fps` a second.
 */
export function seamsOf(
  rig: Rig,
  poses: readonly Pose[],
  fps: number,
  isGoingOn: boolean,
  bars: Required<Pick<LintSettings, 'seam' | 'seamSpeed'>>,
): Seam[] {
  const [first, last] = [poses[0]!, poses.at(-1)!];
  const [x, y, z] = subtract(vec3At(last, 0), vec3At(first, 0));
  const moved = isGoingOn ? Math.abs(y) : length([x, y, z]);
  const root = seamOf(ROOT_TRACK, moved, SEAM_DISTANCE, SEAM_ROOT_SPEED, () =>
    steps(poses, (a, b) => subtract(vec3At(b, 0), vec3At(a, 0)), fps),
  );
  const joints = Array.from({ length: rig.skeleton.count }, (_, joint) =>
    seamOf(joint, angleBetween(rotationOf(first, joint), rotationOf(last, joint)), bars.seam, bars.seamSpeed, () =>
      steps(poses, (a, b) => toRotationVector(multiply(conjugate(rotationOf(a, joint)), rotationOf(b, joint))), fps),
    ),
  );
  return [root, ...joints].flatMap((seam) => (seam ? [seam] : []));
}

/** A seam in place, or else in speed: where its change stands out, as it is twice as large as any between two other frames. */
function seamOf(joint: number, apart: number, farthest: number, fastest: number, speedsOf: () => readonly Vec3[]): Seam | null {
  if (apart > farthest) return { kind: 'seam', joint, amount: apart };
  const speeds = speedsOf();
  if (speeds.length < 2) return null;
  const change = (a: Vec3, b: Vec3) => length(subtract(b, a));
  const amount = change(speeds.at(-1)!, speeds[0]!);
  if (amount <= fastest) return null;
  const isUsual = speeds.some((speed, frame) => frame > 0 && 2 * change(speeds[frame - 1]!, speed) >= amount);
  return isUsual ? null : { kind: 'seamSpeed', joint, amount };
}

/** The speeds from each frame to the next, a second. */
function steps(poses: readonly Pose[], step: (a: Pose, b: Pose) => Vec3, fps: number): readonly Vec3[] {
  return poses.slice(1).map((pose, frame) => scale(step(poses[frame]!, pose), fps));
}
