import { checkPins } from '../humanoid/pulling/request/check-pull.ts';
import { checkRig } from '../humanoid/body/check-rig.ts';
import { checkTracks } from '../math/check-numbers.ts';
import { checkPose } from '../skeleton/pose.ts';
import { checkSavedPose } from './check-saved-poses.ts';
import { handlesOf, holdingPins, type Pins } from '../humanoid/body/handles.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import type { Goal } from '../ik/request/goals.ts';
import type { Outcome } from '../ik/request/outcome.ts';
import { createSolver } from '../ik/solver.ts';
import { forwardKinematics, pointOf, worldRotation } from '../skeleton/forward-kinematics.ts';
import type { Pose } from '../skeleton/pose.ts';
import { applySavedPose } from './apply.ts';
import type { SavedPose } from './saved-pose.ts';

/** How readily the hips give way to handles that stay and feet that are set down, see `SolveOptions.rootStiffness`. */
export const HIPS_STIFFNESS = 0.5;

/**
 * The saved pose, with its hips where the present one has them, and the handles of `kept` where and, as their pins say, turned as the present one has
 * them: of all poses that keep them the nearest to the saved one. Joints that the saved pose does not speak of start from the present pose.
 */
export function takePose<Names>(rig: Rig<Names>, present: Pose<Names>, saved: SavedPose, kept: Pins): Outcome<Names> {
  checkRig(rig);
  checkPose(rig.skeleton, present, 'the present pose');
  checkSavedPose(saved, 'the saved', rig.skeleton);
  checkTracks(saved.joints, 'the saved: the joints');
  checkPins(kept, 'the pins to keep');
  const { skeleton } = rig;
  const above = new Set([-1]);
  for (let joint = skeleton.root; joint >= 0; joint = skeleton.parents[joint]!) above.add(joint);
  const start = applySavedPose(
    present,
    saved,
    1,
    saved.joints.filter((joint) => !above.has(joint)),
  );
  return plantPose(rig, start, present, kept);
}

/** The pose nearest to `pose` that has the handles of `kept` where and, as their pins say, turned as `present` has them; the hips give way. */
export function plantPose(rig: Rig, pose: Pose, present: Pose, kept: Pins): Outcome {
  const goals = keptGoals(rig, present, kept);
  return createSolver(rig.skeleton).solve(pose, goals, { reference: pose, rootStiffness: HIPS_STIFFNESS });
}

/** Goals that hold handles where a pose has them; bends of limbs are none. */
export function keptGoals(rig: Rig, present: Pose, kept: Pins): Goal[] {
  const world = forwardKinematics(rig.skeleton, present);
  const pins = holdingPins(kept);
  return handlesOf(rig).flatMap(({ name, kind, joint, offset }): Goal[] => {
    const pin = pins[name];
    if (!pin || kind !== 'position') return [];
    const { weight } = pin;
    return [
      ...(pin.translation ? [{ kind: 'position', joint, offset, target: pointOf(world, joint, offset), weight } as const] : []),
      ...(pin.rotation ? [{ kind: 'orientation', joint, target: worldRotation(world, joint), weight } as const] : []),
    ];
  });
}
