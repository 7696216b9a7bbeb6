import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { MessageName } from '../../electron/contract.ts';
import { dispatch } from '../../electron/ipc.ts';
import { BROWSER_SHELL } from '../../electron/services/create-services.ts';
import { PATH_PLACES } from '../../electron/services/guarded-paths.ts';
import { contractTexts } from './contract-fields.ts';
import { freshServices } from './services/fresh-services.ts';
import { sampleProject } from './services/sample-project.ts';
import { offeredProject } from '../helpers/unsaved-work.ts';

/** What a window can send as text that is no path of the machine, and what it is. */
const NO_PATHS: readonly (readonly [RegExp, string])[] = [
  [
    / \d+(\.sources\[\]|\.actors\[\]|\.people\[\])?(\.source)?\.?characterHash$|^motion\.(list|read) 0$|^character\.readAs 0$/,
    'a hash: checked to be one',
  ],
  [
    /^(motion\.(retarget|retargetTogether|samplePoses)|export\.(clip|pose|scene)|job\.cancel|app\.(startup|takeOver)|picture\.\w+) 0$/,
    'the name of a job',
  ],
  [
    /^(character\.openPath 2|character\.openBytes 3|character\.readAs 3|motion\.list 1|motion\.read 3|project\.(open|poses) 1|project\.(save|saveChange) 3|library\.open 1|library\.change 2)$/,
    'the name of a job',
  ],
  [/^project\.(save|saveChange) 2\.selection\.\w+$/, 'the name of a joint or a handle'],
  [/^project\.(save|saveChange) 2\.reference\.(name|picture)$/, 'a name to show, and a picture as an address of its own data'],
  [
    /^(project\.(save|saveChange) 2|journal\.append 0\.view)\.(actors\{\}\[\]|hiddenProps\[\]|through\.camera)$/,
    'the ids of actors, props and cameras, which hold no sign of a path',
  ],
  [/^project\.(save|saveChange) 2\.panels$/, 'the arrangement of the panels'],
  [/^motion\.retargetTogether 1\.people\[\]\.actor$/, 'the id of an actor, which holds no sign of a path'],
  [/^motion\.samplePoses 1\.sources\[\]\.name$/, 'what poses are called after'],
  [/^pose\.pictures 1\[\]$/, 'the ids of poses, which hold no sign of a path'],
  [/^picture\.add 2$/, 'the name of a picture in a folder: checked to be no path'],
  [/^render\.ended 0\.(report|sentence)/, 'what came of a drawing, to show'],
  [/^character\.(openBytes 0|readAs 1)$/, 'a name to show'],
  [/^project\.watch 1/, 'paths of parts in the project folder, with revisions: both checked'],
  [/^journal\.append 0\.label$|^dialog\.\w+ 0\.title$|^window\.state 0\.title$|^menu\.set /, 'words to show'],
  [/^settings\.keep 0\.(keys|view|layouts)\{\}/, 'commands, shortcuts, and the arrangements of the panels'],
  [/^live\.(send|receive) 0\.address$/, 'the address of a machine: checked to hold no sign of a path'],
  [/^settings\.keep 0\.live(Send\.address|Receive\.address|Allowed\[\])$/, 'addresses of machines'],
  [/extensions\[\]$|^files\.list 1\[\]$/, 'what the names of listed files end in'],
];

/** Types of core that messages carry; none of them names a file of the machine. */
const FOREIGN = [
  'BvhReading',
  'CameraData',
  'ChosenGiveWay',
  'Clip',
  'ContactSettings',
  'HandleName',
  'KnownNames',
  'ListChange',
  'MediaFile',
  'NamedBones',
  'NamedRest',
  'PlayedActor',
  'ProjectChange',
  'ProjectData',
  'PropData',
  'RestChoice',
  'RetargetProfile',
  'RigSettings',
  'Uint8Array',
  'UpAxis',
  'Vec3',
  'VmcFrame',
];

