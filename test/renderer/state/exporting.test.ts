import { expect, test } from 'vitest';
import { setKeyAt } from '../../../core/document/edits/clips.ts';
import { commitEdit, setPreview } from '../../../renderer/state/editing.ts';
import { exportClip, exportPose, suggestedExportPath } from '../../../renderer/state/exporting.ts';
import { createStudio } from '../../../renderer/state/studio.ts';
import { bentElbow, documentOf, fakeDesktop, openStudio } from './open-studio.ts';

const REPORT = { path: '/out/a.glb', bytes: 1, largestDistance: 0, largestAngle: 0, warnings: [] };

test('The clip goes out with the rig settings and the hash of the character it came from', async () => {
  const { studio, desktop } = await openStudio({ 'export.clip': () => REPORT });
  commitEdit(studio, 'Key', (project) => setKeyAt(project, documentOf(studio).rig.skeleton, 0, project.pose));
  expect(await exportClip(studio, '/out/a.glb').result).toBe(REPORT);
  const { character, clips, rig } = documentOf(studio).history.present;
  expect(desktop.callsOf('export.clip')).toMatchObject([
    [expect.any(String), { characterHash: character.hash, rig, clip: clips[0], path: '/out/a.glb' }],
  ]);
});

test('The pose that goes out is the one on screen', async () => {
  const { studio, desktop } = await openStudio({ 'export.pose': () => REPORT });
  const pose = bentElbow(studio, 50);
  setPreview(studio, { pose, cause: 'playback' });
  await exportPose(studio, '/out/a.glb').result;
  expect(desktop.callsOf('export.pose')[0]?.[1]).toMatchObject({ pose: [...pose] });
});

test('Without a character there is nothing to export, in a sentence', async () => {
  const studio = createStudio(fakeDesktop());
  await expect(exportClip(studio, '/out/a.glb').result).rejects.toThrow('open a character');
  await expect(exportPose(studio, '/out/a.glb').result).rejects.toThrow('open a character');
});

test('Exports are suggested in the project once there is one', async () => {
  const { studio } = await openStudio();
  expect(suggestedExportPath(studio.getState(), 'pose')).toBe('/home/ann/Documents/mannequin pose.glb');
  studio.setState({ document: { ...documentOf(studio), folder: '/home/ann/Walk' } });
  expect(suggestedExportPath(studio.getState(), 'clip')).toBe('/home/ann/Walk/exports/mannequin Clip 1.glb');
});
