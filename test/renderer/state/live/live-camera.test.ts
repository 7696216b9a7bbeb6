import { afterEach, expect, test, vi } from 'vitest';
import { followLiveFrames, takeLivePose } from '../../../../renderer/state/live/live-pose.ts';
import { toggleCamera } from '../../../../renderer/state/live/live-camera.ts';
import { startRecording } from '../../../../renderer/state/live/recording.ts';
import { shownPose } from '../../../../renderer/state/studio.ts';
import { changeSetting } from '../../../../renderer/state/window/settings.ts';
import { bentElbow, documentOf, noticesOf, openStudio } from '../open-studio.ts';

/** What follows the person, which needs a browser, ends when it is told to. */
const follow = vi.hoisted(() => ({ isFollowing: false }));
vi.mock('../../../../renderer/state/live/follow-person.ts', () => ({
  followPerson: (_studio: unknown, _stream: unknown, end: AbortSignal) =>
    new Promise<void>((done) => {
      follow.isFollowing = true;
      end.addEventListener('abort', () => {
        follow.isFollowing = false;
        done();
      });
    }),
}));

afterEach(() => vi.unstubAllGlobals());

function withCamera(getUserMedia: () => Promise<unknown>): void {
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
}

function camera() {
  const track = { stop: vi.fn(), addEventListener: vi.fn() };
  return { track, stream: { getTracks: () => [track], getVideoTracks: () => [track] } };
}

async function allowed() {
  const open = await openStudio();
  followLiveFrames(open.studio);
  changeSetting(open.studio, 'cameraAllowed', true);
  return open;
}

test('the camera is asked about before it is used, and stays off where the answer is no', async () => {
  const { studio } = await openStudio();
  const getUserMedia = vi.fn();
  withCamera(getUserMedia);
  const toggled = toggleCamera(studio);
  const dialog = studio.getState().session.dialogs.at(-1);
  if (dialog?.name !== 'camera') throw new Error('the camera must be asked about');
  dialog.answer(false);
  await toggled;
  expect(getUserMedia).not.toHaveBeenCalled();
  expect(studio.getState().session.live.camera).toBeNull();
});

test('a camera that cannot be used is told of in a sentence, and is off', async () => {
  const { studio } = await allowed();
  withCamera(() => Promise.reject(Object.assign(new Error('no'), { name: 'NotFoundError' })));
  await toggleCamera(studio);
  expect(noticesOf(studio).at(-1)).toContain('No camera was found');
  vi.stubGlobal('navigator', {});
  await toggleCamera(studio);
  expect(noticesOf(studio).at(-1)).toContain('No camera can be used here');
  expect(studio.getState().session.live.camera).toBeNull();
});

test('what comes of it moves the character and is recorded until it is switched off; then its light goes', async () => {
  const { studio, clock } = await allowed();
  const before = documentOf(studio).history;
  const { stream, track } = camera();
  withCamera(() => Promise.resolve(stream));
  const running = toggleCamera(studio);
  await vi.waitFor(() => expect(follow.isFollowing).toBe(true));
  takeLivePose(studio, { pose: bentElbow(studio, 40), milliseconds: 0 });
  clock.advance(0.001);
  expect(shownPose(studio.getState())).toEqual(bentElbow(studio, 40));
  expect(documentOf(studio).history).toBe(before);
  startRecording(studio);
  for (const milliseconds of [0, 500]) takeLivePose(studio, { pose: bentElbow(studio, 50), milliseconds });
  await toggleCamera(studio);
  await running;
  expect(track.stop).toHaveBeenCalledTimes(1);
  expect(follow.isFollowing).toBe(false);
  expect(studio.getState().session.live).toMatchObject({ camera: null, recorded: null });
  expect(documentOf(studio).history.past.at(-1)?.label).toBe('Record “Live 1”');
  expect(studio.getState().transient.preview).toBeNull();
});

test('a camera that is taken out says so, and is off', async () => {
  const { studio } = await allowed();
  const { stream, track } = camera();
  withCamera(() => Promise.resolve(stream));
  const running = toggleCamera(studio);
  await vi.waitFor(() => expect(track.addEventListener).toHaveBeenCalled());
  const [, ended] = track.addEventListener.mock.calls[0] as [string, () => void];
  ended();
  await running;
  expect(noticesOf(studio).at(-1)).toContain('The camera has ended');
  expect(studio.getState().session.live.camera).toBeNull();
});
