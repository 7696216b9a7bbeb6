import { describe, expect, it } from 'vitest';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { handlesOf, type HandleName, type Pins } from '../../../../core/humanoid/body/handles.ts';
import { createPuller, handlePosition } from '../../../../core/humanoid/pulling/puller.ts';
import { DEFAULT_SOLVER_SETTINGS, type SolverSettings } from '../../../../core/humanoid/pulling/request/pull-goals.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { angleBetween } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { distance, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, type Pose } from '../../../../core/skeleton/pose.ts';
import { figureOf, pinMoved } from '../../../benchmarks/posing/figure.ts';
import { cases } from '../../../helpers/extent.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

const mannequin = buildRig(readGlbScene(MANNEQUIN));
const rigs = sampleRigs();
const FEET: Pins = {
  leftFoot: { translation: true, rotation: true, weight: 1 },
  rightFoot: { translation: true, rotation: true, weight: 1 },
};
const STEPS = 40;

/** Metres of a 1.75 m figure, in the rig's size and turned to where it looks. */
function moved(rig: Rig, from: Vec3, [x, y, z]: Vec3): Vec3 {
  const size = rig.report.height / 1.75;
  const [fx, , fz] = rig.report.facing;
  // Left is up × forward.
  return [from[0] + size * (x * fz + z * fx), from[1] + size * y, from[2] + size * (z * fz - x * fx)];
}

function at(rig: Rig, pose: Pose, name: HandleName): Vec3 {
  const handle = handlesOf(rig).find((each) => each.name === name)!;
  return handlePosition(handle, forwardKinematics(rig.skeleton, pose));
}

/** Metres that a foot has moved from rest: its ankle or, where its heel came up, the ball. */
function footMoved(rig: Rig, pose: Pose, name: 'leftFoot' | 'rightFoot'): number {
  return pinMoved(figureOf(rig), pose, name);
}

/** Radians of the joint that turned most between two poses. */
function farthestTurn(rig: Rig, a: Pose, b: Pose): number {
  return Math.max(...rig.skeleton.names.map((_, joint) => angleBetween(rotationOf(a, joint), rotationOf(b, joint))));
}

interface Pulled {
  readonly pose: Pose;
  readonly target: Vec3;
  readonly reached: boolean;
  /** Degrees that any joint turned at most from one step to the next, after the first. */
  readonly largestStep: number;
  readonly isInside: boolean;
}

function pull(rig: Rig, name: HandleName, by: Vec3, pins = FEET, settings: SolverSettings = DEFAULT_SOLVER_SETTINGS): Pulled {
  const start = restPose(rig.skeleton);
  const from = at(rig, start, name);
  const target = moved(rig, from, by);
  const gesture = createPuller(rig).begin(start, name, pins, settings);
  let before = start;
  let largestStep = 0;
  let isInside = true;
  let reached = false;
  for (let step = 1; step <= STEPS; step++) {
    const share = step / STEPS;
    const { pose, status } = gesture.to(from.map((value, k) => value + share * (target[k]! - value)) as unknown as Vec3);
    for (let joint = 0; joint < rig.skeleton.count && step > 1; joint++) {
      largestStep = Math.max(largestStep, angleBetween(rotationOf(before, joint), rotationOf(pose, joint)));
    }
    isInside &&= isInsideLimits(rig.skeleton, pose);
    reached = status === 'reached';
    before = pose;
  }
  return { pose: before, target, reached, largestStep: (largestStep * 180) / Math.PI, isInside };
}

