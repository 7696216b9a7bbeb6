import { describe, expect, test } from 'vitest';
import { expressionTrack, ROOT_TRACK, type Clip, type Track } from '../../../../core/animation/clip.ts';
import { createClip, setInterpolation, setKey } from '../../../../core/animation/keys.ts';
import { lintClip } from '../../../../core/animation/lint/lint-clip.ts';
import type { IssueKind } from '../../../../core/animation/lint/issues.ts';
import { closeLoop } from '../../../../core/animation/repair/close-loop.ts';
import { repairClip, repairIssue, repairOf } from '../../../../core/animation/repair/repair-issue.ts';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { createPuller } from '../../../../core/humanoid/pulling/puller.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { toRadians } from '../../../../core/math/angles.ts';
import { angleBetween, fromAxisAngle, multiply, type Quat } from '../../../../core/math/quat.ts';
import { distance, type Vec3 } from '../../../../core/math/vec3.ts';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../../core/skeleton/limit-state.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { FEET, handleAt, movedBy } from '../../../helpers/pulled-figure.ts';
import { matrixKinematics, positionOf, transformPoint } from '../../../helpers/matrix-kinematics.ts';

const rig: Rig = buildRig(readGlbScene(MANNEQUIN), {});
const { humanoid, skeleton } = rig;
const elbow = humanoid.leftLowerArm!;
const foot = humanoid.leftFoot!;
const about = (axis: Vec3, degrees: number): Quat => fromAxisAngle(axis, toRadians(degrees));

/** A clip of keys `[seconds, rotation]` of one joint, the others at rest. */
function clipOf(joint: number, keys: readonly (readonly [time: number, rotation: Quat])[], loop = false): Clip {
  return keys.reduce(
    (clip, [time, rotation]) => {
      const pose = restPose(skeleton);
      setRotation(pose, joint, rotation);
      return setKey(skeleton, clip, time, pose, [joint]);
    },
    createClip('c', 'Clip', { duration: 2, loop }),
  );
}

/** The hips 8 cm lower, the feet where they are at rest. */
function crouch(): Pose {
  const rest = forwardKinematics(skeleton, restPose(skeleton));
  const start = restPose(skeleton);
  start[1] = -0.08;
  const goals = [foot, humanoid.rightFoot!].flatMap((joint): Goal[] => [
    { kind: 'position', joint, target: worldPosition(rest, joint), tolerance: 1e-6, priority: 1, maxLinks: 3 },
    { kind: 'orientation', joint, target: worldRotation(rest, joint), tolerance: 1e-4, maxLinks: 3 },
  ]);
  return createSolver(skeleton).solve(start, goals).pose;
}

/** Keys of the root alone. */
function slidingBody(places: readonly Vec3[]): Clip {
  return places.reduce(
    (clip, place, second) => {
      const pose = restPose(skeleton);
      pose.set(place);
      return setKey(skeleton, clip, second, pose, [ROOT_TRACK]);
    },
    createClip('c', 'Clip', { duration: places.length - 1, loop: false }),
  );
}

function issuesOf(clip: Clip, ...kinds: readonly IssueKind[]) {
  return lintClip(rig, clip).filter(({ kind }) => kinds.includes(kind));
}

/** Repairs every issue of a kind once, in the order found. */
function repairAll(clip: Clip, kind: IssueKind): Clip {
  return issuesOf(clip, kind).reduce((repaired, issue) => repairIssue(rig, repaired, issue), clip);
}

/** World place of a joint in every frame, by matrices. */
function wayOf(clip: Clip, joint: number): readonly (readonly number[])[] {
  const frames = Math.round(clip.duration * clip.fps);
  return Array.from({ length: frames + 1 }, (_, frame) =>
    positionOf(matrixKinematics(skeleton, sampleClip(skeleton, clip, frame / clip.fps))[joint]!),
  );
}

function apart(a: readonly number[], b: readonly number[]): number {
  return distance(a as unknown as Vec3, b as unknown as Vec3);
}

