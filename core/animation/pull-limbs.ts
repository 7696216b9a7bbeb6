import type { Rig } from '../humanoid/body/rig.ts';
import type { Goal } from '../ik/request/goals.ts';
import type { SolveOptions } from '../ik/request/options.ts';
import type { Outcome } from '../ik/request/outcome.ts';
import { createSolver } from '../ik/solver.ts';
import { conjugate, multiply, normalizeQuat, quatAt, rotate, shortestArc, type Quat } from '../math/quat.ts';
import { CONTACT_ANGLE, CONTACT_DISTANCE } from '../math/tolerances.ts';
import { add, distance, lerp, subtract, vec3At, ZERO, type Vec3 } from '../math/vec3.ts';
import { createWorldTransforms, forwardKinematics, type WorldTransforms } from '../skeleton/forward-kinematics.ts';
import { rootTranslationOf, setRotation, type Pose } from '../skeleton/pose.ts';
import { withLimits, type Skeleton } from '../skeleton/skeleton.ts';
import { bendFor } from './limbs.ts';
import type { LimbPath } from './retarget-paths.ts';
import { enveloped, smoothed } from './smoothing.ts';

/** Metres within which a hand counts as pulled: finer than anybody sees on a moving hand. */
const HAND_TOLERANCE = 2e-3;
/** Frames a second in which shifts of the hips are looked for: bodies do not shift faster. */
const SHIFT_RATE = 30;
/** Metres within which two shifts are the same. */
const SAME_SHIFT = 1e-7;
/** Seconds in which the hips' shifts come and go. */
const SPREAD = 0.25;
/** Seconds over which they are smoothed then, round by round, each after the feet were reached again. */
const SMOOTHING = [0.1, 0.05];
/** Planted feet outrank everything else. */
const PLANTED = 1;
/**
 * From hands and feet up, so that a frame's start, which looks like the frames around it, changes least near the trunk. Starts are near their
 * solutions: more sweeps than these do not help a limb, nor the whole body.
 */
const LIMB: SolveOptions = { order: 'backward', restarts: 0, maxIterations: 12 };
const BODY: SolveOptions = { order: 'backward', restarts: 0, maxIterations: 40, rootStiffness: 0.5 };

export interface PulledLimbs {
  /** One a frame. */
  readonly outcomes: readonly Outcome[];
  /** Where the limbs were pulled to: those of hands went along with the hips. */
  readonly paths: readonly LimbPath[];
}

/**
 * Solves every frame, each from its own start, so that no frame hangs on the ones before it: hands and feet go to their paths, moved by
 * their own limbs alone. Where a planted foot cannot be reached so (an ankle on its limit), the hips shift: shifts are found frame
 * by frame, smoothed over time and found again from there, in a few rounds. `onProgress` hears the share of the work that is done.
 */
export function pullLimbs(
  rig: Rig,
  starts: readonly Pose[],
  paths: readonly LimbPath[],
  fps: number,
  onProgress: (share: number) => void = () => undefined,
): PulledLimbs {
  const solver = createSolver(onlyLimbsMove(rig, paths));
  const placeLimbs = limbPlacer(rig.skeleton);
  const solveAt = (frame: number, unshifted: Pose, shift: Vec3): Outcome => {
    const start = unshifted.slice();
    start.set(add(rootTranslationOf(start), shift));
    const goals = paths.flatMap((path) => goalsAt(path, frame, shift));
    const placed = placeLimbs(start, paths, frame, shift);
    const outcome = solver.solve(placed, goals, LIMB);
    if (!goals.some((goal, g) => goal.priority === PLANTED && outcome.residuals[g]!.distance > 2 * CONTACT_DISTANCE))
      return outcome;
    return solver.solve(placed, goals, BODY);
  };
  const rounds = SMOOTHING.length + 2;
  const shifts = findShifts(starts, fps, solveAt, (done) => onProgress(done / rounds));
  const moved = paths.map((path) => (path.foot ? path : shiftedPath(path, shifts)));
  const outcomes = starts.map((start, frame) => {
    onProgress((rounds - 1 + frame / starts.length) / rounds);
    return solveAt(frame, start, vec3At(shifts, frame));
  });
  return { outcomes, paths: moved };
}

/**
 * By how much the hips shift in each frame (3 × frames, metres): looked for in some frames a second, in rounds. In each round the feet are
 * reached from the shifts found so far, and what the hips moved for that is smoothed over time. `onProgress` hears how many rounds are done.
 */
