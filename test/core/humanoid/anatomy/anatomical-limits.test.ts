import { describe, expect, it } from 'vitest';
import { conjugate, multiply, normalizeQuat, rotate, shortestArc, type Quat } from '../../../../core/math/quat.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { restPose, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import type { HumanoidBone } from '../../../../core/humanoid/body/bones.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import type { Vec3 } from '../../../../core/math/vec3.ts';
import { crossed, minus, times, turn, unit } from '../../../helpers/body-directions.ts';
import { figureRigs } from '../../../helpers/figure-rigs.ts';
import { limitOffence } from '../../../helpers/limit-offence.ts';
import { sampleRigs } from '../../../helpers/rigs.ts';
import { posedRest } from '../../../helpers/posed-rest.ts';

const DEGREES = Math.PI / 180;
const UP: Vec3 = [0, 1, 0];
const DOWN: Vec3 = [0, -1, 0];

function restOf(rig: Rig) {
  return forwardKinematics(rig.skeleton, restPose(rig.skeleton));
}

/** Where the body looks, from its own feet: the report only names the nearest world axis. */
function lookingOf(rig: Rig): Vec3 {
  const pose = restPose(rig.skeleton);
  const across = minus(at(rig, 'leftUpperLeg', pose), at(rig, 'rightUpperLeg', pose));
  const facing = unit(crossed([across[0], 0, across[2]], UP));
  return times(facing, rig.report.facing) > 0.99 ? rig.report.facing : facing;
}

/** Where a bone's joint is in `pose`. */
function at(rig: Rig, bone: HumanoidBone, pose: Pose): Vec3 {
  return worldPosition(forwardKinematics(rig.skeleton, pose), rig.humanoid[bone]!);
}

/** How far, radians, a bone turned by `world` in world axes (parents at rest) lies outside its limit. */
function offence(rig: Rig, bone: HumanoidBone, world: Quat): number {
  const joint = rig.humanoid[bone]!;
  const rest = worldRotation(restOf(rig), joint);
  return limitOffence(rig.skeleton.limits[joint]!, normalizeQuat(multiply(multiply(conjugate(rest), world), rest)));
}

/** The turn in world axes that brings a bone from rest to `direction` and its elbow or knee to bend towards `towards`. */
function aimed(rig: Rig, upper: HumanoidBone, lower: HumanoidBone, direction: Vec3, towards: Vec3): Quat {
  const pose = restPose(rig.skeleton);
  const limit = rig.skeleton.limits[rig.humanoid[lower]!]!;
  if (limit.kind !== 'hinge') throw new Error('the middle of a limb is a hinge');
  const axis = rotate(worldRotation(restOf(rig), rig.humanoid[lower]!), limit.axis);
  const along = unit(minus(at(rig, lower, pose), at(rig, upper, pose)));
  const swing = shortestArc(along, direction);
  const bends = crossed(rotate(swing, axis), direction);
  const angle = Math.atan2(times(crossed(bends, towards), direction), times(bends, towards));
  return multiply(turn(direction, angle), swing);
}

