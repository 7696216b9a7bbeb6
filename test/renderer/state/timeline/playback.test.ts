import { describe, expect, test } from 'vitest';
import { setClipLoop, setKeyAt } from '../../../../core/document/edits/clips.ts';
import { slerp } from '../../../../core/math/quat.ts';
import { rotationOf } from '../../../../core/skeleton/pose.ts';
import { commitEdit } from '../../../../renderer/state/editing.ts';
import { setPreview } from '../../../../renderer/state/preview.ts';
import { addNewClip } from '../../../../renderer/state/timeline/clip-edits.ts';
import {
  jumpToKey,
  limitPlayRange,
  play,
  playRange,
  setPingPong,
  setPlayRange,
  setSpeed,
  showFrame,
  showTime,
  stepFrames,
  togglePlay,
} from '../../../../renderer/state/timeline/playback.ts';
import { shownPose, type Studio } from '../../../../renderer/state/studio.ts';
import { asLinearLoop, bentElbow, documentOf, leftElbow, openStudio, type OpenStudio, poseOf } from '../open-studio.ts';

/** Straight at 0 s, the elbow at 90° at 1 s, straight again at 2 s, where the clip ends. */
async function withMotion(): Promise<OpenStudio> {
  const open = await openStudio();
  const { studio } = open;
  const { skeleton } = documentOf(studio).rig;
  const bent = bentElbow(studio, 90);
  commitEdit(studio, 'Keys', (project) =>
    asLinearLoop(
      setKeyAt(setKeyAt(setKeyAt(project, skeleton, 0, poseOf(studio)), skeleton, 1, bent), skeleton, 2, poseOf(studio)),
    ),
  );
  return open;
}

/** Degrees that the elbow shows. */
function elbow(studio: Studio): number {
  const pose = shownPose(studio.getState());
  const [, , , w] = pose ? rotationOf(pose, leftElbow(studio)) : [0, 0, 0, 1];
  return (2 * Math.acos(Math.min(1, Math.abs(w))) * 180) / Math.PI;
}

function playback(studio: Studio) {
  return studio.getState().session.playback;
}

describe('Playing', () => {
  test('shows the clip at the times of the clock', async () => {
    const { studio, clock } = await withMotion();
    play(studio);
    const shown = [0.25, 0.25, 0.5, 0.5].map((seconds) => {
      clock.advance(seconds);
      return elbow(studio);
    });
    const expected = [22.5, 45, 90, 45];
    shown.forEach((degrees, i) => expect(degrees).toBeCloseTo(expected[i] ?? 0, 6));
    expect(playback(studio)).toMatchObject({ playing: true, time: 1.5 });
  });

  test('goes the way of SLERP between keys', async () => {
    const { studio, clock } = await withMotion();
    const joint = leftElbow(studio);
    const from = rotationOf(poseOf(studio), joint);
    const to = rotationOf(bentElbow(studio, 90), joint);
    play(studio);
    clock.advance(0.4);
    const shown = shownPose(studio.getState());
    expect(shown && rotationOf(shown, joint)).toEqual(slerp(from, to, 0.4).map((value) => expect.closeTo(value, 12)));
  });

  test('begins again at the end of a loop, and stops there otherwise', async () => {
    const { studio, clock } = await withMotion();
    play(studio);
    clock.advance(2.25);
    expect(playback(studio).playing).toBe(true);
    expect(playback(studio).time).toBeCloseTo(0.25, 9);
    commitEdit(studio, 'Play once', (project) => setClipLoop(project, false));
    clock.advance(5);
    expect(playback(studio)).toMatchObject({ playing: false, time: 2 });
  });

  test('that was stopped stands on the nearest frame and does not go on', async () => {
    const { studio, clock } = await withMotion();
    togglePlay(studio);
    clock.advance(0.51);
    togglePlay(studio);
    expect(playback(studio)).toMatchObject({ playing: false, time: 0.5 });
    clock.advance(1);
    expect(playback(studio).time).toBe(0.5);
  });

  test('from the end begins at the start', async () => {
    const { studio } = await withMotion();
    showFrame(studio, 60);
    play(studio);
    expect(playback(studio)).toMatchObject({ playing: true, time: 0 });
  });

  test('gives way to a drag', async () => {
    const { studio, clock } = await withMotion();
    play(studio);
    const pulled = bentElbow(studio, 33);
    setPreview(studio, { pose: pulled, cause: 'pull' });
    clock.advance(0.5);
    expect(playback(studio).playing).toBe(false);
    expect(shownPose(studio.getState())).toBe(pulled);
  });

  test('a clip without keys leaves the pose as it is', async () => {
    const { studio, clock } = await openStudio();
    const pose = poseOf(studio);
    play(studio);
    clock.advance(0.5);
    expect(shownPose(studio.getState())).toEqual(pose);
  });
});

