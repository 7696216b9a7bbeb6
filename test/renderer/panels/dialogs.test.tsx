// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { setKeyAt } from '../../../core/document/edits/clips.ts';
import type { DialogRequest } from '../../../electron/contract.ts';
import { Dialogs } from '../../../renderer/panels/dialogs/dialogs.tsx';
import { preloadDialogs } from '../../../renderer/panels/dialogs/later-dialogs.ts';
import { chooseFile } from '../../../renderer/state/window/choose-file.ts';
import { openPath } from '../../../renderer/state/documents/open-path.ts';
import { newDocument } from '../../../renderer/state/documents/show-character.ts';
import { commitEdit, commitPose } from '../../../renderer/state/editing.ts';
import { closeDialog, openDialog } from '../../../renderer/state/session.ts';
import { hasUnsavedChanges } from '../../../renderer/state/studio.ts';
import { type Answers, bentElbow, documentOf, dogCharacter, giant, openStudio, poseOf } from '../state/open-studio.ts';
import { button, click, settle, show, type } from './show.tsx';
import { eventually } from '../../helpers/eventually.ts';

beforeAll(preloadDialogs);

let remove = (): void => undefined;

afterEach(() => {
  remove();
  document.body.replaceChildren();
});

async function open(answers: Answers = {}) {
  const opened = await openStudio(answers);
  remove = await show(opened.studio, <Dialogs />);
  return opened;
}

function field(label: string): HTMLInputElement {
  const named = [...document.querySelectorAll('input')].find(
    (input) =>
      input.getAttribute('aria-label') === label ||
      [...document.querySelectorAll('label')].some((text) => text.htmlFor === input.id && text.textContent === label),
  );
  if (!named) throw new Error(`there is no field "${label}"`);
  return named;
}

describe('About Limber', () => {
  afterEach(() => vi.unstubAllGlobals());

  test.each([
    ['shows the notices of what it is built from', { ok: true, text: async () => 'zod 4, MIT' }, 'zod 4, MIT'],
    ['says so when they are not there', { ok: false }, 'The notices could not be read'],
  ])('%s', async (_, answer, text) => {
    const fetched = vi.fn(async () => answer);
    vi.stubGlobal('fetch', fetched);
    const { studio } = await open();
    await settle(() => openDialog(studio, 'about'));
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain('MIT licence');
    expect(fetched).not.toHaveBeenCalled();
    await click('Third-party notices');
    expect(fetched).toHaveBeenCalledWith('./third-party-notices.txt');
    expect(document.querySelector('[aria-label="Third-party notices"]')?.textContent).toContain(text);
  });
});

describe('The unsaved question', () => {
  test.each([
    ['Cancel', true],
    ['Don’t save', false],
  ])('%s leaves unsaved changes: %s', async (choice, stays) => {
    const { studio } = await open();
    commitPose(studio, 'Bend', bentElbow(studio, 20));
    const leaving: Promise<void>[] = [];
    await settle(() => {
      leaving.push(newDocument(studio));
    });
    expect(document.querySelector('[role="alertdialog"]')?.textContent).toContain('Save the changes to “mannequin”?');
    await click(choice);
    await Promise.all(leaving);
    expect(hasUnsavedChanges(studio.getState())).toBe(stays);
    expect(document.querySelector('[role="alertdialog"]')).toBeNull();
  });
});