describe.each([...sampleRigs(), ...figureRigs()])('the limits of $name', ({ rig }) => {
  const facing = lookingOf(rig);
  const toLeft = crossed(UP, facing);
  const back: Vec3 = [-facing[0], -facing[1], -facing[2]];
  const { skeleton, humanoid } = rig;

  describe.each(['left', 'right'] as const)('on the %s', (side) => {
    const out: Vec3 = side === 'left' ? toLeft : [-toLeft[0], -toLeft[1], -toLeft[2]];
    const name = (part: string) => `${side}${part}` as HumanoidBone;

    /** Brings a limb to hang straight down with its middle joint at `flexion`, and gives the end's place against the middle joint. */
    function bent(upper: string, lower: string, end: string, towards: Vec3, flexion: 'min' | 'max'): Vec3 {
      const pose = restPose(skeleton);
      const joint = humanoid[name(upper)]!;
      const rest = worldRotation(restOf(rig), joint);
      const world = aimed(rig, name(upper), name(lower), DOWN, towards);
      setRotation(pose, joint, normalizeQuat(multiply(multiply(conjugate(rest), world), rest)));
      const limit = skeleton.limits[humanoid[name(lower)]!]!;
      if (limit.kind !== 'hinge') throw new Error('the middle of a limb is a hinge');
      setRotation(pose, humanoid[name(lower)]!, turn(limit.axis, limit[flexion]));
      return unit(minus(at(rig, name(end), pose), at(rig, name(lower), pose)));
    }

    it('straighten the elbow fully and bend it 150° forward', () => {
      expect(times(bent('UpperArm', 'LowerArm', 'Hand', facing, 'min'), DOWN)).toBeGreaterThan(Math.cos(6 * DEGREES));
      const flexed = bent('UpperArm', 'LowerArm', 'Hand', facing, 'max');
      expect(Math.acos(times(flexed, DOWN)) / DEGREES).toBeCloseTo(150, -0.8);
      expect(times(flexed, facing)).toBeGreaterThan(0.4);
    });

    it('straighten the knee fully and bend it 140° backward', () => {
      expect(times(bent('UpperLeg', 'LowerLeg', 'Foot', back, 'min'), DOWN)).toBeGreaterThan(Math.cos(6 * DEGREES));
      const flexed = bent('UpperLeg', 'LowerLeg', 'Foot', back, 'max');
      expect(Math.acos(times(flexed, DOWN)) / DEGREES).toBeCloseTo(140, -0.8);
      expect(times(flexed, back)).toBeGreaterThan(0.55);
    });

    const swung = (from: Vec3, to: Vec3, degrees: number): Vec3 => {
      const c = Math.cos(degrees * DEGREES);
      const s = Math.sin(degrees * DEGREES);
      return [c * from[0] + s * to[0], c * from[1] + s * to[1], c * from[2] + s * to[2]];
    };
    const legTo = (direction: Vec3, kneeBends: Vec3 = back) =>
      offence(rig, name('UpperLeg'), aimed(rig, name('UpperLeg'), name('LowerLeg'), direction, kneeBends));
    const armTo = (direction: Vec3, elbowBends: Vec3) =>
      offence(rig, name('UpperArm'), aimed(rig, name('UpperArm'), name('LowerArm'), direction, elbowBends));

    it('let the thigh flex, extend, abduct and adduct as far as people do, and little further', () => {
      expect(legTo(DOWN)).toBe(0);
      expect(legTo(swung(DOWN, facing, 90), DOWN)).toBe(0);
      expect(legTo(swung(DOWN, facing, 123), swung(back, DOWN, 123))).toBeLessThan(0.01);
      expect(legTo(swung(DOWN, facing, 150), swung(back, DOWN, 150))).toBeGreaterThan(10 * DEGREES);
      expect(legTo(swung(DOWN, back, 18))).toBeLessThan(0.01);
      expect(legTo(swung(DOWN, back, 50))).toBeGreaterThan(10 * DEGREES);
      expect(legTo(swung(DOWN, out, 43))).toBeLessThan(0.01);
      expect(legTo(swung(DOWN, out, 75))).toBeGreaterThan(10 * DEGREES);
      const inward: Vec3 = [-out[0], -out[1], -out[2]];
      expect(legTo(swung(DOWN, inward, 28))).toBeLessThan(0.01);
      expect(legTo(swung(DOWN, inward, 65))).toBeGreaterThan(10 * DEGREES);
    });

    it('flex the hip further with a bent knee than with a straight one', () => {
      const limit = skeleton.limits[humanoid[name('LowerLeg')]!]!;
      if (limit.kind !== 'hinge') throw new Error('the knee is a hinge');
      const inside = (hip: number, knee: number): boolean => {
        const pose = restPose(skeleton);
        const joint = humanoid[name('UpperLeg')]!;
        const rest = worldRotation(restOf(rig), joint);
        const world = aimed(rig, name('UpperLeg'), name('LowerLeg'), swung(DOWN, facing, hip), swung(back, DOWN, hip));
        setRotation(pose, joint, normalizeQuat(multiply(multiply(conjugate(rest), world), rest)));
        setRotation(pose, humanoid[name('LowerLeg')]!, turn(limit.axis, limit.min + knee * DEGREES));
        return isInsideLimits(skeleton, pose, 0.02);
      };
      expect(inside(85, 0)).toBe(true);
      expect(inside(115, 0)).toBe(false);
      expect(inside(115, 100)).toBe(true);
    });

    it('let the thigh turn 40° inward and 45° outward', () => {
      const inward: Vec3 = [-out[0], -out[1], -out[2]];
      const kneeTo = (towards: Vec3, degrees: number) =>
        legTo(DOWN, swung(back, [-towards[0], -towards[1], -towards[2]], degrees));
      expect(kneeTo(inward, 38)).toBeLessThan(0.01);
      expect(kneeTo(out, 43)).toBeLessThan(0.01);
      expect(kneeTo(inward, 43)).toBeGreaterThan(2 * DEGREES);
      expect(kneeTo(inward, 30)).toBeLessThan(0.01);
      expect(kneeTo(out, 30)).toBeLessThan(0.01);
      expect(kneeTo(inward, 70)).toBeGreaterThan(10 * DEGREES);
      expect(kneeTo(out, 75)).toBeGreaterThan(10 * DEGREES);
    });

    it('let the arm hang, reach out, forward and across, but not straight back or up behind', () => {
      expect(armTo(DOWN, facing)).toBe(0);
      expect(armTo(out, facing)).toBe(0);
      expect(armTo(facing, UP)).toBe(0);
      expect(armTo(swung(facing, [-out[0], 0, -out[2]], 40), UP)).toBeLessThan(0.01);
      expect(armTo(swung(DOWN, out, 130), facing)).toBeLessThan(0.01);
      expect(armTo(swung(DOWN, back, 43), facing)).toBeLessThan(0.01);
      expect(armTo(back, UP)).toBeGreaterThan(15 * DEGREES);
      expect(armTo(swung(DOWN, back, 130), UP)).toBeGreaterThan(15 * DEGREES);
    });

    it('let the raised arm turn inward 70° and outward 90°', () => {
      expect(armTo(out, swung(facing, DOWN, 60))).toBeLessThan(0.01);
      expect(armTo(out, swung(facing, UP, 80))).toBeLessThan(0.01);
      expect(armTo(out, swung(facing, DOWN, 100))).toBeGreaterThan(10 * DEGREES);
      expect(armTo(out, swung(facing, UP, 120))).toBeGreaterThan(10 * DEGREES);
    });

    it('lift the toes of the foot 20° and point them 50°', () => {
      const toeUp = crossed(facing, UP);
      const shin = unit(minus(at(rig, name('Foot'), restPose(skeleton)), at(rig, name('LowerLeg'), restPose(skeleton))));
      const lean = Math.atan2(times(shin, back), times(shin, DOWN)) / DEGREES;
      // A shin that leans back by `lean` at rest already has the foot raised against it.
      expect(offence(rig, name('Foot'), turn(toeUp, (17 - lean) * DEGREES))).toBeLessThan(0.01);
      expect(offence(rig, name('Foot'), turn(toeUp, (35 - lean) * DEGREES))).toBeGreaterThan(5 * DEGREES);
      expect(offence(rig, name('Foot'), turn(toeUp, (-45 - lean) * DEGREES))).toBeLessThan(0.01);
      expect(offence(rig, name('Foot'), turn(toeUp, (-65 - lean) * DEGREES))).toBeGreaterThan(5 * DEGREES);
    });
  });

  it('bow the trunk forward further than back, and turn the head both ways', () => {
    const bow = toLeft;
    expect(offence(rig, 'spine', turn(bow, 40 * DEGREES))).toBeLessThan(1e-9);
    expect(offence(rig, 'spine', turn(bow, -25 * DEGREES))).toBeGreaterThan(5 * DEGREES);
    expect(offence(rig, 'head', turn(UP, 30 * DEGREES))).toBeLessThan(1e-9);
    expect(offence(rig, 'head', turn(UP, -30 * DEGREES))).toBeLessThan(1e-9);
    expect(offence(rig, 'head', turn(UP, 80 * DEGREES))).toBeGreaterThan(5 * DEGREES);
  });
});

