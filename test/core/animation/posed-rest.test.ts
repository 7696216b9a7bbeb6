import { describe, expect, test } from 'vitest';
import { clipFromPoses } from '../../../core/animation/clip-from-poses.ts';
import type { Clip } from '../../../core/animation/clip.ts';
import { footShape } from '../../../core/animation/foot-shapes.ts';
import { frameTimes, posesAt } from '../../../core/animation/joint-paths.ts';
import { retargetClip } from '../../../core/animation/retarget-clip.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';
import { distance } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { plainFigure, sceneOf } from '../../helpers/figure.ts';
import { posedRest, type RestTurns, type Told } from '../../helpers/posed-rest.ts';

const figure = buildRig(sceneOf(plainFigure()), { preset: 'free' });
/** Under other names: what has the same skeleton would be copied. */
const source: Rig = { ...figure, skeleton: { ...figure.skeleton, names: figure.skeleton.names.map((name) => `other ${name}`) } };

/** Two seconds in which somebody goes down to the heels and up again, the feet flat at their place, the arms moving. */
function crouch(): Clip {
  const { skeleton, humanoid } = source;
  const [thigh, shin] = [0.926 - 0.504, 0.504 - 0.07];
  const poses = Array.from({ length: 48 }, (_, frame) => {
    const pose = restPose(skeleton);
    const bent = 0.3 - 0.3 * Math.cos((frame / 48) * 2 * Math.PI);
    const turn = (bone: HumanoidBone, axis: readonly [number, number, number], angle: number) =>
      setRotation(pose, humanoid[bone]!, fromAxisAngle(axis, angle));
    for (const side of ['left', 'right'] as const) {
      turn(`${side}UpperLeg`, [1, 0, 0], -bent);
      turn(`${side}LowerLeg`, [1, 0, 0], 2 * bent);
      turn(`${side}Foot`, [1, 0, 0], -bent);
    }
    turn('leftUpperArm', [0, 0, 1], -bent);
    turn('rightLowerArm', [0, 1, 0], 2 * bent);
    pose[1] = -(thigh + shin) * (1 - Math.cos(bent));
    pose[2] = (shin - thigh) * Math.sin(bent);
    return pose;
  });
  return clipFromPoses(skeleton, poses, { id: 'crouch', name: 'Crouch', fps: 24, loop: false });
}

const clip = crouch();
const standing = buildRig(sceneOf(plainFigure()));

/** Files whose rest is no standing pose, and which of what they tell shows the soles. */
const RESTS: readonly (readonly [what: string, turns: RestTurns, told: readonly Told[]])[] = [
  ['with the left knee bent', { 'shin.l': [80, 0, 0] }, [{ bind: true }, { mesh: true }, {}, { bind: true, mesh: true }]],
  ['with the right knee bent', { 'shin.r': [80, 0, 0] }, [{ bind: true }, { mesh: true }, {}]],
  ['on one leg, the other thigh lifted', { 'thigh.r': [-80, 0, 0], 'shin.r': [90, 0, 0] }, [{ bind: true }, { mesh: true }, {}]],
  [
    'in a run',
    { 'thigh.l': [-50, 0, 0], 'shin.l': [70, 0, 0], 'thigh.r': [30, 0, 0], 'shin.r': [80, 0, 0], 'foot.r': [30, 0, 0] },
    [{ bind: true }, { mesh: true }],
  ],
  ['sitting on the floor', { 'thigh.l': [-90, 0, 0], 'thigh.r': [-90, 0, 0] }, [{ bind: true }, { mesh: true }]],
  [
    'kneeling, the feet stretched behind',
    { 'shin.l': [90, 0, 0], 'foot.l': [40, 0, 0], 'shin.r': [90, 0, 0], 'foot.r': [40, 0, 0] },
    [{ bind: true }, { mesh: true }],
  ],
  ['with toes that point down by 75°', { 'foot.l': [75, 0, 0], 'foot.r': [75, 0, 0] }, [{ bind: true }, { mesh: true }]],
  [
    'with toes that point down and back, the knees a little bent',
    {
      'thigh.l': [-8, 0, 0],
      'shin.l': [16, 0, 0],
      'foot.l': [107, 0, 0],
      'thigh.r': [-8, 0, 0],
      'shin.r': [16, 0, 0],
      'foot.r': [107, 0, 0],
    },
    [{ bind: true }],
  ],
  ['with toes of one foot that point down by 50°', { 'foot.l': [50, 0, 0] }, [{ bind: true }, { mesh: true }, {}]],
  [
    'with its legs apart, one further than the other, and level feet',
    { 'thigh.l': [0, 0, 35], 'foot.l': [0, 0, -35], 'thigh.r': [0, 0, -12], 'foot.r': [0, 0, 12] },
    [{ bind: true }, { mesh: true }, { bind: true, mesh: true }],
  ],
  [
    'with a level foot two centimetres above the other',
    { 'thigh.l': [-13, 0, 0], 'shin.l': [26, 0, 0], 'foot.l': [-13, 0, 0] },
    [{ bind: true }, { mesh: true }, { bind: true, mesh: true }],
  ],
  [
    'sitting with turned legs and tilted ankles',
    {
      'thigh.l': [-80, 20, 15],
      'shin.l': [70, 0, 0],
      'foot.l': [15, 10, 12],
      'thigh.r': [-85, -15, -10],
      'shin.r': [60, 0, 0],
      'foot.r': [20, -10, -15],
    },
    [{ bind: true }, { mesh: true }],
  ],
  [
    'with the arms crossed and a foot lifted',
    {
      'upperarm.l': [0, -50, -40],
      'lowerarm.l': [0, -100, 0],
      'upperarm.r': [0, 50, 40],
      'lowerarm.r': [0, 100, 0],
      'thigh.l': [-40, 0, 0],
      'shin.l': [60, 0, 0],
    },
    [{ bind: true }, { mesh: true }, {}],
  ],
];

