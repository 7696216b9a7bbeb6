import type { Rig } from '../humanoid/rig.ts';
import type { Goal } from '../ik/goals.ts';
import type { Outcome } from '../ik/outcome.ts';
import { createSolver } from '../ik/solver.ts';
import { quatAt, rotate } from '../math/quat.ts';
import { CONTACT_ANGLE, CONTACT_DISTANCE } from '../math/tolerances.ts';
import { add, distance, subtract, vec3At, ZERO, type Vec3 } from '../math/vec3.ts';
import { createWorldTransforms, forwardKinematics } from '../skeleton/forward-kinematics.ts';
import { rootTranslationOf, setRotation, type Pose } from '../skeleton/pose.ts';
import { withLimits } from '../skeleton/skeleton.ts';
import { bendFor } from './limbs.ts';
import type { LimbPath } from './retarget-paths.ts';
import { smoothEnvelope } from './smooth-envelope.ts';

/** Metres within which a hand counts as pulled: finer than anybody sees on a moving hand. */
const HAND_TOLERANCE = 2e-3;
/** Planted feet outrank everything else. */
const PLANTED = 1;
/** Starts are near their solutions: more sweeps than these do not help a limb, nor the whole body. */
const LIMB_SWEEPS = 12;
const BODY_SWEEPS = 40;

/**
 * Solves every frame, each from its own start, so that no frame hangs on the ones before it: hands and feet go to their paths, moved by
 * their own limbs alone. Where a planted foot cannot be reached so (an ankle on its limit), the hips shift; the shifts are found first,
 * spread smoothly over time, and then every frame is solved again.
 */
export function pullLimbs(rig: Rig, starts: readonly Pose[], paths: readonly LimbPath[], fps: number): Outcome[] {
  const solver = createSolver(onlyLimbsMove(rig, paths));
  const world = createWorldTransforms(rig.skeleton);
  /** The start with elbows and knees bent as the distances ask for: a straight limb would not know where to bend. */
  const bendLimbs = (start: Pose, frame: number, shift: Vec3): Pose => {
    const bent = start.slice();
    forwardKinematics(rig.skeleton, start, world);
    for (const { limb, path, foot } of paths) {
      if (!limb.bend) continue;
      const target = add(vec3At(path.positions, frame), foot ? ZERO : shift);
      setRotation(bent, limb.middle, bendFor(limb.bend, distance(vec3At(world.positions, limb.top), target)));
    }
    return bent;
  };
  const solveAt = (frame: number, start: Pose, shift: Vec3): Outcome => {
    const goals = paths.flatMap((path) => goalsAt(path, frame, shift));
    const bent = bendLimbs(start, frame, shift);
    const outcome = solver.solve(bent, goals, { restarts: 0, maxIterations: LIMB_SWEEPS });
    if (!goals.some((goal, g) => goal.priority === PLANTED && outcome.residuals[g]!.distance > 2 * CONTACT_DISTANCE)) return outcome;
    return solver.solve(bent, goals, { restarts: 0, maxIterations: BODY_SWEEPS, rootStiffness: 0.5 });
  };
  const first = starts.map((start, frame) => solveAt(frame, start, ZERO));
  const shifts = smoothEnvelope(first.map(({ pose }, frame) => subtract(rootTranslationOf(pose), rootTranslationOf(starts[frame]!))), fps);
  if (!shifts) return first;
  return starts.map((start, frame) => {
    const shift = vec3At(shifts, frame);
    const shifted = start.slice();
    shifted.set(add(rootTranslationOf(start), shift));
    return solveAt(frame, shifted, shift);
  });
}

/** The rig's skeleton with everything stiff but the limbs: goals without a link limit then move a limb and the root. */
function onlyLimbsMove(rig: Rig, paths: readonly LimbPath[]) {
  const stiffness = new Float64Array(rig.skeleton.count).fill(1);
  for (const { limb } of paths) for (const joint of limb.joints) stiffness[joint] = 0;
  return withLimits(rig.skeleton, rig.skeleton.limits, stiffness);
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
