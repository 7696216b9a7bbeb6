import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { findBrowser } from '../../build/scripts/browser.ts';
import { createClip, setKey } from '../../core/animation/keys.ts';
import { createProject } from '../../core/document/create-project.ts';
import { projectToData } from '../../core/document/serialize.ts';
import { fromAxisAngle } from '../../core/math/quat.ts';
import { restPose, setRotation } from '../../core/skeleton/pose.ts';
import { renderPictures } from '../../electron/browser/render-pictures.ts';
import { loadCharacter } from '../../electron/cli/load-character.ts';
import { createSession } from '../../electron/cli/vocabulary/session.ts';
import { scriptApi } from '../../electron/cli/vocabulary/vocabulary.ts';
import type { PictureRequest } from '../../electron/contract.ts';
import { writeProjectFolder } from '../../electron/files/project/save-project.ts';
import { limber } from '../electron/cli/fake-terminal.ts';
import { MANNEQUIN } from '../helpers/mannequin.ts';
import { filmSound } from '../helpers/film-sound.ts';
import { readWebm } from '../helpers/picture-files.ts';
import { wavFile } from '../helpers/wav-file.ts';

/** A saved project whose clip raises an arm within half a second, at 24 frames, to two beats where it is heard. */
async function savedProject(folder: string, isHeard = false): Promise<string> {
  const path = join(folder, 'Hero');
  const { rig, bytes, hash, fileName } = await loadCharacter(MANNEQUIN);
  const arm = rig.humanoid.leftUpperArm!;
  const raised = restPose(rig.skeleton);
  setRotation(raised, arm, fromAxisAngle([0, 0, 1], 1));
  const empty = { ...createClip('wave', 'Wave'), fps: 24, duration: 0.5, loop: false };
  const clip = setKey(rig.skeleton, setKey(rig.skeleton, empty, 0, restPose(rig.skeleton)), 0.5, raised);
  const heard = wavFile(1, [0, 0.25]);
  const soundHash = createHash('sha256').update(heard).digest('hex');
  const sounds = [
    { id: 'sound-1', name: 'Beats', fileName: 'beats.wav', hash: soundHash, clip: 'wave', at: 0, from: 0, volume: 1 },
  ];
  const project = {
    ...createProject(rig, { name: 'hero', fileName, hash }),
    clips: [clip],
    activeClip: 'wave',
    sounds: isHeard ? sounds : [],
  };
  await writeProjectFolder(path, projectToData(rig, project), async () => bytes, { readMedia: async () => heard });
  return path;
}

const REQUEST: PictureRequest = {
  subject: 'clip',
  format: 'webm',
  path: '',
  width: 160,
  height: 120,
  background: 'transparent',
  camera: 'front',
  follows: false,
  turns: 0,
  shows: { grid: false, shadow: false, bones: false, trails: false, springs: false },
};

test('draws a saved clip without a window, with every frame, and says what it cannot', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'limber-render-journey-')));
  try {
    const source = await savedProject(folder);
    const path = join(folder, 'films', 'wave.webm');
    const shares: number[] = [];
    const order = { source, clip: 'Wave', request: { ...REQUEST, path } };
    const options = { browser: findBrowser(), onProgress: (share: number) => void shares.push(share) };
    const report = await renderPictures(order, options);
    expect(report).toMatchObject({ path, format: 'webm', width: 160, height: 120, frames: 13, fps: 24, codec: 'VP9', notes: [] });
    const film = readWebm(new Uint8Array(readFileSync(path)));
    expect(film).toMatchObject({ width: 160, height: 120, frames: 13, codec: 'V_VP9', hasAlpha: true });
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));

    const missing = { ...order, clip: 'Wawe', request: { ...order.request, path: join(folder, 'other.webm') } };
    await expect(renderPictures(missing, options)).rejects.toThrow('holds no clip "Wawe", but "Wave"');
    const unmoved = { source: MANNEQUIN, request: missing.request };
    await expect(renderPictures(unmoved, options)).rejects.toThrow('"mannequin.glb" holds no clip');
    const stop = new AbortController();
    const stopping = { ...options, signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) };
    await expect(renderPictures({ ...missing, clip: 'Wave' }, stopping)).rejects.toThrow('enough');
    // Nothing is left of what was refused or ended, beside its place either.
    expect(readdirSync(folder).toSorted()).toEqual(['Hero', 'films']);
    expect(readdirSync(join(folder, 'films'))).toEqual(['wave.webm']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('lets what is drawn without a window be heard @all', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'limber-render-sound-')));
  try {
    const source = await savedProject(folder, true);
    const path = join(folder, 'wave.webm');
    await renderPictures({ source, request: { ...REQUEST, path } }, { browser: findBrowser() });
    const heard = await filmSound(new Uint8Array(readFileSync(path)));
    expect(heard).toMatchObject({ codec: 'opus', channels: 2 });
    expect(heard!.seconds).toBeCloseTo(13 / 24, 1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('draws pictures in a batch, the same with one worker and with two, and shows one to an assistant @all', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'limber-render-bätch & “co”-')));
  const session = await createSession({ folders: [folder], mayWrite: false, savesEachStep: true });
  const environment = process.env['LIMBER_CHROMIUM'];
  try {
    process.env['LIMBER_CHROMIUM'] = findBrowser() ?? '';
    const source = await savedProject(folder);
    await cp(source, join(folder, 'Zwei'), { recursive: true });
    const options = { size: '96x96', camera: 'left', 'contact-sheet': true, count: 4 };
    const task = { command: 'render', source: ['Hero', 'Zwei'], out: 'sheets/{source}.png', options };
    await writeFile(join(folder, 'night.json'), JSON.stringify({ version: 1, tasks: [task] }));
    const drawn = async (...more: string[]) => {
      const ran = await limber('batch', join(folder, 'night.json'), '--json', ...more);
      expect(ran).toMatchObject({ exitCode: 0, noted: '' });
      return readdirSync(join(folder, 'sheets')).map((name) => readFileSync(join(folder, 'sheets', name)));
    };
    const two = await drawn('--workers', '2');
    expect(two).toHaveLength(2);
    expect(await drawn('--workers', '1')).toEqual(two);

    await session.open('Hero');
    const { png, width } = await scriptApi(session).look({
      what: 'contactSheet',
      camera: 'left',
      width: 96,
      height: 96,
      count: 4,
    });
    expect(width).toBe(96);
    expect(Buffer.from(png, 'base64').equals(two[0]!)).toBe(true);
  } finally {
    if (environment === undefined) delete process.env['LIMBER_CHROMIUM'];
    else process.env['LIMBER_CHROMIUM'] = environment;
    await session.close();
    await rm(folder, { recursive: true, force: true });
  }
});