describe.each(rigs)('pulling $name', ({ name: file, rig }) => {
  const rest = restPose(rig.skeleton);

  it.each<[HandleName, Vec3]>([
    ['leftHand', [-0.15, -0.15, 0.25]],
    ['rightHand', [0.1, 0.15, 0.2]],
    ['leftHand', [-0.2, -0.4, 0.25]],
    ['head', [0, -0.1, 0.12]],
    ['chest', [0.05, -0.05, 0.05]],
  ])('%s by %s: it arrives, the feet stay within a millimetre, no limit is broken', (name, by) => {
    const { pose, target, reached, isInside } = pull(rig, name, by);
    expect(reached).toBe(true);
    expect(distance(at(rig, pose, name), target)).toBeLessThan(DEFAULT_SOLVER_SETTINGS.tolerance);
    for (const foot of ['leftFoot', 'rightFoot'] as const) expect(footMoved(rig, pose, foot)).toBeLessThan(1e-3);
    expect(isInside).toBe(true);
  });

  it('an unpinned hand never moves a joint by a jump', () => {
    // 40 steps of at most 12 mm: a joint that turns much further has flipped.
    expect(pull(rig, 'leftHand', [-0.2, -0.3, 0.25]).largestStep).toBeLessThan(20);
  });

  // A centimetre a move on a curve around where a limb at ease has been pulled to.
  // The robot's straight arms bend either way.
  const rounds: readonly [HandleName, Vec3][] = [
    ['rightHand', [0.2, 0.1, 0.25]],
    ['rightFoot', [-0.05, 0.25, 0.15]],
    ['head', [0.03, -0.04, 0.06]],
    ['chest', [0, -0.04, 0.04]],
    ['leftHand', [-0.25, -0.25, 0.2]],
  ];
  it.skipIf(file === 'robot-expressive.glb').each(rounds.slice(0, cases(4, 5)))(
    '%s from %s: going round and back again comes through the same poses, without a jump',
    (name, by) => {
      const { pose: start, target } = pull(rig, name, by);
      const gesture = createPuller(rig).begin(start, name, FEET, DEFAULT_SOLVER_SETTINGS);
      const size = name.endsWith('Hand') ? 0.12 : name.endsWith('Foot') ? 0.08 : 0.02;
      const place = (turn: number): Vec3 =>
        moved(rig, target, [size * (Math.cos(turn) - 1), size * Math.sin(turn), size * 0.7 * (1 - Math.cos(2 * turn))]);
      const turns = Array.from({ length: Math.ceil((2 * Math.PI * size) / 0.006) }, (_, i) => (i * 0.006) / size);
      const reaches = (turn: number): Pose | null => {
        const { pose, status } = gesture.to(place(turn));
        return status === 'reached' ? pose : null;
      };
      const there = turns.map(reaches);
      const back = turns.toReversed().map(reaches).toReversed();
      const degrees = (a: Pose | null, b: Pose | null): number => (a && b ? (farthestTurn(rig, a, b) * 180) / Math.PI : 0);
      expect(there.filter(Boolean).length).toBeGreaterThan(there.length / 2);
      expect(Math.max(...there.map((pose, i) => degrees(pose, back[i]!)))).toBeLessThan(1e-5);
      // To shorten a straight leg of 0.85 m by 6 mm its knee turns by 14°, the knight’s of 0.38 m by 21°, and a heel that has to come up rises by as much.
      expect(Math.max(...there.map((pose, i) => degrees(pose, there[i - 1] ?? null)))).toBeLessThan(23);
    },
  );

  // The robot's feet hang from no leg.
  it
    .skipIf(file === 'robot-expressive.glb')
    .each<[Vec3]>([[[0, -0.05, -0.03]], [[0, -0.2, 0]], [[0, -0.05, -0.15]], [[0.12, -0.03, 0]], [[0, -0.08, 0.2]]])(
    'hips by %s: no foot sinks into the floor',
    (by) => {
      const from = at(rig, rest, 'hips');
      const gesture = createPuller(rig).begin(rest, 'hips', FEET, DEFAULT_SOLVER_SETTINGS);
      for (let step = 1; step <= STEPS; step++) {
        const { pose, status } = gesture.to(moved(rig, from, by.map((value) => (value * step) / STEPS) as unknown as Vec3));
        if (status !== 'reached') break;
        for (const foot of ['leftFoot', 'rightFoot'] as const) {
          expect(at(rig, pose, foot)[1] - at(rig, rest, foot)[1]).toBeGreaterThan(-2e-3 * rig.report.height);
        }
      }
    },
  );

  // The robot's short range of elbow is strained by this.
  it.skipIf(file === 'robot-expressive.glb')('the trunk stays still while the arm alone reaches with ease', () => {
    const { pose } = pull(rig, 'leftHand', [-0.15, -0.12, 0.05]);
    const trunk = (['hips', 'spine', 'chest'] as const).flatMap((bone) => rig.humanoid[bone] ?? []);
    const turns = trunk.map((joint) => angleBetween(rotationOf(pose, joint), rotationOf(rest, joint)));
    expect(Math.max(...turns)).toBeLessThan(1e-9);
  });
});

