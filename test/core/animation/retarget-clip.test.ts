import { describe, expect, test } from 'vitest';
import { ROOT_TRACK } from '../../../core/animation/clip.ts';
import { frameTimes, posesAt } from '../../../core/animation/joint-paths.ts';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import { retargetClip } from '../../../core/animation/retarget-clip.ts';
import { brokenBars as rigBars } from '../../../core/animation/fidelity/retarget-report.ts';
import { floorUnder } from '../../../core/animation/retarget/foot-stands.ts';
import { clipKeyTimes, sampleClip } from '../../../core/animation/sampling.ts';
import { toDegrees, toRadians } from '../../../core/math/angles.ts';
import { angleBetween, conjugate, fromAxisAngle, IDENTITY, multiply, rotate } from '../../../core/math/quat.ts';
import { isInsideLimits, limitExcess } from '../../../core/skeleton/limit-state.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import {
  forwardKinematics,
  worldPosition,
  worldRotation,
  type WorldTransforms,
} from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { subtract } from '../../../core/math/vec3.ts';
import { createSkeleton } from '../../../core/skeleton/skeleton.ts';
import { TRIES_ALL, few } from '../../helpers/extent.ts';
import { judgeMotion } from '../../helpers/motion-judge/judge-motion.ts';
import { brokenBars } from '../../helpers/motion-judge/motion-bars.ts';
import { JUDGED_FPS, judgedRigs, judgedSources, trackOfClip } from '../../helpers/motion-judge/motion-corpus.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const sources = await judgedSources();
if (sources.length === 0) console.log('SKIP motions on rigs: the folder ../shared/data is not there');
/** The Rigify mannequin is the Unreal one under other names; it and the robot without skin are judged by the longer benchmark. */
const rigs = (await judgedRigs()).filter(({ name }) => !/rigify|debug-robot/.test(name));
/** The robot's feet hang on no leg: how its own clips move them no clip holds. */
const isRobot = ({ name }: { readonly name: string }) => name.startsWith('robot-expressive');
const pairs = rigs
  .flatMap((onto) => sources.map((from) => ({ from, onto, what: `${from.name} onto ${onto.name}` })))
  .filter(({ from, onto }) => !(isRobot(from) && isRobot(onto)))
  // Neighbours share the character.
  .filter((_, i) => TRIES_ALL || i % 4 === 0);

describe.skipIf(pairs.length === 0)('the same motion, as three.js plays it', () => {
  test.each(few(pairs, 3))('$what', async ({ from, onto }) => {
    const { clip, report } = retargetClip(from.rig, from.clip, onto.rig, { fps: JUDGED_FPS });
    const figures = judgeMotion(from.track, await trackOfClip(onto, clip), onto.rest, from.standing);
    expect(brokenBars(figures, onto, from)).toEqual([]);
    if (report.isCopy) expect(figures.limbs).toBeLessThan(0.01);
    // What the report says is what the judge sees.
    expect(toDegrees(report.limbs.mean)).toBeCloseTo(figures.limbs, 0);
    expect(toDegrees(report.knees.mean)).toBeCloseTo(figures.knees, 0);
    expect(report.leaps).toHaveLength(figures.leaps);
    // Nothing leaves its limits but what the report names.
    const widened = new Map(report.widened.map(({ joint, by }) => [joint, by]));
    if (report.isCopy) return;
    const { skeleton } = onto.rig;
    for (const pose of posesAt(
      skeleton,
      clip,
      [0, 0.37, 0.81].map((share) => Math.round(share * clip.duration * clip.fps) / clip.fps),
    )) {
      for (let j = 0; j < skeleton.count; j++)
        expect(limitExcess(skeleton, pose, j)).toBeLessThan((widened.get(j) ?? 0) * 1.5 + 1e-6);
    }
  });
});

test.skipIf(sources.length === 0)('feet that nothing was planned for are judged all the same', async () => {
  const [from, onto] = [sources[0]!, rigs.find(({ name }) => name.startsWith('godette'))!];
  // No step lasts so long: nothing is held.
  const { clip, report } = retargetClip(from.rig, from.clip, onto.rig, { fps: JUDGED_FPS, contacts: { shortest: 100 } });
  expect(report.contacts).toBe(0);
  const figures = judgeMotion(from.track, await trackOfClip(onto, clip), onto.rest, from.standing);
  expect(figures.slideP95).toBeGreaterThan(Math.max(45, figures.sourceSlideP95));
  expect(report.broken.map(({ figure }) => figure)).toContain('slide');
  expect((1000 * report.slide.p95) / figures.slideP95).toBeCloseTo(1, 1);
  // Who does not want feet to be held hears nothing of them.
  const free = retargetClip(from.rig, from.clip, onto.rig, { fps: JUDGED_FPS, feet: false }).report;
  expect([free.soles.p95, free.slide.p95]).toEqual([0, 0]);
});

