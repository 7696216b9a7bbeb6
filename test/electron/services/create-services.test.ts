import { unpackPoses } from '../../../core/document/packed-poses.ts';
import { link, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { dispatch } from '../../../electron/ipc.ts';
import { BROWSER_SHELL } from '../../../electron/services/create-services.ts';
import { createPathGuard } from '../../../electron/services/path-guard.ts';
import { mountSmallDisk } from '../../helpers/small-disk.ts';
import { freshServices } from './fresh-services.ts';
import { sampleProject, withPictureFiles } from './sample-project.ts';
import { offeredProject } from '../../helpers/unsaved-work.ts';

describe('what the window may name', () => {
  test('is what lies in the folders that were opened to it', async () => {
    const { services, folder } = await freshServices();
    const outside = join(dirname(folder), 'secret.glb');
    for (const path of [outside, join(folder, '..', 'secret.glb'), '/etc/passwd']) {
      await expect(services['character.openPath'](path)).rejects.toThrow('outside the folders that were opened to Limber');
      await expect(services['project.open'](path)).rejects.toThrow('outside the folders');
      await expect(services['files.list'](dirname(path), ['glb'])).rejects.toThrow('outside the folders');
    }
    await expect(services['project.save'](join(folder, '..', 'elsewhere'), sampleProject('0'.repeat(64)))).rejects.toThrow(
      'outside',
    );
    await expect(services['files.createFolder'](join(folder, '..', 'x'))).rejects.toThrow('outside');
    expect((await services['character.openPath'](join(folder, 'hero.glb'))).name).toBe('hero');
  });

  test('grows by what the user chose in a dialog of the system', async () => {
    const { folder, restart } = await freshServices();
    const path = join(dirname(folder), 'secret.glb');
    const shell = { ...BROWSER_SHELL, openDialog: async () => ({ kind: 'chosen' as const, path }) };
    const services = restart({ shell, paths: createPathGuard([]) });
    await expect(services['character.openPath'](path)).rejects.toThrow('outside');
    await services['dialog.open']({ title: '', kind: 'character', suggested: null, extensions: [] });
    expect((await services['character.openPath'](path)).name).toBe('secret');
    await expect(services['character.openPath'](join(folder, 'hero.glb'))).rejects.toThrow('outside');
  });

  test('is listed with folders first, wanted files only, and no way out', async () => {
    const { services, folder } = await freshServices();
    await mkdir(join(folder, 'take 10', 'deep'), { recursive: true });
    await mkdir(join(folder, 'take 2'));
    await mkdir(join(folder, '.hidden'));
    await writeFile(join(folder, 'notes.txt'), '');
    await writeFile(join(folder, 'A.VRM'), '');
    expect(await services['files.list'](folder, ['glb', '.vrm'])).toEqual({
      folder,
      parent: null,
      folders: ['take 2', 'take 10'],
      files: ['A.VRM', 'hero.glb'],
      more: 0,
      isProject: false,
    });
    expect((await services['files.list'](join(folder, 'take 10'), [])).parent).toBe(folder);
    await services['files.createFolder'](join(folder, 'new'));
    await expect(services['files.createFolder'](join(folder, 'new'))).rejects.toThrow('exists already');
    await expect(services['files.list'](join(folder, 'nowhere'), [])).rejects.toThrow('does not exist');
  });
});

test('a folder of very many entries is listed in part, and says about how many are left; a project in it is known', async () => {
  const { services, folder } = await freshServices();
  const crowded = join(folder, 'crowded');
  await mkdir(crowded);
  await writeFile(join(crowded, 'one.glb'), '');
  for (let i = 0; i < 6000; i += 500)
    await Promise.all(Array.from({ length: 500 }, (_, k) => link(join(crowded, 'one.glb'), join(crowded, `${i + k}.glb`))));
  const listed = await services['files.list'](crowded, ['glb']);
  expect(listed.files).toHaveLength(5000);
  expect(listed).toMatchObject({ more: 1001, isProject: false });
  await writeFile(join(crowded, 'project.limber'), '');
  expect((await services['files.list'](crowded, ['glb'])).isProject).toBe(true);
});

describe('starting', () => {
  test('shows the mannequin when there is nothing else', async () => {
    const { services } = await freshServices();
    expect(await services['app.startup']()).toEqual({ kind: 'mannequin' });
    expect((await services['character.mannequin']()).bytes.byteLength).toBeGreaterThan(0);
  });

  test('shows the file that was given, which the window may then open', async () => {
    const { folder, restart } = await freshServices();
    const given = join(dirname(folder), 'secret.glb');
    const services = restart({ startupFile: given });
    expect(await services['app.startup']()).toEqual({ kind: 'open', path: given });
    expect((await services['character.openPath'](given)).name).toBe('secret');
  });

  test('offers what an ended program did not save, until it is saved', async () => {
    const { services, folder, restart } = await freshServices();
    const { hash } = await services['character.openPath'](join(folder, 'hero.glb'));
    const project = sampleProject(hash);
    await services['journal.append']({ label: 'Move', folder: null, changed: project });
    await services['journal.append']({ label: 'Rename', folder: null, changed: { name: 'lost?' } });
    // A reload of the same window gets it back as well; here the same process stands for a new one.
    for (const later of [services, restart()]) {
      const startup = await later['app.startup']();
      expect(startup).toMatchObject({ kind: 'recover', edits: 2, folder: null });
      expect(offeredProject(startup)).toEqual({ ...project, name: 'lost?' });
      expect(startup.kind === 'recover' && startup.character.hash).toBe(hash);
    }
    const last = restart();
    await last['app.startup']();
    await last['project.save'](join(folder, 'Hero'), { ...project, name: 'lost?' });
    expect(await restart()['app.startup']()).toEqual({ kind: 'mannequin' });
    expect((await last['project.open'](join(folder, 'Hero'))).project.name).toBe('lost?');
  });

  test('with another file leaves unsaved work for the next start; with the same project brings it back', async () => {
    const { services, folder, restart } = await freshServices();
    const { hash } = await services['character.openPath'](join(folder, 'hero.glb'));
    const project = sampleProject(hash);
    const { folder: saved, file } = await services['project.save'](join(folder, 'Hero'), project);
    await services['journal.append']({ label: 'Rename', folder: saved, changed: { ...project, name: 'unsaved' } });
    const other = restart({ startupFile: join(folder, 'hero.glb') });
    expect((await other['app.startup']()).kind).toBe('open');
    await other['journal.close']();
    expect(offeredProject(await restart({ startupFile: file })['app.startup']()).name).toBe('unsaved');
  });

  test('does not offer work that was discarded', async () => {
    const { services, folder, restart } = await freshServices();
    const { hash } = await services['character.openPath'](join(folder, 'hero.glb'));
    await services['journal.append']({ label: 'Move', folder: null, changed: sampleProject(hash) });
    await services['journal.close']();
    expect(await restart()['app.startup']()).toEqual({ kind: 'mannequin' });
  });
});

describe('saving', () => {
  test('keeps edits in the journal that came in while files were written', async () => {
    const { services, folder, restart } = await freshServices();
    const { hash } = await services['character.openPath'](join(folder, 'hero.glb'));
    const project = sampleProject(hash);
    await services['journal.append']({ label: 'Move', folder: null, changed: project });
    const saving = services['project.save'](join(folder, 'Hero'), project);
    await services['journal.append']({ label: 'Rename', folder: null, changed: { name: 'while saving' } });
    await saving;
    expect(offeredProject(await restart()['app.startup']()).name).toBe('while saving');
  });

  test('of a project whose character is unknown writes nothing', async () => {
    const { services, folder } = await freshServices();
    const path = join(folder, 'Hero');
    await expect(services['project.save'](path, sampleProject('0'.repeat(64)))).rejects.toThrow('not in the cache any more');
    expect(await readdir(path)).toEqual([]);
  });
});

describe('a folder that cannot be written', () => {
  const disk = mountSmallDisk(4 << 20);
  afterAll(() => disk?.remove());

  test.skipIf(!disk)('opens as a project, says so, and refuses a save with a sentence', async () => {
    const { services, folder, restart } = await freshServices();
    const { hash } = await services['character.openPath'](join(folder, 'hero.glb'));
    const path = join(disk!.folder, 'Hero');
    const { 'project.save': save, 'project.open': open } = restart({ paths: createPathGuard([disk!.folder]) });
    await save(path, sampleProject(hash));
    expect(await open(path)).not.toHaveProperty('readOnly');
    disk!.setReadOnly(true);
    const { poses, ...others } = withPictureFiles(sampleProject(hash));
    const opened = await open(path);
    expect(opened).toMatchObject({ readOnly: true, warnings: [], project: others });
    expect(unpackPoses(opened.poses)).toEqual(poses);
    const services2 = restart({ paths: createPathGuard([disk!.folder]) });
    const answer = await dispatch(services2, 'project.save', [path, sampleProject(hash, { name: 'changed' })]);
    expect(answer).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/Hero" may not be written to$/) },
    });
    expect(JSON.stringify(answer)).not.toMatch(/E[A-Z]{3,}/);
  });

  test('as the program’s own is told with its reason, and the studio works', async () => {
    const { folder, restart } = await freshServices();
    const services = restart({ dataFolder: join(folder, 'hero.glb', 'data') });
    expect(await services['app.info']()).toMatchObject({
      problem: expect.stringMatching(/^Limber cannot write to its own folder ".*data": a part of its path is a file/),
    });
    const { hash } = await services['character.openPath'](join(folder, 'hero.glb'));
    expect((await services['project.save'](join(folder, 'Hero'), sampleProject(hash))).folder).toBe(join(folder, 'Hero'));
    await expect(services['journal.append']({ label: 'Move', folder: null, changed: sampleProject(hash) })).rejects.toThrow(
      'a part of its path is a file',
    );
    expect(await restart()['app.info']()).not.toHaveProperty('problem');
  });
});

