import { expect, test } from 'vitest';
import { springClip } from '../../../../core/animation/spring-clip.ts';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { setKeyAt } from '../../../../core/document/edits/clips.ts';
import { playedActiveClip } from '../../../../core/document/played-scene.ts';
import { fromAxisAngle } from '../../../../core/math/quat.ts';
import { restPose, rotationOf, setRotation } from '../../../../core/skeleton/pose.ts';
import type { ExportClipRequest } from '../../../../electron/contract.ts';
import { commitEdit } from '../../../../renderer/state/editing.ts';
import { exportClips } from '../../../../renderer/state/saving/exporting.ts';
import { showTime } from '../../../../renderer/state/timeline/playback.ts';
import { setPreview } from '../../../../renderer/state/preview.ts';
import { setView } from '../../../../renderer/state/session.ts';
import { drawnPose } from '../../../../renderer/state/rig/springs.ts';
import { shownPose } from '../../../../renderer/state/studio.ts';
import { documentOf, openStudio } from '../open-studio.ts';
import { tail } from '../../commands/spring-checks.ts';

const REPORT = { path: '/out/a.glb', bytes: 1, largestDistance: 0, largestAngle: 0, warnings: [] };

/** A character with a spring at its neck nods from frame 0 to 15 of 60. */
async function nodding() {
  const opened = await openStudio({ 'export.clip': () => REPORT });
  const { studio } = opened;
  const spring = tail(studio);
  const { rig } = documentOf(studio);
  const { skeleton } = rig;
  const nod = restPose(skeleton);
  setRotation(nod, rig.humanoid.chest!, fromAxisAngle([1, 0, 0], 0.6));
  commitEdit(studio, 'Key', (project) => setKeyAt(setKeyAt(project, skeleton, 0, restPose(skeleton)), skeleton, 0.5, nod));
  return { ...opened, rig, skeleton, spring };
}

test('springs are drawn where they swing, at any moment the same, and never in the pose that is keyed', async () => {
  const { studio, rig, skeleton, spring } = await nodding();
  showTime(studio, 0.4);
  expect(drawnPose(studio.getState())).toBe(shownPose(studio.getState()));
  setView(studio, { springs: true });
  const swinging = springClip(
    rig,
    playedActiveClip(documentOf(studio).history.present, rig, () => null),
  );
  const wanted = rotationOf(sampleClip(skeleton, swinging, 0.4), spring);
  const pose = shownPose(studio.getState())!;
  const drawn = drawnPose(studio.getState())!;
  expect(rotationOf(drawn, spring)).toEqual(wanted);
  expect(Math.abs(wanted[3])).toBeLessThan(0.9999);
  expect(rotationOf(pose, spring)).toEqual([0, 0, 0, 1]);
  expect(drawnPose(studio.getState())).toBe(drawn);
  // By another way to the same frame: the same.
  for (const time of [0.9, 0.1, 0.4]) showTime(studio, time);
  expect(drawnPose(studio.getState())).toEqual(drawn);
});

test('a spring that is posed by hand is drawn as it is posed', async () => {
  const { studio, spring } = await nodding();
  showTime(studio, 0.4);
  setView(studio, { springs: true });
  const posed = shownPose(studio.getState())!.slice();
  setRotation(posed, spring, fromAxisAngle([0, 0, 1], 0.3));
  setPreview(studio, { pose: posed, cause: 'rotate' });
  expect(drawnPose(studio.getState())).toEqual(posed);
});

test('an export has springs in its keys where that is chosen', async () => {
  const { studio, desktop, rig, spring } = await nodding();
  for (const springs of [false, true]) await exportClips(studio, '/out/a.glb', { kind: 'active', springs }).result;
  const [plain, baked] = desktop.callsOf('export.clip').map(([, request]) => (request as ExportClipRequest).clips[0]!);
  const clip = playedActiveClip(documentOf(studio).history.present, rig, () => null);
  expect(plain).toEqual(clip);
  expect(baked).toEqual(springClip(rig, clip));
  const keys = (each: typeof clip) => each.tracks.find(({ joint }) => joint === spring)?.times.length ?? 0;
  expect([keys(plain!), keys(baked!)]).toEqual([2, Math.round(clip.duration * clip.fps) + 1]);
});