test.skipIf(sources.length === 0)('an elbow that the source overstretches is overstretched, and the report says so @all', () => {
  const from = sources.find(({ name }) => name === 'fair1-dab')!;
  const to = rigs[0]!.rig;
  const { report } = retargetClip(from.rig, from.clip, to, { fps: JUDGED_FPS });
  const elbow = report.widened.find(({ joint }) => joint === to.humanoid.leftLowerArm);
  expect(toDegrees(elbow!.by)).toBeGreaterThan(3);
  expect(toDegrees(elbow!.by)).toBeLessThan(12.1);
  expect(toDegrees(report.limbs.mean)).toBeLessThan(1);
  const kept = retargetClip(from.rig, from.clip, to, { fps: JUDGED_FPS, limits: true }).report;
  expect(kept.widened).toEqual([]);
  expect(kept.limbs.mean).toBeGreaterThan(report.limbs.mean);
});

test('a thigh that the source swings farther aside than the hip goes is swung as far, and the report says so', () => {
  const { rig: to } = rigs[0]!;
  const { skeleton, humanoid } = to;
  const from = { ...to, skeleton: { ...skeleton, names: skeleton.names.map((name) => `other ${name}`) } };
  const thigh = humanoid.leftUpperLeg!;
  const world = worldRotation(forwardKinematics(skeleton, restPose(skeleton)), thigh);
  const pose = restPose(skeleton);
  setRotation(pose, thigh, multiply(multiply(conjugate(world), fromAxisAngle([0, 0, 1], 1.1)), world));
  const aside = toDegrees(limitExcess(skeleton, pose, thigh));
  expect(aside).toBeGreaterThan(5);
  const still = setKey(from.skeleton, createClip('aside', 'Aside', { loop: false }), 0, pose);
  const { report } = retargetClip(from, still, to);
  expect(toDegrees(report.widened.find(({ joint }) => joint === thigh)!.by)).toBeCloseTo(aside, 0);
  expect(toDegrees(report.limbs.mean)).toBeLessThan(0.5);
  const kept = retargetClip(from, still, to, { limits: true }).report;
  expect(kept.widened).toEqual([]);
  expect(kept.limbs.mean).toBeGreaterThan(report.limbs.mean + 0.01);
});

test.skipIf(sources.length === 0)('the floor is where the source’s planted feet are, however high it stands in its file', () => {
  const { rig: from, clip } = sources[0]!;
  const raised = {
    ...clip,
    tracks: clip.tracks.map((track) =>
      track.joint === ROOT_TRACK
        ? { ...track, values: Array.from(track.values, (value, i) => value + (i % 3 === 1 ? 1.3 : 0)) }
        : track,
    ),
  };
  const [usual, high] = [clip, raised].map((each) => retargetClip(from, each, rigs[0]!.rig, { fps: JUDGED_FPS }).clip);
  const { skeleton } = rigs[0]!.rig;
  const [a, b] = [usual!, high!].map((each) => posesAt(skeleton, each, frameTimes(each)));
  for (const [frame, pose] of a!.entries()) {
    expect(Math.max(...pose.map((value, i) => Math.abs(value - b![frame]![i]!)))).toBeLessThan(1e-6);
  }
});

test.skipIf(sources.length === 0)('every joint stays inside its limits when that is asked for', () => {
  const { rig: from, clip } = sources[0]!;
  const { rig: to } = rigs[0]!;
  expect(retargetClip(from, clip, to, { fps: JUDGED_FPS }).report.widened.length).toBeGreaterThan(0);
  const { clip: inside, report } = retargetClip(from, clip, to, { fps: JUDGED_FPS, limits: true });
  expect(report.widened).toEqual([]);
  expect(posesAt(to.skeleton, inside, frameTimes(inside)).every((pose) => isInsideLimits(to.skeleton, pose))).toBe(true);
});

