import { describe, expect, test } from 'vitest';
import { handlesOf, type HandleName, type Pins } from '../../../../core/humanoid/body/handles.ts';
import { limbOf } from '../../../../core/humanoid/body/limbs.ts';
import type { LimitPreset, Rig } from '../../../../core/humanoid/body/rig.ts';
import { createPuller, handlePosition } from '../../../../core/humanoid/pulling/puller.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../../core/humanoid/pulling/request/pull-goals.ts';
import { MOST_SOFT_REACH, softSpan } from '../../../../core/humanoid/limbs/soft-reach.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { angleBetween } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { add, distance, normalize, scale, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import type { Limit } from '../../../../core/skeleton/limits.ts';
import { isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, type Pose } from '../../../../core/skeleton/pose.ts';
import { figureOf, pinMoved } from '../../../benchmarks/posing/figure.ts';
import { cases, few } from '../../../helpers/extent.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';

const FIRM = { translation: true, rotation: true, weight: 1 };
const FEET: Pins = { leftFoot: FIRM, rightFoot: FIRM };
const SOFT = [0.05, 0.1, 0.15, MOST_SOFT_REACH];
const LINES = [1, 4].slice(0, cases(1, 2));
/** Those that are tried beside the same pull without softness. */
const COMPARED = SOFT.slice(0, cases(2, SOFT.length));

const mannequin = withPreset('standard');
const rigs = [{ name: 'the mannequin', rig: mannequin }, ...sampleRigs().filter(({ name }) => /knight|godette/.test(name))];

function withPreset(preset: LimitPreset): Rig {
  return buildRig(readGlbScene(MANNEQUIN), { preset });
}

function at(rig: Rig, pose: Pose, name: HandleName): Vec3 {
  const handle = handlesOf(rig).find((each) => each.name === name)!;
  return handlePosition(handle, forwardKinematics(rig.skeleton, pose));
}

function place(rig: Rig, pose: Pose, joint: number): Vec3 {
  return worldPosition(forwardKinematics(rig.skeleton, pose), joint);
}

/** Left and forward of the figure, and up. */
function towards(rig: Rig, [x, y, z]: Vec3): Vec3 {
  const [fx, , fz] = rig.report.facing;
  return [x * fz + z * fx, y, z * fz - x * fx];
}

interface Step {
  readonly pose: Pose;
  /** Target's distance from where the limb's root was at the grab, over the limb's length. */
  readonly share: number;
  readonly reached: boolean;
  readonly left: number;
}

/** Pulls that were made already, by what was asked. */
const made = new Map<Rig, Map<string, readonly Step[]>>();

/** What {@link pullOut} gives, once for the same. */
function pulledOut(
  rig: Rig,
  ...asked: readonly [name: 'leftHand' | 'leftFoot', line: number, softReach: number, holds: boolean]
) {
  const known = made.get(rig) ?? new Map<string, readonly Step[]>();
  made.set(rig, known);
  const key = asked.join();
  const steps = known.get(key) ?? pullOut(rig, ...asked);
  known.set(key, steps);
  return steps;
}

/**
 * The left hand or foot bent first and let go, then pulled straight out from its limb's root a centimetre a move, well beyond its length; with `holds` the
 * trunk stays where it is.
 */
