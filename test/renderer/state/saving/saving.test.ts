import { describe, expect, test } from 'vitest';
import { applyChange } from '../../../../core/document/changes.ts';
import type { ProjectChange } from '../../../../core/document/project-change.ts';
import { projectFromData, type ProjectData } from '../../../../core/document/serialize.ts';
import { commitPose, undo } from '../../../../renderer/state/editing.ts';
import { reportWindowState, save, saveAs, saveToClose } from '../../../../renderer/state/saving/saving.ts';
import { hasUnsavedChanges, type Studio } from '../../../../renderer/state/studio.ts';
import { bentElbow, documentOf, noticesOf, openStudio, savedIn } from '../open-studio.ts';
import { eventually } from '../../../helpers/eventually.ts';

function edit(studio: Studio, degrees = 20): void {
  commitPose(studio, 'Bend', bentElbow(studio, degrees));
}

const CHOSEN = { 'dialog.save': () => ({ kind: 'chosen', path: '/home/ann/Walk' }) };

describe('Saving', () => {
  test('asks for a folder the first time only, and writes the project that is on screen', async () => {
    const { studio, desktop } = await openStudio(CHOSEN);
    edit(studio);
    expect(await save(studio)).toBe(true);
    expect(hasUnsavedChanges(studio.getState())).toBe(false);
    edit(studio, 40);
    expect(await save(studio)).toBe(true);
    expect(desktop.callsOf('dialog.save')).toHaveLength(1);
    const [first, ...more] = desktop.callsOf('project.save');
    expect(first?.[0]).toBe('/home/ann/Walk');
    expect(more).toEqual([]);
    const [folder, change] = desktop.callsOf('project.saveChange')[0] ?? [];
    expect(folder).toBe('/home/ann/Walk');
    expect(Object.keys((change as ProjectChange).changed)).toEqual(['unkeyed']);
    const { rig, history } = documentOf(studio);
    const written = applyChange(first?.[1] as ProjectData, change as ProjectChange);
    expect(projectFromData(rig, written).project).toEqual(history.present);
  });

  test('writes the whole project where the folder holds none any more', async () => {
    const { studio, desktop } = await openStudio({ ...CHOSEN, 'project.saveChange': () => null });
    edit(studio);
    await save(studio);
    edit(studio, 40);
    expect(await save(studio)).toBe(true);
    expect(desktop.callsOf('project.save')).toHaveLength(2);
    const { rig, history } = documentOf(studio);
    expect(projectFromData(rig, desktop.callsOf('project.save')[1]?.[1] as ProjectData).project).toEqual(history.present);
    expect(hasUnsavedChanges(studio.getState())).toBe(false);
  });

  test('elsewhere writes the whole project', async () => {
    let path = '/home/ann/Walk';
    const { studio, desktop } = await openStudio({ 'dialog.save': () => ({ kind: 'chosen', path }) });
    await saveAs(studio);
    path = '/home/ann/Run';
    await saveAs(studio);
    expect(desktop.callsOf('project.save').map(([folder]) => folder)).toEqual(['/home/ann/Walk', '/home/ann/Run']);
    expect(desktop.callsOf('project.saveChange')).toEqual([]);
  });

  test('can be cancelled while it reads what lies in the folder: nothing is told, and the changes stay unsaved', async () => {
    const refused: ((error: Error) => void)[] = [];
    const { studio, desktop } = await openStudio({
      ...CHOSEN,
      'project.saveChange': () => new Promise((_, reject) => refused.push(reject)),
      'job.cancel': () => refused[0]!(new Error('cancelled')),
    });
    edit(studio);
    await save(studio);
    edit(studio, 40);
    const told = noticesOf(studio);
    const saving = save(studio);
    await eventually(() => expect(refused).toHaveLength(1));
    studio.getState().session.work!.cancel();
    expect(await saving).toBe(false);
    expect(desktop.callsOf('job.cancel')).toEqual([[desktop.callsOf('project.saveChange')[0]![3]]]);
    expect(noticesOf(studio)).toEqual(told);
    expect(hasUnsavedChanges(studio.getState())).toBe(true);
  });

  test('suggests a folder of the document’s name among the documents', async () => {
    const { studio, desktop } = await openStudio();
    await saveAs(studio);
    expect(desktop.callsOf('dialog.save')[0]?.[0]).toMatchObject({ suggested: '/home/ann/Documents/mannequin', kind: 'project' });
  });

  test('that is cancelled saves nothing', async () => {
    const { studio, desktop } = await openStudio();
    edit(studio);
    expect(await save(studio)).toBe(false);
    expect(desktop.callsOf('project.save')).toHaveLength(0);
    expect(hasUnsavedChanges(studio.getState())).toBe(true);
  });

  test('that fails tells why and leaves the changes unsaved', async () => {
    const { studio } = await openStudio({
      ...CHOSEN,
      'project.save': () => {
        throw new Error('The folder cannot be written to.');
      },
    });
    edit(studio);
    expect(await save(studio)).toBe(false);
    expect(noticesOf(studio)).toEqual([
      '“Walk” was not saved. The folder cannot be written to. Save the project in another folder.',
    ]);
    expect(studio.getState().session.notices[0]?.commands).toEqual(['file.saveAs']);
    expect(hasUnsavedChanges(studio.getState())).toBe(true);
  });

  test('keeps an edit that was made meanwhile unsaved, and its journal whole', async () => {
    let finish = (): void => undefined;
    const { studio, desktop } = await openStudio({
      ...CHOSEN,
      'project.save': (folder) =>
        new Promise((resolve) => {
          finish = () => resolve(savedIn(folder));
        }),
    });
    edit(studio);
    const saving = save(studio);
    await eventually(() => expect(desktop.callsOf('project.save')).toHaveLength(1));
    edit(studio, 70);
    finish();
    await saving;
    expect(hasUnsavedChanges(studio.getState())).toBe(true);
    const last = desktop.callsOf('journal.append').at(-1)?.[0];
    expect(last).toMatchObject({ folder: '/home/ann/Walk', onSaved: true, changed: { unkeyed: expect.anything() } });
    undo(studio);
    expect(hasUnsavedChanges(studio.getState())).toBe(false);
  });
});

