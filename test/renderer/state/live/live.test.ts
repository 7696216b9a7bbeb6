import { describe, expect, test } from 'vitest';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { activeClip } from '../../../../core/document/edits/clips.ts';
import type { VmcFrame } from '../../../../core/formats/vmc/vmc-frame.ts';
import { createFrameWriter } from '../../../../core/formats/vmc/humanoid-frames.ts';
import { angleBetween } from '../../../../core/math/quat.ts';
import { rotationOf, type Pose } from '../../../../core/skeleton/pose.ts';
import type { LiveState } from '../../../../electron/contract.ts';
import { undo } from '../../../../renderer/state/editing.ts';
import { changePlace, followLinks, toggleReceiving, toggleSending } from '../../../../renderer/state/live/links.ts';
import { followLiveFrames, followPose } from '../../../../renderer/state/live/live-pose.ts';
import { startRecording, stopRecording } from '../../../../renderer/state/live/recording.ts';
import { setPreview } from '../../../../renderer/state/preview.ts';
import { shownPose, type Studio } from '../../../../renderer/state/studio.ts';
import { play } from '../../../../renderer/state/timeline/playback.ts';
import { commitPose } from '../../../../renderer/state/editing.ts';
import { bentElbow, documentOf, leftElbow, noticesOf, openStudio } from '../open-studio.ts';

async function live(reply?: Parameters<typeof openStudio>[2], answers: Parameters<typeof openStudio>[0] = {}) {
  const open = await openStudio(answers);
  const { studio, desktop } = open;
  followLinks(studio);
  followPose(studio);
  followLiveFrames(studio);
  if (reply)
    studio.subscribe(({ session }, before) => {
      const dialog = session.dialogs.at(-1);
      if (dialog && !before.session.dialogs.includes(dialog)) reply(dialog);
    });
  const write = createFrameWriter(documentOf(studio).rig);
  /** Another program sends a pose at so many milliseconds. */
  const send = (pose: Pose, milliseconds: number) => {
    desktop.tell('live.frame', { frame: write(pose), milliseconds });
    open.clock.advance(0.001);
  };
  return { ...open, send };
}

const elbowOf = (studio: Studio, pose: Pose) => angleBetween(rotationOf(pose, leftElbow(studio)), [0, 0, 0, 1]);
const degrees = (studio: Studio) => Math.round((elbowOf(studio, shownPose(studio.getState())!) * 180) / Math.PI);

const NOTHING_ON: LiveState = { sending: null, receiving: null };

describe('receiving', () => {
  test('moves the character without changing the document, and leaves it as it was when it ends', async () => {
    const { studio, send } = await live();
    const before = documentOf(studio).history;
    const pose = shownPose(studio.getState());
    await toggleReceiving(studio);
    send(bentElbow(studio, 40), 0);
    expect(degrees(studio)).toBe(40);
    send(bentElbow(studio, 60), 16);
    expect(degrees(studio)).toBe(60);
    await toggleReceiving(studio);
    expect(shownPose(studio.getState())).toBe(pose);
    send(bentElbow(studio, 80), 32);
    expect(shownPose(studio.getState())).toBe(pose);
    expect(documentOf(studio).history).toBe(before);
  });

  test('waits while a clip plays or something is dragged, and goes on after it', async () => {
    const { studio, send, clock } = await live();
    commitPose(studio, 'Bend', bentElbow(studio, 10));
    await toggleReceiving(studio);
    send(bentElbow(studio, 40), 0);
    setPreview(studio, { pose: bentElbow(studio, 20), cause: 'pull' });
    send(bentElbow(studio, 50), 16);
    expect(degrees(studio)).toBe(20);
    setPreview(studio, null);
    play(studio);
    clock.advance(0.1);
    send(bentElbow(studio, 60), 32);
    expect(studio.getState().transient.preview).toBeNull();
    expect(studio.getState().session.playback.playing).toBe(true);
    studio.setState(({ session }) => ({ session: { ...session, playback: { ...session.playback, playing: false } } }));
    send(bentElbow(studio, 70), 48);
    expect(degrees(studio)).toBe(70);
  });

  test('is recorded as a clip in one step, which undo takes back', async () => {
    const { studio, send } = await live();
    await toggleReceiving(studio);
    send(bentElbow(studio, 90), 0);
    startRecording(studio);
    for (let frame = 0; frame <= 30; frame++) send(bentElbow(studio, frame), 1000 + (1000 * frame) / 60);
    expect(studio.getState().session.live.recorded).toBeCloseTo(500, 6);
    stopRecording(studio);
    const { history, rig } = documentOf(studio);
    const clip = activeClip(history.present);
    expect(history.past.at(-1)!.label).toBe('Record “Live 1”');
    expect(clip).toMatchObject({ name: 'Live 1', fps: 60, loop: false });
    expect(clip.duration).toBeCloseTo(0.5, 9);
    const half = elbowOf(studio, sampleClip(rig.skeleton, clip, 0.25));
    expect((half * 180) / Math.PI).toBeCloseTo(15, 1);
    undo(studio);
    expect(documentOf(studio).history.present.clips.map(({ name }) => name)).not.toContain('Live 1');
  });

  test('that ends while it is recorded keeps what came; with nothing it says so', async () => {
    const { studio, send, desktop } = await live();
    await toggleReceiving(studio);
    startRecording(studio);
    desktop.tell('live.state', NOTHING_ON);
    expect(noticesOf(studio).at(-1)).toMatch(/^Nothing was recorded/);
    await toggleReceiving(studio);
    startRecording(studio);
    send(bentElbow(studio, 30), 0);
    send(bentElbow(studio, 30), 100);
    await toggleReceiving(studio);
    expect(documentOf(studio).history.past.at(-1)!.label).toBe('Record “Live 1”');
    expect(studio.getState().session.live).toMatchObject({ isReceiving: false, recorded: null });
  });
});