const cases = RESTS.flatMap(([what, turns, all]) =>
  all.map(
    (told) =>
      [
        `${what}, ${told.bind ? 'bound standing' : ''}${told.mesh ? ' with feet to see' : ''}${told.bind || told.mesh ? '' : 'of which the other foot tells'}`,
        turns,
        told,
      ] as const,
  ),
);

describe.each(cases)('a character that rests %s', (_, turns, told) => {
  const rig = buildRig(posedRest(turns, told));

  test('has its soles where they are', () => {
    for (const side of ['left', 'right'] as const) {
      const [found, wanted] = [rig, standing].map((each) => footShape(each, side));
      // The figure's joints have the world's axes when it stands.
      expect(toDegrees(Math.acos(Math.min(1, found!.up[1])))).toBeLessThan(4);
      expect(toDegrees(Math.acos(Math.min(1, found!.ahead[2])))).toBeLessThan(5);
      expect(Math.abs(found!.standing - rig.report.floor - wanted!.standing)).toBeLessThan(0.012);
    }
  });

  test('takes motion as one that rests standing', () => {
    const [plain, posed] = [standing, rig].map((to) => retargetClip(source, clip, to));
    const worldsOf = (to: Rig, each: Clip) =>
      posesAt(to.skeleton, each, frameTimes(each, 24)).map((pose) => forwardKinematics(to.skeleton, pose));
    const [wanted, got] = [worldsOf(standing, plain!.clip), worldsOf(rig, posed!.clip)];
    expect(posed!.report.soles.p95).toBeLessThan(0.003);
    expect(posed!.report.slide.p95).toBeLessThan(0.01);
    expect(toDegrees(posed!.report.knees.mean)).toBeLessThan(1.5);
    const over = rig.report.floor;
    wanted.forEach((world, frame) => {
      for (const bone of [
        'leftUpperLeg',
        'leftLowerLeg',
        'leftFoot',
        'rightLowerLeg',
        'rightFoot',
        'rightHand',
        'leftHand',
      ] as const) {
        const hips = (each: Rig, at: typeof world) => worldPosition(at, each.humanoid.hips!);
        const from = (each: Rig, at: typeof world): readonly [number, number, number] => {
          const [x, y, z] = worldPosition(at, each.humanoid[bone]!);
          const [hx, , hz] = hips(each, at);
          return [x - hx, y, z - hz];
        };
        const [x, y, z] = from(rig, got[frame]!);
        expect(distance([x, y - over, z], from(standing, world)), `${bone} in frame ${frame}`).toBeLessThan(0.03);
      }
    });
  });
});