test('A project is called what its folder is called, whatever is undone afterwards', async () => {
  const { studio } = await openStudio(CHOSEN);
  edit(studio);
  await save(studio);
  expect(documentOf(studio).history.present.name).toBe('Walk');
  expect(hasUnsavedChanges(studio.getState())).toBe(false);
  undo(studio);
  expect(documentOf(studio).history.present.name).toBe('Walk');
});

test('The host and the title are told when there is something unsaved, and only when that changes', async () => {
  const { studio, desktop } = await openStudio(CHOSEN);
  const titles: string[] = [];
  const stop = reportWindowState(studio, (title) => titles.push(title));
  edit(studio);
  edit(studio, 50);
  await save(studio);
  stop();
  edit(studio, 60);
  expect([...new Set(titles)]).toEqual(['mannequin — Limber', '• mannequin — Limber', '• Walk — Limber', 'Walk — Limber']);
  expect(desktop.callsOf('window.state').map(([state]) => state)).toEqual([
    { title: 'mannequin — Limber', unsaved: false, writing: null },
    { title: '• mannequin — Limber', unsaved: true, writing: null },
    { title: '• Walk — Limber', unsaved: true, writing: null },
    { title: '• Walk — Limber', unsaved: true, writing: 'save' },
    { title: '• Walk — Limber', unsaved: true, writing: null },
    { title: 'Walk — Limber', unsaved: false, writing: null },
  ]);
});

describe('Saving before the window closes', () => {
  test('tells the host that everything was saved', async () => {
    const { studio, desktop } = await openStudio(CHOSEN);
    edit(studio);
    await saveToClose(studio);
    expect(desktop.callsOf('window.savedToClose')).toEqual([[true]]);
  });

  test.each<[string, Parameters<typeof openStudio>[0]]>([
    ['was given up', {}],
    ['was refused', { ...CHOSEN, 'project.save': () => Promise.reject(new Error('The disk is full.')) }],
    ['broke off', { 'dialog.save': () => Promise.reject(new Error('No dialog.')) }],
  ])('tells the host that it %s', async (_, answers) => {
    const { studio, desktop } = await openStudio(answers);
    edit(studio);
    await saveToClose(studio);
    expect(desktop.callsOf('window.savedToClose')).toEqual([[false]]);
  });

  test('tells so when the window itself broke off', async () => {
    const { studio, desktop } = await openStudio(CHOSEN);
    const document = documentOf(studio);
    studio.setState({ document: { ...document, history: { ...document.history, present: null as never } } });
    await saveToClose(studio);
    expect(desktop.callsOf('window.savedToClose')).toEqual([[false]]);
  });

  test('tells so when a save of what changed was refused', async () => {
    const { studio, desktop } = await openStudio({
      ...CHOSEN,
      'project.saveChange': () => Promise.reject(new Error('The disk is full.')),
    });
    edit(studio);
    await save(studio);
    edit(studio, 50);
    await saveToClose(studio);
    expect(desktop.callsOf('window.savedToClose')).toEqual([[false]]);
  });
});
