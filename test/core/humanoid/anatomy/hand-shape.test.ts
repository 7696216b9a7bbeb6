import { describe, expect, it } from 'vitest';
import {
  fingersOfHand,
  HAND_PRESETS,
  handShapeOf,
  withHandShape,
  type HandPreset,
} from '../../../../core/humanoid/anatomy/hand-shape.ts';
import type { HumanoidBone } from '../../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { mirrorPose } from '../../../../core/humanoid/transfer/mirror-pose.ts';
import { angleBetween } from '../../../../core/math/quat.ts';
import { distance, dot, normalize, subtract, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, type Pose } from '../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

const mannequin = buildRig(readGlbScene(MANNEQUIN));
const SIDES = ['left', 'right'] as const;
const FOUR = ['Index', 'Middle', 'Ring', 'Little'] as const;
const hands = sampleRigs().filter(({ rig }) =>
  FOUR.every((finger) => rig.humanoid[`left${finger}Distal`] !== undefined && rig.humanoid[`right${finger}Distal`] !== undefined),
);

function at(rig: Rig, pose: Pose, bone: string): Vec3 {
  return worldPosition(forwardKinematics(rig.skeleton, pose), rig.humanoid[bone as HumanoidBone]!);
}

function shaped(rig: Rig, preset: HandPreset): Pose {
  return SIDES.reduce((pose, side) => withHandShape(rig, pose, side, HAND_PRESETS[preset]), restPose(rig.skeleton));
}

/** Mean distance from the knuckles to the last joints of the four fingers, as a share of their distance at rest. */
function reach(rig: Rig, pose: Pose, side: 'left' | 'right', fingers: readonly string[] = FOUR): number {
  const far = (of: Pose): number =>
    fingers.reduce(
      (sum, finger) => sum + distance(at(rig, of, `${side}${finger}Proximal`), at(rig, of, `${side}${finger}Distal`)),
      0,
    );
  return far(pose) / far(restPose(rig.skeleton));
}

it('finds hands with fingers among the samples', () => {
  expect(hands.length).toBeGreaterThan(0);
});

describe.each(hands)('the hands of $name', ({ rig }) => {
  it('close to a fist on the side of the palm, and open again', () => {
    const [fist, open] = [shaped(rig, 'fist'), shaped(rig, 'open')];
    for (const side of SIDES) {
      expect(reach(rig, fist, side)).toBeLessThan(0.85);
      expect(reach(rig, open, side)).toBeGreaterThan(0.97);
      // The last joints come nearer to the wrist than the knuckles are far from it.
      const wrist = at(rig, fist, `${side}Hand`);
      const [tip, straight] = [at(rig, fist, `${side}MiddleDistal`), at(rig, open, `${side}MiddleDistal`)];
      expect(distance(wrist, tip)).toBeLessThan(0.9 * distance(wrist, straight));
      // And on the side to which the thumb's and the fingers' joints flex: none is bent backwards.
      const world = forwardKinematics(rig.skeleton, fist);
      expect(dot(subtract(tip, worldPosition(world, rig.humanoid[`${side}MiddleProximal`]!)), palm(rig, side))).toBeGreaterThan(
        0,
      );
    }
  });

  it('point with the index finger alone', () => {
    const pose = shaped(rig, 'point');
    for (const side of SIDES) {
      expect(reach(rig, pose, side, ['Index'])).toBeGreaterThan(0.97);
      expect(reach(rig, pose, side, ['Middle', 'Ring', 'Little'])).toBeLessThan(0.87);
    }
  });

  it('fan out when they open, and come together', () => {
    for (const side of SIDES) {
      const width = (spread: number): number => {
        const pose = withHandShape(rig, shaped(rig, 'open'), side, { spread });
        return distance(at(rig, pose, `${side}IndexDistal`), at(rig, pose, `${side}LittleDistal`));
      };
      expect(width(1)).toBeGreaterThan(1.1 * width(0));
      expect(width(-1)).toBeLessThan(0.97 * width(0));
    }
  });

  it('stay inside their limits in every shape, and move nothing but their fingers', () => {
    const rest = restPose(rig.skeleton);
    for (const preset of Object.keys(HAND_PRESETS) as HandPreset[]) {
      expect(isInsideLimits(rig.skeleton, shaped(rig, preset))).toBe(true);
      const left = withHandShape(rig, rest, 'left', HAND_PRESETS[preset]);
      const moved = Object.entries(rig.humanoid).filter(([, j]) => angleBetween(rotationOf(left, j), rotationOf(rest, j)) > 1e-6);
      expect(moved.filter(([bone]) => !/^left(Thumb|Index|Middle|Ring|Little)/.test(bone))).toEqual([]);
    }
  });

  it('are read as they were set', () => {
    for (const side of SIDES) {
      for (const curl of [0.2, 0.6, 0.9]) {
        const curls = Object.fromEntries(fingersOfHand(rig, side).map((finger) => [finger, curl]));
        const pose = withHandShape(rig, restPose(rig.skeleton), side, { curls, spread: 0.5 });
        const read = handShapeOf(rig, pose, side);
        for (const finger of FOUR) expect(read.curls[finger]).toBeCloseTo(curl, 1);
        expect(read.spread).toBeCloseTo(0.5, 1);
      }
    }
  });

  it('take one finger and leave the others as they are, to the byte', () => {
    const fist = shaped(rig, 'fist');
    const pose = withHandShape(rig, fist, 'right', { curls: { Index: 0 } });
    for (const finger of ['Thumb', 'Middle', 'Ring', 'Little'])
      for (const part of ['Metacarpal', 'Proximal', 'Intermediate', 'Distal']) {
        const joint = rig.humanoid[`right${finger}${part}` as HumanoidBone];
        if (joint !== undefined) expect(rotationOf(pose, joint)).toEqual(rotationOf(fist, joint));
      }
    expect(handShapeOf(rig, pose, 'right').curls.Index).toBeCloseTo(0, 1);
  });
});

it('both hands of the mannequin close alike', () => {
  const fist = shaped(mannequin, 'fist');
  const mirrored = mirrorPose(mannequin, fist);
  for (const joint of Object.values(mannequin.humanoid))
    expect(angleBetween(rotationOf(fist, joint), rotationOf(mirrored, joint))).toBeLessThan(1e-3);
});

/** Out of the palm at rest: square to the row of knuckles and the hand's direction, to the side of the hanging thumb's flexion. */
function palm(rig: Rig, side: 'left' | 'right'): Vec3 {
  const rest = restPose(rig.skeleton);
  const along = normalize(subtract(at(rig, rest, `${side}MiddleProximal`), at(rig, rest, `${side}Hand`)));
  const across = normalize(subtract(at(rig, rest, `${side}IndexProximal`), at(rig, rest, `${side}LittleProximal`)));
  const [a, b] = side === 'left' ? [along, across] : [across, along];
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