function findShifts(
  starts: readonly Pose[],
  fps: number,
  solveAt: (frame: number, start: Pose, shift: Vec3) => Outcome,
  onProgress: (rounds: number) => void,
): Float64Array {
  const stride = Math.max(1, Math.round(fps / SHIFT_RATE));
  const frames = Array.from({ length: Math.ceil(starts.length / stride) }, (_, i) => i * stride);
  const known = new Map<number, { readonly shift: Vec3; readonly needed: Vec3 }>();
  let shifts: Float64Array = new Float64Array(3 * frames.length);
  const needed = (round: number): Vec3[] =>
    frames.map((frame, i) => {
      onProgress(round + i / frames.length);
      const shift = vec3At(shifts, i);
      const before = known.get(frame);
      if (before && distance(before.shift, shift) < SAME_SHIFT) return before.needed;
      const { pose } = solveAt(frame, starts[frame]!, shift);
      const found = { shift, needed: subtract(rootTranslationOf(pose), rootTranslationOf(starts[frame]!)) };
      known.set(frame, found);
      return found.needed;
    });
  const framesIn = (seconds: number) => Math.max(1, Math.round((seconds * fps) / stride));
  shifts = enveloped(needed(0), framesIn(SPREAD));
  SMOOTHING.forEach((seconds, i) => {
    shifts = smoothed(needed(i + 1), framesIn(seconds));
  });
  const result = new Float64Array(3 * starts.length);
  starts.forEach((_, frame) => {
    const i = Math.min(Math.floor(frame / stride), frames.length - 1);
    const next = Math.min(i + 1, frames.length - 1);
    result.set(lerp(vec3At(shifts, i), vec3At(shifts, next), frame / stride - i), 3 * frame);
  });
  return result;
}

function shiftedPath(limb: LimbPath, shifts: Float64Array): LimbPath {
  return { ...limb, path: { ...limb.path, positions: limb.path.positions.map((value, i) => value + shifts[i]!) } };
}

/** The rig's skeleton with everything stiff but the limbs: goals without a link limit then move a limb and the root. */
function onlyLimbsMove(rig: Rig, paths: readonly LimbPath[]) {
  const stiffness = new Float64Array(rig.skeleton.count).fill(1);
  for (const { limb } of paths) for (const joint of limb.joints) stiffness[joint] = 0;
  return withLimits(rig.skeleton, rig.skeleton.limits, stiffness);
}

/**
 * A function that gives a start with elbows and knees bent as the distances ask for (a straight limb would not know where to bend), and
 * legs swung and feet turned to where two straight bones would reach. Arms keep their direction: where limits keep a hand from its place,
 * swinging the arm there first would throw it about.
 */
function limbPlacer(skeleton: Skeleton) {
  const world = createWorldTransforms(skeleton);
  return (start: Pose, paths: readonly LimbPath[], frame: number, shift: Vec3): Pose => {
    const pose = start.slice();
    forwardKinematics(skeleton, pose, world);
    for (const { limb, path, foot } of paths) {
      const target = add(vec3At(path.positions, frame), foot ? ZERO : shift);
      const top = vec3At(world.positions, limb.top);
      if (limb.bend) {
        setRotation(pose, limb.middle, bendFor(limb.bend, distance(top, target)));
        forwardKinematics(skeleton, pose, world, limb.top);
      }
      if (!foot) continue;
      const swing = shortestArc(subtract(vec3At(world.positions, limb.end), top), subtract(target, top));
      turnJoint(skeleton, pose, world, limb.top, multiply(swing, quatAt(world.rotations, limb.top)));
      forwardKinematics(skeleton, pose, world, limb.top);
      turnJoint(skeleton, pose, world, limb.end, quatAt(path.rotations, frame));
    }
    return pose;
  };
}

/** Gives a joint a world rotation; joints below it are not refreshed. */
function turnJoint(skeleton: Skeleton, pose: Pose, world: WorldTransforms, joint: number, rotation: Quat): void {
  const parent = skeleton.parents[joint]!;
  const rest = quatAt(skeleton.rest, joint);
  const frame = parent < 0 ? rest : multiply(quatAt(world.rotations, parent), rest);
  setRotation(pose, joint, normalizeQuat(multiply(conjugate(frame), rotation)));
}

/** The goals of a limb in one frame in which the hips are shifted; hands go along, feet do not. */
function goalsAt({ limb, path, foot }: LimbPath, frame: number, shift: Vec3): Goal[] {
  const joint = limb.end;
  const target = vec3At(path.positions, frame);
  const maxLinks = limb.joints.length;
  if (!foot) return [{ kind: 'position', joint, target: add(target, shift), tolerance: HAND_TOLERANCE, maxLinks }];
  const rotation = quatAt(path.rotations, frame);
  const goals: Goal[] = [];
  const planted = { kind: 'position', tolerance: CONTACT_DISTANCE, priority: PLANTED } as const;
  if (foot.footHeld[frame] === 1) goals.push({ ...planted, joint, target });
  if (foot.toesHeld[frame] === 1 && foot.toes >= 0) {
    goals.push({ ...planted, joint: foot.toes, target: add(target, rotate(rotation, foot.shape.toes ?? ZERO)) });
  }
  if (foot.footHeld[frame] !== 1) goals.push({ kind: 'position', joint, target, tolerance: CONTACT_DISTANCE, maxLinks });
  goals.push({ kind: 'orientation', joint, target: rotation, tolerance: CONTACT_ANGLE, maxLinks: 1 });
  return goals;
}
