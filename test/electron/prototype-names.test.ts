import { decode, encode } from '@msgpack/msgpack';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { findBrowser } from '../../build/scripts/browser.ts';
import { unpackPoses } from '../../core/document/packed-poses.ts';
import type { ProjectData, SavedPoseData } from '../../core/document/project-data.ts';
import { startBrowserHost } from '../../electron/browser/browser-host.ts';
import { acceleratorOf } from '../../electron/desktop/accelerator.ts';
import { dispatch } from '../../electron/ipc.ts';
import { createPacker, createUnpacker } from '../../electron/services/packing.ts';
import { createUserSettings } from '../../electron/services/user-settings.ts';
import { TRIES_ALL } from '../helpers/extent.ts';
import { MANNEQUIN } from '../helpers/mannequin.ts';
import { emptyFolder, limber } from './cli/fake-terminal.ts';
import { freshServices, HERO } from './services/fresh-services.ts';
import { samplePose, sampleProject } from './services/sample-project.ts';

const BROWSER = findBrowser();
if (BROWSER === null) console.log('SKIP a camera of "limber render" with the name of a prototype: no browser is there to draw');

/** Fields that objects have from their prototype, or that lead to it. */
const NAMES = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString'];
const FIELDS = Object.getOwnPropertyNames(Object.prototype);

afterEach(() => {
  vi.unstubAllEnvs();
  if (Object.getOwnPropertyNames(Object.prototype).join() !== FIELDS.join()) throw new Error('Object.prototype was changed');
});