describe('The file browser', () => {
  const LISTING = { folder: '/home/ann', parent: '/home', folders: ['Walk'], files: ['hero.glb'], more: 0, isProject: false };
  const UNAVAILABLE: Answers = {
    'dialog.open': () => ({ kind: 'unavailable' }),
    'dialog.save': () => ({ kind: 'unavailable' }),
    'files.list': (folder) => {
      if (folder === '/nowhere')
        throw new Error('There is no folder “/nowhere”. Select another folder, or drop the file onto the window.');
      return { ...LISTING, folder };
    },
    'files.places': () => [{ name: 'Home', folder: '/home/ann' }],
  };
  const SAVE: DialogRequest = { title: 'Save project', kind: 'project', suggested: '/home/ann/Run', extensions: [] };
  const EXPORT: DialogRequest = { title: 'Export to', kind: 'export', suggested: '/home/ann/clip.glb', extensions: ['glb'] };

  test('answers with the folder and the name that were chosen', async () => {
    const { studio } = await open(UNAVAILABLE);
    const chosen = chooseFile(studio, 'save', SAVE);
    await settle();
    expect(field('Project folder').value).toBe('Run');
    await type(field('Project folder'), 'Jump');
    await click('Save');
    expect(await chosen).toBe('/home/ann/Jump');
  });

  test('adds the extension that an export needs, once', async () => {
    const { studio } = await open(UNAVAILABLE);
    let chosen = chooseFile(studio, 'save', EXPORT);
    await settle();
    await type(field('Name'), 'wave');
    await click('Save');
    expect(await chosen).toBe('/home/ann/wave.glb');
    chosen = chooseFile(studio, 'save', EXPORT);
    await settle();
    await click('Save');
    expect(await chosen).toBe('/home/ann/clip.glb');
  });

  test('says when something of that name is there already', async () => {
    const { studio } = await open(UNAVAILABLE);
    void chooseFile(studio, 'save', SAVE);
    await settle();
    await type(field('Project folder'), 'Walk');
    expect(document.body.textContent).toContain('“Walk” is there already');
    expect(button('Replace')).toBeDefined();
  });

  test('stays where it is when a folder cannot be shown, and tells why', async () => {
    const { studio } = await open(UNAVAILABLE);
    void chooseFile(studio, 'open', { ...EXPORT, kind: 'character', suggested: '/home/ann' });
    await settle();
    const folder = field('Folder');
    await settle(() => {
      folder.value = '/nowhere';
      folder.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    });
    expect(document.querySelector('[role="alert"]')?.textContent).toBe(
      'There is no folder “/nowhere”. Select another folder, or drop the file onto the window.',
    );
    expect(document.body.textContent).toContain('hero.glb');
  });

  test('saves into the folder that was typed, listed or not yet, and not into one that cannot be shown', async () => {
    let list: (listing: typeof LISTING) => void = () => {};
    const listed = new Promise<typeof LISTING>((resolve) => (list = resolve));
    const listAsUsual = UNAVAILABLE['files.list']!;
    const { studio } = await open({
      ...UNAVAILABLE,
      'files.list': (folder: string, extensions) => (folder === '/slow' ? listed : listAsUsual(folder, extensions)),
    });
    const chosen = chooseFile(studio, 'save', SAVE);
    await settle();
    const goTo = (path: string) =>
      settle(() => {
        const folder = field('Folder');
        folder.value = path;
        folder.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      });
    await goTo('/nowhere');
    expect(field('Folder').value).toBe('/home/ann');
    await goTo('/slow');
    await click('Save');
    expect(await chosen).toBe('/slow/Run');
    await settle(() => list({ ...LISTING, folder: '/slow' }));
  });

  test('takes a whole path that is typed as a name, and looks into a folder', async () => {
    const { studio } = await open(UNAVAILABLE);
    const chosen = chooseFile(studio, 'open', { title: 'Open', kind: 'character', suggested: '/home/ann', extensions: ['glb'] });
    await settle();
    await type(field('Name'), 'Walk');
    await click('Open');
    expect(field('Folder').value).toBe('/home/ann/Walk');
    expect(field('Name').value).toBe('');
    await type(field('Name'), '/mnt/team');
    await click('Open');
    expect(field('Folder').value).toBe('/mnt/team');
    await type(field('Name'), '/mnt/other/hero.GLB');
    await click('Open');
    expect(await chosen).toBe('/mnt/other/hero.GLB');
  });

  test('answers with nothing when it is cancelled', async () => {
    const { studio } = await open(UNAVAILABLE);
    const chosen = chooseFile(studio, 'save', SAVE);
    await settle();
    await click('Cancel');
    expect(await chosen).toBeNull();
  });
});

