import { expect, test } from 'vitest';
import { createClip } from '../../../../core/animation/keys.ts';
import { clipKeyTimes, sampleClip } from '../../../../core/animation/sampling.ts';
import { addClip, setClipKeepsPins, setKeyAt } from '../../../../core/document/edits/clips.ts';
import type { Rig } from '../../../../core/humanoid/body/rig.ts';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import { createSolver } from '../../../../core/ik/solver.ts';
import { distance } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../../../../core/skeleton/pose.ts';
import type { Project } from '../../../../core/document/project.ts';
import type { ExportClipRequest } from '../../../../electron/contract.ts';
import { poseAtTime } from '../../../../renderer/state/timeline/clips.ts';
import { commitEdit } from '../../../../renderer/state/editing.ts';
import { setPreview } from '../../../../renderer/state/preview.ts';
import { suggestedFolder } from '../../../../renderer/state/window/choose-file.ts';
import { exportClips, exportPose, suggestedExportPath } from '../../../../renderer/state/saving/exporting.ts';
import { createStudio } from '../../../../renderer/state/studio.ts';
import { bentElbow, documentOf, fakeDesktop, openStudio, poseOf } from '../open-studio.ts';

const REPORT = { path: '/out/a.glb', bytes: 1, largestDistance: 0, largestAngle: 0, warnings: [] };

test('The clip goes out with the rig settings and the hash of the character it came from', async () => {
  const { studio, desktop } = await openStudio({ 'export.clip': () => REPORT });
  commitEdit(studio, 'Key', (project) => setKeyAt(project, documentOf(studio).rig.skeleton, 0, poseOf(studio)));
  expect(await exportClips(studio, '/out/a.glb', { kind: 'active' }).result).toBe(REPORT);
  const { character, clips, rig } = documentOf(studio).history.present;
  expect(desktop.callsOf('export.clip')).toMatchObject([
    [expect.any(String), { characterHash: character.hash, rig, clips: [clips[0]], path: '/out/a.glb' }],
  ]);
});

test('All clips that hold keys go out whole, each at its own rate', async () => {
  const { studio, desktop } = await openStudio({ 'export.clip': () => REPORT });
  const key = (project: Project) => setKeyAt(project, documentOf(studio).rig.skeleton, 0, poseOf(studio));
  commitEdit(studio, 'Key', key);
  commitEdit(studio, 'Clips', (project) =>
    addClip(key(addClip(project, createClip('second', 'Second', { fps: 24 }))), createClip('third', 'Third')),
  );
  await exportClips(studio, '/out/a.glb', { kind: 'all' }).result;
  const [, request] = desktop.callsOf('export.clip')[0]!;
  const { clips } = documentOf(studio).history.present;
  expect((request as ExportClipRequest).clips).toEqual(clips.slice(0, 2));
  expect(request).not.toHaveProperty('range');
});

test('The pose that goes out is the one on screen', async () => {
  const { studio, desktop } = await openStudio({ 'export.pose': () => REPORT });
  const pose = bentElbow(studio, 50);
  setPreview(studio, { pose, cause: 'clip' });
  await exportPose(studio, '/out/a.glb').result;
  expect(desktop.callsOf('export.pose')[0]?.[1]).toMatchObject({ pose: [...pose] });
});

test('Without a character there is nothing to export, in a sentence', async () => {
  const studio = createStudio(fakeDesktop());
  await expect(exportClips(studio, '/out/a.glb', { kind: 'active' }).result).rejects.toThrow('open a character');
  await expect(exportPose(studio, '/out/a.glb').result).rejects.toThrow('open a character');
});

test('Files are chosen in the project once there is one', async () => {
  const { studio } = await openStudio();
  expect(suggestedFolder(studio.getState())).toBe('/home/ann/Documents');
  const document = documentOf(studio);
  studio.setState({ document: { ...document, folder: '/home/ann/Walk' } });
  expect(suggestedFolder(studio.getState())).toBe('/home/ann/Walk');
});

test('Exports are suggested in the project once there is one', async () => {
  const { studio } = await openStudio();
  expect(suggestedExportPath(studio.getState(), 'pose')).toBe('/home/ann/Documents/mannequin pose.glb');
  studio.setState({ document: { ...documentOf(studio), folder: '/home/ann/Walk' } });
  expect(suggestedExportPath(studio.getState(), 'clip')).toBe('/home/ann/Walk/exports/mannequin Clip 1.glb');
});

test('A clip that keeps pinned feet between keys goes out as it is shown', async () => {
  const { studio, desktop } = await openStudio({ 'export.clip': () => REPORT });
  const { rig } = documentOf(studio);
  const foot = rig.humanoid.leftFoot!;
  const [low, lower] = [crouch(rig, -0.04 * rig.report.hipHeight), crouch(rig, -0.2 * rig.report.hipHeight)];
  commitEdit(studio, 'Key', (project) => setKeyAt(setKeyAt(project, rig.skeleton, 0, low), rig.skeleton, 1, lower));
  const strayOf = (poseAt: (time: number) => Pose) => {
    const start = worldPosition(forwardKinematics(rig.skeleton, poseAt(0)), foot);
    const times = Array.from({ length: 61 }, (_, i) => i / 60);
    return Math.max(...times.map((time) => distance(start, worldPosition(forwardKinematics(rig.skeleton, poseAt(time)), foot))));
  };
  const shownAt = (time: number) => poseAtTime(documentOf(studio), time)!;
  expect(strayOf(shownAt)).toBeGreaterThan(0.005);
  commitEdit(studio, 'Keep', (project) => setClipKeepsPins(project, true));
  expect(strayOf(shownAt)).toBeLessThan(0.001);
  await exportClips(studio, '/out/a.glb', { kind: 'active' }).result;
  const [, request] = desktop.callsOf('export.clip')[0]!;
  const clip = (request as ExportClipRequest).clips[0]!;
  for (const time of [0, 0.21, 0.5, 0.77, 1]) expect(sampleClip(rig.skeleton, clip, time)).toEqual(shownAt(time));
  expect(clipKeyTimes(documentOf(studio).history.present.clips[0]!)).toEqual([0, 1]);
});

/** The rest pose with the hips moved down by `by` metres (negative) and both feet where they are at rest. */
function crouch(rig: Rig, by: number): Pose {
  const rest = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
  const start = restPose(rig.skeleton);
  start[1] = by;
  const goals = [rig.humanoid.leftFoot!, rig.humanoid.rightFoot!].flatMap((joint): Goal[] => [
    { kind: 'position', joint, target: worldPosition(rest, joint), tolerance: 1e-6, priority: 1, maxLinks: 3 },
    { kind: 'orientation', joint, target: worldRotation(rest, joint), tolerance: 1e-4, maxLinks: 3 },
  ]);
  return createSolver(rig.skeleton).solve(start, goals).pose;
}