describe('a joint outside its limit', () => {
  const limit = skeleton.limits[elbow]!;
  const axis: Vec3 = limit.kind === 'hinge' ? limit.axis : [1, 0, 0];
  const way = limit.kind === 'hinge' && limit.max > -limit.min ? 1 : -1;

  test('is brought in at its keys and between them, and other joints stay as they are', () => {
    const broken = clipOf(elbow, [
      [0, about(axis, way * 40)],
      [1, about(axis, way * -60)],
      [2, about(axis, way * 40)],
    ]);
    const clip = setKey(skeleton, broken, 1, restPose(skeleton), [humanoid.head!]);
    expect(issuesOf(clip, 'limit')).toHaveLength(1);
    const repaired = repairAll(clip, 'limit');
    expect(issuesOf(repaired, 'limit')).toEqual([]);
    expect(repaired.tracks.filter(({ joint }) => joint !== elbow)).toEqual(clip.tracks.filter(({ joint }) => joint !== elbow));
    // What was inside stays.
    expect(angleBetween(rotationOf(sampleClip(skeleton, repaired, 0), elbow), about(axis, way * 40))).toBeLessThan(1e-9);
    for (const time of repaired.tracks.find(({ joint }) => joint === elbow)!.times)
      expect(isInsideLimits(skeleton, sampleClip(skeleton, repaired, time))).toBe(true);
  });

  test('is brought in where only closing the loop takes it out, with all else repaired at once @all', () => {
    const open = clipOf(
      elbow,
      [
        [0, about(axis, way * 140)],
        [1.8, about(axis, way * 100)],
        [2, about(axis, way * 5)],
      ],
      true,
    );
    expect(issuesOf(open, 'limit')).toEqual([]);
    expect(issuesOf(closeLoop(open), 'limit')).toHaveLength(1);
    for (const kind of ['limit', 'seam', 'seamSpeed'] as const) expect(issuesOf(repairClip(rig, open), kind)).toEqual([]);
  });
});

test('a pop goes with the key that makes it; between keys there is none to remove', () => {
  const head = humanoid.head!;
  const frames = Array.from({ length: 31 }, (_, frame) => [frame / 30, about([0, 1, 0], frame === 12 ? 60 : frame)] as const);
  const clip = clipOf(head, frames);
  const [issue] = issuesOf(clip, 'pop');
  expect(repairOf(rig, clip, issue!)).toBe('Remove the key');
  const repaired = repairIssue(rig, clip, issue!);
  expect(repaired.tracks[0]!.times).toHaveLength(30);
  expect(issuesOf(repaired, 'pop', 'speed', 'flip')).toEqual([]);
  expect(repairOf(rig, clip, { ...issue!, worst: issue!.worst + 0.5 / 30 })).toBeNull();
});

test('what was meant cannot be known of a flip or a sudden start: nothing is offered and nothing changes', () => {
  const clip = setInterpolation(
    clipOf(humanoid.head!, [
      [0, about([0, 1, 0], 0)],
      [1, about([0, 1, 0], 75)],
    ]),
    'step',
  );
  const [issue] = issuesOf(clip, 'flip');
  expect(repairOf(rig, clip, issue!)).toBeNull();
  expect(repairIssue(rig, clip, issue!)).toBe(clip);
});

describe('a planted foot that slides', () => {
  const crouched = crouch();
  const clip = [0, 0.03, 0.06].reduce(
    (built, x, second) => {
      const pose = crouched.slice();
      pose[0] = x;
      return setKey(skeleton, built, second, pose);
    },
    createClip('c', 'Clip', { duration: 2, loop: false }),
  );

  test('stands still to a tenth of a millimetre, and the rest of the body goes on as before', () => {
    expect(issuesOf(clip, 'slide').length).toBeGreaterThan(0);
    const repaired = repairAll(clip, 'slide');
    expect(issuesOf(repaired, 'slide')).toEqual([]);
    const way = wayOf(repaired, foot);
    for (const place of way.slice(10, 50)) expect(apart(place, way[30]!)).toBeLessThan(2e-4);
    const before = wayOf(clip, humanoid.head!);
    wayOf(repaired, humanoid.head!).forEach((place, frame) => expect(apart(place, before[frame]!)).toBeLessThan(1e-9));
  });
});