const placesOf = (name: string) => PATH_PLACES[name as MessageName] ?? [];
const isGuarded = (text: string) => {
  const [name = '', place = ''] = text.split(' ');
  return placesOf(name).some(({ at: [parameter, ...fields] }) => [parameter, ...fields].join('.') === place);
};

test('every text that a window can send is known to be a guarded path or no path at all', () => {
  const { texts, foreign } = contractTexts();
  const unknown = texts.filter((text) => !isGuarded(text) && !NO_PATHS.some(([pattern]) => pattern.test(text)));
  expect(unknown).toEqual([]);
  expect(texts.filter((text) => isGuarded(text) && NO_PATHS.some(([pattern]) => pattern.test(text)))).toEqual([]);
  expect(foreign).toEqual(FOREIGN);
  const guarded = Object.entries(PATH_PLACES).flatMap(([name, places]) => places.map(({ at }) => `${name} ${at.join('.')}`));
  expect(guarded.filter((place) => !texts.includes(place))).toEqual([]);
});

test('a message that is added with a path is found, nested ones too', () => {
  const source = `export interface Contract { 'new.message': (options: Options, more: readonly string[]) => void }
    export interface Options { readonly inner: { readonly where: string | null } }`;
  expect(contractTexts(source).texts).toEqual(['new.message 0.inner.where', 'new.message 1[]']);
});

describe('a path outside the allowed folders', () => {
  const hash = 'a'.repeat(64);
  const project = sampleProject(hash);
  const rig = { preset: 'standard', corrections: {}, limits: {}, stiffness: {} };
  const clip = { id: 'c', name: 'c', duration: 1, fps: 30, loop: false, tracks: [] };
  const view = { selection: { joint: null, handle: null }, playhead: 0, camera: null, panels: null };
  const dialog = { title: '', kind: 'character', suggested: null, extensions: [] };
  /** Parameters that are accepted, with `path` at each place of a path. */
  const parametersWith = (path: string): Readonly<Record<string, readonly unknown[]>> => ({
    'character.openPath': [path],
    'media.read': [{ fileName: 'step.wav', hash }, path],
    'profile.read': [path],
    'profile.save': [path, {}],
    'project.open': [path],
    'project.poses': [path],
    'project.save': [path, project],
    'project.saveChange': [path, { changed: { name: 'x' } }],
    'project.watch': [path, {}],
    'pose.pictures': [path, ['pose-1']],
    'library.open': [path],
    'library.change': [path, { removed: [], put: [] }],
    'library.close': [path],
    'journal.append': [{ label: 'x', folder: path, changed: project }],
    'export.clip': ['job', { characterHash: hash, rig, clips: [clip], path }],
    'export.scene': [
      'job',
      {
        actors: [{ id: 'actor-1', name: 'Ann', place: { at: [0, 0, 0], turn: 0 }, characterHash: hash, rig, clips: [clip] }],
        path,
      },
    ],
    'export.pose': ['job', { characterHash: hash, rig, pose: [0], path }],
    'export.replaces': [path],
    'picture.begin': ['job', path, 'file'],
    'dialog.open': [{ ...dialog, suggested: path }],
    'dialog.save': [{ ...dialog, suggested: path }],
    'settings.keep': [{ projectsFolder: path, exportsFolder: path }],
    'files.list': [path, []],
    'files.createFolder': [path],
    'project.picture': [path, { normal: new Uint8Array(1), large: new Uint8Array(1) }],
    'files.dragOut': [path],
    'files.reveal': [path],
  });
  const names = Object.entries(PATH_PLACES).flatMap(([name, places]) => places.map(({ at, outside }) => ({ name, at, outside })));

  test.each(names.filter(({ outside }) => outside === 'refused'))('is refused in $name', async ({ name, at }) => {
    const { services, folder } = await freshServices();
    const sent = (path: string) => (at[0] === 4 ? [folder, project, view, 'job', path] : parametersWith(path)[name]);
    for (const path of [join(dirname(folder), 'out.glb'), `${folder}/../out.glb`, `${folder}-2/out.glb`]) {
      expect(await dispatch(services, name, sent(path))).toEqual({
        ok: false,
        error: { message: `"${path}" is outside the folders that were opened to Limber` },
      });
    }
    expect(await dispatch(services, name, sent('out.glb'))).toMatchObject({
      error: { message: 'expected an absolute path, got "out.glb"' },
    });
    // The same message with a path inside gets past the guard.
    const inside = await dispatch(services, name, sent(join(folder, 'new.glb')));
    expect(inside.ok ? '' : inside.error.message).not.toMatch(/outside the folders|absolute path/);
  });

  test.each(names.filter(({ outside, name }) => outside === 'dropped' && name !== 'settings.keep'))(
    'is no suggestion of $name',
    async ({ name }) => {
      const suggested: (string | null)[] = [];
      const answer = async (request: { readonly suggested: string | null }) => {
        suggested.push(request.suggested);
        return { kind: 'cancelled' as const };
      };
      const { services, folder } = await freshServices({ shell: { ...BROWSER_SHELL, openDialog: answer, saveDialog: answer } });
      for (const path of ['/etc/passwd', 'relative', join(folder, 'x.glb')])
        await dispatch(services, name, parametersWith(path)[name]);
      expect(suggested).toEqual([null, null, join(folder, 'x.glb')]);
    },
  );
});

