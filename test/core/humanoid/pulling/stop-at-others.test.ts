import { describe, expect, it } from 'vitest';
import type { PosedActor } from '../../../../core/humanoid/body/actor.ts';
import { handlesOf, type HandleName } from '../../../../core/humanoid/body/handles.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { createPuller, type PullOptions } from '../../../../core/humanoid/pulling/puller.ts';
import { fromPlace, type Place } from '../../../../core/math/place.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { add, distance, lerp, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, pointOf } from '../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { restPose, type Pose } from '../../../../core/skeleton/pose.ts';
import { FEET, figureOf, pinMoved } from '../../../benchmarks/posing/figure.ts';
import { TRIES_ALL } from '../../../helpers/extent.ts';
import { palmOf } from '../../../helpers/palm.ts';
import { sampleRig } from '../../../helpers/rigs.ts';

const mannequin = sampleRig('mannequin.glb')!.rig;
const rest = restPose(mannequin.skeleton);
const at = (rig: Rig, pose: Pose, name: HandleName): Vec3 => {
  const { joint, offset } = handlesOf(rig).find((each) => each.name === name)!;
  return pointOf(forwardKinematics(rig.skeleton, pose), joint, offset);
};

/** Stands `ahead` metres before the one that is pulled, and looks at it. */
const facing = (ahead: number, aside = 0, rig: Rig = mannequin): PosedActor => ({
  rig,
  pose: restPose(rig.skeleton),
  place: { at: [aside, 0, ahead], turn: Math.PI },
});

const SHARES = Array.from({ length: 9 }, (_, i) => i / 8);

/** Points along the axes of capsules in the scene: nearest distances by trying, which knows nothing of how segments meet. */
function pointsOf(rig: Rig, pose: Pose, place: Place): Vec3[][] {
  const world = forwardKinematics(rig.skeleton, pose);
  return rig.shape.map(({ joint, start, end }) =>
    SHARES.map((share) => fromPlace(place, pointOf(world, joint, lerp(start, end, share)))),
  );
}

/** How deep a body is in another one at most, metres; what is further apart counts as negative. */
function depthIn(rig: Rig, pose: Pose, other: PosedActor): number {
  const [own, theirs] = [pointsOf(rig, pose, { at: [0, 0, 0], turn: 0 }), pointsOf(other.rig, other.pose, other.place)];
  let deepest = -Infinity;
  own.forEach((line, i) =>
    theirs.forEach((beside, k) => {
      const touching = rig.shape[i]!.radius + other.rig.shape[k]!.radius;
      for (const p of line) for (const q of beside) deepest = Math.max(deepest, touching - distance(p, q));
    }),
  );
  return deepest;
}

const pull = (name: HandleName, target: Vec3, how: PullOptions, from: Pose = rest) =>
  createPuller(mannequin)
    .begin(from, name, FEET)
    .to(target, { keepsDirection: false, ...how });

describe('a body beside the one that is pulled', () => {
  it('stops a hand that is pulled into it at its surface', () => {
    const other = facing(0.5);
    const beside = [other];
    const chest = add(at(mannequin, rest, 'chest'), [0, 0, 0.5]);
    const [free, stopped] = [{ bodyStops: true }, { bodyStops: true, beside }].map((how) => pull('rightHand', chest, how));
    expect(depthIn(mannequin, free!.pose, other)).toBeGreaterThan(0.05);
    const depth = depthIn(mannequin, stopped!.pose, other);
    expect(depth).toBeLessThan(5e-3);
    expect(depth).toBeGreaterThan(-5e-3);
    expect(isInsideLimits(mannequin.skeleton, stopped!.pose)).toBe(true);
    for (const foot of ['leftFoot', 'rightFoot'] as const)
      expect(pinMoved(figureOf(mannequin), stopped!.pose, foot)).toBeLessThan(1e-4);
  });

  it('is gone into by no part of the one that is pulled, wherever hands, feet, head and hips are pulled (seed 5)', () => {
    const random = seededRandom(5);
    const names = ['rightHand', 'leftHand', 'head', 'hips', 'rightFoot'] as const;
    let would = 0;
    for (let round = 0; round < (TRIES_ALL ? 60 : 15); round++) {
      const name = names[round % names.length]!;
      const other = facing(0.5 + 0.2 * random(), 0.3 * (random() - 0.5));
      const target = add(
        at(mannequin, other.pose, name),
        add(other.place.at, [0.3 * (random() - 0.5), 0.3 * (random() - 0.5), 0]),
      );
      if (depthIn(mannequin, pull(name, target, { bodyStops: true }).pose, other) > 0.02) would++;
      expect(depthIn(mannequin, pull(name, target, { bodyStops: true, beside: [other] }).pose, other)).toBeLessThan(5e-3);
    }
    expect(would).toBeGreaterThan(4);
  });

  it('is not come through by a hand that goes on straight ahead in steps of 20 cm', () => {
    const other = facing(0.45);
    const chest = at(mannequin, rest, 'chest')[1];
    const before = pull('rightHand', [0, chest, 0.15], {}).pose;
    const puller = createPuller(mannequin).begin(before, 'rightHand', FEET);
    for (const ahead of [0.35, 0.55, 0.75]) {
      const { pose } = puller.to([0, chest, ahead], { bodyStops: true, beside: [other] });
      expect(depthIn(mannequin, pose, other)).toBeLessThan(5e-3);
      expect(at(mannequin, pose, 'rightHand')[2]).toBeGreaterThan(0.15);
      expect(at(mannequin, pose, 'rightHand')[2]).toBeLessThan(0.45);
    }
  });

  it('is what a palm comes to lie on', () => {
    const [x, y, z] = at(mannequin, rest, 'chest');
    const { pose } = pull('rightHand', [x + 0.05, y, z + 0.55], { bodyStops: true, beside: [facing(0.55)] });
    expect(palmOf(mannequin, pose, 'right')[2]).toBeGreaterThan(0.6);
  });

  it('changes nothing of pulls that come nowhere near it', () => {
    const target = add(at(mannequin, rest, 'leftHand'), [-0.1, -0.2, -0.1]);
    const [alone, beside] = [[], [facing(1.6)]].map((others) => pull('leftHand', target, { bodyStops: true, beside: others }));
    expect(beside!.pose).toEqual(alone!.pose);
  });

  it('lets a hand out again that is in it already', () => {
    const other = facing(0.5);
    const inside = pull('rightHand', add(at(mannequin, rest, 'chest'), [0, 0, 0.45]), {}).pose;
    const depth = depthIn(mannequin, inside, other);
    expect(depth).toBeGreaterThan(0.03);
    const before = add(at(mannequin, rest, 'chest'), [-0.1, 0, 0.15]);
    const { pose, status } = pull('rightHand', before, { bodyStops: true, beside: [other] }, inside);
    expect(status).toBe('reached');
    expect(distance(at(mannequin, pose, 'rightHand'), before)).toBeLessThan(2e-3);
  });

  it('is refused in one sentence where it is none', () => {
    const refused = (beside: unknown) => () => pull('rightHand', [0, 1, 0.2], { beside: beside as PosedActor[] });
    expect(refused(3)).toThrow('beside must be an array, got 3');
    expect(refused([{ ...facing(1), pose: new Float64Array(3) }])).toThrow(
      'beside: actor 0: the pose: a pose of this skeleton has',
    );
    expect(refused([{ ...facing(1), place: { at: [0, NaN, 0], turn: 0 } }])).toThrow(/^beside: actor 0: at must/);
  });
});