test('a foot that rolls over its planted toes does not slide, though its ankle moves', () => {
  const flat = crouch();
  const world = forwardKinematics(skeleton, flat);
  const toes = humanoid.leftToes!;
  const raised = fromAxisAngle([1, 0, 0], toRadians(8));
  const rolled = createSolver(skeleton).solve(flat, [
    { kind: 'position', joint: toes, target: worldPosition(world, toes), tolerance: 1e-6, priority: 1, maxLinks: 4 },
    { kind: 'orientation', joint: foot, target: multiply(raised, worldRotation(world, foot)), tolerance: 1e-4, maxLinks: 3 },
  ]).pose;
  const clip = [flat, flat, rolled, rolled].reduce(
    (built, pose, k) => setKey(skeleton, built, [0, 0.5, 0.8, 1.5][k]!, pose),
    createClip('c', 'Clip', { duration: 1.5, loop: false }),
  );
  const way = wayOf(clip, foot);
  expect(Math.max(...way.slice(1).map((place, frame) => apart(place, way[frame]!)))).toBeGreaterThan(1e-3);
  expect(issuesOf(clip, 'slide').filter(({ joint }) => joint === foot)).toEqual([]);
});

test('a sole under the floor is lifted onto it in every frame, and feet above it keep their way', () => {
  const deep = slidingBody([
    [0, 0, 0],
    [0, -0.06, 0],
    [0, 0, 0],
  ]);
  const repaired = repairAll(deep, 'floor');
  expect(issuesOf(repaired, 'floor')).toEqual([]);
  const rest = matrixKinematics(skeleton, restPose(skeleton))[foot]!;
  const height = positionOf(rest)[1]!;
  for (let frame = 0; frame <= 60; frame++) {
    const world = matrixKinematics(skeleton, sampleClip(skeleton, repaired, frame / 30))[foot]!;
    expect(transformPoint(world, soleUnder(rest, height))[1]!).toBeGreaterThan(-1e-3);
  }
});

/** In the foot's frame: the point on the floor under the ankle at rest (the transposed rotation turns the world into the frame). */
function soleUnder(rest: readonly number[], height: number): readonly number[] {
  return [0, 1, 2].map((column) => -height * rest[4 + column]!);
}

describe('a loop', () => {
  const clip = clipOf(
    humanoid.head!,
    [
      [0, about([0, 1, 0], 0)],
      [1, about([0, 1, 0], 20)],
      [1.8, about([0, 1, 0], 35)],
      [2, about([0, 1, 0], 30)],
    ],
    true,
  );

  test('is closed by what lies near its end; what lies before stays', () => {
    const [issue] = issuesOf(clip, 'seam');
    const repaired = repairIssue(rig, clip, issue!);
    expect(issuesOf(repaired, 'seam')).toEqual([]);
    const angleAt = (time: number) =>
      angleBetween(rotationOf(sampleClip(skeleton, repaired, time), humanoid.head!), [0, 0, 0, 1]);
    expect(angleAt(1)).toBeCloseTo(toRadians(20), 9);
    // At 1.8 s 60 % of the last half second are over: 3 · 0.36 − 2 · 0.216 = 64.8 % of the 30° go.
    expect(angleAt(1.8)).toBeCloseTo(toRadians(35 - 0.648 * 30), 9);
    expect(angleAt(2)).toBeCloseTo(0, 9);
  });

  test('keeps the way that the body goes along the floor, and closes its height', () => {
    const walk = {
      ...slidingBody([
        [0, 0, 0],
        [0, 0.1, 0.7],
        [0, 0.05, 1.4],
      ]),
      loop: true,
    };
    const root = closeLoop(walk, { goesOn: true }).tracks.find(({ joint }) => joint === ROOT_TRACK)!;
    expect(root.values.slice(-3)).toEqual([0, 0, 1.4]);
    expect(root.values.slice(3, 6)).toEqual([0, 0.1, 0.7]);
    const repaired = issuesOf(walk, 'seam').reduce<Clip>((edited, issue) => repairIssue(rig, edited, issue), walk);
    expect(repaired.tracks.find(({ joint }) => joint === ROOT_TRACK)!.values).toEqual(root.values);
  });

  test('that ends at another speed than it begins with goes on at one', () => {
    const frames = Array.from({ length: 61 }, (_, frame) => {
      const u = frame / 60;
      return [frame / 30, about([0, 1, 0], 140 * u * (1 - u * u))] as const;
    });
    const turning = clipOf(humanoid.head!, frames, true);
    const [issue] = issuesOf(turning, 'seamSpeed');
    expect(repairOf(rig, turning, issue!)).toBe('Close the loop');
    expect(issuesOf(repairIssue(rig, turning, issue!), 'seamSpeed')).toEqual([]);
    expect(issuesOf(repairClip(rig, turning), 'seamSpeed')).toEqual([]);
  });

  test('gets an end where it has none', () => {
    const open = clipOf(
      humanoid.head!,
      [
        [0, about([0, 1, 0], 0)],
        [1, about([0, 1, 0], 20)],
      ],
      true,
    );
    expect(issuesOf(closeLoop(open), 'seam')).toEqual([]);
    expect(closeLoop(open).tracks[0]!.times).toEqual([0, 1, 2]);
  });
});