describe.each(sampleRigs().filter(({ rig }) => rig.humanoid.leftIndexDistal !== undefined))('the fingers of $name', ({ rig }) => {
  const { skeleton, humanoid } = rig;

  it.each(['left', 'right'] as const)('close into the palm on the %s', (side) => {
    const name = (part: string) => `${side}${part}` as HumanoidBone;
    const pose = restPose(skeleton);
    const place = (bone: string) => at(rig, name(bone), pose);
    const along = unit(minus(place('MiddleProximal'), place('Hand')));
    const towardsThumb = minus(
      place('IndexProximal'),
      place(humanoid[name('RingProximal')] === undefined ? 'MiddleProximal' : 'RingProximal'),
    );
    const palm = unit(crossed(along, towardsThumb));
    const inward: Vec3 = side === 'left' ? palm : [-palm[0], -palm[1], -palm[2]];
    const before = worldPosition(restOf(rig), humanoid[name('IndexDistal')]!);
    for (const part of ['Intermediate', 'Distal']) {
      const joint = humanoid[name(`Index${part}`)]!;
      const limit = skeleton.limits[joint]!;
      if (limit.kind !== 'hinge') throw new Error('finger joints are hinges');
      setRotation(pose, joint, turn(limit.axis, limit.max));
    }
    const moved = minus(at(rig, name('IndexDistal'), pose), before);
    expect(times(moved, inward)).toBeGreaterThan(0.5 * Math.hypot(...moved));
    // The palm of a T-pose looks down.
    expect(inward[1]).toBeLessThan(-0.5);
  });
});

