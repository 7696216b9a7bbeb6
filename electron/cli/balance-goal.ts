import { segmentMasses, supportPolygon } from '../../core/humanoid/anatomy/masses.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import type { CentreOfMassGoal, Goal } from '../../core/ik/request/goals.ts';
import { forwardKinematics } from '../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import { TRUNK } from '../../core/humanoid/body/bones.ts';

/** The centre of mass over what the character stands on in `start`. */
export function balanceGoal(rig: Rig, start: Pose): CentreOfMassGoal {
  const { masses, centres } = segmentMasses(rig);
  const support = supportPolygon(rig, forwardKinematics(rig.skeleton, start));
  return { kind: 'centreOfMass', masses, centres, support, weight: 1 };
}

/**
 * Stiffness of all joints with which the trunk and what the goals move keep the balance. Limbs without a goal and the head stay as they are: what they would do
 * for the balance is little and anything.
 */
export function balancingStiffness({ skeleton, humanoid }: Rig, goals: readonly Goal[]): Float64Array {
  const stiffness = new Float64Array(skeleton.count).fill(1);
  const ends = goals.flatMap((goal) => {
    if (goal.kind === 'centreOfMass') return [];
    // A joint turns about the place that it is pulled by.
    return goal.kind === 'position' && !goal.offset?.some((value) => value !== 0) ? skeleton.parents[goal.joint]! : goal.joint;
  });
  for (const end of [...ends, ...TRUNK.flatMap((bone) => humanoid[bone] ?? [])]) {
    for (let joint = end; joint >= 0; joint = skeleton.parents[joint]!) stiffness[joint] = skeleton.stiffness[joint]!;
  }
  return stiffness;
}