test('spare keys go without a change of the motion: doubled ones, those behind the end, those that change nothing', () => {
  const head = humanoid.head!;
  const clip = clipOf(head, [
    [0, about([0, 1, 0], 0)],
    [1, about([0, 1, 0], 30)],
    [2, about([0, 1, 0], 60)],
    [3, about([0, 1, 0], 90)],
    [4, about([0, 1, 0], 20)],
  ]);
  const track = clip.tracks[0]!;
  const values = [...track.values.slice(0, 8), ...track.values.slice(4)];
  const crowded = { ...clip, duration: 2.5, tracks: [{ ...track, times: [0, 0.995, 1, 2, 3, 4], values }] };
  const doubled = repairAll(crowded, 'doubled');
  expect(doubled.tracks[0]!.times).toEqual([0, 1, 2, 3, 4]);
  const shorter = repairAll(doubled, 'behind');
  // The first key behind the end stays: the motion goes on towards it.
  expect(shorter).toMatchObject({ duration: 2.5, tracks: [{ times: [0, 1, 2, 3] }] });
  const least = repairAll(shorter, 'dead');
  expect(least.tracks[0]!.times).toEqual([0, 3]);
  for (const time of [0.3, 1.2, 2.4]) {
    const [a, b] = [doubled, least].map((each) => rotationOf(sampleClip(skeleton, each, time), head));
    expect(angleBetween(a!, b!)).toBeLessThan(1e-6);
  }
});

test('a loop of two pulled keys is closed and stays closed while its feet are set onto the floor', () => {
  const rest = restPose(skeleton);
  const puller = createPuller(rig);
  const bent = puller.begin(rest, 'leftHand', FEET).to(movedBy(rig, handleAt(rig, rest, 'leftHand'), [-0.15, -0.6, 0.05])).pose;
  const low = puller.begin(bent, 'hips', FEET).to(movedBy(rig, handleAt(rig, bent, 'hips'), [0.03, -0.12, 0])).pose;
  const keyed = setKey(skeleton, setKey(skeleton, createClip('c', 'Clip'), 0, rest), 1, low);
  const smile: Track = { joint: expressionTrack(0), times: [0, 1], values: [0, 1], interpolation: 'linear' };
  const open = { ...keyed, tracks: [...keyed.tracks, smile] };
  const closed = repairClip(rig, open, { pins: FEET });
  expect(closed.tracks.find(({ joint }) => joint === smile.joint)).toEqual(smile);
  const kinds = lintClip(rig, closed).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind !== 'dead')).toEqual([]);
  const [first, last] = [0, 2].map((time) => sampleClip(skeleton, closed, time)) as [Pose, Pose];
  for (const joint of skeleton.names.keys())
    expect(angleBetween(rotationOf(first, joint), rotationOf(last, joint))).toBeLessThan(1e-3);
});

test('only kinds that are asked for are repaired, notes about spare keys too', () => {
  const head = humanoid.head!;
  const spare = clipOf(head, [
    [0, about([0, 1, 0], 0)],
    [0.5, about([0, 1, 0], 10)],
    [1, about([0, 1, 0], 20)],
    [2, about([0, 1, 0], 20)],
  ]);
  const clip = { ...spare, loop: true };
  const left = (...kinds: IssueKind[]) => new Set(lintClip(rig, repairClip(rig, clip, { kinds })).map(({ kind }) => kind));
  const all = new Set(lintClip(rig, clip).map(({ kind }) => kind));
  expect(all).toEqual(new Set(['seam', 'dead']));
  expect(left('seam').has('seam')).toBe(false);
  expect(left('dead')).toEqual(new Set(['seam']));
  expect(repairClip(rig, clip, { kinds: [] })).toEqual(clip);
});