const { rig } = smallBiped();
const walk = [0, 0.4, 0.8].map((x) => {
  const pose = restPose(rig.skeleton);
  pose[2] = x;
  setRotation(pose, rig.humanoid.leftUpperArm!, fromAxisAngle([0, 0, 1], -0.5 - x));
  return pose;
});
const clip = walk.reduce((built, pose, k) => setKey(rig.skeleton, built, k, pose), createClip('walk', 'Walk', { loop: false }));

test('the report compares with where stretching bones have the joints, and tells of feet that stand there alone', () => {
  const { skeleton, humanoid } = rig;
  const lifted = restPose(skeleton);
  setRotation(lifted, humanoid.leftUpperLeg!, fromAxisAngle([1, 0, 0], -1));
  const still = [0, 1].reduce(
    (built, time) => setKey(skeleton, built, time, lifted),
    createClip('still', 'Still', { loop: false }),
  );
  const standing = forwardKinematics(skeleton, restPose(skeleton)).positions;
  const places = (_time: number, positions: Float64Array) => positions.set(standing);
  const [plain, placed] = [{}, { places }].map((options) => retargetClip(rig, still, rig, options));
  expect(placed!.clip).toEqual(plain!.clip);
  expect(plain!.report.broken).toEqual([]);
  expect(placed!.report.broken.map(({ figure }) => figure)).toEqual(['limbs', 'soles']);
  expect(() => retargetClip(rig, still, rig, { places: 3 as never })).toThrow('the places must be a function, got 3');
});

test('a copy goes along with both feet that stretching bones set down elsewhere, and turns no joint for it', () => {
  const { skeleton, humanoid } = rig;
  const still = [0, 2].reduce(
    (built, time) => setKey(skeleton, built, time, restPose(skeleton)),
    createClip('still', 'Still', { loop: false }),
  );
  const standing = forwardKinematics(skeleton, restPose(skeleton)).positions;
  const [left, right] = [humanoid.leftFoot!, humanoid.rightFoot!];
  /** Both ankles lower by so much, and the right one by something more. */
  const by = (low: number, more: number) => (_time: number, positions: Float64Array) => {
    positions.set(standing);
    positions[3 * left + 1]! -= low;
    positions[3 * right + 1]! -= low + more;
  };
  const broughtWith = (low: number, more: number, options = {}) => {
    const { clip: copy } = retargetClip(rig, still, rig, { places: by(low, more), ...options });
    const pose = sampleClip(skeleton, copy, 1);
    for (let j = 0; j < skeleton.count; j++) expect(angleBetween(rotationOf(pose, j), IDENTITY)).toBeLessThan(1e-9);
    return pose[1];
  };
  expect(broughtWith(0.01, 0)).toBeCloseTo(-0.01, 6);
  expect(broughtWith(0.01, 0.02)).toBeCloseTo(-0.01, 6);
  expect(broughtWith(0, 0.02)).toBe(0);
  expect(broughtWith(0.01, 0, { feet: false })).toBe(0);
});

/** The small biped under other names, its thighs and shins so many times as long. */
function withLegs(thigh: number, shin: number): Rig {
  const { skeleton, humanoid } = rig;
  const shares = new Map([
    [humanoid.leftLowerLeg, thigh],
    [humanoid.rightLowerLeg, thigh],
    [humanoid.leftFoot, shin],
    [humanoid.rightFoot, shin],
  ]);
  const joints = skeleton.names.map((name, j) => ({
    name: `other ${name}`,
    parent: skeleton.parents[j]!,
    offset: [0, 1, 2].map((c) => (shares.get(j) ?? 1) * skeleton.offsets[3 * j + c]!) as [number, number, number],
    rest: [0, 1, 2, 3].map((c) => skeleton.rest[4 * j + c]!) as [number, number, number, number],
  }));
  return { ...rig, skeleton: createSkeleton(joints, skeleton.root) };
}

/** The small biped with its thighs forward by so many radians and its shins upright, its right foot where it stands at rest. */
function squatting(left: number, right: number): Pose {
  const { skeleton, humanoid } = rig;
  const rest = forwardKinematics(skeleton, restPose(skeleton));
  const pose = restPose(skeleton);
  const legs = [
    [humanoid.leftUpperLeg!, -left],
    [humanoid.leftLowerLeg!, left],
    [humanoid.rightUpperLeg!, -right],
    [humanoid.rightLowerLeg!, right],
  ] as const;
  for (const [joint, angle] of legs) {
    const world = worldRotation(rest, joint);
    setRotation(pose, joint, multiply(multiply(conjugate(world), fromAxisAngle([1, 0, 0], angle)), world));
  }
  const foot = (worlds: WorldTransforms) => worldPosition(worlds, humanoid.rightFoot!);
  pose.set(subtract(foot(rest), foot(forwardKinematics(skeleton, pose))));
  return pose;
}

