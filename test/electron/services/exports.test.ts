import { copyFile, mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { toRadians } from '../../../core/math/angles.ts';
import { fromRotationVector } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { restPose, setRotation } from '../../../core/skeleton/pose.ts';
import { clipFromAnimation } from '../../../core/formats/clips/clip-import.ts';
import { readAnimations } from '../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { isTemporaryName } from '../../../electron/files/storage/staged-write.ts';
import { createCharacters } from '../../../electron/services/characters.ts';
import type { ExportClipRequest, ExportPoseRequest } from '../../../electron/contract.ts';
import { createExports } from '../../../electron/services/exports.ts';
import { createJobs } from '../../../electron/services/jobs.ts';
import { largestDistance, playInBabylon, playInThree } from '../../core/formats/oracles.ts';
import { jointPositions, wildClip } from '../../core/formats/wild-clip.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { sharedData } from '../../helpers/shared-data.ts';
import { cases, few } from '../../helpers/extent.ts';

const FILES = [
  'rigs/robot-expressive.glb',
  'vrm/godette-vrm0.vrm',
  'vrm/debug-robot-vrm1.vrm',
  'rigs/kaykit-knight.glb',
  'rigs/unreal-names-male.glb',
  'rigs/rigify-names-mannequin.glb',
].slice(0, cases(2, 6));
const SETTINGS = { preset: 'standard', corrections: {}, limits: {}, stiffness: {} } as const;

async function opened(path: string) {
  const folder = await mkdtemp(join(tmpdir(), 'limber-exports-'));
  const characters = createCharacters({ cacheFolder: join(folder, 'cache'), mannequinPath: '' });
  const character = await characters.open(path);
  const told: number[] = [];
  const listeners: ((progress: number) => void)[] = [];
  const jobs = createJobs((_, progress) => {
    told.push(progress);
    for (const listen of listeners) listen(progress);
  });
  const service = createExports(characters, jobs);
  /** Under names of their own, as the window sends them. */
  const exports = {
    clip: (request: ExportClipRequest) => service.clip(`clip ${told.length}`, request),
    pose: (request: ExportPoseRequest) => service.pose(`pose ${told.length}`, request),
  };
  return { folder, character, jobs, service, told, listeners, exports, rig: buildRig(character.scene, SETTINGS) };
}

describe('an exported clip', () => {
  test.each(few(FILES, 1))('on %s is what was shown: in our own re-read, in three.js and in Babylon.js', async (name) => {
    const path = sharedData(name);
    if (!path) return console.log(`skipped: ${name} is not there`);
    const { folder, character, exports, rig } = await opened(path);
    const clip = wildClip(rig, 7);
    const report = await exports.clip({
      characterHash: character.hash,
      rig: SETTINGS,
      clips: [clip],
      path: join(folder, 'out.glb'),
    });
    expect(report.largestDistance).toBeLessThan(1e-4);
    expect(report.largestAngle).toBeLessThan(toRadians(0.05));
    const bytes = new Uint8Array(await readFile(report.path));
    expect(report.bytes).toBe(bytes.byteLength);
    const { animations } = readAnimations(readGltf(bytes));
    const index = readGltf(bytes).document.animations!.length - 1;
    const times = [0, 0.1, 0.31, 0.9, 1.1, 1.2];
    const [three, babylon] = await Promise.all([playInThree(bytes, index, times), playInBabylon(bytes, index, times)]);
    const again = clipFromAnimation(rig, character.scene, animations.at(-1)!);
    times.forEach((time, i) => {
      const meant = jointPositions(rig, sampleClip(rig.skeleton, clip, time));
      expect(largestDistance(meant, three[i]!)).toBeLessThan(1e-4);
      expect(largestDistance(meant, babylon[i]!)).toBeLessThan(1e-4);
      const reimported = jointPositions(rig, sampleClip(rig.skeleton, again, time));
      expect(largestDistance(meant, reimported)).toBeLessThan(1e-4);
    });
  });
});

describe('exports', () => {
  const knight = sharedData('rigs/kaykit-knight.glb');

  test.skipIf(!knight)('of a still pose stand as the pose does @all', async () => {
    const { folder, character, exports, rig } = await opened(knight!);
    const pose = restPose(rig.skeleton);
    pose.set([0.1, -0.2, 0.3]);
    for (let j = 0; j < rig.skeleton.count; j++) setRotation(pose, j, fromRotationVector([0.2, -0.1, 0.3]));
    const report = await exports.pose({
      characterHash: character.hash,
      rig: SETTINGS,
      pose: [...pose],
      path: join(folder, 'still.glb'),
    });
    expect(report.largestDistance).toBeLessThan(1e-4);
    expect(report.largestAngle).toBeLessThan(toRadians(0.05));
    const [three] = await playInThree(new Uint8Array(await readFile(report.path)), -1, [0]);
    expect(largestDistance(jointPositions(rig, pose), three!)).toBeLessThan(1e-4);
  });

  test('put several clips into one file, each whole, and count the differences of all @all', async () => {
    const { folder, character, exports, rig } = await opened(MANNEQUIN);
    const clips = [wildClip(rig, 1), { ...wildClip(rig, 2), name: 'second', fps: 24 }, { ...wildClip(rig, 3), name: 'third' }];
    const request = { characterHash: character.hash, rig: SETTINGS, clips };
    const report = await exports.clip({ ...request, path: join(folder, 'all.glb') });
    expect(report.largestDistance).toBeLessThan(1e-4);
    const bytes = new Uint8Array(await readFile(report.path));
    const { animations } = readAnimations(readGltf(bytes));
    expect(animations.map(({ name }) => name)).toEqual(clips.map(({ name }) => name));
    const times = [0, 0.31, 0.9];
    for (const [index, clip] of clips.entries()) {
      const three = await playInThree(bytes, index, times);
      times.forEach((time, i) => {
        expect(largestDistance(jointPositions(rig, sampleClip(rig.skeleton, clip, time)), three[i]!)).toBeLessThan(1e-4);
      });
    }
    await expect(exports.clip({ ...request, path: join(folder, 'all.bvh') })).rejects.toThrow(
      'a .bvh file holds one clip, got 3',
    );
    await expect(exports.clip({ ...request, path: join(folder, 'all.glb'), range: { fps: 60 } })).rejects.toThrow(
      'several are written whole',
    );
  });

  test('tell whether they would replace a file that they have not written', async () => {
    const { folder, character, exports, service, rig } = await opened(MANNEQUIN);
    const path = join(folder, 'still.glb');
    expect(await service.replaces(path)).toBe(false);
    const request = { characterHash: character.hash, rig: SETTINGS, pose: [...restPose(rig.skeleton)], path };
    await exports.pose(request);
    expect(await service.replaces(path)).toBe(false);
    await writeFile(path, 'of somebody else');
    expect(await service.replaces(path)).toBe(true);
    await exports.pose(request);
    expect(await service.replaces(path)).toBe(false);
  });

  test.skipIf(!knight)('may be a part of the clip at another rate @all', async () => {
    const { folder, character, exports, rig } = await opened(knight!);
    const request = { characterHash: character.hash, rig: SETTINGS, clips: [wildClip(rig, 1)] };
    for (const format of ['glb', 'fbx', 'bvh', 'json']) {
      const path = join(folder, `part.${format}`);
      const report = await exports.clip({ ...request, path, range: { from: 0.3, to: 0.8, fps: 60 } });
      expect(report.largestDistance).toBeLessThan(1e-4);
    }
    const bytes = new Uint8Array(await readFile(join(folder, 'part.glb')));
    expect(readAnimations(readGltf(bytes)).animations.at(-1)!.end).toBeCloseTo(0.5, 6);
    expect(await readFile(join(folder, 'part.bvh'), 'utf8')).toContain('Frames: 31\nFrame Time: 0.016666667');
    const outside = exports.clip({ ...request, path: join(folder, 'x.glb'), range: { from: 1, to: 9 } });
    await expect(outside).rejects.toThrow("must lie inside the clip's 1.2 s");
    const endless = exports.clip({ ...request, clips: [{ ...request.clips[0]!, duration: 3e4 }], path: join(folder, 'x.bvh') });
    await expect(endless).rejects.toThrow('too many frames');
    const [wild] = request.clips;
    const broken = { ...wild!, tracks: [{ ...wild!.tracks[0]!, values: wild!.tracks[0]!.values.with(0, NaN) }] };
    await expect(exports.clip({ ...request, clips: [broken], path: join(folder, 'x.bvh') })).rejects.toThrow(
      'must have values that are finite numbers',
    );
  });

  test.skipIf(!knight)('refuse what cannot be written, and write nothing then', async () => {
    const { folder, character, exports, rig } = await opened(knight!);
    const request = { characterHash: character.hash, rig: SETTINGS, clips: [wildClip(rig, 1)] };
    await expect(exports.clip({ ...request, path: join(folder, 'out.vrm') })).rejects.toThrow(
      'only a character that came as VRM',
    );
    await expect(exports.clip({ ...request, path: join(folder, 'out.obj') })).rejects.toThrow(
      'expected a file name that ends in .glb',
    );
    const own = join(folder, 'cache', 'copy.glb');
    await copyFile(knight!, own);
    await expect(exports.clip({ ...request, path: own })).rejects.toThrow("is the character's own file, which is never changed");
    await expect(exports.clip({ ...request, characterHash: '0'.repeat(64), path: join(folder, 'out.glb') })).rejects.toThrow(
      'open it again',
    );
    const pose = [...restPose(rig.skeleton)];
    const still = { characterHash: character.hash, rig: SETTINGS, path: join(folder, 'out.glb') };
    await expect(exports.pose({ ...still, pose: pose.slice(1) })).rejects.toThrow(/a pose of this skeleton has \d+ numbers/);
    await expect(exports.pose({ ...still, pose: pose.with(4, NaN) })).rejects.toThrow('finite');
    expect(await readdir(folder)).toEqual(['cache']);
  });
});

describe('an export that is cancelled', () => {
  const knight = sharedData('rigs/kaykit-knight.glb');
  const SEED = 20261121;

  test.skipIf(!knight)('leaves nothing where nothing was, not even the folder', { timeout: 60_000 }, async () => {
    const { folder, character, jobs, service, told, rig } = await opened(knight!);
    const clip = { ...wildClip(rig, 3), duration: 60 };
    for (const format of ['glb', 'vrma', 'bvh', 'json']) {
      const path = join(folder, 'new', 'deep', `out.${format}`);
      told.length = 0;
      const request = { characterHash: character.hash, rig: SETTINGS, clips: [clip], path, range: { fps: 120 } };
      const exporting = service.clip(format, request);
      const refused = expect(exporting).rejects.toThrow(/^cancelled$/);
      await vi.waitFor(() => expect(told.length).toBeGreaterThan(2), { timeout: 20_000, interval: 1 });
      jobs.cancel(format);
      await refused;
      expect(await readdir(folder)).toEqual(['cache']);
    }
  });

  test.skipIf(!knight)(
    `leaves the file that was there, or has replaced it by the whole new one (random seed ${SEED}) @all`,
    { timeout: 120_000 },
    async () => {
      const { folder, character, jobs, service, listeners, rig } = await opened(knight!);
      const random = seededRandom(SEED);
      const target = join(folder, 'out.bvh');
      const request = { characterHash: character.hash, rig: SETTINGS, clips: [wildClip(rig, 3)], path: target };
      await service.clip('first', request);
      const whole = await readFile(target);
      const old = Buffer.from('HIERARCHY');
      const found: string[] = [];
      for (let round = 0; round < cases(2, 12); round++) {
        await writeFile(target, old);
        const name = `round ${round}`;
        const moment = 1.2 * random();
        listeners[0] = (progress) => {
          if (progress >= moment) jobs.cancel(name);
        };
        const exporting = service.clip(name, request).then(
          () => 'done',
          (error: Error) => error.message,
        );
        const end = await exporting;
        found.push(end);
        expect(await readdir(folder)).toEqual(['cache', 'out.bvh']);
        expect(Buffer.compare(await readFile(target), end === 'done' ? whole : old)).toBe(0);
      }
      expect(found).toContain('cancelled');
      expect(found.every((end) => end === 'done' || end === 'cancelled')).toBe(true);
    },
  );

  test.skipIf(!knight)('before its thread began is refused too @all', async () => {
    const { folder, character, jobs, service, rig } = await opened(knight!);
    const path = join(folder, 'out.glb');
    const exporting = service.clip('early', { characterHash: character.hash, rig: SETTINGS, clips: [wildClip(rig, 3)], path });
    jobs.cancel('early');
    await expect(exporting).rejects.toThrow(/^cancelled$/);
    expect(await readdir(folder)).toEqual(['cache']);
  });
});

describe.each(['glb', 'bvh', 'vrma', 'fbx', 'json'].slice(0, cases(2, 5)))('an export as %s', (format) => {
  const knight = sharedData('rigs/kaykit-knight.glb');

  test.skipIf(!knight)('tells how far it is, rising to the end', { timeout: 30_000 }, async () => {
    const { folder, character, exports, told, rig } = await opened(knight!);
    const clip = { ...wildClip(rig, 3), duration: 10 };
    await exports.clip({ characterHash: character.hash, rig: SETTINGS, clips: [clip], path: join(folder, `out.${format}`) });
    expect(told.length).toBeGreaterThan(10);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
  });
});

test('A file in the making is announced before it is there, and is gone when its export was refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'limber-exports-'));
  const characters = createCharacters({ cacheFolder: join(folder, 'cache'), mannequinPath: MANNEQUIN });
  const character = await characters.mannequin();
  const path = join(folder, 'out', 'pose.glb');
  const announced: string[] = [];
  const service = createExports(
    characters,
    createJobs(() => {}),
    async (temporary) => {
      announced.push(temporary);
      expect(await readdir(join(folder, 'out'))).toEqual([]);
    },
  );
  const request = {
    characterHash: character.hash,
    rig: SETTINGS,
    pose: [...restPose(buildRig(character.scene, SETTINGS).skeleton)],
  };
  await service.pose('job', { ...request, path });
  expect(announced).toHaveLength(1);
  expect(isTemporaryName(basename(announced[0]!))).toBe(true);
  expect(await readdir(join(folder, 'out'))).toEqual(['pose.glb']);
  await expect(service.pose('job', { ...request, pose: [1], path })).rejects.toThrow('pose');
  expect(await readdir(join(folder, 'out'))).toEqual(['pose.glb']);
});