describe('pulling the mannequin', () => {
  const rest = restPose(mannequin.skeleton);
  const turned = (pose: Pose, bone: 'hips' | 'leftLowerLeg' | 'leftUpperLeg'): number =>
    (angleBetween(rotationOf(pose, mannequin.humanoid[bone]!), rotationOf(rest, mannequin.humanoid[bone]!)) * 180) / Math.PI;

  it('a lifted foot bends its straight knee and hip instead of tilting the pelvis', () => {
    const { pose, reached } = pull(mannequin, 'leftFoot', [0, 0.3, 0.3]);
    expect(reached).toBe(true);
    expect(turned(pose, 'leftLowerLeg')).toBeGreaterThan(50);
    expect(turned(pose, 'hips')).toBeLessThan(30);
  });

  it('hips pulled down bend both knees; heels come up, the balls of the feet stay', () => {
    const { pose, reached } = pull(mannequin, 'hips', [0, -0.25, 0]);
    expect(reached).toBe(true);
    expect(turned(pose, 'leftLowerLeg')).toBeGreaterThan(40);
    const world = forwardKinematics(mannequin.skeleton, pose);
    const before = forwardKinematics(mannequin.skeleton, rest);
    for (const bone of ['leftToes', 'rightToes'] as const) {
      const joint = mannequin.humanoid[bone]!;
      expect(distance(worldPosition(world, joint), worldPosition(before, joint))).toBeLessThan(1e-3);
    }
  });

  it.each<[HandleName, Vec3, locked: 'leftLowerArm' | 'leftUpperArm' | 'leftHand' | 'leftLowerLeg']>([
    ['leftHand', [-0.2, 0.1, 0.1], 'leftLowerArm'],
    ['leftHand', [-0.2, 0.1, 0.1], 'leftUpperArm'],
    ['leftHand', [-0.2, 0.1, 0.1], 'leftHand'],
    ['leftElbow', [0, 0.3, 0.2], 'leftUpperArm'],
    ['leftElbow', [0, 0.3, 0.2], 'leftHand'],
    ['leftFoot', [0, 0.2, 0.1], 'leftLowerLeg'],
    ['hips', [0, -0.2, 0], 'leftLowerLeg'],
    ['chest', [0, -0.2, 0.1], 'leftLowerLeg'],
  ])('a pulled %s by %j leaves a locked %s as it was, to the byte', (name, by, bone) => {
    const joint = mannequin.humanoid[bone]!;
    const locked = buildRig(readGlbScene(MANNEQUIN), { stiffness: { [joint]: 1 } });
    // A bent elbow has a swivel.
    const from = name === 'leftElbow' ? pull(mannequin, 'leftHand', [-0.2, 0, 0.1]).pose : rest;
    const gesture = createPuller(locked).begin(from, name, FEET, DEFAULT_SOLVER_SETTINGS);
    const start = at(locked, from, name);
    for (let step = 1; step <= 10; step++) {
      const { pose } = gesture.to(moved(locked, start, [by[0] * step * 0.1, by[1] * step * 0.1, by[2] * step * 0.1]));
      expect(rotationOf(pose, joint)).toEqual(rotationOf(from, joint));
    }
  });

  // A centimetre a move. The first centimetre bends a straight leg of 0.85 m by 2 acos(1 - 0.01 / 0.85) = 18°.
  it.each<[HandleName, Vec3]>([
    ['leftFoot', [0, 0.25, 0.1]],
    ['leftFoot', [0, 0.1, 0.3]],
    ['chest', [0, -0.4, 0.1]],
    ['hips', [0, -0.4, -0.1]],
  ])('straight legs bend from the start when %s goes by %s, none snaps', (name, by) => {
    const way = Math.hypot(...by);
    const from = at(mannequin, rest, name);
    const gesture = createPuller(mannequin).begin(rest, name, FEET, DEFAULT_SOLVER_SETTINGS);
    let before = rest;
    let largest = 0;
    const count = Math.ceil(way / 0.01);
    for (let step = 1; step <= count; step++) {
      const target = moved(mannequin, from, [(by[0] * step) / count, (by[1] * step) / count, (by[2] * step) / count]);
      const { pose, status } = gesture.to(target);
      expect(status).toBe('reached');
      largest = Math.max(largest, farthestTurn(mannequin, before, pose));
      before = pose;
    }
    expect((largest * 180) / Math.PI).toBeLessThan(20);
  });

  it('a foot that is lifted a little bends its own knee and leaves the pelvis', () => {
    const { pose } = pull(mannequin, 'leftFoot', [0, 0.05, 0]);
    expect(turned(pose, 'leftLowerLeg')).toBeGreaterThan(20);
    expect(turned(pose, 'hips')).toBeLessThan(3);
  });

  it('a chest pulled straight down bows or crouches over the feet instead of pushing the hips ahead', () => {
    const hips = at(mannequin, rest, 'hips');
    for (const down of [0.03, 0.08, 0.15, 0.3]) {
      const { pose, reached } = pull(mannequin, 'chest', [0, -down, 0]);
      expect(reached).toBe(true);
      expect(at(mannequin, pose, 'hips')[2] - hips[2]).toBeLessThan(0.05);
    }
  });

  it('a hand that cannot arrive gets as near as the pinned feet allow, and says so', () => {
    const { pose, reached } = pull(mannequin, 'leftHand', [1.5, 0, 0]);
    expect(reached).toBe(false);
    for (const foot of ['leftFoot', 'rightFoot'] as const) expect(footMoved(mannequin, pose, foot)).toBeLessThan(1e-3);
  });

  it('an elbow turns about its arm while the hand keeps its place', () => {
    const bent = pull(mannequin, 'leftHand', [-0.2, -0.2, 0.3]).pose;
    const puller = createPuller(mannequin);
    const hand = at(mannequin, bent, 'leftHand');
    const elbow = at(mannequin, bent, 'leftElbow');
    const { pose } = puller.begin(bent, 'leftElbow', FEET, DEFAULT_SOLVER_SETTINGS).to([elbow[0], elbow[1] + 0.3, elbow[2]]);
    expect(distance(at(mannequin, pose, 'leftHand'), hand)).toBeLessThan(1e-3);
    expect(distance(at(mannequin, pose, 'leftElbow'), elbow)).toBeGreaterThan(0.02);
    expect(rotationOf(pose, mannequin.humanoid.spine!)).toEqual(rotationOf(bent, mannequin.humanoid.spine!));
  });

  it('hips that are pulled far at once go there as if they had been pulled little by little', () => {
    const from = at(mannequin, rest, 'hips');
    const low: Vec3 = [from[0], from[1] - 0.3, from[2]];
    const settings = { ...DEFAULT_SOLVER_SETTINGS, restarts: 0 };
    const leap = createPuller(mannequin).begin(rest, 'hips', FEET, settings).to(low);
    expect(leap.status).toBe('reached');
    expect(turned(leap.pose, 'leftLowerLeg')).toBeGreaterThan(40);
    const gradual = createPuller(mannequin).begin(rest, 'hips', FEET, settings);
    let { pose } = gradual.to(from);
    for (let step = 1; step <= 30; step++) ({ pose } = gradual.to([from[0], from[1] - 0.01 * step, from[2]]));
    expect(farthestTurn(mannequin, pose, leap.pose) * (180 / Math.PI)).toBeLessThan(2);
  });

  it('asks for seeds only when the present pose does not lead to the target, and says which one did', () => {
    // In so few steps nothing leads far away but a pose that has the hand there.
    let asked = 0;
    const settings = { ...DEFAULT_SOLVER_SETTINGS, restarts: 0, maxIterations: 3 };
    const { pose: elsewhere, target } = unreached(settings);
    const near = at(mannequin, rest, 'leftHand');
    const gesture = createPuller(mannequin).begin(rest, 'leftHand', FEET, settings, () => {
      asked++;
      return [rest, elsewhere];
    });
    expect(gesture.to([near[0] - 0.1, near[1] - 0.1, near[2] + 0.1]).start.kind).toBe('present');
    expect(asked).toBe(0);
    const outcome = gesture.to(target);
    expect(asked).toBe(1);
    expect(outcome.status).toBe('reached');
    expect(outcome.start).toEqual({ kind: 'seed', index: 1 });
  });

  /** A target of the left hand that the rest pose does not lead to, and a pose that reaches it. */
  function unreached(settings: SolverSettings): { readonly pose: Pose; readonly target: Vec3 } {
    const random = seededRandom(7);
    const from = at(mannequin, rest, 'leftHand');
    for (let i = 0; i < 3000; i++) {
      const some = (): number => 1.4 * (random() - 0.5);
      const target: Vec3 = [from[0] + some(), from[1] + some(), from[2] + some()];
      const puller = createPuller(mannequin);
      if (puller.begin(rest, 'leftHand', FEET, settings).to(target).status === 'reached') continue;
      const found = puller.begin(rest, 'leftHand', FEET, { ...settings, maxIterations: 60 }).to(target);
      if (found.status === 'reached') return { pose: found.pose, target };
    }
    throw new Error('every target was reached from the rest pose');
  }

  it.each<[HandleName, Vec3]>([
    ['chest', [0, -0.2, 0.3]],
    ['leftHand', [0.1, 0, 0.15]],
    ['rightFoot', [-0.1, 0.3, 0.3]],
  ])('moves trunk and legs while %s is pulled by %j: limbs that nobody pulls stay as posed', (name, by) => {
    const { pose, reached } = pull(mannequin, name, by, FEET);
    const free = (['head', 'neck', 'leftHand', 'leftUpperArm', 'rightUpperArm', 'rightLowerArm', 'rightHand'] as const).filter(
      (bone) => name !== 'leftHand' || (bone !== 'leftUpperArm' && bone !== 'leftHand'),
    );
    for (const bone of free) {
      const joint = mannequin.humanoid[bone]!;
      expect(rotationOf(pose, joint), bone).toEqual(rotationOf(rest, joint));
    }
    expect(reached).toBe(true);
  });

  it('leaves hips in their place that are to stay there, whatever else is pulled', () => {
    const settings = { ...DEFAULT_SOLVER_SETTINGS, rootStiffness: 1 };
    for (const name of ['chest', 'head', 'leftHand', 'leftFoot'] as const) {
      for (const pins of [{}, FEET]) {
        const { pose } = pull(mannequin, name, [0.05, -0.2, 0.1], pins, settings);
        expect([...pose.subarray(0, 3)], name).toEqual([...rest.subarray(0, 3)]);
      }
    }
  });

  it('refuses a handle it does not have and a target that is not a number, in a sentence', () => {
    const puller = createPuller(mannequin);
    const pullTo = (name: HandleName, target: Vec3) => puller.begin(rest, name, {}, DEFAULT_SOLVER_SETTINGS).to(target);
    expect(() => pullTo('leftHand', [0, Number.NaN, 0])).toThrow(
      'the target of "leftHand" must be 3 finite numbers of at most 1000000000, got 0, NaN, 0',
    );
    expect(() => pullTo('chest', [0, Infinity, 0])).toThrow('the target of "chest" must be 3 finite numbers');
    expect(() => pullTo('tail' as never, [0, 0, 0])).toThrow('no handle "tail"');
  });
});
