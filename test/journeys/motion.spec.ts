import AxeBuilder from '@axe-core/playwright';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { writeMotions } from '../electron/cli/batch/small-batch.ts';
import { writeClip } from '../../core/formats/clips/motion-formats.ts';
import { loadCharacter } from '../../electron/cli/load-character.ts';
import { limber } from '../electron/cli/fake-terminal.ts';
import { capturedPair } from '../helpers/captured-pair.ts';
import { TRIES_ALL } from '../helpers/extent.ts';
import { MANNEQUIN } from '../helpers/mannequin.ts';
import { sharedData } from '../helpers/shared-data.ts';
import { keyTwoPoses } from './key-two-poses.ts';
import type { Vec3 } from '../../core/math/vec3.ts';
import { apart, expect, test } from './studio.ts';

const walk = sharedData('bvh/cmu-12_01-walk.bvh');
const knight = sharedData('rigs/kaykit-knight.glb');

function needs(path: string | null, what: string): string {
  if (path === null) console.log(`Skipped: the shared data has no ${what}.`);
  test.skip(path === null, `the shared data has no ${what}`);
  return path!;
}

async function problems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

async function choose(page: Page, label: string | RegExp, option: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

/** The share of a drawn figure's picture that is not seen through at all. */
function covered(page: Page, name: string): Promise<number> {
  return page.getByRole('img', { name }).evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const { data } = (element as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height);
    return data.filter((value, i) => i % 4 === 3 && value === 255).length / (width * height);
  });
}

/** Leads the window's own file browser to a folder. */
async function nameFolder(page: Page, folder: string): Promise<void> {
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Folder', exact: true });
  await field.fill(folder);
  await field.press('Enter');
  await expect(field).toHaveValue(folder);
}

test('two files of people captured together become two characters who touch, as one step @all', async ({ studio }) => {
  const { page, folder } = studio;
  const character = await loadCharacter(MANNEQUIN);
  const paths = capturedPair(character.rig).map((_, i) => join(folder, `person-${i + 1}.bvh`));
  for (const [i, clip] of capturedPair(character.rig).entries())
    await writeFile(paths[i]!, writeClip(character, 'bvh', clip).bytes);
  await studio.drop(...paths);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Retarget all together' }).click();
  await expect(dialog.getByRole('heading', { name: 'Retarget 2 people captured together' })).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Contacts' }).getByRole('listitem')).toHaveText(
    [/^mannequin: right hand on mannequin 2: right /, /^mannequin 2: left hand on mannequin: /],
    { timeout: 60_000 },
  );
  // Hands on hands both give way; of the other contact somebody else is chosen.
  const gives = (whose: string) => dialog.getByRole('button', { name: `Who gives way: ${whose}` });
  await expect(gives('mannequin, right hand')).toContainText('Both give way');
  await gives('mannequin 2, left hand').click();
  await page.getByRole('option', { name: 'The other gives way' }).click();
  await expect(gives('mannequin 2, left hand')).toContainText('The other gives way', { timeout: 60_000 });
  expect(await problems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Put on the timeline' }).click();
  await expect(
    page.getByRole('region', { name: 'Characters' }).getByRole('button', { name: 'mannequin 2', exact: true }),
  ).toBeVisible();
  expect(await studio.shown()).toMatchObject({ past: 1, lastLabel: 'Retarget “person-1” onto 2 characters' });
  const { actors, activeClip } = await studio.project();
  expect(actors[0]!.motions[activeClip]!.contacts).toMatchObject([{ part: 'leftHand', on: { gives: 'on' } }]);
  await studio.run('edit.undo');
  expect((await studio.project()).actors).toEqual([]);
});

