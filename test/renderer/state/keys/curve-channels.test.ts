import { describe, expect, test } from 'vitest';
import { INTERPOLATIONS, ROOT_TRACK, type Clip, type Interpolation } from '../../../../core/animation/clip.ts';
import { alongTangents } from '../../../../core/animation/along-tangents.ts';
import { keysWithin, setChosenInterpolation } from '../../../../core/animation/chosen-keys.ts';
import { hasTangents } from '../../../../core/animation/easing.ts';
import { setKey } from '../../../../core/animation/keys.ts';
import { playedClip } from '../../../../core/animation/played-clip.ts';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { toDegrees } from '../../../../core/math/angles.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { editActiveClip, activeClip } from '../../../../core/document/edits/clips.ts';
import { limitExcess } from '../../../../core/skeleton/limit-state.ts';
import { rotationOf } from '../../../../core/skeleton/pose.ts';
import { sampleLimit } from '../../../../core/skeleton/sample-limit.ts';
import { restPose, setRotation } from '../../../../core/skeleton/pose.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import { chooseKeys } from '../../../../renderer/state/keys/chosen-keys.ts';
import { poseAtTime } from '../../../../renderer/state/timeline/clips.ts';
import {
  carriedKeys,
  carryKeysOnCurve,
  goToCurveKey,
  previewCurveEdit,
  setHandles,
} from '../../../../renderer/state/keys/curve-edits.ts';
import {
  channelsOf,
  handledChannels,
  handlePlace,
  sampleChannels,
  spansAt,
  withHandleAt,
} from '../../../../renderer/state/keys/curve-channels.ts';
import { commitEdit, undo } from '../../../../renderer/state/editing.ts';
import { jointAngles } from '../../../../renderer/state/rig/joint-angles.ts';
import { axisWords } from '../../../../renderer/state/rig/axis-words.ts';
import { shownPose } from '../../../../renderer/state/studio.ts';
import { pathOf } from '../../../../renderer/panels/timeline/curves/curve-lines.tsx';
import { rangeOf, sampleTimes } from '../../../../renderer/panels/timeline/curves/curve-scale.ts';
import { documentOf, openStudio } from '../open-studio.ts';

const BONES = ['leftUpperArm', 'leftLowerArm', 'rightUpperLeg', 'spine', 'hips'] as const;

/** Random poses within the limits of some joints at frames 0, 12, 20, 33 and 60, each key going on in a way of its own. */
function wild(rig: Rig, base: Clip, seed = 4): Clip {
  const random = seededRandom(seed);
  const joints = BONES.map((bone) => rig.humanoid[bone]!);
  const ways: readonly Interpolation[] = [...INTERPOLATIONS, [0.1, -0.3, 0.4, 1.2], [0.9, 0.1, 0.2, 1]];
  let clip = base;
  for (const frame of [0, 12, 20, 33, 60]) {
    const pose = restPose(rig.skeleton);
    pose.set([random() - 0.5, random() - 0.5, random() - 0.5]);
    for (const joint of joints) setRotation(pose, joint, sampleLimit(rig.skeleton.limits[joint]!, random));
    clip = setKey(rig.skeleton, clip, frame / 30, pose, [ROOT_TRACK, ...joints]);
  }
  for (const key of keysWithin(clip, 0, 2)) {
    clip = setChosenInterpolation(clip, [key], ways[Math.floor(random() * ways.length)]!);
  }
  return clip;
}

async function wildStudio() {
  const { studio } = await openStudio();
  const { rig, history } = documentOf(studio);
  const clip = wild(rig, activeClip(history.present));
  commitEdit(studio, 'Keys', (project) => editActiveClip(project, () => clip));
  const joints = BONES.map((bone) => rig.humanoid[bone]!);
  return { studio, rig, clip, joints, channels: channelsOf(rig, joints, 'cm') };
}