test('a foot that only a stretching bone brings to the floor stands there on the character too', () => {
  const { skeleton, humanoid } = rig;
  const kneeling = squatting(1.15, 0.8);
  const still = [0, 1].reduce(
    (built, time) => setKey(skeleton, built, time, kneeling),
    createClip('still', 'Still', { loop: false }),
  );
  const standing = forwardKinematics(skeleton, squatting(0.8, 0.8)).positions;
  const places = (_time: number, positions: Float64Array) => positions.set(standing);
  const other = withLegs(1, 1);
  const heights = [{}, { places }].map((options) => {
    const [pose] = posesAt(other.skeleton, retargetClip(rig, still, other, options).clip, [0.5]);
    return worldPosition(forwardKinematics(other.skeleton, pose!), humanoid.leftFoot!)[1];
  });
  expect(heights[0]).toBeGreaterThan(0.15);
  expect(heights[1]).toBeCloseTo(0.08, 2);
});

test('a leg root that stretching bones lower is lower on the character too, so that its knees bend as the source’s', () => {
  const { skeleton, humanoid } = rig;
  // The left thigh comes off the pelvis and goes down by what a bent knee lifts its foot.
  const pose = squatting(0.6, 0);
  const still = [0, 1].reduce(
    (built, time) => setKey(skeleton, built, time, pose),
    createClip('still', 'Still', { loop: false }),
  );
  const stretched = forwardKinematics(skeleton, pose).positions.slice();
  const ankle = (side: 'left' | 'right') => 3 * humanoid[`${side}Foot`]! + 1;
  const raised = stretched[ankle('left')]! - stretched[ankle('right')]!;
  expect(raised).toBeGreaterThan(0.05);
  for (const bone of ['leftUpperLeg', 'leftLowerLeg', 'leftFoot'] as const) stretched[3 * humanoid[bone]! + 1]! -= raised;
  const places = (_time: number, positions: Float64Array) => positions.set(stretched);
  const { clip: result, report } = retargetClip(rig, still, withLegs(1, 1), { places });
  expect(toDegrees(report.knees.mean)).toBeLessThan(1);
  expect(report.broken).toEqual([]);
  const [standing] = posesAt(rig.skeleton, result, [0.5]);
  const worlds = forwardKinematics(rig.skeleton, standing!).positions;
  expect(worlds[ankle('left')]).toBeCloseTo(worlds[ankle('right')]!, 3);
});

test('the floor is where feet stand flat, and not as low as the ankle of somebody who lies on his back', () => {
  const { skeleton, humanoid } = rig;
  const lying = restPose(skeleton);
  const foot = humanoid.leftFoot!;
  const world = worldRotation(forwardKinematics(skeleton, restPose(skeleton)), foot);
  setRotation(lying, foot, multiply(multiply(conjugate(world), fromAxisAngle([1, 0, 0], -1)), world));
  const low = forwardKinematics(skeleton, lying);
  for (let j = 0; j < skeleton.count; j++) low.positions[3 * j + 1]! -= 0.05;
  const standing = forwardKinematics(skeleton, restPose(skeleton));
  const worlds = [standing, low, low, low];
  const contact = (first: number, last: number) => ({ bone: 'leftFoot', joint: foot, first, last }) as const;
  expect(floorUnder('Foot', rig, [contact(0, 0), contact(1, 3)], worlds)).toBeCloseTo(standing.positions[3 * foot + 1]!, 9);
  expect(floorUnder('Foot', rig, [contact(1, 3)], worlds)).toBeCloseTo(low.positions[3 * foot + 1]!, 9);
});

test('a body whose feet glide over the floor is raised before its knees are bent more than the source’s', () => {
  // Longer shins than the source's would reach into the floor.
  const gliding = [0, 1, 2, 3, 3.5, 4].reduce(
    (built, time) => {
      const pose = squatting(time < 3 ? 0 : 0.7, time < 3 ? 0 : 0.7);
      pose[2]! += 3 * time;
      return setKey(rig.skeleton, built, time, pose);
    },
    createClip('glide', 'Glide', { loop: false }),
  );
  const { report } = retargetClip(rig, gliding, withLegs(0.3 / 0.45, 0.57 / 0.42));
  expect(report.contacts).toBe(0);
  expect(toDegrees(report.knees.mean)).toBeLessThan(0.1);
});