const T_POSED = [
  ...sampleRigs().filter(({ name }) => name !== 'robot-expressive.glb'),
  ...figureRigs().filter(({ name }) => /T-pose|axes/.test(name)),
];

describe.each(T_POSED)('the wrists and clavicles of $name, palms down', ({ rig }) => {
  const facing = lookingOf(rig);

  it.each(['left', 'right'] as const)('bend as people do on the %s', (side) => {
    const toLeft = crossed(UP, facing);
    const out: Vec3 = side === 'left' ? toLeft : [-toLeft[0], -toLeft[1], -toLeft[2]];
    const back: Vec3 = [-facing[0], -facing[1], -facing[2]];
    /** Turns the hand from pointing out towards `to`. */
    const bent = (to: Vec3, degrees: number) => offence(rig, `${side}Hand`, turn(unit(crossed(out, to)), degrees * DEGREES));
    const slack = 0.15;
    expect(bent(DOWN, 65)).toBeLessThan(slack);
    expect(bent(DOWN, 105)).toBeGreaterThan(10 * DEGREES);
    expect(bent(UP, 55)).toBeLessThan(slack);
    expect(bent(UP, 95)).toBeGreaterThan(10 * DEGREES);
    // Flexion reaches 80°, extension 70°.
    expect(bent(DOWN, 74)).toBeLessThan(0.06);
    expect(bent(UP, 77)).toBeGreaterThan(0.06);
    expect(bent(facing, 10)).toBeLessThan(slack);
    expect(bent(facing, 45)).toBeGreaterThan(10 * DEGREES);
    expect(bent(back, 20)).toBeLessThan(slack);
    expect(bent(back, 55)).toBeGreaterThan(10 * DEGREES);
    const rolled = (degrees: number) => offence(rig, `${side}Hand`, turn(out, degrees * DEGREES));
    expect(Math.max(rolled(70), rolled(-70))).toBeLessThan(slack);
    expect(Math.min(rolled(110), rolled(-110))).toBeGreaterThan(10 * DEGREES);
  });

  it.skipIf(rig.humanoid.leftShoulder === undefined).each(['left', 'right'] as const)(
    'shrug up further than down on the %s',
    (side) => {
      const toLeft = crossed(UP, facing);
      const out: Vec3 = side === 'left' ? toLeft : [-toLeft[0], -toLeft[1], -toLeft[2]];
      const lift = (degrees: number) => offence(rig, `${side}Shoulder`, turn(unit(crossed(out, UP)), degrees * DEGREES));
      expect(lift(25)).toBeLessThan(0.25);
      expect(lift(70)).toBeGreaterThan(10 * DEGREES);
      expect(lift(-25)).toBeGreaterThan(8 * DEGREES);
    },
  );
});

it('names in words the bones whose limits are widened to hold a rest pose', () => {
  const { warnings } = buildRig(posedRest({ chest: [0, 0, 100] }, { bind: true })).report;
  expect(warnings).toEqual(['The rest pose bends further than people do; limits were widened for left upper arm by 8°.']);
});
