import { blendPose } from '../../../core/animation/blend.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { Goal } from '../../../core/ik/request/goals.ts';
import type { Outcome } from '../../../core/ik/request/outcome.ts';
import { createSolver } from '../../../core/ik/solver.ts';
import { completePose } from '../../../core/library/complete-pose.ts';
import { createPosePrior } from '../../../core/library/prior/pose-prior.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { createSeedIndex } from '../../../core/library/seeds.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';

/** Makes a whole pose of goals and a present pose. Only bounds look at the truth. */
export type Completion = (goals: readonly Goal[], present: Pose, truth: Pose) => Outcome;

const NEIGHBOURS = 8;
/** Whose places tell how the trunk stands, and of each limb its first bone and those whose places tell of it. */
const TRUNK: readonly HumanoidBone[] = ['chest', 'upperChest', 'neck', 'head', 'leftUpperArm', 'rightUpperArm'];
const LIMBS: readonly (readonly HumanoidBone[])[] = [
  ['leftUpperArm', 'leftLowerArm', 'leftHand'],
  ['rightUpperArm', 'rightLowerArm', 'rightHand'],
  ['leftUpperLeg', 'leftLowerLeg', 'leftFoot'],
  ['rightUpperLeg', 'rightLowerLeg', 'rightFoot'],
];

/** The ways to complete a pose that are compared, each from the same library; the last two are what blends of its poses could reach at best. */
export function completionsOf(rig: Rig, library: readonly SavedPose[]): Record<string, Completion> {
  const solver = createSolver(rig.skeleton);
  const index = createSeedIndex(rig.skeleton, library);
  const prior = createPosePrior(rig, library);
  /** The present pose with these joints as the poses nearest to the goals have them, the nearest ones most. */
  const blendOf = (goals: readonly Goal[], present: Pose, joints?: readonly number[]): Pose => {
    let sum = 0;
    let blend = present;
    for (const { pose, distance } of index.nearest(goals, present, NEIGHBOURS)) {
      const weight = 1 / (distance + 0.01) ** 2;
      sum += weight;
      blend = blendPose(blend, pose, weight / sum, joints);
    }
    return blend;
  };
  const placesOf = (bones: readonly HumanoidBone[], truth: Pose): Goal[] => {
    const world = forwardKinematics(rig.skeleton, truth);
    return bones.flatMap((bone): Goal[] => {
      const joint = rig.humanoid[bone];
      return joint === undefined ? [] : [{ kind: 'position', joint, target: worldPosition(world, joint) }];
    });
  };
  const trunk = jointsBelow(rig, rig.humanoid.hips).filter(
    (joint) => !LIMBS.some(([root]) => isBelow(rig, joint, rig.humanoid[root!])),
  );
  return {
    'no library': (goals, present) => solver.solve(present, goals),
    'nearest pose': (goals, present) => solver.solve(present, goals, { reference: index.nearest(goals, present, 1)[0]!.pose }),
    '8-blend': (goals, present) => solver.solve(present, goals, { reference: blendOf(goals, present) }),
    library: (goals, present) => completePose(solver, prior, goals, present).outcome,
    'oracle 8-blend': (goals, present, truth) =>
      solver.solve(present, goals, { reference: blendOf(placesOf([...TRUNK, ...LIMBS.flat()], truth), present) }),
    'oracle 8-blend of each part': (goals, present, truth) => {
      const reference = LIMBS.reduce(
        (pose, bones) => blendOf(placesOf(bones.slice(1), truth), pose, jointsBelow(rig, rig.humanoid[bones[0]!])),
        blendOf(placesOf(TRUNK, truth), present, trunk),
      );
      return solver.solve(present, goals, { reference });
    },
  };
}

/** The joints that hang from one, and itself. */
function jointsBelow(rig: Rig, top: number | undefined): number[] {
  return [...rig.skeleton.names.keys()].filter((joint) => isBelow(rig, joint, top));
}

function isBelow({ skeleton }: Rig, joint: number, top: number | undefined): boolean {
  for (let j = joint; j >= 0; j = skeleton.parents[j]!) if (j === top) return true;
  return false;
}
