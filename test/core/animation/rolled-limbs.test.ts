import { describe, expect, test } from 'vitest';
import { clipFromPoses } from '../../../core/animation/clip-from-poses.ts';
import type { Clip } from '../../../core/animation/clip.ts';
import { frameTimes, posesAt } from '../../../core/animation/joint-paths.ts';
import { retargetClip } from '../../../core/animation/retarget-clip.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { angleBetween, fromAxisAngle, multiply } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { normalize, subtract, dot } from '../../../core/math/vec3.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { plainFigure, sceneOf, withRandomAxes } from '../../helpers/figure.ts';
import { readGlbScene } from '../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { rolledBone } from '../../helpers/rolled-bones.ts';
import { few } from '../../helpers/extent.ts';

const source = buildRig(sceneOf(plainFigure()), { preset: 'free' });
/** The same with its head 5 cm farther ahead, so that its neck leans. */
const leaning = buildRig(
  sceneOf(
    plainFigure().map((joint) => {
      const [x, y, z] = joint.at;
      return joint.name === 'head' ? { ...joint, at: [x, y, z + 0.05] as const } : joint;
    }),
  ),
  { preset: 'free' },
);
const targets: readonly (readonly [string, Rig])[] = [
  ['the mannequin', buildRig(readGlbScene(MANNEQUIN))],
  ['a figure with other axes', buildRig(sceneOf(withRandomAxes(plainFigure(), seededRandom(5))))],
];

/** Two seconds in which limbs bend and straighten, and the head turns. */
function motion(): Clip {
  const { skeleton, humanoid } = source;
  const poses = Array.from({ length: 48 }, (_, frame) => {
    const pose = restPose(skeleton);
    const swing = Math.sin((frame / 48) * 2 * Math.PI);
    const bent = 0.7 - 0.7 * Math.cos((frame / 48) * 4 * Math.PI);
    const turn = (bone: HumanoidBone, axis: readonly [number, number, number], angle: number) =>
      setRotation(pose, humanoid[bone]!, fromAxisAngle(axis, angle));
    turn('leftUpperArm', [0, 0, 1], -0.9 + 0.3 * swing);
    turn('rightUpperArm', [0, 0, 1], 0.9 + 0.3 * swing);
    turn('leftLowerArm', [0, -1, 0], bent);
    turn('rightLowerArm', [0, 1, 0], bent);
    turn('leftUpperLeg', [1, 0, 0], -0.5 * bent);
    turn('rightUpperLeg', [1, 0, 0], -0.3 * bent);
    turn('leftLowerLeg', [1, 0, 0], bent);
    turn('rightLowerLeg', [1, 0, 0], 0.6 * bent);
    turn('neck', [0, 1, 0], 0.3 * swing);
    setRotation(pose, humanoid.head!, multiply(fromAxisAngle([1, 0, 0], 0.2 * swing), fromAxisAngle([0, 1, 0], 0.2 * swing)));
    return pose;
  });
  return clipFromPoses(skeleton, poses, { id: 'bends', name: 'Bends', fps: 24, loop: false });
}

/** How bones are rolled, and by how many degrees directions may differ: a straight limb does not show how far it was rolled meanwhile. */
const ROLLS: readonly (readonly [how: string, angleAt: (frame: number) => number, most?: number])[] = [
  ['by 60°', () => Math.PI / 3],
  ['by 120°', () => (2 * Math.PI) / 3],
  ['by 165°', () => (11 / 12) * Math.PI],
  ['by 180°', () => Math.PI],
  ['by −150°', () => (-5 / 6) * Math.PI],
  ['more and more, once round', (frame) => (frame / 48) * 2 * Math.PI, 7],
  ['by 180° from one frame to the next', (frame) => (frame % 14 < 7 ? 0 : Math.PI), 3],
];
const PARTS: readonly (readonly [HumanoidBone, HumanoidBone])[] = [
  ['leftUpperArm', 'leftLowerArm'],
  ['rightUpperArm', 'rightLowerArm'],
  ['leftUpperLeg', 'leftLowerLeg'],
  ['rightUpperLeg', 'rightLowerLeg'],
  ['leftLowerArm', 'leftHand'],
  ['rightLowerLeg', 'rightFoot'],
];

const clip = motion();

/** Most degrees between the directions of a limb's bones of two clips of one rig, and between the turns of a bone. */
function apart(rig: Rig, a: Clip, b: Clip, ends: readonly HumanoidBone[], turned: HumanoidBone) {
  const posesOf = (each: Clip) =>
    posesAt(rig.skeleton, each, frameTimes(each, each.fps)).map((pose) => forwardKinematics(rig.skeleton, pose));
  const [first, second] = [posesOf(a), posesOf(b)];
  let [directions, turns] = [0, 0];
  first.forEach((world, frame) => {
    const other = second[frame]!;
    for (let i = 0; i + 1 < ends.length; i++) {
      const [from, to] = [rig.humanoid[ends[i]!]!, rig.humanoid[ends[i + 1]!]!];
      const way = (each: typeof world) => normalize(subtract(worldPosition(each, to), worldPosition(each, from)));
      directions = Math.max(directions, toDegrees(Math.acos(Math.min(1, dot(way(world), way(other))))));
    }
    const joint = rig.humanoid[turned]!;
    turns = Math.max(turns, toDegrees(angleBetween(worldRotation(world, joint), worldRotation(other, joint))));
  });
  return { directions, turns };
}

describe.each(targets)('onto %s', (_, to) => {
  const plain = retargetClip(source, clip, to).clip;

  test.each(few(PARTS, 5))(
    'a %s that is rolled about itself, its joints where they were, points as if it were not',
    (bone, below) => {
      const side = bone.startsWith('left') ? 'left' : 'right';
      const ends = (bone.includes('Arm') ? ['UpperArm', 'LowerArm', 'Hand'] : ['UpperLeg', 'LowerLeg', 'Foot']).map(
        (part) => `${side}${part}` as HumanoidBone,
      );
      for (const [how, angleAt, most = 1] of ROLLS) {
        const rolled = retargetClip(source, rolledBone(source, clip, bone, below, angleAt), to).clip;
        expect(apart(to, plain, rolled, ends, ends[2]!).directions, how).toBeLessThan(most);
      }
    },
  );

  test.each(
    few(
      [
        ['upright', source, 1, ROLLS],
        // What the head turns by is not all about the neck.
        ['that leans ahead', leaning, 1.3, ROLLS.filter(([how]) => how.startsWith('by') && !how.includes('frame'))],
      ] as const,
      2,
    ),
  )('a neck %s that is rolled about itself, its head as it was, leaves the head as it is', (_how, from, share, rolls) => {
    const straight = retargetClip(from, clip, to).clip;
    for (const [how, angleAt, most = 1] of rolls) {
      const rolled = retargetClip(from, rolledBone(from, clip, 'neck', 'head', angleAt), to).clip;
      const { directions, turns } = apart(to, straight, rolled, ['neck', 'head'], 'head');
      expect(Math.max(directions, turns), how).toBeLessThan(share * most);
    }
  });
});
