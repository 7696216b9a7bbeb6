import { describe, expect, test } from 'vitest';
import { HUMANOID_BONES } from '../../../../core/humanoid/body/bones.ts';
import { turnJoint } from '../../../../core/humanoid/body/limbs.ts';
import { mirrorPose } from '../../../../core/humanoid/transfer/mirror-pose.ts';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { capturePose } from '../../../../core/library/apply.ts';
import { completePose } from '../../../../core/library/complete-pose.ts';
import { createPosePrior, type PosePrior } from '../../../../core/library/prior/pose-prior.ts';
import type { SavedPose } from '../../../../core/library/saved-pose.ts';
import { toDegrees } from '../../../../core/math/angles.ts';
import { angleBetween, fromAxisAngle, multiply } from '../../../../core/math/quat.ts';
import { add, distance, normalize, scale, subtract, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { limitExcess } from '../../../../core/skeleton/limit-state.ts';
import { restPose, type Pose } from '../../../../core/skeleton/pose.ts';
import { gesture, gestureLibrary } from '../../../helpers/gesture-library.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

const { rig } = sampleRigs().find(({ name }) => MANNEQUIN.endsWith(name))!;
const { skeleton, humanoid } = rig;
const library = gestureLibrary(rig, 300, 1);
const heldOut = gestureLibrary(rig, 20, 2).map(({ pose }) => pose);
const ENDS = [humanoid.head!, humanoid.leftHand!, humanoid.rightHand!, humanoid.leftFoot!, humanoid.rightFoot!];
const INNER = HUMANOID_BONES.flatMap((bone) =>
  /chest|neck|UpperArm|LowerArm|LowerLeg/i.test(bone) && !bone.includes('Proximal') ? (humanoid[bone] ?? []) : [],
);
const solver = createSolver(skeleton);
const rest = restPose(skeleton);

function goalsOf(pose: Pose, joints: readonly number[] = ENDS, turned = false): Goal[] {
  const world = forwardKinematics(skeleton, pose);
  return joints.flatMap((joint): Goal[] => {
    const place: Goal = { kind: 'position', joint, target: worldPosition(world, joint) };
    return turned ? [place, { kind: 'orientation', joint, target: worldRotation(world, joint) }] : [place];
  });
}

/** Millimetres from the inner joints of one pose, or others, to those of another, on average. */
function apart(a: Pose, b: Pose, joints: readonly number[] = INNER): number {
  const [before, after] = [forwardKinematics(skeleton, a), forwardKinematics(skeleton, b)];
  const sum = joints.reduce((total, joint) => total + distance(worldPosition(before, joint), worldPosition(after, joint)), 0);
  return (1000 * sum) / joints.length;
}

describe('A pose completed from a library', () => {
  test('meets its goals inside limits, nearer to the truth than without one (seeds 1, 2)', () => {
    const prior = createPosePrior(rig, library);
    const [known, plain] = [0, 0].map(() => ({ places: 0, turned: 0 }));
    for (const truth of heldOut) {
      for (const turned of [false, true]) {
        const goals = goalsOf(truth, ENDS, turned);
        const { outcome } = completePose(solver, prior, goals, rest);
        expect(outcome.status).toBe('reached');
        expect(outcome.distance).toBeLessThan(1e-3);
        for (const joint of skeleton.names.keys()) expect(limitExcess(skeleton, outcome.pose, joint)).toBeLessThan(1e-6);
        const key = turned ? 'turned' : 'places';
        known![key] += apart(outcome.pose, truth) / heldOut.length;
        plain![key] += apart(solver.solve(rest, goals).pose, truth) / heldOut.length;
      }
    }
    expect(known!.places).toBeLessThan(0.6 * plain!.places);
    expect(known!.turned).toBeLessThan(0.6 * plain!.turned);
    expect(known!.turned).toBeLessThan(12);
  });

  test('is the same to the byte each time, and at strength 0 what a plain solve gives', () => {
    const goals = goalsOf(heldOut[0]!);
    const poses = [1, 2].map(() => completePose(solver, createPosePrior(rig, library), goals, rest).outcome.pose);
    expect(poses[0]).toEqual(poses[1]);
    expect(completePose(solver, createPosePrior(rig, library), goals, rest, 0).outcome.pose).toEqual(
      solver.solve(rest, goals).pose,
    );
  });

  test('trusts few poses as far as they lie from each other; not so where each has its like beside it', () => {
    const few = gestureLibrary(rig, 24, 1);
    const twice = few.flatMap((saved) => [saved, { ...saved, id: `${saved.id} again` }]);
    const reach = (poses: readonly SavedPose[]) => {
      const prior = createPosePrior(rig, poses);
      const found = heldOut.map((truth) => prior.predict(goalsOf(truth), rest, 1)!);
      return found.reduce((sum, { confidence }) => sum + confidence / found.length, 0);
    };
    expect(reach(few)).toBeGreaterThan(0.4);
    expect(reach(twice)).toBeLessThan(0.6 * reach(few));
    // One pose has no other to be far from.
    expect(reach(few.slice(0, 1))).toBeLessThan(0.2);
  });

  test('has the head where it is asked for before it is solved, so that the arms begin at shoulders that stay', () => {
    const prior = createPosePrior(rig, library);
    for (const truth of heldOut) {
      const { pose } = prior.predict(goalsOf(truth), rest, 1)!;
      expect(apart(pose, truth, [humanoid.head!])).toBeLessThan(3);
    }
  });

  test('has the head turned as it is asked before it is solved', () => {
    const prior = createPosePrior(rig, library);
    const { head } = humanoid;
    for (const truth of heldOut.slice(0, 5)) {
      for (const [axis, angle] of [
        [[0, 1, 0], 0.4],
        [[1, 0, 0], -0.3],
        [[0, 0, 1], 0.3],
      ] as const) {
        const wanted = multiply(fromAxisAngle(axis, angle), worldRotation(forwardKinematics(skeleton, truth), head!));
        const goals: Goal[] = [...goalsOf(truth), { kind: 'orientation', joint: head!, target: wanted }];
        const { pose } = prior.predict(goals, rest, 1)!;
        const turned = worldRotation(forwardKinematics(skeleton, pose), head!);
        expect(toDegrees(angleBetween(turned, wanted))).toBeLessThan(3);
        expect(apart(pose, truth, [head!])).toBeLessThan(5);
      }
    }
  });

  test('leans the trunk to a hand that only a straight arm would reach', () => {
    const [upper, lower, hand] = [humanoid.rightUpperArm!, humanoid.rightLowerArm!, humanoid.rightHand!];
    const placesIn = (pose: Pose) => {
      const world = forwardKinematics(skeleton, pose);
      return [upper, lower, hand].map((joint) => worldPosition(world, joint)) as [Vec3, Vec3, Vec3];
    };
    const [root, bend, end] = placesIn(rest);
    const reach = distance(root, bend) + distance(bend, end);
    const prior = createPosePrior(rig, library);
    const leaning = [0.95, 1, 1.05].map((share) => {
      const target = add(root, scale(normalize([-1, -1, 0.5]), share * reach));
      const goals: Goal[] = [...goalsOf(rest, [humanoid.head!]), { kind: 'position', joint: hand, target }];
      return 1000 * distance(placesIn(prior.predict(goals, rest, 1)!.pose)[0], root);
    });
    expect(leaning[2]).toBeGreaterThan(leaning[0]! + 20);
    expect(Math.max(leaning[0]!, leaning[1]!)).toBeLessThan(15);
  });

  test('follows a library of poses to one side on the other side too', () => {
    const toTheLeft = Array.from({ length: 60 }, (_, i) => {
      const pose = gesture(rig, [0.3, 0.5, i / 60, 0.1, (i % 7) / 7, 0.2, 0, 0.3]);
      return capturePose(skeleton, pose, { id: `left-${i}`, name: `Left ${i}` });
    });
    const prior = createPosePrior(rig, toTheLeft);
    const truth = mirrorPose(rig, gesture(rig, [0.3, 0.5, 0.505, 0.1, 0.5, 0.2, 0, 0.3]));
    const { outcome } = completePose(solver, prior, goalsOf(truth), rest);
    expect(apart(outcome.pose, truth)).toBeLessThan(0.5 * apart(solver.solve(rest, goalsOf(truth)).pose, truth));
  });

  test('hears where chest, elbows and knees are to be, with the ends of the body and without them', () => {
    const middle = [
      humanoid.upperChest!,
      humanoid.leftLowerArm!,
      humanoid.rightLowerArm!,
      humanoid.leftLowerLeg!,
      humanoid.rightLowerLeg!,
    ];
    const prior = createPosePrior(rig, library);
    const sums = { ends: 0, all: 0, middle: 0, plain: 0 };
    for (const truth of heldOut) {
      const predicted = (joints: readonly number[]) => prior.predict(goalsOf(truth, joints), rest, 1)!.pose;
      sums.ends += apart(predicted(ENDS), truth);
      sums.all += apart(predicted([...ENDS, ...middle]), truth);
      sums.middle += apart(completePose(solver, prior, goalsOf(truth, middle), rest).outcome.pose, truth, ENDS);
      sums.plain += apart(solver.solve(rest, goalsOf(truth, middle)).pose, truth, ENDS);
    }
    expect(sums.all).toBeLessThan(0.85 * sums.ends);
    expect(sums.middle).toBeLessThan(0.7 * sums.plain);
  });

  test('names the poses that it was learnt from, weightiest first', () => {
    const near = library[7]!;
    const { sources, confidence } = completePose(solver, createPosePrior(rig, library), goalsOf(near.pose, ENDS, true), rest);
    expect(sources[0]).toMatchObject({ id: 'gesture-7', name: 'Gesture 7' });
    expect(sources.map(({ weight }) => weight)).toEqual(sources.map(({ weight }) => weight).toSorted((a, b) => b - a));
    expect(sources.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThanOrEqual(1);
    expect(confidence).toBeGreaterThan(0.5);
    const far = goalsOf(rest).map((goal) => (goal.kind === 'position' ? { ...goal, target: [5, 5, 5] as const } : goal));
    expect(createPosePrior(rig, library).predict(far, rest, 1)!.confidence).toBeLessThan(0.01);
  });

  test('moves little when a goal moves little, where the nearest poses change and differ in what is not asked', () => {
    const raised = (share: number, squat: number) => gesture(rig, [0.3, 0.5, share, share, 0.4, 0.4, 0, squat]);
    const alternating = Array.from({ length: 200 }, (_, i) =>
      capturePose(skeleton, raised(i / 200, i % 2), { id: `raised-${i}`, name: `Raised ${i}` }),
    );
    const prior = createPosePrior(rig, alternating);
    const hands = [humanoid.leftHand!, humanoid.rightHand!];
    let before: Pose | null = null;
    let largest = 0;
    for (let step = 0; step <= 400; step++) {
      const { pose } = prior.predict(goalsOf(raised(0.3 + step / 1000, 0), hands), rest, 1)!;
      if (before) largest = Math.max(largest, apart(pose, before));
      before = pose;
    }
    // The truth moves by a millimetre a step, its knees not at all.
    expect(apart(raised(0.3, 0), raised(0.7, 0)) / 400).toBeLessThan(1);
    expect(largest).toBeLessThan(1);
  });

  test('bends as the present pose does where the library knows nothing near, and as the library does where it does', () => {
    const truth = heldOut[0]!;
    const world = forwardKinematics(skeleton, truth);
    const [root, hand] = [humanoid.leftUpperArm!, humanoid.leftHand!].map((joint) => worldPosition(world, joint));
    const line = normalize(subtract(hand!, root!));
    // The hand stays, the elbow swings about the line to it.
    const swung = [-0.6, 0.6].map((angle) => turnJoint(rig, truth, humanoid.leftUpperArm!, fromAxisAngle(line, angle)));
    const elbowsApart = (prior: PosePrior) => {
      const [a, b] = swung.map((present) => {
        const { pose } = prior.predict(goalsOf(truth), present, 1)!;
        return worldPosition(forwardKinematics(skeleton, pose), humanoid.leftLowerArm!);
      });
      return 1000 * distance(a!, b!);
    };
    const sitting = Array.from({ length: 30 }, (_, i) =>
      capturePose(skeleton, gesture(rig, [0, 0, 0.02, 0, 0, 0, 0, 0.9 + i / 300]), { id: `low-${i}`, name: `Low ${i}` }),
    );
    expect(elbowsApart(createPosePrior(rig, sitting))).toBeGreaterThan(20);
    const known = capturePose(skeleton, truth, { id: 'known', name: 'Known' });
    expect(elbowsApart(createPosePrior(rig, [...library, known]))).toBeLessThan(8);
  });

  test('learns what was saved, and forgets what was deleted', () => {
    const prior = createPosePrior(rig, library);
    const odd = capturePose(skeleton, gesture(rig, [1, 1, 1, 1, 0, 0, 1, 0]), { id: 'odd', name: 'Odd' });
    const goals = goalsOf(odd.pose, ENDS, true);
    prior.predict(goals, rest, 1);
    prior.setPoses([...library, odd]);
    expect(prior.predict(goals, rest, 1)!.sources[0]!.id).toBe('odd');
    expect(prior.predict(goals, rest, 1)!.pose).toEqual(createPosePrior(rig, [...library, odd]).predict(goals, rest, 1)!.pose);
    prior.setPoses(library);
    expect(prior.predict(goals, rest, 1)!.sources.map(({ id }) => id)).not.toContain('odd');
  });

  test('learns a little at a time before it is asked, and answers the same wherever that was left', () => {
    const goals = goalsOf(heldOut[0]!, ENDS, true);
    const answer = createPosePrior(rig, library).predict(goals, rest, 1)!.pose;
    const shares = [...createPosePrior(rig, library).learn()];
    expect(shares.length).toBeGreaterThan(10);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.every((share) => share >= 0 && share < 1)).toBe(true);
    for (const steps of [1, 5, shares.length - 1, shares.length + 1]) {
      const prior = createPosePrior(rig, library);
      const learning = prior.learn();
      for (let step = 0; step < steps; step++) learning.next();
      expect(prior.predict(goals, rest, 1)!.pose).toEqual(answer);
      // What is learnt is not learnt again.
      expect(learning.next().done).toBe(true);
      expect([...prior.learn()]).toEqual([]);
    }
    // Other poses that come while it learns are what it goes on with.
    const prior = createPosePrior(rig, library.slice(0, 100));
    const learning = prior.learn();
    for (let step = 0; step < 3; step++) learning.next();
    prior.setPoses(library);
    expect([...learning].length).toBeGreaterThan(0);
    expect([...prior.learn()]).toEqual([]);
    expect(prior.predict(goals, rest, 1)!.pose).toEqual(answer);
  });

  test('has nothing to say without whole poses or goals on the ends of the body', () => {
    const hand = capturePose(skeleton, heldOut[0]!, { id: 'hand', name: 'Hand', joints: [humanoid.leftHand!] });
    expect(createPosePrior(rig, []).predict(goalsOf(rest), rest, 1)).toBeNull();
    expect(createPosePrior(rig, [hand]).predict(goalsOf(rest), rest, 1)).toBeNull();
    expect(createPosePrior(rig, library).predict(goalsOf(rest, [humanoid.leftIndexDistal!]), rest, 1)).toBeNull();
  });

  test('of a strength that is none is refused in a sentence', () => {
    const prior = createPosePrior(rig, library);
    for (const strength of [-0.1, 1.1, Number.NaN]) {
      expect(() => completePose(solver, prior, goalsOf(rest), rest, strength)).toThrow(`must be 0 to 1, got ${strength}`);
    }
  });
});