test('brings a dropped motion onto the character, beside what the file holds, and takes it back', async ({ studio }) => {
  const path = needs(walk, 'CMU walk');
  const { page } = studio;
  // The two figures move by themselves.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const before = await studio.project();
  await studio.drop(path);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'In the file: cmu-12_01-walk' })).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByRole('img', { name: 'On the character: mannequin' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Pause' }).click();
  // The character has its mesh: much more of its picture is covered than by the lines of the file's.
  await expect.poll(() => covered(page, 'On the character: mannequin')).toBeGreaterThan(0.04);
  expect(await covered(page, 'In the file: cmu-12_01-walk')).toBeLessThan(0.04);
  expect(await problems(page)).toEqual([]);

  await dialog.getByText('How the file was read').click();
  await expect(dialog.getByText(/lengths are CMU units/)).toBeVisible();
  await choose(page, /Unit/, 'inches');
  await expect(dialog.getByText('How the file was read (changed by you)')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Put on the timeline' })).toBeEnabled({ timeout: 60_000 });
  if (TRIES_ALL) expect(await problems(page)).toEqual([]);
  await choose(page, /Unit/, 'as fits best');
  await expect(dialog.getByRole('button', { name: 'Put on the timeline' })).toBeEnabled({ timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Put on the timeline' }).click();
  await expect(dialog).toHaveCount(0);

  const { clips, activeClip } = await studio.project();
  const clip = clips.find(({ id }) => id === activeClip)!;
  expect(clip.name).toBe('cmu-12_01-walk');
  expect(clip.fps).toBe(30);
  expect(clip.duration).toBeCloseTo(4.35, 1);
  expect(Math.max(...clip.tracks.map(({ times }) => times.length))).toBeGreaterThan(100);
  await studio.run('edit.undo');
  expect((await studio.project()).clips).toEqual(before.clips);
});

test('walks a motion over the stairs of the scene as it comes onto the timeline, unless it is told not to @all', async ({
  studio,
}) => {
  const { page } = studio;
  await studio.run('prop.add.stairs');
  const highest = async (walks: boolean): Promise<number> => {
    await studio.drop(needs(walk, 'CMU walk'));
    const dialog = page.getByRole('dialog', { name: /Retarget/ });
    await expect(dialog).toBeVisible({ timeout: 60_000 });
    const done = dialog.getByRole('button', { name: 'Put on the timeline' });
    await expect(done).toBeEnabled({ timeout: 60_000 });
    const over = dialog.getByRole('checkbox', { name: 'Walk over the ground' });
    await expect(over).toBeChecked();
    if (!walks) await dialog.getByText('Walk over the ground').click();
    await expect(over).toBeChecked({ checked: walks });
    await done.click();
    await expect(dialog).toHaveCount(0);
    const { clips, activeClip } = await studio.project();
    const { values } = clips.find(({ id }) => id === activeClip)!.tracks.find(({ joint }) => joint === -1)!;
    return Math.max(...values.filter((_, i) => i % 3 === 1));
  };
  const level = await highest(false);
  await studio.run('edit.undo');
  expect((await highest(true)) - level).toBeGreaterThan(0.15);
});

test('keeps the choices for a motion as a profile, which the command line uses, and takes them over again @all', async ({
  studio,
}) => {
  const { page, folder } = studio;
  const [motion, profile] = [join(folder, 'arm.bvh'), join(folder, 'profile.json')];
  await writeMotions([motion]);
  await studio.drop(motion);
  const dialog = page.getByRole('dialog', { name: /Retarget arm\.bvh/ });
  await expect(dialog).toBeVisible({ timeout: 60_000 });
  await choose(page, /^30 Frame rate/, '60');
  await dialog.getByText('Keep hands on what they touch').click();
  await dialog.getByText('How the file was read').click();
  await choose(page, /Unit/, 'inches');
  await dialog.getByText(/^Bones of the motion/).click();
  await dialog.getByRole('searchbox', { name: 'Find a bone of the motion' }).fill('left hand');
  await choose(page, /Left hand$/, 'None');
  await expect(dialog.getByText(/1 changed by you/)).toBeVisible();
  await dialog.getByText('When a foot counts as planted').click();
  await dialog.getByRole('textbox', { name: 'Height' }).fill('8');
  await page.keyboard.press('Enter');
  const done = dialog.getByRole('button', { name: 'Put on the timeline' });
  await dialog.getByRole('button', { name: 'Save as profile…' }).click();
  await nameFolder(page, folder);
  await page.getByRole('textbox', { name: 'Name' }).fill('profile.json');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/The profile is in profile\.json/)).toBeVisible();
  expect(JSON.parse(await readFile(profile, 'utf8'))).toEqual({
    version: 1,
    source: { bones: { leftHand: null }, bvh: { unit: 0.0254 } },
    character: { preset: 'standard' },
    contacts: { height: 0.08 },
    feet: true,
    hands: false,
    limits: false,
    fps: 60,
  });
  const manifest = join(folder, 'night.json');
  const options = { profile: '{sourceFolder}/profile.json' };
  const task = { command: 'retarget', source: '*.bvh', character: MANNEQUIN, out: 'out/{source}.json', options };
  await writeFile(manifest, JSON.stringify({ version: 1, tasks: [task] }));
  expect(await limber('batch', manifest, '--workers', '1')).toMatchObject({ exitCode: 0 });
  const report = JSON.parse(await readFile(join(folder, 'night.batch', 'report.json'), 'utf8'));
  expect(report.tasks).toMatchObject([{ state: 'done', out: 'out/arm.json', summary: { fps: 60 } }]);

  await choose(page, /^60 Frame rate/, '24');
  await dialog.getByRole('button', { name: 'Find left hand by itself again' }).click();
  await dialog.getByRole('button', { name: 'As for most motions' }).click();
  await dialog.getByRole('button', { name: 'Use a profile…' }).click();
  await nameFolder(page, folder);
  await page.getByRole('option', { name: 'profile.json' }).click();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog.getByRole('button', { name: /^60 Frame rate/ })).toBeVisible();
  await expect(dialog.getByRole('button', { name: /inches/ })).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'Keep hands on what they touch' })).not.toBeChecked();
  await expect(dialog.getByRole('textbox', { name: 'Height' })).toHaveValue('8');
  await expect(dialog.getByText(/1 changed by you/)).toBeVisible();
  await expect(done).toBeEnabled({ timeout: 60_000 });
  await done.click();
  const { clips, activeClip } = await studio.project();
  expect(clips.find(({ id }) => id === activeClip)).toMatchObject({ fps: 60 });
});