function pullOut(rig: Rig, name: 'leftHand' | 'leftFoot', line: number, softReach: number, holds: boolean): Step[] {
  const { upper, bend, end } = limbOf(rig, name)!;
  const rest = restPose(rig.skeleton);
  const [root, middle, tip] = [upper, bend, end].map((joint) => place(rig, rest, joint)) as [Vec3, Vec3, Vec3];
  const length = distance(root, middle) + distance(middle, tip);
  const random = seededRandom(line);
  const way =
    name === 'leftHand'
      ? towards(rig, [random(), random() - 0.5, 0.5 + random()])
      : towards(rig, [0.3 * random(), random() - 1.4, random()]);
  const out = (share: number): Vec3 => add(root, scale(normalize(way), share * length));
  const pins: Pins = { ...FEET, ...(holds ? { hips: FIRM, chest: FIRM } : {}) };
  const settings = { ...DEFAULT_SOLVER_SETTINGS, softReach };
  const bending = createPuller(rig).begin(rest, name, pins, { ...settings, softReach: 0 });
  const bent = bending.to(out(0.65)).pose;
  const pull = createPuller(rig).begin(bent, name, pins, settings);
  const centimetre = (0.01 * rig.report.height) / 1.75 / length;
  return Array.from({ length: Math.ceil(0.75 / centimetre) }, (_, i) => {
    const share = 0.65 + i * centimetre;
    const { pose, status, residuals } = pull.to(out(share));
    return { pose, share, reached: status === 'reached', left: residuals[0]!.distance };
  });
}

/** Degrees by which the bend turned at most from one move to the next. */
function fastestBend(rig: Rig, name: HandleName, steps: readonly Step[]): number {
  const { bend } = limbOf(rig, name)!;
  const turns = steps.slice(1).map(({ pose }, i) => angleBetween(rotationOf(steps[i]!.pose, bend), rotationOf(pose, bend)));
  return (Math.max(...turns) * 180) / Math.PI;
}

/** Degrees between the bones of the limb; 0 when it is straight. */
function flexion(rig: Rig, pose: Pose, name: HandleName): number {
  const { upper, bend, end } = limbOf(rig, name)!;
  const [root, middle, tip] = [upper, bend, end].map((joint) => place(rig, pose, joint)) as [Vec3, Vec3, Vec3];
  const [a, b, c] = [distance(root, middle), distance(middle, tip), distance(root, tip)];
  return 180 - (Math.acos(Math.max(-1, (a * a + b * b - c * c) / (2 * a * b))) * 180) / Math.PI;
}

describe('the span of a limb with a soft reach', () => {
  test.each(few(SOFT, 2))(
    '%d: follows the target, then ever less, never to the full length, and no bend is quicker than at the join',
    (soft) => {
      const firm = 1 - soft;
      const step = 1e-4;
      const bendAt = (wanted: number): number => 2 * Math.acos(softSpan(wanted, firm, 1));
      const bound = 2 / Math.sqrt(1 - firm ** 2);
      let speed = 1 / 0;
      for (let wanted = 0.5; wanted < 3; wanted += step) {
        const span = softSpan(wanted, firm, 1);
        const further = softSpan(wanted + step, firm, 1);
        if (wanted + step <= firm) expect(span).toBe(wanted);
        expect(further).toBeGreaterThanOrEqual(span);
        expect(further - span).toBeLessThanOrEqual(step + 1e-12);
        expect(further).toBeLessThanOrEqual(1);
        if (wanted > 1.5) continue;
        const next = (bendAt(wanted) - bendAt(wanted + step)) / step;
        expect(next).toBeLessThan(bound * 1.001);
        if (wanted > firm) {
          expect(next).toBeLessThan(speed);
          speed = next;
        }
      }
    },
  );

  test('without softness is as long as the target asks, up to the full length', () => {
    for (const wanted of [0.2, 0.999, 1, 1.001, 5]) expect(softSpan(wanted, 1, 1)).toBe(Math.min(wanted, 1));
  });
});

/** Degrees by which bones of equal length are flexed that span this share of theirs. */
function flexionAt(share: number): number {
  return (2 * Math.acos(share) * 180) / Math.PI;
}

function expectSlowBends(rig: Rig, name: 'leftHand' | 'leftFoot'): void {
  for (const line of LINES) {
    const [hard, soft] = [0, 0.1].map((softReach) => fastestBend(rig, name, pulledOut(rig, name, line, softReach, true)));
    expect(hard).toBeGreaterThan(8.5);
    expect(soft).toBeLessThan(7.5);
  }
}