test('a body of other proportions that stands up and sits down quickly bends its knees as the source does', () => {
  const standing = [1.2, 1.2, 0, 0, 1.2, 1.2].reduce(
    (built, bend, i) => setKey(rig.skeleton, built, 0.2 * i, squatting(bend, bend)),
    createClip('stand', 'Stand', { loop: false }),
  );
  for (const other of [withLegs(0.7, 1.3), withLegs(1.25, 0.75)]) {
    const { report } = retargetClip(rig, standing, other);
    expect(toDegrees(report.knees.mean)).toBeLessThan(2.5);
    expect(report.broken).toEqual([]);
    // Where feet are not to be held the body goes as the source's.
    expect(retargetClip(rig, standing, other, { feet: false }).report.knees.mean).toBeLessThan(1e-6);
  }
});

describe('a clip onto the same skeleton', () => {
  test('is copied exactly, whatever limits say', () => {
    const { rig: mannequin } = rigs[0]!;
    const { skeleton } = mannequin;
    const knee = mannequin.humanoid.leftLowerLeg!;
    const wild = restPose(skeleton);
    setRotation(wild, knee, fromAxisAngle([1, 0, 0], -2));
    const beyond = setKey(skeleton, createClip('wild', 'Wild', { loop: false }), 0, wild);
    const { clip: result, report } = retargetClip(mannequin, beyond, mannequin);
    expect(report).toMatchObject({ isCopy: true, broken: [] });
    const rotation = rotationOf(posesAt(skeleton, result, [0])[0]!, knee);
    expect(toDegrees(angleBetween(rotation, rotationOf(wild, knee)))).toBeLessThan(1e-6);
    const inside = retargetClip(mannequin, beyond, mannequin, { limits: true });
    expect(limitExcess(skeleton, posesAt(skeleton, inside.clip, [0])[0]!, knee)).toBeLessThan(1e-6);
    // What limits changed was not copied as it is, and is not called so.
    expect(inside.report.isCopy).toBe(false);
    const still = setKey(skeleton, createClip('still', 'Still', { loop: false }), 0, restPose(skeleton));
    expect(retargetClip(mannequin, still, mannequin, { limits: true }).report.isCopy).toBe(true);
  });

  test('stands as high as the source does, be it over the floor, and hears nothing of that', () => {
    const { rig: mannequin } = rigs[0]!;
    const { skeleton, humanoid } = mannequin;
    const raised = restPose(skeleton);
    raised[1] = 0.3;
    setRotation(raised, humanoid.head!, fromAxisAngle([0, 1, 0], 2));
    const still = [0, 1].reduce(
      (built, time) => setKey(skeleton, built, time, raised),
      createClip('still', 'Still', { loop: false }),
    );
    const { report } = retargetClip(mannequin, still, mannequin);
    expect(report.contacts).toBeGreaterThan(0);
    expect(report).toMatchObject({ isCopy: true, broken: [], soles: { median: 0, p95: 0 } });
    // A head that a limit turns back is no reason to speak of the floor either.
    const inside = retargetClip(mannequin, still, mannequin, { limits: true }).report;
    expect(inside).toMatchObject({ isCopy: false, broken: [] });
    // Nor is it one to speak of feet that slide as fast as the source's, but for rounding.
    const sliding = (p95: number) => rigBars(mannequin, { ...report, slide: { p95, source: 0.1 } }, true);
    expect(sliding(0.1 + 1e-6)).toEqual([]);
    expect(sliding(0.101)).toMatchObject([{ figure: 'slide' }]);
    // A person whose toes a recording leaves out is no cartoon.
    const { leftToes: _, rightToes: __, ...withoutToes } = humanoid;
    const knees = { ...report.knees, mean: toRadians(4) };
    expect(rigBars({ ...mannequin, humanoid: withoutToes }, { ...report, knees }, true)).toMatchObject([{ figure: 'knees' }]);
  });

  test('is copied from another rest pose too, and from bones that are a little longer', () => {
    const { skeleton } = rig;
    const lean = fromAxisAngle([1, 0, 0], 0.6);
    const joints = skeleton.names.map((name, j) => {
      const rest = [0, 1, 2, 3].map((c) => skeleton.rest[4 * j + c]!) as [number, number, number, number];
      const offset = [0, 1, 2].map((c) => 1.004 * skeleton.offsets[3 * j + c]!) as [number, number, number];
      return { name, parent: skeleton.parents[j]!, offset, rest: j === skeleton.root ? multiply(rest, lean) : rest };
    });
    const posed = { ...rig, skeleton: createSkeleton(joints, skeleton.root) };
    const leaning = restPose(posed.skeleton);
    setRotation(leaning, skeleton.root, fromAxisAngle([1, 0, 0], -0.6));
    const upright = setKey(posed.skeleton, createClip('up', 'Up', { loop: false }), 0, leaning);
    const { clip: result, report } = retargetClip(posed, upright, rig);
    expect(report.isCopy).toBe(true);
    const [pose] = posesAt(rig.skeleton, result, [0]);
    expect(rotate(rotationOf(pose!, skeleton.root), [0, 1, 0])[1]).toBeCloseTo(1, 12);
  });

  test('is copied though one of them has the ends of its bones as joints too, and not where a bone has another length', () => {
    const { skeleton } = rig;
    const joints = skeleton.names.map((name, j) => ({
      name,
      parent: skeleton.parents[j]!,
      offset: [0, 1, 2].map((c) => skeleton.offsets[3 * j + c]!) as [number, number, number],
      rest: [0, 1, 2, 3].map((c) => skeleton.rest[4 * j + c]!) as [number, number, number, number],
    }));
    const tip = { name: 'head end', parent: rig.humanoid.head!, offset: [0, 0.2, 0] as const };
    const ended = { ...rig, skeleton: createSkeleton([...joints, tip], skeleton.root) };
    expect(retargetClip(ended, clip, rig).report.isCopy).toBe(true);
    expect(retargetClip(rig, clip, ended).report.isCopy).toBe(true);
    const shin = rig.humanoid.leftFoot!;
    const longer = joints.map((joint, j) =>
      j === shin ? { ...joint, offset: joint.offset.map((value) => 1.05 * value) as [number, number, number] } : joint,
    );
    expect(retargetClip({ ...rig, skeleton: createSkeleton(longer, skeleton.root) }, clip, rig).report.isCopy).toBe(false);
  });

  test('has one key on every frame, and the name that was asked for', () => {
    const { clip: result } = retargetClip(rig, clip, rig, { id: 'new', name: 'Walk on', fps: 24 });
    expect(result).toMatchObject({ id: 'new', name: 'Walk on', fps: 24, loop: false, duration: 2 });
    expect(clipKeyTimes(result)).toEqual(Array.from({ length: 49 }, (_, frame) => frame / 24));
  });
});

