import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseHTML } from '../../helpers/parse-html.ts';
import { expect, test } from 'vitest';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import type { Clip } from '../../../core/animation/clip.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { projectToData } from '../../../core/document/serialize.ts';
import { fromAxisAngle } from '../../../core/math/quat.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { loadCharacter } from '../../../electron/cli/load-character.ts';
import { writeProjectFolder } from '../../../electron/files/project/save-project.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { emptyFolder, limber } from './fake-terminal.ts';

/** A saved project with a clip that stands still and one whose head turns by `degrees`, out and back, within the loop of two seconds. */
async function savedProject(degrees: number): Promise<string> {
  const folder = join(await emptyFolder(), 'Hero');
  const { rig, bytes, hash, fileName } = await loadCharacter(MANNEQUIN);
  const head = rig.humanoid.head!;
  const keyed = (clip: Clip, time: number, angle: number) => {
    const pose = restPose(rig.skeleton);
    setRotation(pose, head, fromAxisAngle([0, 1, 0], (angle * Math.PI) / 180));
    return setKey(rig.skeleton, clip, time, pose, [head]);
  };
  const still = keyed(createClip('still', 'Still'), 0, 0);
  const turning = [0, degrees, 0].reduce(
    (clip, angle, second) => keyed(clip, second, angle),
    createClip('turn', 'Turn & <back>'),
  );
  const project = { ...createProject(rig, { name: 'hero', fileName, hash }), clips: [still, turning], activeClip: 'still' };
  await writeProjectFolder(folder, projectToData(rig, project), async () => bytes);
  return folder;
}

test('a project without anything wrong answers 0, and says so of each clip', async () => {
  const ran = await limber('lint', await savedProject(20));
  expect(ran).toMatchObject({ exitCode: 0, noted: '' });
  expect(ran.printed).toBe('clip "Still", 2.000 s: nothing found\nclip "Turn & <back>", 2.000 s: nothing found');
});

test('something wrong answers 3, with frame, joint and amount as JSON', async () => {
  const ran = await limber('lint', await savedProject(170), '--clip', 'Turn & <back>', '--json');
  expect(ran.exitCode).toBe(3);
  const { clips } = JSON.parse(ran.printed);
  expect(clips).toHaveLength(1);
  const [limit] = clips[0].issues;
  expect(limit).toMatchObject({ kind: 'limit', joint: 'head', frame: 30, note: false });
  expect(limit.amount).toBeGreaterThan(1);
});

test('a file of thresholds says from where on something is wrong @all', async () => {
  const folder = await savedProject(170);
  const file = join(folder, 'studio.json');
  await writeFile(file, '{ "limit": 170 }');
  expect((await limber('lint', folder, '--thresholds', file)).exitCode).toBe(0);
  await writeFile(file, '{ "ignore": ["limit"] }');
  expect((await limber('lint', folder, '--thresholds', file)).exitCode).toBe(0);
  await writeFile(file, '{ "limit": 170, "seamSpeed": 1, "seam": 0.1 }');
  expect((await limber('lint', folder, '--thresholds', file)).exitCode).toBe(0);
  await writeFile(file, '{ "limit": 170, "seam": 0.1, "landing": 6, "spin": 90, "balance": 20, "push": 40 }');
  expect((await limber('lint', folder, '--thresholds', file)).exitCode).toBe(0);
  await writeFile(file, '{ "limits": 3 }');
  const refused = await limber('lint', folder, '--thresholds', file);
  expect(refused.exitCode).toBe(2);
  expect(refused.noted).toMatch(/^limber: the thresholds in ".*studio\.json" cannot be used: .*limits/);
  await writeFile(file, '{ "limit": ');
  expect((await limber('lint', folder, '--thresholds', file)).noted).toMatch(/is|are no JSON/);
});

test('the report is one page that names every clip and issue and needs nothing else', async () => {
  const folder = await savedProject(170);
  const html = join(folder, 'report.html');
  expect((await limber('lint', folder, '--html', html)).exitCode).toBe(3);
  const text = await readFile(html, 'utf8');
  expect(text).not.toMatch(/<script|https?:|src=|@import|<back>/);
  const page = parseHTML(text);
  expect([...page.querySelectorAll('h2')].map((each) => each.textContent)).toEqual(['Still', 'Turn & <back>']);
  const cells = [...page.querySelectorAll('tr:nth-child(2) td')].map((each) => each.textContent);
  expect(cells.slice(0, 4)).toEqual(['30', expect.stringMatching(/^\d+$/), 'limit', 'Head']);
  expect(page.querySelectorAll('svg rect')).toHaveLength(1);
});

test('a motion file is looked at too; one without clips, and a preset for a project, are refused', async () => {
  const refused = await limber('lint', MANNEQUIN);
  expect(refused).toMatchObject({ exitCode: 2, noted: 'limber: "mannequin.glb" holds no clip' });
  const preset = await limber('lint', await savedProject(10), '--preset', 'free');
  expect(preset).toMatchObject({ exitCode: 2, noted: 'limber: --preset is for files: a project has limits of its own' });
});
