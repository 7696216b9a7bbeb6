import { globSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withBases } from '../../core/document/project-change.ts';
import type { SavedPoseData } from '../../core/document/project-data.ts';
import { projectToData, type ProjectData } from '../../core/document/serialize.ts';
import { pictureFile } from '../../core/library/saved-pose.ts';
import { createCharacters } from '../../electron/services/characters.ts';
import { createProjects } from '../../electron/services/projects.ts';
import { keyTwoPoses } from './key-two-poses.ts';
import { expect, test, type StudioDriver } from './studio.ts';
import { MANNEQUIN } from '../helpers/mannequin.ts';

async function dataOf(studio: StudioDriver): Promise<ProjectData> {
  return projectToData(await studio.rig(), await studio.project());
}

/** Answers the window's own file browser: a folder, a name, and the button. */
async function answerFiles(studio: StudioDriver, name: string, button: 'Save' | 'Open'): Promise<void> {
  const dialog = studio.page.getByRole('dialog');
  const folder = dialog.getByRole('textbox', { name: 'Folder', exact: true });
  await folder.fill(button === 'Open' ? join(studio.folder, name) : studio.folder);
  await folder.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Folder', exact: true })).toHaveValue(
    button === 'Open' ? join(studio.folder, name) : studio.folder,
  );
  if (button === 'Save') await dialog.getByRole('textbox', { name: 'Project folder' }).fill(name);
  await dialog.getByRole('button', { name: button, exact: true }).click();
}

