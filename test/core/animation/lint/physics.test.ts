import { describe, expect, test } from 'vitest';
import { clipFromPoses } from '../../../../core/animation/clip-from-poses.ts';
import type { Clip } from '../../../../core/animation/clip.ts';
import { withContacts } from '../../../../core/animation/holding/contact-spans.ts';
import { isNote, type IssueKind, type LintSettings } from '../../../../core/animation/lint/issues.ts';
import { lintClip } from '../../../../core/animation/lint/lint-clip.ts';
import { carryBody } from '../../../../core/animation/repair/carry-body.ts';
import { repairClip, repairIssue, repairOf } from '../../../../core/animation/repair/repair-issue.ts';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { centreOfMass, segmentMasses } from '../../../../core/humanoid/anatomy/masses.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { fromAxisAngle } from '../../../../core/math/quat.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { readGlbScene } from '../../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';

const rig = buildRig(readGlbScene(MANNEQUIN));
const { skeleton } = rig;
const FPS = 30;
const [LEAVES, LANDS, LAST] = [15, 28, 50];
const FLIGHT = (LANDS - LEAVES) / FPS;

const clipOf = (poses: readonly Pose[]) => clipFromPoses(skeleton, poses, { id: 'c', name: 'Clip', fps: FPS, loop: false });
const only = (clip: Clip, kind: IssueKind, settings?: LintSettings) =>
  lintClip(rig, clip, settings).filter((issue) => issue.kind === kind);
const worldAt = (clip: Clip, frame: number) => forwardKinematics(skeleton, sampleClip(skeleton, clip, frame / FPS));
const FEET = [rig.humanoid.leftFoot!, rig.humanoid.rightFoot!];

const BALLS = [rig.humanoid.leftToes!, rig.humanoid.rightToes!];

/** Stands, falls freely from take-off to landing, and is `sink(seconds)` lower after it, its feet in their places. */
function jump(sink: (seconds: number) => number, change: (pose: Pose, share: number) => void = () => {}): Clip {
  const rest = restPose(skeleton);
  const frames = Array.from({ length: LAST + 1 }, (_, frame) => frame);
  const poses = frames.map((frame) => {
    const pose = rest.slice();
    const seconds = Math.min(FLIGHT, Math.max(0, (frame - LEAVES) / FPS));
    pose[1] = (9.81 / 2) * seconds * (FLIGHT - seconds);
    change(pose, seconds / FLIGHT);
    return pose;
  });
  const carried = new Map(
    frames
      .filter((frame) => frame > LANDS)
      .map((frame) => {
        const pose = poses[frame]!.slice();
        pose[1]! -= sink((frame - LANDS) / FPS);
        return [frame, pose];
      }),
  );
  return carryBody(rig, clipOf(poses), { poses, carried, stays: () => true });
}

/** Falls on for a fifth of a second, ever more slowly, and stays there. */
const giving = (seconds: number) => {
  const speed = (9.81 / 2) * FLIGHT;
  const time = Math.min(seconds, 0.2);
  return speed * (time - (time * time) / 0.4);
};

describe('a landing', () => {
  const stiff = jump(() => 0);
  const [issue] = only(stiff, 'landing');

  test('like a post is an issue where it comes down, one that gives is not', () => {
    expect(issue).toMatchObject({ joint: -1, worst: LANDS / FPS });
    expect(issue!.message).toMatch(/^The landing stops the body at \d\.\d times gravity$/);
    // All of g T / 2 is lost in about a frame.
    expect(issue!.amount).toBeGreaterThan(((0.7 * 9.81) / 2) * FLIGHT * FPS);
    expect(only(jump(giving), 'landing')).toEqual([]);
    expect(only(stiff, 'landing', { landing: 200 })).toEqual([]);
  });

  test('is repaired by sinking after it, with feet in their places, and before it only comes down a little', () => {
    expect(repairOf(rig, stiff, issue!)).toBe('Let it give');
    const repaired = repairIssue(rig, stiff, issue!);
    expect(only(repaired, 'landing')).toEqual([]);
    expect(worldPosition(worldAt(repaired, LANDS + 3), rig.humanoid.hips!)[1]).toBeLessThan(
      worldPosition(worldAt(stiff, LANDS + 3), rig.humanoid.hips!)[1] - 0.03,
    );
    for (let frame = 0; frame <= LAST; frame++) {
      const [was, is] = [worldAt(stiff, frame), worldAt(repaired, frame)];
      for (const joint of BALLS)
        worldPosition(is, joint).forEach((value, c) => expect(value).toBeCloseTo(worldPosition(was, joint)[c]!, 3));
      for (const joint of FEET) expect(worldPosition(is, joint)[1]).toBeGreaterThan(worldPosition(was, joint)[1] - 5e-4);
      const sunk = worldPosition(was, rig.humanoid.hips!)[1] - worldPosition(is, rig.humanoid.hips!)[1];
      if (frame <= LANDS) expect(sunk, `frame ${frame}`).toBeLessThan(0.015);
      if (frame <= LEAVES - 10) expect(sunk, `frame ${frame}`).toBeCloseTo(0, 6);
    }
  });
});

