import { HUMANOID_BONES, type HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { Goal } from '../../../core/ik/request/goals.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { distance } from '../../../core/math/vec3.ts';
import { capturePose } from '../../../core/library/apply.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { limitExcess } from '../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { completionsOf } from './completions.ts';
import type { CapturedClip } from './motions.ts';

/** What is known of a held-out pose, beside its hips. */
export const TASKS = ['S6', 'S6R', '3', '2–10'] as const;
export type Task = (typeof TASKS)[number];

/** How far completed poses are from the truth, and what they cost. */
export interface Errors {
  /** One a frame and inner joint: millimetres and degrees. */
  readonly millimetres: number[];
  readonly degrees: number[];
  /** One a frame. */
  readonly milliseconds: number[];
  /** Frames whose goals were not all reached, and in which a joint is outside its limit. */
  missed: number;
  outside: number;
}

const ENDS: readonly HumanoidBone[] = ['head', 'leftHand', 'rightHand', 'leftFoot', 'rightFoot'];
const RANDOM_ENDS: readonly HumanoidBone[] = [...ENDS, 'chest', 'leftLowerArm', 'rightLowerArm', 'leftLowerLeg', 'rightLowerLeg'];
/** Spine to neck, shoulders, elbows, knees. */
const INNER = /^(spine|chest|upperChest|neck|(left|right)(Shoulder|UpperArm|LowerArm|UpperLeg|LowerLeg))$/;
/** Their places tell, too; those of spine, collar bones and thighs are given with the hips or by the rotations before. */
const PLACED = /^(chest|upperChest|neck|(left|right)(UpperArm|LowerArm|LowerLeg))$/;
const OUTSIDE = 1e-6;

export function noErrors(): Errors {
  return { millimetres: [], degrees: [], milliseconds: [], missed: 0, outside: 0 };
}

/** Completes `frames` poses of each held-out clip from a library of the other clips; errors by way to complete and clip. */
export function measureClips(
  rig: Rig,
  held: readonly CapturedClip[],
  others: readonly CapturedClip[],
  task: Task,
  frames: number,
): Map<string, Map<string, Errors>> {
  const library = others.flatMap(({ name, poses }) =>
    poses.map((pose, i) => capturePose(rig.skeleton, pose, { id: `${name} ${i}`, name: `${name} ${i}` })),
  );
  const completions = Object.entries(completionsOf(rig, library));
  // Tables are read and learnt from at the first question.
  const first = held[0]!.poses[0]!;
  for (const [, complete] of completions)
    complete(
      goalsOf(
        rig,
        first,
        endsOf(rig, 'S6', () => 0),
        false,
      ),
      restWithHipsOf(rig, first),
      first,
    );
  const found = new Map(completions.map(([way]) => [way, new Map<string, Errors>()]));
  const random = seededRandom(7);
  for (const { name, poses } of held) {
    for (let i = 0; i < Math.min(frames, poses.length); i++) {
      const truth = poses[Math.floor((i * poses.length) / Math.min(frames, poses.length))]!;
      const goals = goalsOf(rig, truth, endsOf(rig, task, random), task === 'S6R');
      for (const [way, complete] of completions) {
        const byClip = found.get(way)!;
        const errors = byClip.get(name) ?? noErrors();
        byClip.set(name, errors);
        const present = restWithHipsOf(rig, truth);
        const started = performance.now();
        const { pose, status } = complete(goals, present, truth);
        errors.milliseconds.push(performance.now() - started);
        if (status !== 'reached') errors.missed++;
        if (rig.skeleton.names.some((_, joint) => limitExcess(rig.skeleton, pose, joint) > OUTSIDE)) errors.outside++;
        compare(rig, truth, pose, errors);
      }
    }
  }
  return found;
}

/** The joints that a task gives the places of. */
export function endsOf(rig: Rig, task: Task, random: () => number): readonly number[] {
  const bones = task === '3' ? ENDS.slice(0, 3) : task === '2–10' ? someOf(RANDOM_ENDS, random) : ENDS;
  return bones.flatMap((bone) => rig.humanoid[bone] ?? []);
}

function someOf(bones: readonly HumanoidBone[], random: () => number): readonly HumanoidBone[] {
  const count = 2 + Math.floor(random() * (bones.length - 1));
  return bones
    .map((bone) => ({ bone, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ bone }) => bone);
}

/** Goals that put joints where the truth has them; `turned`: as they stand there, too. */
export function goalsOf(rig: Rig, truth: Pose, joints: readonly number[], turned: boolean): Goal[] {
  const world = forwardKinematics(rig.skeleton, truth);
  return joints.flatMap((joint): Goal[] => {
    const place: Goal = { kind: 'position', joint, target: worldPosition(world, joint) };
    return turned ? [place, { kind: 'orientation', joint, target: worldRotation(world, joint) }] : [place];
  });
}

/** The rest pose with hips, and all above them, where the truth has them. */
export function restWithHipsOf({ skeleton, humanoid }: Rig, truth: Pose): Pose {
  const pose = restPose(skeleton);
  pose.set(truth.subarray(0, 3));
  for (let joint = humanoid.hips!; joint >= 0; joint = skeleton.parents[joint]!)
    setRotation(pose, joint, rotationOf(truth, joint));
  return pose;
}

function compare({ skeleton, humanoid }: Rig, truth: Pose, pose: Pose, errors: Errors): void {
  const [a, b] = [forwardKinematics(skeleton, truth), forwardKinematics(skeleton, pose)];
  for (const bone of HUMANOID_BONES) {
    const joint = humanoid[bone];
    if (joint === undefined) continue;
    if (PLACED.test(bone)) errors.millimetres.push(1000 * distance(worldPosition(a, joint), worldPosition(b, joint)));
    if (INNER.test(bone)) errors.degrees.push(toDegrees(angleBetween(rotationOf(truth, joint), rotationOf(pose, joint))));
  }
}