test('saves the project, reloads the page and opens it again: the same document', async ({ studio }) => {
  const { page } = studio;
  await keyTwoPoses(studio);
  await page.getByRole('button', { name: /save pose/i }).click();
  // The pose is there once its picture has been drawn, and its name is offered then.
  await expect(page.getByRole('textbox', { name: 'Name of Pose 1' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+s');
  await answerFiles(studio, 'First scene', 'Save');
  await expect(page.getByText('Saved in First scene.')).toBeVisible();
  const saved = await dataOf(studio);
  expect(saved.poses).toHaveLength(1);
  expect(saved.clips[0]!.tracks.length).toBeGreaterThan(0);

  await page.reload();
  await studio.settled();
  expect((await studio.project()).poses).toHaveLength(0);
  await page.keyboard.press('Control+o');
  await answerFiles(studio, 'First scene', 'Open');
  await page.waitForFunction(() => window.limber!.studio.getState().document?.folder);
  await studio.settled();
  const opened = await dataOf(studio);
  // The picture of the pose is a file of the project now, and shown.
  const poses = saved.poses.map((each) => ({ ...each, thumbnail: pictureFile(each.id) }));
  expect(opened).toEqual({ ...saved, poses });
  const picture = page.getByRole('grid', { name: 'Saved poses' }).locator('img').first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
});

test('brings back how the project was seen: selection, playhead, camera and panels, for this user alone @all', async ({
  studio,
}) => {
  const { page, folder } = studio;
  const seen = () =>
    page.evaluate(() => {
      const { session, transient } = window.limber!.studio.getState();
      const { selection, playback } = session;
      const drawn = [...document.querySelectorAll('[data-panel]')]
        .filter((panel) => {
          const { x, y, width, height } = panel.getBoundingClientRect();
          return panel.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        })
        .map((panel) => panel.getAttribute('data-panel') ?? '')
        .toSorted((a, b) => a.localeCompare(b));
      const camera = window.limber!.viewport!.camera();
      return { selection, time: playback.time, cause: transient.preview?.cause, camera, drawn };
    });
  await keyTwoPoses(studio);
  await page.evaluate(() => {
    const { rig } = window.limber!.studio.getState().document!;
    const { studio: state } = window.limber!;
    state.setState({
      session: { ...state.getState().session, selection: { joint: rig.humanoid.leftLowerArm!, handle: null } },
    });
  });
  await studio.run('view.panel.mapping');
  await studio.look('left');
  await page.mouse.move(560, 300);
  await page.mouse.wheel(0, -300);
  await studio.run('key.stepBack');
  const before = await seen();
  await page.keyboard.press('Control+s');
  await answerFiles(studio, 'Seen', 'Save');
  await expect(page.getByText('Saved in Seen.')).toBeVisible();

  const shared = await filesOf(join(folder, 'Seen'));
  await page.reload();
  await studio.settled();
  await studio.run('view.resetLayout');
  expect((await seen()).camera).not.toEqual(before.camera);
  await page.keyboard.press('Control+o');
  await answerFiles(studio, 'Seen', 'Open');
  await page.waitForFunction(() => window.limber!.studio.getState().document?.folder);
  await studio.settled();
  // From where the dialog's button was: what lies under it now would show its tooltip over its panel.
  await page.mouse.move(560, 300);
  await expect.poll(seen).toEqual(before);

  // Looking at it from elsewhere is no change of what is shared.
  await page.mouse.move(560, 300);
  await page.mouse.wheel(0, 500);
  await expect.poll(async () => (await seen()).camera).not.toEqual(before.camera);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved in Seen.')).toBeVisible();
  const changed = [...(await filesOf(join(folder, 'Seen')))].filter(([path, text]) => shared.get(path) !== text);
  expect(changed.map(([path]) => path)).toEqual([expect.stringMatching(/^users\//)]);
});

/** What every file in a folder holds. */
async function filesOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = globSync('**/*', { cwd: folder }).filter((name) => statSync(join(folder, name)).isFile());
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'latin1')]));
}

test('shows the pose that somebody else saves into the project, and keeps both when both change one @all', async ({ studio }) => {
  const { page, folder } = studio;
  await page.getByRole('button', { name: /save pose/i }).click();
  await page.keyboard.press('Escape');
  // A pose is there once its picture is taken.
  const rows = page.getByRole('grid', { name: 'Saved poses' }).getByRole('row');
  await expect(rows).toHaveCount(1);
  await page.keyboard.press('Control+s');
  await answerFiles(studio, 'Shared', 'Save');
  await expect(page.getByText('Saved in Shared.')).toBeVisible();

  const others = createProjects(
    createCharacters({ cacheFolder: join(folder, '.cache'), mannequinPath: MANNEQUIN }),
    undefined,
    'bob',
  );
  const { project, revisions } = await others.open(join(folder, 'Shared'));
  const [mine] = project.poses as [SavedPoseData];
  const put = [{ item: { ...mine, id: 'wave', name: 'Wave' } }, { item: { ...mine, name: 'Theirs' } }];
  await rows.first().locator('.pose-picture').click();
  await page.getByRole('button', { name: 'Favourite library pose' }).click();
  await others.saveChange(join(folder, 'Shared'), withBases({ changed: {}, poses: { removed: [], put } }, revisions));
  await expect(page.getByText('“Wave” arrived from outside.')).toBeVisible();
  await expect(rows).toHaveCount(2);
  await page.screenshot({ path: test.info().outputPath('arrival.png') });

  // Held down, the key saves once.
  await page.keyboard.down('Control');
  for (let repeat = 0; repeat < 5; repeat++) await page.keyboard.down('s');
  await page.keyboard.up('s');
  await page.keyboard.up('Control');
  await expect(page.getByText(/was also changed by somebody else: both are kept, yours as “.* \(2\)”/)).toBeVisible();
  await expect(rows).toHaveCount(3);
  const shown = (await dataOf(studio)).poses.map(({ name }) => name).toSorted();
  expect(shown).toEqual([`${mine.name} (2)`, 'Theirs', 'Wave']);
  expect((await others.open(join(folder, 'Shared'))).project.poses.map(({ name }) => name).toSorted()).toEqual(shown);
  expect(await page.evaluate(() => window.limber!.studio.getState().document!.history.past.length)).toBe(2);
});

test('refuses a truncated project and a truncated character in a sentence, and nothing else changes @all', async ({ studio }) => {
  const { page, folder } = studio;
  await page.keyboard.press('Control+s');
  await answerFiles(studio, 'Scene', 'Save');
  await expect(page.getByText('Saved in Scene.')).toBeVisible();
  const file = join(folder, 'Scene', 'project.limber');
  const before = await dataOf(studio);

  truncateSync(file, Math.floor(readFileSync(file).length / 2));
  await page.keyboard.press('Control+o');
  await answerFiles(studio, 'Scene', 'Open');
  await expect(page.getByRole('alert').filter({ hasText: 'project.limber' })).toBeVisible();
  expect(await dataOf(studio)).toEqual(before);

  const broken = join(folder, 'broken.glb');
  const bytes = readFileSync(MANNEQUIN);
  writeFileSync(broken, bytes.subarray(0, bytes.length / 2));
  await studio.drop(broken);
  await expect(page.getByRole('alert').filter({ hasText: 'broken.glb' })).toBeVisible();
  expect(await dataOf(studio)).toEqual(before);
});

test('brings back work that was never saved when the page comes again @all', async ({ studio }) => {
  const { page } = studio;
  const kept = page.waitForResponse((response) => response.url().endsWith('/rpc/journal.append'));
  await studio.pull('leftHand', { x: -30, y: 90 });
  const pose = (await studio.shown()).pose;
  await kept;
  page.on('dialog', (question) => void question.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await studio.settled();
  expect((await studio.shown()).pose).toEqual(pose);
});