describe('The playhead', () => {
  test('is clamped to the clip', async () => {
    const { studio } = await withMotion();
    showTime(studio, 99);
    expect(playback(studio).time).toBe(2);
    showTime(studio, -1);
    expect(playback(studio).time).toBe(0);
  });

  test('steps by frames and stays inside the clip', async () => {
    const { studio } = await withMotion();
    stepFrames(studio, -1);
    expect(playback(studio).time).toBe(0);
    stepFrames(studio, 1);
    stepFrames(studio, 1);
    expect(playback(studio).time).toBe(2 / 30);
    showFrame(studio, 60);
    stepFrames(studio, 1);
    expect(playback(studio).time).toBe(2);
  });

  test('jumps from key to key and stays at the last', async () => {
    const { studio } = await withMotion();
    const times: number[] = [];
    for (const direction of [1, 1, 1, -1, -1, -1] as const) {
      jumpToKey(studio, direction);
      times.push(playback(studio).time);
    }
    expect(times).toEqual([1, 2, 2, 1, 0, 0]);
  });
});

describe('What is played, how fast and which way', () => {
  /** The times that are shown after each of these seconds. */
  async function played(prepare: (studio: Studio) => void, ...seconds: readonly number[]): Promise<readonly number[]> {
    const { studio, clock } = await withMotion();
    prepare(studio);
    play(studio);
    return seconds.map((by) => {
      clock.advance(by);
      return Number(playback(studio).time.toFixed(6));
    });
  }

  test('a speed is times the clock', async () => {
    expect(await played((studio) => setSpeed(studio, 0.25), 1, 1)).toEqual([0.25, 0.5]);
    expect(await played((studio) => setSpeed(studio, 4), 0.25, 0.3)).toEqual([1, 0.2]);
  });

  test('back and forth turns at both ends', async () => {
    expect(await played((studio) => setPingPong(studio, true), 1.5, 1, 1, 1)).toEqual([1.5, 1.5, 0.5, 0.5]);
  });

  test('a range is played alone, from its start when the playhead is outside', async () => {
    const range = (studio: Studio) => setPlayRange(studio, [15, 30]);
    expect(await played(range, 0.25, 0.5)).toEqual([0.75, 0.75]);
    const backAndForth = (studio: Studio) => {
      range(studio);
      setPingPong(studio, true);
    };
    expect(await played(backAndForth, 0.4, 0.3)).toEqual([0.9, 0.8]);
  });

  test('a range is of one clip and ends with it; one of no frame is none', async () => {
    const { studio } = await withMotion();
    setPlayRange(studio, [15, 300]);
    expect(playRange(studio.getState())).toEqual([0.5, 2]);
    setPlayRange(studio, [15, 15]);
    expect(playRange(studio.getState())).toEqual([0, 2]);
    setPlayRange(studio, [15, 30]);
    addNewClip(studio);
    expect(playRange(studio.getState())).toEqual([0, 2]);
  });

  test('the start may be put behind the end and the end before the start', async () => {
    const { studio } = await withMotion();
    setPlayRange(studio, [15, 30]);
    showFrame(studio, 40);
    limitPlayRange(studio, 'from');
    expect(playRange(studio.getState()).map((time) => Math.round(30 * time))).toEqual([40, 60]);
    showFrame(studio, 20);
    limitPlayRange(studio, 'to');
    expect(playRange(studio.getState()).map((time) => Math.round(30 * time))).toEqual([0, 20]);
  });
});