describe('recent files', () => {
  test('are the newest first, each once, without those that are gone, and are told to the system', async () => {
    const showRecent = vi.fn();
    const { folder, restart } = await freshServices();
    const services = restart({ shell: { ...BROWSER_SHELL, showRecent } });
    const { hash } = await services['character.openPath'](join(folder, 'hero.glb'));
    await services['project.save'](join(folder, 'One'), sampleProject(hash));
    await services['project.save'](join(folder, 'Two'), sampleProject(hash));
    await services['project.open'](join(folder, 'One', 'project.limber'));
    const expected = [
      { path: join(folder, 'One'), name: 'One', kind: 'project' },
      { path: join(folder, 'Two'), name: 'Two', kind: 'project' },
      { path: join(folder, 'hero.glb'), name: 'hero', kind: 'character' },
    ];
    expect(await services['recent.list']()).toEqual(expected);
    expect(await restart()['recent.list']()).toEqual(expected);
    await vi.waitFor(() => expect(showRecent).toHaveBeenLastCalledWith(expected));
  });

  test('that cannot be read are forgotten without a word', async () => {
    const { folder, restart } = await freshServices();
    await mkdir(join(dirname(folder), 'data'));
    await writeFile(join(dirname(folder), 'data', 'recent.json'), '[{"path": 7');
    expect(await restart()['recent.list']()).toEqual([]);
  });

  test('that cannot be written do not keep a file from being opened', async () => {
    const { services, folder } = await freshServices();
    await mkdir(join(dirname(folder), 'data', 'recent.json'), { recursive: true });
    expect((await services['character.openPath'](join(folder, 'hero.glb'))).name).toBe('hero');
  });
});