describe('curves', () => {
  test('draw what plays: every point is what the inspector tells of the pose on screen at that time', async () => {
    const { studio, clip, rig, channels } = await wildStudio();
    expect(channels.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Flexion', 'Rotation', 'Side bend', 'Place, left', 'Place, up', 'Place, front']),
    );
    const { history } = documentOf(studio);
    const played = playedClip(rig, clip, history.present.pins);
    const span = { start: -0.1, length: 2.2 };
    const times = sampleTimes(span, clip.duration, 300, clip.tracks[0]!.times);
    for (const time of clip.tracks[0]!.times) expect(times).toContain(time);
    const values = sampleChannels(played, channels, times);
    const range = rangeOf([...values.values()].flat());
    for (const channel of channels) {
      const drawn = [...pathOf(times, values.get(channel)!, span, range, false).matchAll(/[ML](\S+) (\S+?)(?=[ML]|$)/g)];
      expect(drawn).toHaveLength(times.length);
      for (const [, x, y] of drawn) {
        const time = span.start + Number(x) * span.length;
        // The nearest sample: the path is written with six digits.
        const at = times.reduce((best, each) => (Math.abs(each - time) < Math.abs(best - time) ? each : best));
        const pose = poseAtTime(documentOf(studio), at)!;
        const index = Number(channel.id.split(' ')[1]);
        const sign = channel.joint < 0 ? 1 : (axisWords(rig, channel.joint)?.[index]?.sign ?? 1);
        const told =
          channel.joint < 0
            ? 100 * pose[index]!
            : sign * toDegrees(jointAngles(rig.skeleton.limits[channel.joint]!, rotationOf(pose, channel.joint))[index]!.value);
        const shown = range.high - Number(y) * (range.high - range.low);
        // Right before a held key the nearest sample may be the one beside it.
        const isJump = times.some((each) => each !== at && Math.abs(each - at) < 1e-4);
        if (!isJump) expect(shown).toBeCloseTo(told, 2);
      }
    }
  });

  test('have handles on their tangents, which go where they are put', async () => {
    const { clip, channels } = await wildStudio();
    const seen = { time: 0, tangents: 0 };
    for (const track of alongTangents(clip, keysWithin(clip, 1, 2)).tracks) {
      const own = channels.filter(({ joint }) => joint === track.joint);
      const here = { ...clip, tracks: [track] };
      for (const [k, time] of track.times.entries()) {
        const { after } = spansAt(track, k);
        if (!after || typeof track.keyInterpolations?.[k] === 'string') continue;
        for (const channel of handledChannels(own, after)) {
          const [handleTime, handleValue] = handlePlace(after, channel, 'start');
          const step = 1e-6;
          const [now, soon] = sampleChannels(here, [channel], [time, time + step]).get(channel)! as [number, number];
          expect((handleValue - now) / (handleTime - time)).toBeCloseTo((soon - now) / step, -1);
          for (const end of ['start', 'end'] as const) {
            const [from, to] = [after.from, after.to];
            const isTangent = hasTangents(after.handles);
            const share = isTangent ? (end === 'start' ? 1 / 3 : 2 / 3) : 0.4;
            const place = [from + share * (to - from), handlePlace(after, channel, end)[1] + 3] as const;
            const handles = withHandleAt(after, channel, end, ...place);
            const moved = handlePlace({ ...after, handles }, channel, end);
            expect(moved[0]).toBeCloseTo(place[0], 9);
            expect(moved[1]).toBeCloseTo(place[1], isTangent ? 2 : 6);
            seen[isTangent ? 'tangents' : 'time']++;
          }
        }
      }
    }
    expect(seen.time).toBeGreaterThan(6);
    expect(seen.tangents).toBeGreaterThan(6);
  });

  test('turn a key of a joint as far as its limit lets it, and nothing else', async () => {
    const { rig, clip, channels } = await wildStudio();
    for (const channel of channels) {
      const { values } = clip.tracks.find(({ joint }) => joint === channel.joint)!;
      const value = values.slice(0, channel.joint < 0 ? 3 : 4);
      expect(channel.read(channel.write(value, channel.read(value)))).toBeCloseTo(channel.read(value), 6);
      if (channel.joint < 0) continue;
      for (const by of [-500, -20, 20, 500]) {
        const key = { joint: channel.joint, time: 20 / 30 };
        const { clip: turned } = carriedKeys(rig, clip, [key], channel, 0, by);
        const pose = sampleClip(rig.skeleton, turned, key.time);
        expect(limitExcess(rig.skeleton, pose, channel.joint)).toBeLessThan(1e-6);
        const others = (each: Clip) => each.tracks.filter(({ joint }) => joint !== channel.joint);
        expect(others(turned)).toEqual(others(clip));
      }
    }
  });

  test('change keys in one labelled step that undo takes back, and show it while it is under way', async () => {
    const { studio, rig, joints } = await wildStudio();
    const elbow = joints[1]!;
    const [flexion] = channelsOf(rig, [elbow], 'cm');
    const angleAt = (time: number) => flexion!.read(rotationOf(poseAtTime(documentOf(studio), time)!, elbow));
    const before = documentOf(studio).history.present;
    const was = angleAt(20 / 30);
    const by = was > 60 ? -25 : 25;
    goToCurveKey(studio, { joint: elbow, time: 20 / 30 });
    carryKeysOnCurve(studio, flexion!, 20 / 30, 2, by);
    expect(documentOf(studio).history.past.at(-1)?.label).toBe('Change left lower arm flexion of key');
    expect(angleAt(22 / 30)).toBeCloseTo(was + by, 6);
    expect(studio.getState().session.playback.time).toBeCloseTo(22 / 30, 9);
    undo(studio);
    expect(documentOf(studio).history.present).toBe(before);

    chooseKeys(studio, [{ joint: elbow, time: 20 / 30 }]);
    setHandles(studio, { joint: elbow, time: 20 / 30 }, [0, 0, 1, 1]);
    const middle = (20 + 33) / 60;
    const even = angleAt(middle);
    setHandles(studio, { joint: elbow, time: 20 / 30 }, [0, 1, 0, 1]);
    const late = angleAt(33 / 30);
    expect(Math.abs(angleAt(middle) - late)).toBeLessThan(Math.abs(even - late));
    expect(documentOf(studio).history.past.at(-1)?.label).toBe('Shape the curve after frame 20');

    const clip = activeClip(documentOf(studio).history.present);
    const edited = setChosenInterpolation(clip, keysWithin(clip, 0, 2), 'step');
    const played = previewCurveEdit(studio, edited)!;
    const { time } = studio.getState().session.playback;
    expect(shownPose(studio.getState())).toEqual(sampleClip(rig.skeleton, played, time));
    previewCurveEdit(studio, null);
    expect(shownPose(studio.getState())).toEqual(poseAtTime(documentOf(studio), time));
  });
});
