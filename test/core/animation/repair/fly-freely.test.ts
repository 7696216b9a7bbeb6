import { describe, expect, test } from 'vitest';
import type { Clip } from '../../../../core/animation/clip.ts';
import { clipFromPoses } from '../../../../core/animation/clip-from-poses.ts';
import { frameTimes, posesAt } from '../../../../core/animation/joint-paths.ts';
import { flightsOf } from '../../../../core/animation/lint/flights.ts';
import { lintClip } from '../../../../core/animation/lint/lint-clip.ts';
import { flyFreely } from '../../../../core/animation/repair/fly-freely.ts';
import { repairClip, repairOf } from '../../../../core/animation/repair/repair-issue.ts';
import { trimClip } from '../../../../core/animation/recut.ts';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { centreOfMass, segmentMasses } from '../../../../core/humanoid/anatomy/masses.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { sampleMotions } from '../../../helpers/bvh-clips.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

const rig = buildRig(readGlbScene(MANNEQUIN));
const { skeleton } = rig;
const FPS = 30;
const [LEAVES, LANDS, LAST] = [15, 27, 42];
const FLIGHT = (LANDS - LEAVES) / FPS;

/** A body that stands, goes up and comes down again as `height` says (metres, of seconds in the air), a third of a metre ahead, and stands. */
function jump(height: (seconds: number) => number): Clip {
  const poses = Array.from({ length: LAST + 1 }, (_, frame) => {
    const pose = restPose(skeleton);
    const seconds = Math.min(FLIGHT, Math.max(0, (frame - LEAVES) / FPS));
    pose[1] = height(seconds);
    pose[2] = (0.33 * seconds) / FLIGHT;
    return pose;
  });
  return clipFromPoses(skeleton, poses, { id: 'c', name: 'Jump', fps: FPS, loop: false });
}

const falling = (seconds: number) => (9.81 / 2) * seconds * (FLIGHT - seconds);
/** Up at once, a while at the top, and down. */
const hovering = (seconds: number) => 0.5 * Math.min(1, seconds / 0.1, (FLIGHT - seconds) / 0.1);

const flights = (clip: Clip) => lintClip(rig, clip).filter(({ kind }) => kind === 'flight');

const centre = (clip: Clip, frame: number) =>
  centreOfMass(segmentMasses(rig), forwardKinematics(skeleton, sampleClip(skeleton, clip, frame / FPS)));

test('a jump that falls freely is none of the issues, one that hovers is, with the body and the stretch', () => {
  expect(flights(jump(falling))).toEqual([]);
  const [issue, ...others] = flights(jump(hovering));
  expect(others).toEqual([]);
  expect(issue).toMatchObject({ joint: -1, from: LEAVES / FPS, to: LANDS / FPS });
  expect(issue!.amount).toBeGreaterThan(0.05);
  expect(issue!.message).toMatch(/^In the air the body is .* off a free fall$/);
  expect(repairOf(rig, jump(hovering), issue!)).toBe('Let it fall freely');
});

test('a bar of its own finds less, or more', () => {
  expect(lintClip(rig, jump(hovering), { flight: 1 }).filter(({ kind }) => kind === 'flight')).toEqual([]);
  expect(lintClip(rig, jump(hovering), { ignore: ['flight'] }).filter(({ kind }) => kind === 'flight')).toEqual([]);
});

describe('the repaired jump', () => {
  const before = jump(hovering);
  const after = repairClip(rig, before, { kinds: ['flight'] });

  test('falls with 9.81 metres a second each second, by second differences', () => {
    expect(flights(after)).toEqual([]);
    for (let frame = LEAVES + 1; frame < LANDS; frame++) {
      const [a, b, c] = [-1, 0, 1].map((step) => centre(after, frame + step)[1]) as [number, number, number];
      expect((a - 2 * b + c) * FPS * FPS, `frame ${frame}`).toBeCloseTo(-9.81, 1);
    }
  });

  test('leaves the balls of the feet where they stand, within a millimetre, and raises heels as ankles ask', () => {
    for (const [foot, ankle] of [
      [rig.humanoid.leftToes!, rig.humanoid.leftFoot!],
      [rig.humanoid.rightToes!, rig.humanoid.rightFoot!],
    ] as const) {
      for (const frame of [
        ...Array.from({ length: LEAVES + 1 }, (_, i) => i),
        ...Array.from({ length: LAST - LANDS + 1 }, (_, i) => LANDS + i),
      ]) {
        const [was, is] = [before, after].map((clip) => forwardKinematics(skeleton, sampleClip(skeleton, clip, frame / FPS)));
        const place = worldPosition(was!, foot);
        worldPosition(is!, foot).forEach((value, c) => expect(Math.abs(value - place[c]!), `frame ${frame}`).toBeLessThan(1e-3));
        const raised = worldPosition(is!, ankle)[1] - worldPosition(was!, ankle)[1];
        expect(raised, `frame ${frame}`).toBeGreaterThan(-1e-3);
        expect(raised, `frame ${frame}`).toBeLessThan(0.06);
      }
    }
  });

  test('goes down before it leaves and after it lands, and changes nothing farther away', () => {
    expect(centre(after, LEAVES - 3)[1]).toBeLessThan(centre(before, LEAVES - 3)[1]);
    for (const frame of [0, 5, LAST - 5, LAST]) {
      centre(after, frame).forEach((value, c) => expect(value).toBeCloseTo(centre(before, frame)[c]!, 6));
    }
  });
});

/** Seconds of the takes that are looked at, and metres by which a jump may be moved when it is put on its parabola anyway. */
const TAKES: Readonly<Record<string, readonly [from: number, to: number, most: number]>> = {
  'cmu-01_01-hops.bvh': [1.5, 5.5, 0.01],
  'cmu-jumping-jacks.bvh': [0, 3.4, 0.03],
};

describe.each(sampleMotions(Object.keys(TAKES).map((name) => `bvh/${name}`)))(
  'captured jumps: $name',
  ({ name, rig: person, clip }) => {
    const [from, to, least] = TAKES[name]!;
    const take = trimClip(clip, from, to);
    const poses = posesAt(person.skeleton, take, frameTimes(take));
    const found = flightsOf(person, poses, take.fps);

    test('are free falls: none is an issue', () => {
      expect(found.length).toBeGreaterThan(2);
      expect(lintClip(person, take).filter(({ kind }) => kind === 'flight')).toEqual([]);
    });

    test('are hardly moved when one is put on its parabola anyway', () => {
      const moved = posesAt(person.skeleton, flyFreely(person, take, found[0]!.first + 1), frameTimes(take));
      const most = Math.max(...moved.map((pose, i) => Math.hypot(...[0, 1, 2].map((c) => pose[c]! - poses[i]![c]!))));
      expect(most).toBeLessThan(least);
      expect(most).toBeGreaterThan(0);
    });
  },
);