describe('a jump from straight legs', () => {
  /** Goes up by physics, or at once to half a metre where it stays a while, and stands on straight legs before and after. */
  function straight(fps: number, seconds: number, hovers: boolean): Clip {
    const [leaves, count] = [Math.round(0.6 * fps), Math.round(seconds * fps)];
    const poses = Array.from({ length: 2 * leaves + count + 1 }, (_, frame) => {
      const pose = restPose(skeleton);
      const share = Math.min(1, Math.max(0, (frame - leaves) / count));
      const falls = (9.81 / 2) * (count / fps) ** 2 * share * (1 - share);
      pose[1]! += hovers ? 0.5 * Math.min(1, 4 * share, 4 * (1 - share)) : falls;
      return pose;
    });
    return clipFromPoses(skeleton, poses, { id: 'c', name: 'Clip', fps, loop: false });
  }
  const kindsOf = (clip: Clip) =>
    lintClip(rig, clip)
      .filter((issue) => !isNote(issue))
      .map(({ kind }) => kind);

  test.each([
    [30, 0.65, false],
    [30, 0.8, true],
    [60, 0.6, false],
    [24, 0.8, true],
  ] as const)('at %i frames a second, %f s, is repaired without feet or knees that are wrong then', (fps, seconds, hovers) => {
    const clip = straight(fps, seconds, hovers);
    expect(kindsOf(clip)).toContain('landing');
    expect(kindsOf(repairClip(rig, clip))).toEqual([]);
    for (const issue of lintClip(rig, clip)) {
      const left = kindsOf(repairIssue(rig, clip, issue));
      expect(
        left.filter((kind) => kind !== 'landing' && kind !== 'flight'),
        issue.kind,
      ).toEqual([]);
    }
  });

  test('that hangs so that no landing could stop it is left as it is, rather than made worse', () => {
    const clip = straight(30, 0.3, true);
    const [flight, landing] = lintClip(rig, clip);
    expect([flight!.kind, landing!.kind]).toEqual(['flight', 'landing']);
    expect(repairIssue(rig, clip, landing!)).toBe(clip);
    expect(kindsOf(repairIssue(rig, clip, flight!)).length).toBeLessThan(2);
    expect(kindsOf(repairClip(rig, clip))).toEqual([]);
  });
});

describe('a turn in the air', () => {
  const turn = (angle: (share: number) => number) =>
    jump(giving, (pose, share) => setRotation(pose, skeleton.root, fromAxisAngle([0, 1, 0], angle(share))));
  const smooth = (share: number) => Math.min(1, Math.max(0, share)) ** 2 * (3 - 2 * Math.min(1, Math.max(0, share)));
  // Half a turn in the second third of the flight, and back in the last.
  const fromNothing = turn((share) => 2.2 * (smooth(3 * share - 1) - smooth(3 * share - 2)));
  const [issue] = only(fromNothing, 'spin');

  test('that comes from nothing is an issue, an even one is not', () => {
    expect(issue).toMatchObject({ joint: -1, from: LEAVES / FPS, to: LANDS / FPS });
    expect(issue!.message).toMatch(/^In the air the body changes its rotation by \d+° a second, from nothing$/);
    expect(
      only(
        turn((share) => Math.PI * share),
        'spin',
      ),
    ).toEqual([]);
    expect(only(fromNothing, 'spin', { spin: 100 })).toEqual([]);
  });

  test('is repaired so that the body hardly turns, about its centre of mass, and lands as it did', () => {
    expect(repairOf(rig, fromNothing, issue!)).toBe('Keep its rotation');
    const repaired = repairIssue(rig, fromNothing, issue!);
    expect(only(repaired, 'spin')).toEqual([]);
    const parts = segmentMasses(rig);
    const shoulders = (clip: Clip, frame: number) => {
      const world = worldAt(clip, frame);
      const [a, b] = [rig.humanoid.leftUpperArm!, rig.humanoid.rightUpperArm!].map((joint) => worldPosition(world, joint));
      return Math.atan2(a![2] - b![2], a![0] - b![0]);
    };
    for (let frame = LEAVES; frame <= LANDS; frame++) {
      centreOfMass(parts, worldAt(repaired, frame)).forEach((value, c) =>
        expect(value).toBeCloseTo(centreOfMass(parts, worldAt(fromNothing, frame))[c]!, 6),
      );
      expect(Math.abs(shoulders(repaired, frame)), `frame ${frame}`).toBeLessThan(0.3);
    }
    expect(shoulders(repaired, LANDS)).toBeCloseTo(shoulders(fromNothing, LANDS), 9);
  });
});