test('corrects a bone, which the rig follows, undoes it, and keeps it with the project @all', async ({ studio }) => {
  const path = needs(knight, 'KayKit knight');
  const { page, folder } = studio;
  await studio.drop(path);
  await expect.poll(async () => (await studio.project()).character.fileName).toBe('kaykit-knight.glb');
  await studio.run('view.panel.mapping');
  const found = (await studio.rig()).humanoid.leftHand;
  expect(found).toBeDefined();
  await choose(page, /Left hand$/, 'None');
  await expect.poll(async () => (await studio.rig()).humanoid.leftHand).toBeUndefined();
  await expect(page.getByText('1 corrected')).toBeVisible();
  expect(await problems(page)).toEqual([]);
  await studio.run('edit.undo');
  expect((await studio.rig()).humanoid.leftHand).toBe(found);
  await studio.run('edit.redo');
  expect((await studio.rig()).humanoid.leftHand).toBeUndefined();

  void studio.run('file.saveAs');
  await nameFolder(page, folder);
  await page.getByRole('textbox', { name: 'Project folder' }).fill('Corrected');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved in Corrected.')).toBeVisible();
  void studio.run('file.new');
  await expect.poll(async () => (await studio.project()).character.fileName).toBe('mannequin.glb');
  void studio.run('file.openProject');
  await nameFolder(page, join(folder, 'Corrected'));
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.poll(async () => (await studio.project()).character.fileName).toBe('kaykit-knight.glb');
  expect((await studio.rig()).humanoid.leftHand).toBeUndefined();
  await page.getByRole('button', { name: 'Find left hand by itself again' }).click();
  await expect.poll(async () => (await studio.rig()).humanoid.leftHand).toBe(found);
});

test('exports a part of the clip as VRMA, BVH and JSON and shows the error of a re-read @all', async ({ studio }) => {
  const { page, folder } = studio;
  await keyTwoPoses(studio);
  await studio.run('file.exportClip');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'File' }).fill(join(folder, 'part.glb'));
  for (const [field, frame] of [
    ['From frame', '6'],
    ['To frame', '24'],
  ] as const) {
    await dialog.getByRole('textbox', { name: field }).fill(frame);
    // Enter would export at once.
    await dialog.getByRole('textbox', { name: field }).press('Tab');
  }
  for (const format of ['VRMA', 'BVH', 'JSON']) {
    await choose(page, /Format/, new RegExp(`^${format}`));
    const out = join(folder, `part.${format.toLowerCase()}`);
    await expect(dialog.getByRole('textbox', { name: 'File' })).toHaveValue(out);
    await dialog.getByRole('button', { name: /^Export( again)?$/ }).click();
    const result = dialog.locator('.export-result');
    await expect(result).toContainText(out);
    const difference = /([\d.]+) mm/.exec((await result.textContent()) ?? '');
    expect(Number(difference?.[1])).toBeLessThan(0.1);
    expect(await problems(page)).toEqual([]);
  }
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await studio.drop(join(folder, 'part.bvh'));
  await expect(dialog.getByRole('button', { name: 'Motion' })).toContainText('part (18 frames)');
});

test('a clip that is written as BVH and dropped onto its own character again looks as it did @all', async ({ studio }) => {
  const { page, folder } = studio;
  const handles = ['hips', 'head', 'leftHand', 'rightHand', 'leftFoot', 'rightFoot', 'leftElbow', 'rightKnee'] as const;
  const seen = async (): Promise<readonly Vec3[]> => {
    const places: Vec3[] = [];
    for (const frame of ['0', '15', '30']) {
      await page.getByRole('textbox', { name: 'Frame' }).fill(frame);
      await page.keyboard.press('Enter');
      for (const handle of handles) places.push(await studio.drawn(handle));
    }
    return places;
  };
  await keyTwoPoses(studio);
  const original = await seen();
  await studio.run('file.exportClip');
  const dialog = page.getByRole('dialog');
  await choose(page, /Format/, /^BVH/);
  const out = join(folder, 'again.bvh');
  await dialog.getByRole('textbox', { name: 'File' }).fill(out);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('Written and read back.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await studio.drop(out);
  const put = dialog.getByRole('button', { name: 'Put on the timeline' });
  await expect(put).toBeEnabled({ timeout: 60_000 });
  await dialog.getByText('Keep feet where they were planted').click();
  await dialog.getByText('Keep hands on what they touch').click();
  await expect(put).toBeEnabled({ timeout: 60_000 });
  await put.click();
  await expect(dialog).toHaveCount(0);
  const { clips, activeClip } = await studio.project();
  expect(clips.find(({ id }) => id === activeClip)!.name).toBe('again');
  const again = await seen();
  expect(apart(original[2]!, original[18]!)).toBeGreaterThan(0.1);
  // The figure of a BVH file has no soles, so its hips are not measured quite as high as the character's.
  for (const [index, place] of again.entries()) expect(apart(place, original[index]!)).toBeLessThan(2e-3);
});
