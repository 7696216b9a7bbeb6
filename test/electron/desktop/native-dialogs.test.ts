import { beforeEach, expect, test, vi } from 'vitest';
import type { DialogRequest } from '../../../electron/contract.ts';
import { createNativeDialogs } from '../../../electron/desktop/native-dialogs.ts';
import { electron, fake, resetFakeElectron } from './fake-electron.ts';

vi.mock('electron', async () => (await import('./fake-electron.ts')).electron);
beforeEach(resetFakeElectron);

const request = (changes: Partial<DialogRequest>): DialogRequest => ({
  title: 'T',
  kind: 'character',
  suggested: null,
  extensions: ['glb', '.vrm'],
  ...changes,
});
const dialogs = () => createNativeDialogs(() => 'the window' as never, fake.base, '/documents');
const options = (mock: typeof electron.dialog.showOpenDialog) => mock.mock.lastCall?.[1] as Record<string, unknown>;

test('a dialog begins in the documents, later where one of its kind ended, also after a restart', async () => {
  const { showOpenDialog } = electron.dialog;
  showOpenDialog.mockResolvedValue({ canceled: false, filePaths: ['/models/hero.glb'] });
  expect(await dialogs().open(request({ suggested: '/documents' }))).toEqual({ kind: 'chosen', path: '/models/hero.glb' });
  expect(options(showOpenDialog)).toMatchObject({
    title: 'T',
    defaultPath: '/documents',
    properties: ['openFile'],
    filters: [{ name: 'Characters and motion', extensions: ['glb', 'vrm'] }],
  });
  await dialogs().open(request({ suggested: '/documents' }));
  expect(options(showOpenDialog)['defaultPath']).toBe('/models');
  await dialogs().open(request({ kind: 'project' }));
  expect(options(showOpenDialog)['defaultPath']).toBe('/documents');
});

test('a suggestion other than the documents comes before what is remembered', async () => {
  electron.dialog.showOpenDialog.mockResolvedValue({ canceled: false, filePaths: ['/models/hero.glb'] });
  await dialogs().open(request({}));
  await dialogs().open(request({ suggested: '/elsewhere' }));
  expect(options(electron.dialog.showOpenDialog)['defaultPath']).toBe('/elsewhere');
});

test('a project is remembered by the folder that holds it', async () => {
  electron.dialog.showOpenDialog.mockResolvedValue({ canceled: false, filePaths: ['/projects/Hero/project.limber'] });
  await dialogs().open(request({ kind: 'project' }));
  electron.dialog.showSaveDialog.mockResolvedValue({ canceled: true, filePath: '' });
  expect(await dialogs().save(request({ kind: 'project', suggested: '/documents/New', extensions: [] }))).toEqual({
    kind: 'cancelled',
  });
  expect(options(electron.dialog.showSaveDialog)).toMatchObject({ defaultPath: '/projects/New', filters: [] });
});

test('a cancelled dialog is told and not remembered', async () => {
  electron.dialog.showOpenDialog.mockResolvedValue({ canceled: true, filePaths: [] });
  expect(await dialogs().open(request({ kind: 'folder' }))).toEqual({ kind: 'cancelled' });
  expect(options(electron.dialog.showOpenDialog)).toMatchObject({
    properties: ['openDirectory', 'createDirectory'],
    filters: [],
  });
});