test('a folder outside the allowed ones is no setting', async () => {
  const { services, folder } = await freshServices();
  await dispatch(services, 'settings.keep', [{ projectsFolder: '/etc', exportsFolder: 'relative' }]);
  expect(await services['settings.read']()).toEqual({ projectsFolder: null, exportsFolder: null });
  await dispatch(services, 'settings.keep', [{ projectsFolder: folder }]);
  expect(await services['settings.read']()).toEqual({ projectsFolder: folder });
});

describe('the folder that a journal names', () => {
  test('is opened to the window again when a project was opened or saved there', async () => {
    const { services, folder, restart } = await freshServices();
    const { hash } = await services['character.openPath'](join(folder, 'hero.glb'));
    const elsewhere = join(dirname(folder), 'elsewhere');
    await mkdir(elsewhere);
    const chosen = { ...BROWSER_SHELL, openDialog: async () => ({ kind: 'chosen' as const, path: elsewhere }) };
    const first = restart({ shell: chosen });
    await first['dialog.open']({ title: '', kind: 'folder', suggested: null, extensions: [] });
    const project = sampleProject(hash);
    const saved = await first['project.save'](elsewhere, project);
    await first['journal.append']({ label: 'Rename', folder: saved.folder, changed: { ...project, name: 'later' } });
    const later = restart();
    const startup = await later['app.startup']();
    expect(startup).toMatchObject({ folder: elsewhere });
    expect(offeredProject(startup).name).toBe('later');
    await later['project.save'](elsewhere, project);
  });

  test('is not when only the journal names it: the work comes back as work that was never saved', async () => {
    const { services, folder, restart } = await freshServices();
    const { hash } = await services['character.openPath'](join(folder, 'hero.glb'));
    const elsewhere = join(dirname(folder), 'elsewhere');
    await mkdir(elsewhere);
    // The guard of this run allows the folder, that of the next does not: as if the journal had come there by another way.
    const first = restart({ paths: { allow: () => {}, allows: () => true, check: (path) => path } });
    const project = sampleProject(hash);
    await first['journal.append']({ label: 'Move', folder: elsewhere, changed: project });
    const later = restart();
    const startup = await later['app.startup']();
    expect(startup).toMatchObject({ folder: null });
    expect(offeredProject(startup).name).toBe(project.name);
    await expect(later['project.save'](elsewhere, project)).rejects.toThrow('outside the folders');
    await expect(later['files.list'](elsewhere, [])).rejects.toThrow('outside the folders');
    await expect(stat(join(elsewhere, 'project.limber'))).rejects.toThrow('ENOENT');
    await expect(readFile(join(folder, 'hero.glb'))).resolves.toBeDefined();
  });
});