describe('a body without legs, without arms, or with hips on the floor', () => {
  const { leftFoot: _left, rightFoot: _right, ...legless } = rig.humanoid;
  const { leftHand: _leftHand, rightHand: _rightHand, ...armless } = rig.humanoid;
  const others = {
    legless: { ...rig, humanoid: legless },
    armless: { ...rig, humanoid: armless },
    'hips on the floor': { ...rig, report: { ...rig.report, hipHeight: 0, height: 0 } },
  };
  // Another skeleton, or the clip would only be copied.
  const names = rig.skeleton.names.map((name) => `other ${name}`);
  const other = { ...rig, skeleton: { ...rig.skeleton, names } };

  test.each(Object.entries(others))('%s gives finite numbers both ways', (_, partial) => {
    for (const [from, to] of [
      [other, partial],
      [partial, other],
    ] as const) {
      const { clip: result, report } = retargetClip(from, clip, to);
      expect(report.isCopy).toBe(false);
      expect(posesAt(to.skeleton, result, frameTimes(result)).every((pose) => pose.every(Number.isFinite))).toBe(true);
      expect(JSON.stringify(report)).not.toContain('null');
    }
    expect(retargetClip(other, { ...clip, duration: 0.01 }, partial).report.frames).toBe(1);
  });

  test('without feet and hands nothing is planted or touched', () => {
    const { report } = retargetClip(other, clip, rig, { feet: false, hands: false });
    expect(report).toMatchObject({ contacts: 0, hands: { count: 0 }, slide: { p95: 0 } });
  });
});