describe('The export dialog', () => {
  test('writes to the path in the field and shows what the re-read gave', async () => {
    const report = { path: '/out/pose.glb', bytes: 2048, largestDistance: 2e-5, largestAngle: 0.001, warnings: ['No skin.'] };
    const { studio, desktop } = await open({ 'export.pose': () => report });
    await settle(() => openDialog(studio, 'exportPose'));
    await type(field('File'), '/out/pose.glb');
    await click('Export');
    await eventually(() => expect(document.querySelector('.export-result')?.textContent).toContain('0.020 mm and 0.057°'));
    expect(desktop.callsOf('export.pose')[0]?.[1]).toMatchObject({ path: '/out/pose.glb' });
    expect(document.body.textContent).toContain('No skin.');
  });

  test('is answered by Enter on a choice as on a field, and the choice stays closed; a number is settled by it first', async () => {
    const report = { path: '/out/pose.glb', bytes: 2048, largestDistance: 2e-5, largestAngle: 0.001, warnings: [] };
    const { studio, desktop } = await open({ 'export.clip': () => report });
    commitEdit(studio, 'Key', (project) => setKeyAt(project, documentOf(studio).rig.skeleton, 0, poseOf(studio)));
    await settle(() => openDialog(studio, 'exportClip'));
    await type(field('File'), '/out/pose.glb');
    const pressEnter = async (on: HTMLElement) => {
      await settle(() => {
        on.focus();
        for (const kind of ['keydown', 'keyup']) on.dispatchEvent(new KeyboardEvent(kind, { key: 'Enter', bubbles: true }));
      });
      // The dialog answers in the next frame.
      await settle(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))));
    };
    await type(field('From frame'), '1 s');
    await pressEnter(field('From frame'));
    await eventually(() => expect(desktop.callsOf('export.clip')).toHaveLength(1));
    expect(desktop.callsOf('export.clip')[0]?.[1]).toMatchObject({ range: { from: 1 } });
    await settle(() => closeDialog(studio, studio.getState().session.dialogs[0]!));
    await settle(() => openDialog(studio, 'exportClip'));
    await type(field('File'), '/out/other.glb');
    const choice = document.querySelector<HTMLElement>('.dialog .select-button')!;
    await pressEnter(choice);
    expect(choice.getAttribute('aria-expanded')).toBe('false');
    await eventually(() => expect(desktop.callsOf('export.clip')).toHaveLength(2));
  });

  test('asks before it replaces a file that is none of its exports, and asks anew for another path', async () => {
    const report = { path: '/out/hero.glb', bytes: 2048, largestDistance: 0, largestAngle: 0, warnings: [] };
    const { studio, desktop } = await open({
      'export.pose': () => report,
      'export.replaces': (path) => path.startsWith('/out/'),
    });
    await settle(() => openDialog(studio, 'exportPose'));
    await type(field('File'), '/out/hero.glb');
    await click('Export');
    expect(document.querySelector('[role="alert"]')?.textContent).toContain('“hero.glb” is there already');
    expect(desktop.callsOf('export.pose')).toHaveLength(0);
    await type(field('File'), '/out/other.glb');
    expect(document.querySelector('[role="alert"]')).toBeNull();
    await click('Export');
    expect(desktop.callsOf('export.pose')).toHaveLength(0);
    // Answered with no: nothing is written, and the next time it asks again.
    await click('Cancel');
    expect(studio.getState().session.dialogs).toEqual([]);
    await settle(() => openDialog(studio, 'exportPose'));
    await type(field('File'), '/out/other.glb');
    await click('Export');
    expect(document.querySelector('[role="alert"]')?.textContent).toContain('“other.glb” is there already');
    expect(desktop.callsOf('export.pose')).toHaveLength(0);
    await click('Replace it');
    await eventually(() => expect(document.querySelector('.export-result')).not.toBeNull());
    expect(desktop.callsOf('export.pose')[0]?.[1]).toMatchObject({ path: '/out/other.glb' });
  });

  test('does not ask again about a file that the system has asked about', async () => {
    const report = { path: '/out/hero.glb', bytes: 2048, largestDistance: 0, largestAngle: 0, warnings: [] };
    const { studio, desktop } = await open({
      'export.pose': () => report,
      'export.replaces': () => true,
      'dialog.save': () => ({ kind: 'chosen', path: '/out/hero.glb' }),
    });
    await settle(() => openDialog(studio, 'exportPose'));
    await settle(() =>
      studio.setState(({ session }) => ({ session: { ...session, app: { ...session.app!, host: 'electron' } } })),
    );
    await click('Browse…');
    await click('Export');
    await eventually(() => expect(desktop.callsOf('export.pose')).toHaveLength(1));
  });

  test('shows a bar while it writes, and can be stopped', async () => {
    let refuse: (error: Error) => void = () => undefined;
    const { studio, desktop } = await open({
      'export.pose': () =>
        new Promise((_, reject) => {
          refuse = reject;
        }),
      'job.cancel': () => refuse(new Error('cancelled')),
    });
    await settle(() => openDialog(studio, 'exportPose'));
    await click('Export');
    expect(document.querySelector('[role="progressbar"]')).not.toBeNull();
    // Still there for the keyboard, so that Esc reaches the dialog; a second press does nothing.
    expect(button('Writing…').disabled).toBe(false);
    await click('Writing…');
    expect(desktop.callsOf('export.pose')).toHaveLength(1);
    await click('Stop');
    const name = desktop.callsOf('export.pose')[0]?.[0];
    expect(desktop.callsOf('job.cancel')).toEqual([[name]]);
    expect(document.querySelector('[role="status"]')?.textContent).toBe('Stopped: nothing was written.');
    expect(document.querySelector('[role="progressbar"]')).toBeNull();
    expect(button('Export').disabled).toBe(false);
  });

  test('a Stop that is pressed while it ends exports nothing again', async () => {
    let finish: (report: unknown) => void = () => undefined;
    const { studio, desktop } = await open({
      'export.pose': () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    });
    await settle(() => openDialog(studio, 'exportPose'));
    await click('Export');
    const stop = button('Stop');
    const press = (kind: string, on: EventTarget) =>
      settle(() => void on.dispatchEvent(new KeyboardEvent(kind, { key: ' ', code: 'Space', bubbles: true, cancelable: true })));
    stop.focus();
    await press('keydown', stop);
    await settle(() => finish({ path: '/out/a.glb', bytes: 1, largestDistance: 0, largestAngle: 0, warnings: [] }));
    expect(stop.textContent).toBe('Export again');
    await press('keyup', stop);
    expect(desktop.callsOf('export.pose')).toHaveLength(1);
    await press('keydown', stop);
    await press('keyup', stop);
    expect(desktop.callsOf('export.pose')).toHaveLength(2);
  });

  test('that is closed while it writes cancels', async () => {
    const { studio, desktop } = await open({ 'export.pose': () => new Promise(() => undefined) });
    await settle(() => openDialog(studio, 'exportPose'));
    await click('Export');
    expect(desktop.callsOf('job.cancel')).toEqual([]);
    await click('Close');
    expect(desktop.callsOf('job.cancel')).toHaveLength(1);
    expect(document.querySelector('[role="dialog"]')).toBeNull();
  });

  test('shows why it could not be written, and stays open', async () => {
    const { studio } = await open({
      'export.pose': () => {
        throw new Error('The folder cannot be written to.');
      },
    });
    await settle(() => openDialog(studio, 'exportPose'));
    await click('Export');
    expect(document.querySelector('[role="alert"]')?.textContent).toBe(
      '“mannequin pose.glb” was not exported. The folder cannot be written to. Select another place or format.',
    );
    expect(button('Export')).toBeDefined();
  });
});

