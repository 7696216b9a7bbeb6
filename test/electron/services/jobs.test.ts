import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { idSchema } from '../../../electron/files/storage/basic-schemas.ts';
import { clipSchema } from '../../../electron/files/storage/clip-schema.ts';
import { createCharacters } from '../../../electron/services/characters.ts';
import { createJobs } from '../../../electron/services/jobs.ts';
import { createMotions } from '../../../electron/services/motions.ts';
import { sharedData } from '../../helpers/shared-data.ts';

const knight = sharedData('rigs/kaykit-knight.glb');
const male = sharedData('rigs/unreal-names-male.glb');
const RIG = { preset: 'standard', corrections: {}, limits: {}, stiffness: {} } as const;

describe.skipIf(knight === null || male === null)('a job', () => {
  async function opened() {
    const characters = createCharacters({
      cacheFolder: await mkdtemp(join(tmpdir(), 'limber-jobs-')),
      mannequinPath: '',
    });
    const tell = vi.fn<(job: string, progress: number) => void>();
    const jobs = createJobs(tell);
    const motions = createMotions(characters, jobs);
    const source = await characters.open(knight!);
    const target = await characters.open(male!);
    const list = await motions.list(source.hash);
    const reference = (name: string) => ({
      characterHash: source.hash,
      index: list.findIndex((motion) => motion.name === name),
    });
    return { jobs, motions, tell, target, reference, list };
  }

  test('brings a motion onto a character on a thread of its own', { timeout: 60_000 }, async () => {
    const { motions, tell, target, reference, list } = await opened();
    const source = reference('Walking_A');
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const { clip, report } = await motions.retarget('walk', {
      source,
      characterHash: target.hash,
      rig: RIG,
      options: { fps: 30, hands: false },
    });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
    expect(clipSchema.safeParse(clip).success).toBe(true);
    expect(clip.fps).toBe(30);
    expect(clip.duration).toBeCloseTo(list[source.index]!.duration, 1);
    expect(report.frames).toBe(Math.round(clip.duration * 30) + 1);
    const joints = buildRig(target.scene, RIG).skeleton.count;
    expect(clip.tracks.every(({ joint }) => joint >= -1 && joint < joints)).toBe(true);
    expect(clip.tracks.length).toBeGreaterThan(10);
    const told = tell.mock.calls.map(([, progress]) => progress);
    expect(told.length).toBeGreaterThan(10);
    expect(told.every((progress, i) => progress > (told[i - 1] ?? 0) && progress <= 1)).toBe(true);
  });

  test('that samples poses tells how far it is, and finds each pose once @all', { timeout: 60_000 }, async () => {
    const { motions, tell, target, reference } = await opened();
    const sources = [reference('Walking_A'), reference('Walking_A')];
    const poses = await motions.samplePoses('sample', { sources, characterHash: target.hash, rig: RIG, fps: 5 });
    const once = await motions.samplePoses('once', { sources: sources.slice(1), characterHash: target.hash, rig: RIG, fps: 5 });
    expect(poses.length).toBeGreaterThan(1);
    expect(poses.length).toBe(once.length);
    expect(new Set(poses.map(({ id }) => id)).size).toBe(poses.length);
    expect(poses.every(({ id }) => idSchema.safeParse(id).success)).toBe(true);
    expect(poses[0]!.pose.every(Number.isFinite)).toBe(true);
    const told = tell.mock.calls.filter(([job]) => job === 'sample').map(([, progress]) => progress);
    expect(told.at(-1)).toBe(1);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
  });

  test('that is cancelled is refused at once and can be started again @all', { timeout: 60_000 }, async () => {
    const { jobs, motions, tell, target, list, reference } = await opened();
    const { characterHash } = reference('Walking_A');
    const sources = list.map((_, index) => ({ characterHash, index }));
    const request = { sources, characterHash: target.hash, rig: RIG };
    const sampling = motions.samplePoses('long', request);
    const refused = expect(sampling).rejects.toThrow(/^cancelled$/);
    await vi.waitFor(() => expect(tell).toHaveBeenCalled(), { timeout: 20_000, interval: 1 });
    jobs.cancel('long');
    await refused;
    expect(tell.mock.calls.every(([, progress]) => progress < 1)).toBe(true);
    jobs.cancel('long');
    expect(await motions.samplePoses('long', { ...request, sources: sources.slice(0, 1) })).not.toEqual([]);
  });

  test('that is cancelled while its files are still read does not begin', { timeout: 60_000 }, async () => {
    const { jobs, motions, tell, target, reference } = await opened();
    const sampling = motions.samplePoses('early', { sources: [reference('Walking_A')], characterHash: target.hash, rig: RIG });
    jobs.cancel('early');
    await expect(sampling).rejects.toThrow(/^cancelled$/);
    expect(tell).not.toHaveBeenCalled();
  });

  test('that does two tasks at once ends both when it is cancelled', { timeout: 60_000 }, async () => {
    const { jobs, tell, target, list } = await opened();
    const bytes = new Uint8Array(await readFile(knight!));
    const { hash: characterHash } = target;
    const files = new Map([
      ['knight', bytes],
      [characterHash, target.bytes],
    ]);
    const sources = list.map((_, index) => ({ characterHash: 'knight', index }));
    const task = { kind: 'samplePoses' as const, files, request: { sources, characterHash, rig: RIG } };
    const both = jobs.during('both', (perform) => Promise.allSettled([perform(task), perform(task)]));
    await vi.waitFor(() => expect(tell).toHaveBeenCalled(), { timeout: 20_000, interval: 1 });
    jobs.cancel('both');
    expect(await both).toMatchObject([
      { status: 'rejected', reason: { message: 'cancelled' } },
      { status: 'rejected', reason: { message: 'cancelled' } },
    ]);
  });

  test('refuses a motion that is not there, and a name that is taken @all', { timeout: 60_000 }, async () => {
    const { motions, target, reference } = await opened();
    const source = reference('Walking_A');
    const request = { source, characterHash: target.hash, rig: RIG, options: {} };
    await expect(motions.retarget('a', { ...request, source: { ...source, index: 99 } })).rejects.toThrow(
      'the file holds 76 motions, so there is none with the number 99',
    );
    const first = motions.retarget('b', request);
    await expect(motions.retarget('b', request)).rejects.toThrow('a job named "b" is running already');
    await first;
  });
});