/** JSON in which the name stands for a field of its own, whatever it is called. */
const field = (name: string, value: unknown) => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`) as never;
const POLLUTION = { polluted: true };
const TURN = [0.6, 0, 0, 0.8] as const;

async function saved(project: (hash: string) => ProjectData) {
  const { services, folder } = await freshServices();
  const { hash } = await services['character.openPath'](join(folder, 'hero.glb'));
  const answer = await dispatch(services, 'project.save', [join(folder, 'Hero'), project(hash)]);
  return { answer, services, folder: join(folder, 'Hero') };
}

describe.each(NAMES)('%s', (name) => {
  /** Joints and expressions of this name are called so in projects. */
  const key = name === '__proto__' ? '__proto__#2' : name;

  test('names joints, expressions, poses, tags, folders, clips and markers of a project, which is opened as it was saved', async () => {
    const pose = { root: [0, 0, 0], joints: field(key, TURN), expressions: field(key, 0.5) } as SavedPoseData['pose'];
    const named: SavedPoseData = {
      ...samplePose('wave', ''),
      name,
      tags: [name],
      folder: name,
      joints: [key],
      expressions: [key],
      pose,
    };
    const data = (hash: string) => {
      const project = sampleProject(hash);
      return {
        ...project,
        name,
        rig: { ...project.rig, limits: field(key, { kind: 'free' }), stiffness: field(key, 0.5) },
        unkeyed: { clip: project.clips[0]!.id, time: 0, pose },
        poses: [named],
        clips: project.clips.map((clip) => ({ ...clip, name, markers: [{ name, time: 0 }] })),
      } satisfies ProjectData;
    };
    const { answer, services, folder } = await saved(data);
    expect(answer).toMatchObject({ ok: true });
    const { project } = await services['project.open'](folder);
    const before = data(project.character.hash);
    expect(project).toMatchObject({ name, rig: before.rig, unkeyed: before.unkeyed, clips: before.clips });
    expect(unpackPoses((await services['project.poses'](folder)).poses)).toEqual([named]);
  });

  test('is told where a file names it as a joint that no object can have, and the rest is opened', async () => {
    const { services, folder } = await saved((hash) =>
      sampleProject(hash, { poses: [samplePose('wave', ''), samplePose('sit', '')] }),
    );
    const path = join(folder, 'poses', 'wave.json');
    const text = await readFile(path, 'utf8');
    expect(text).toContain('"arm.l#2": [');
    await writeFile(path, text.replace('"arm.l#2": [', `"${name}": [`));
    const { warnings, poses } = await services['project.poses'](folder);
    const names = unpackPoses(poses).map((pose) => [pose.id, Object.keys(pose.pose.joints)]);
    if (name === '__proto__') {
      expect(warnings).toEqual([
        expect.stringMatching(/^poses\/wave\.json was left out: .*expected names other than "__proto__"/),
      ]);
      expect(names).toEqual([['sit', ['arm.l#2']]]);
    } else expect(names).toContainEqual(['wave', [name]]);
  });

  /** What every object has is no id: records are looked up by ids. */
  const isId = name === 'prototype';

  test('is an id of a project and a library, or refused in one sentence, and its file stays as it is', async () => {
    const { services, folder } = await saved((hash) => sampleProject(hash, { poses: [samplePose('wave', '')] }));
    const library = join(folder, '..', 'Library');
    await mkdir(library);
    await services['library.change'](library, { removed: [], put: [{ item: samplePose('wave', '') }], bases: { wave: null } });
    for (const place of [folder, library]) {
      const [from, to] = [join(place, 'poses', 'wave.json'), join(place, 'poses', `${name}.json`)];
      const before = await readFile(from, 'utf8');
      await rename(from, to);
      const read = place === folder ? await services['project.poses'](place) : await services['library.open'](place);
      expect(unpackPoses(read.poses).map(({ id }) => id)).toEqual(isId ? [name] : []);
      const told = [`poses/${name}.json was left out: its name may hold`];
      expect(read.warnings).toEqual(isId ? [] : told.map((sentence) => expect.stringContaining(sentence)));
      expect(await readFile(to, 'utf8')).toBe(before);
    }
    const put = { removed: [], put: [{ item: samplePose(name, '') }], bases: {} };
    const answers = await Promise.all([
      dispatch(services, 'library.change', [library, put]),
      dispatch(services, 'project.saveChange', [folder, { changed: {}, poses: put }]),
    ]);
    for (const answer of answers) {
      if (isId) expect(answer).toMatchObject({ ok: true });
      else
        expect(answer).toMatchObject({
          ok: false,
          error: { message: expect.stringContaining('that is not a field of every object') },
        });
    }
    expect((await readdir(join(folder, 'poses'))).toSorted()).toEqual([`${name}.json`]);
  });

  test('is passed over as a setting, kept as the name of a shortcut, a view or a layout where it can be', async () => {
    const { folder, services } = await freshServices();
    const inside = name === '__proto__' ? {} : field(name, true);
    await writeFile(
      join(folder, 'settings.json'),
      JSON.stringify({ ...(field(name, POLLUTION) as object), view: field(name, true), scale: 2 }),
    );
    const settings = createUserSettings(folder);
    expect(await settings.read()).toEqual({ view: inside, scale: 2 });
    const layouts = field(name, 'a');
    expect(await dispatch(services, 'settings.keep', [{ layouts, keys: field(name, ['A']) }])).toMatchObject({ ok: true });
    expect(await dispatch(services, 'settings.keep', [field(name, POLLUTION)])).toMatchObject({ ok: false });
    await settings.keep({ scale: 2, layouts });
    expect(await createUserSettings(folder).read()).toEqual({ scale: 2, layouts: name === '__proto__' ? {} : layouts });
  });

  test('is refused in one sentence as a message, and as a field of what one carries', async () => {
    const { services, folder } = await freshServices();
    const page = join(folder, 'page');
    await mkdir(page);
    await writeFile(join(page, 'index.html'), '<!doctype html>');
    const host = await startBrowserHost({ window: page, services });
    try {
      const ticket = new URL(host.url).hash.replace('#ticket=', '');
      const post = (path: string, bearer: string, body = new Uint8Array()) =>
        fetch(`${host.origin}${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${bearer}`, origin: host.origin, 'content-type': 'application/msgpack' },
          body: Buffer.from(body),
        });
      const session = await (await post('/session', ticket)).text();
      const sent = async (message: string, parameters: unknown) => {
        const response = await post(`/rpc/${message}`, session, encode(parameters));
        // The page's own sentence for a message that cannot be read at all.
        return response.status === 400 ? 'unreadable' : decode(new Uint8Array(await response.arrayBuffer()));
      };
      const refused = (sentence: RegExp) => ({ ok: false, error: { message: expect.stringMatching(sentence) } });
      expect(await sent(name, [])).toEqual(refused(/^Limber knows no message/));
      const answer = await sent('settings.keep', [field(name, POLLUTION)]);
      const usual = refused(/^"settings\.keep" was sent something it cannot use/);
      expect(answer).toEqual(name === '__proto__' ? 'unreadable' : usual);
      expect(await sent('settings.read', [])).toEqual({ ok: true, value: {} });
    } finally {
      await host.close();
    }
  });

  test('is a field of what goes to another thread, or refused in one sentence', () => {
    const value = [field(name, 1), { values: [field(name, 'text')] }];
    const pack = () => createUnpacker()(createPacker().pack(value));
    if (name === '__proto__') expect(pack).toThrow('data for a thread must have no field named "__proto__"');
    else expect(pack()).toEqual(value);
  });

  test('is a key of no shortcut', () => {
    expect(acceleratorOf(`${name}+${name}`)).toBe(`${name}+${name}`);
  });

  // It opens the studio in a browser to see which cameras there are.
  const cameras: [string, string, string, string][] =
    BROWSER !== null && (TRIES_ALL || name === 'constructor')
      ? [['render', '--camera', name, 'expected one of view, front']]
      : [];
  test.each<[command: string, option: string, value: string, sentence: string]>([
    ['solve', '--goal', `${name}=0,1,0`, `"${name}" is neither a handle nor a humanoid bone`],
    ['inspect', '--unit', name, 'expected one of mm, cm'],
    ...cameras,
  ])('is nothing that the command line knows: %s %s', async (command, option, value, sentence) => {
    vi.stubEnv('LIMBER_CHROMIUM', BROWSER ?? '');
    const { exitCode, printed, noted } = await limber(
      command,
      MANNEQUIN,
      option,
      value,
      '--out',
      join(tmpdir(), 'never', command === 'solve' ? 'a.glb' : 'a.png'),
    );
    expect(exitCode).not.toBe(0);
    expect(`${printed}${noted}`).toContain(sentence);
  });

  test('is no option of a command in a batch', async () => {
    const folder = await emptyFolder();
    await writeFile(
      join(folder, 'night.json'),
      `{"version":1,"tasks":[{"command":"lint","source":"*.glb","options":{"${name}":"x"}}]}`,
    );
    await writeFile(join(folder, 'hero.glb'), HERO);
    const flags = ['--command', 'lint', '--option', `${name}=x`, '--out', join(folder, 'o'), '--folder', join(folder, 'b')];
    for (const given of [[join(folder, 'night.json')], [join(folder, 'hero.glb'), ...flags]]) {
      const { exitCode, printed, noted } = await limber('batch', ...given, '--json');
      expect(exitCode, printed + noted).not.toBe(0);
      expect(printed + noted).toContain(name);
    }
  });
});