test('A four-legged animal opens with plain bones where that is wanted, else not at all', async () => {
  const { studio } = await open({ 'character.openPath': () => dogCharacter() });
  let opening = Promise.resolve();
  await settle(() => void (opening = openPath(studio, '/files/dog.glb')));
  await eventually(() => expect(document.querySelector('[role="alertdialog"]')?.textContent).toContain('stands on four legs'));
  await click('Cancel');
  await settle(() => opening);
  expect(studio.getState().document?.character.name).toBe('mannequin');
  await settle(() => void (opening = openPath(studio, '/files/dog.glb')));
  await eventually(() => expect(button('Open with plain bones')).toBeDefined());
  await click('Open with plain bones');
  await settle(() => opening);
  const { rig, history } = studio.getState().document!;
  expect(rig.humanoid).toEqual({ hips: 0 });
  expect(history.present.rig.corrections).toMatchObject({ hips: 0, leftUpperArm: null });
});

test('The import report opens a character again with another axis up, and tells of one that lay', async () => {
  const { studio, desktop } = await open({
    'character.readAs': () => {
      const opened = giant();
      return { ...opened, scene: { ...opened.scene, lay: 'z' } };
    },
  });
  await settle(() => openDialog(studio, 'importReport'));
  const choice = document.querySelector<HTMLElement>('.dialog .select-button')!;
  expect(choice.textContent).toContain('Y');
  await settle(() => choice.click());
  const option = [...document.querySelectorAll<HTMLElement>('[role="option"]')].find(({ textContent }) => textContent === 'Z')!;
  await settle(() => option.click());
  expect(desktop.callsOf('character.readAs').map((parameters) => parameters[2])).toEqual([{ axis: 'z' }]);
  await eventually(() => expect(studio.getState().document?.character.scene.lay).toBe('z'));
  expect(studio.getState().session.notices.map(({ text }) => text)).toContainEqual(
    expect.stringContaining('The body lies in its file, as if Z were up'),
  );
});

test('The import report asks about a giant and opens it again in the unit that is chosen', async () => {
  const { studio, desktop } = await open({ 'character.mannequin': () => giant() });
  await settle(() => openDialog(studio, 'importReport'));
  expect(document.querySelector('[role="dialog"]')?.textContent).toContain(
    'does its file count in centimetres? It would be 171 cm',
  );
  await click('Read as centimetres');
  expect(desktop.callsOf('character.readAs').map((parameters) => parameters.slice(1, 3))).toEqual([
    ['giant.glb', { unit: 0.01 }],
  ]);
  await eventually(() => expect(studio.getState().document?.rig.report.height).toBeCloseTo(1.75, 1));
  await settle(() => openDialog(studio, 'importReport'));
  expect(document.querySelector('[role="dialog"]')?.textContent).not.toContain('Read as');
});

test('The import report names every bone with its joint and its reason', async () => {
  const { studio } = await open();
  await settle(() => openDialog(studio, 'importReport'));
  const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent);
  const matches = studio.getState().document?.rig.report.matches ?? [];
  expect(rows).toHaveLength(matches.length);
  expect(rows).toContainEqual(expect.stringMatching(/^Left lower arm.*named/));
});