describe('a body that stands still', () => {
  const poses = Array.from({ length: 60 }, () => restPose(skeleton));
  const upright = clipOf(poses);
  const aside = poses.map((pose) => {
    const moved = pose.slice();
    moved[0] = 0.3;
    return moved;
  });
  const leaning = carryBody(rig, upright, { poses, carried: new Map(aside.entries()), stays: () => true });
  const [issue] = only(leaning, 'balance');

  test('beside its feet is an issue with how far, over them it is none', () => {
    expect(only(upright, 'balance')).toEqual([]);
    expect(issue!.message).toMatch(/^The body stands still with its weight .* outside the feet$/);
    expect(issue!.amount).toBeGreaterThan(0.05);
    expect(issue!.amount).toBeLessThan(0.3);
    expect(only(leaning, 'balance', { balance: 0.5 })).toEqual([]);
  });

  test('beside its feet is none where a hand is held by something', () => {
    const held = withContacts(leaning, [{ part: 'rightHand', from: 0, to: 2 }]);
    expect(only(held, 'balance')).toEqual([]);
    expect(only(withContacts(leaning, [{ part: 'rightHand', from: 0, to: 2, isMuted: true }]), 'balance')).toHaveLength(1);
  });

  test('is repaired by going over its feet, which stay', () => {
    expect(repairOf(rig, leaning, issue!)).toBe('Stand over the feet');
    const repaired = repairIssue(rig, leaning, issue!);
    expect(only(repaired, 'balance', { balance: 0.001 })).toEqual([]);
    for (const foot of FEET)
      worldPosition(worldAt(repaired, 30), foot).forEach((value, c) =>
        expect(value).toBeCloseTo(worldPosition(worldAt(leaning, 30), foot)[c]!, 3),
      );
  });
});

describe('a foot that alone carries the body', () => {
  /** The left foot stands, then the right for a second, `height` above where the left one stood, then the left again. */
  function steps(height: number): Clip {
    const frames = Array.from({ length: 91 }, (_, frame) => frame);
    const poses = frames.map(() => restPose(skeleton));
    const isOnRight = (frame: number) => frame >= 30 && frame <= 60;
    return carryBody(rig, clipOf(poses), {
      poses,
      carried: new Map(poses.entries()),
      stays: () => true,
      reshape: ({ side }, { positions }) => {
        for (const frame of frames) {
          const swings = isOnRight(frame) === (side === 'left');
          // A foot that swings goes up and ahead, and back, without a rest.
          if (swings) positions[3 * frame + 1]! += 0.12 + 0.05 * Math.sin(frame);
          if (swings) positions[3 * frame + 2]! += 0.15 * Math.cos(frame / 2);
          if (!swings && side === 'right') positions[3 * frame + 1]! += height;
        }
      },
    });
  }
  const hovering = steps(0.05);
  const [issue] = only(hovering, 'push');

  test('above the floor that the other stands on is an issue with how high, on it it is none', () => {
    expect(only(steps(0), 'push')).toEqual([]);
    expect(issue).toMatchObject({ joint: rig.humanoid.rightFoot });
    expect(issue!.amount).toBeCloseTo(0.05, 3);
    expect(issue!.message).toMatch(/^Right foot carries the body .* above the floor$/);
    expect(only(hovering, 'push', { push: 0.06 })).toEqual([]);
  });

  test('on a step, or where the clip says that it stands, is none', () => {
    expect(only(steps(0.2), 'push')).toEqual([]);
    expect(only(withContacts(hovering, [{ part: 'rightBall', from: 1, to: 2 }]), 'push')).toEqual([]);
  });

  test('is set down by its repair', () => {
    expect(repairOf(rig, hovering, issue!)).toBe('Set the foot down');
    const repaired = repairIssue(rig, hovering, issue!);
    expect(only(repaired, 'push', { push: 0.002 })).toEqual([]);
    // The other foot, which swings, goes its own way.
    worldPosition(worldAt(repaired, 45), rig.humanoid.leftFoot!).forEach((value, c) =>
      expect(value).toBeCloseTo(worldPosition(worldAt(hovering, 45), rig.humanoid.leftFoot!)[c]!, 4),
    );
    expect(worldPosition(worldAt(repaired, 45), rig.humanoid.rightFoot!)[1]).toBeCloseTo(
      worldPosition(worldAt(hovering, 15), rig.humanoid.leftFoot!)[1],
      3,
    );
  });
});