describe('sending', () => {
  test('tells the pose on screen when it begins, and whenever it changes', async () => {
    const { studio, desktop } = await live();
    await toggleSending(studio);
    await Promise.resolve();
    expect(desktop.callsOf('live.pose')).toHaveLength(1);
    setPreview(studio, { pose: bentElbow(studio, 45), cause: 'pull' });
    await new Promise(setImmediate);
    const [told] = desktop.callsOf('live.pose').at(-1) as [VmcFrame];
    const rotation = told.bones.leftLowerArm!.rotation;
    expect((angleBetween(rotation, [0, 0, 0, 1]) * 180) / Math.PI).toBeGreaterThan(30);
    await toggleSending(studio);
    const count = desktop.callsOf('live.pose').length;
    setPreview(studio, { pose: bentElbow(studio, 50), cause: 'pull' });
    await new Promise(setImmediate);
    expect(desktop.callsOf('live.pose')).toHaveLength(count);
    expect(desktop.callsOf('live.send').at(-1)).toEqual([null, 1]);
  });

  test('asks once, by name, about an address beyond this machine; no keeps it off', async () => {
    const asked: string[] = [];
    let says = false;
    const { studio, desktop } = await live((dialog) => {
      if (dialog.name !== 'liveAddress') return;
      asked.push(`${dialog.direction} ${dialog.address}`);
      queueMicrotask(() => dialog.answer(says));
    });
    await changePlace(studio, 'send', { address: '192.168.1.20' });
    await toggleSending(studio);
    expect(desktop.callsOf('live.send')).toEqual([]);
    says = true;
    await toggleSending(studio);
    await toggleSending(studio);
    await toggleSending(studio);
    expect(asked).toEqual(['send 192.168.1.20', 'send 192.168.1.20']);
    expect(desktop.callsOf('live.send').at(-1)).toEqual([{ address: '192.168.1.20', port: 39_539, isOutside: true }, 60]);
    expect(studio.getState().session.settings.liveAllowed).toEqual(['send 192.168.1.20']);
  });

  test('to the port that is listened at is refused, since it would come back', async () => {
    const { studio } = await live();
    await toggleReceiving(studio);
    await toggleSending(studio);
    expect(studio.getState().session.live.isSending).toBe(false);
    expect(noticesOf(studio).at(-1)).toBe('Limber would hear itself at port 39539: set another port for one of the two.');
    await changePlace(studio, 'send', { port: 39_540 });
    await toggleSending(studio);
    expect(studio.getState().session.live.isSending).toBe(true);
  });
});

test('a port that is taken leaves receiving off, and the sentence says so', async () => {
  const { studio } = await live(undefined, {
    'live.receive': () => {
      throw new Error('Port 39539 is used by another program: close that one, or select another port here and there');
    },
  });
  await toggleReceiving(studio);
  expect(studio.getState().session.live.isReceiving).toBe(false);
  expect(noticesOf(studio).at(-1)).toMatch(/^Port 39539 is used by another program/);
});