describe.each(rigs)('a soft reach of $name', ({ rig }) => {
  test.each(few(['leftHand', 'leftFoot'] as const, 2))(
    '%s pulled through full reach with the trunk held: the bend stays slow, as it does not without softness',
    (name) => expectSlowBends(rig, name),
  );

  test('leaves poses well inside reach as they are without softness, to the byte', () => {
    const hard = pulledOut(rig, 'leftHand', 1, 0, true);
    for (const softReach of COMPARED) {
      const soft = pulledOut(rig, 'leftHand', 1, softReach, true);
      const inside = hard.findIndex(({ pose }) => flexion(rig, pose, 'leftHand') < flexionAt(1 - softReach) + 3);
      expect(inside).toBeGreaterThan(2);
      for (let i = 0; i < inside; i++) {
        expect(soft[i]!.reached).toBe(true);
        expect(soft[i]!.pose).toEqual(hard[i]!.pose);
      }
    }
  });

  test('the trunk leans in before the arm is straight, and the hand is where it should be; pinned feet and limits hold', () => {
    const [hard, soft] = [0, 0.1].map((softReach) => pulledOut(rig, 'leftHand', 2, softReach, false));
    const last = hard!.findLastIndex(({ reached }, i) => reached && soft![i]!.reached);
    expect(hard![last]!.share).toBeGreaterThan(1.15);
    expect(flexion(rig, soft![last]!.pose, 'leftHand')).toBeGreaterThan(flexion(rig, hard![last]!.pose, 'leftHand') + 3);
    for (const { pose } of soft!) {
      expect(isInsideLimits(rig.skeleton, pose)).toBe(true);
      for (const foot of ['leftFoot', 'rightFoot'] as const) {
        // The ankle or, where the heel came up, the ball.
        expect(pinMoved(figureOf(rig), pose, foot)).toBeLessThan(1e-3);
      }
    }
  });

  test('a hand out of reach stays behind its target, and comes nearer to full stretch the further that goes', () => {
    const steps = pulledOut(rig, 'leftHand', 3, 0.1, true).filter(({ share }) => share > 1.02);
    expect(steps.length).toBeGreaterThan(10);
    for (let i = 1; i < steps.length; i++) {
      const [before, now] = [steps[i - 1]!, steps[i]!];
      expect(now.reached).toBe(false);
      expect(now.left).toBeGreaterThan(before.left);
      expect(flexion(rig, now.pose, 'leftHand')).toBeLessThan(flexion(rig, before.pose, 'leftHand') + 0.05);
    }
    expect(flexion(rig, steps.at(-1)!.pose, 'leftHand')).toBeGreaterThan(0.5);
  });
});

test.each(rigs)(
  'an arm of $name that was nearly straight when it was grabbed stays so: softness changes nothing as yet',
  ({ rig }) => {
    const pins: Pins = { ...FEET, hips: FIRM, chest: FIRM };
    const stretched = pulledOut(rig, 'leftHand', 1, 0, true).find(({ pose }) => flexion(rig, pose, 'leftHand') < 15)!;
    const [hard, soft] = [0, MOST_SOFT_REACH].map((softReach) => {
      const pull = createPuller(rig).begin(stretched.pose, 'leftHand', pins, { ...DEFAULT_SOLVER_SETTINGS, softReach });
      return pull.to(at(rig, stretched.pose, 'leftHand'));
    });
    expect(soft!.pose).toEqual(hard!.pose);
  },
);

test('a knee without limits is softened as well, to the side to which it was bent, and so is a hinge that counts the other way @all', () => {
  expectSlowBends(withPreset('free'), 'leftFoot');
  const { bend } = limbOf(mannequin, 'leftFoot')!;
  const limit = mannequin.skeleton.limits[bend]!;
  if (limit.kind !== 'hinge') throw new Error('the knee of the mannequin is a hinge');
  const turned: Limit = { kind: 'hinge', axis: scale(limit.axis, -1), min: -limit.max, max: -limit.min };
  expectSlowBends(buildRig(readGlbScene(MANNEQUIN), { limits: { [bend]: turned } }), 'leftFoot');
});
