import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { joinProfiles } from '../../../core/formats/clips/retarget-profile.ts';
import { smallBatch } from './batch/small-batch.ts';
import { limber } from './fake-terminal.ts';

async function retargetWith(profiles: readonly object[], ...options: string[]) {
  const folder = await smallBatch(['a.bvh']);
  const given = await Promise.all(
    profiles.map(async (profile, i) => {
      const path = join(folder, `profile ${i}.json`);
      await writeFile(path, JSON.stringify({ version: 1, ...profile }));
      return ['--profile', path];
    }),
  );
  const out = join(folder, 'out.json');
  const ran = await limber(
    'retarget',
    join(folder, 'a.bvh'),
    '--onto',
    join(folder, 'hero.glb'),
    '--out',
    out,
    '--json',
    ...given.flat(),
    ...options,
  );
  return { ...ran, clip: ran.exitCode === 2 ? null : JSON.parse(await readFile(out, 'utf8')) };
}

test('a profile says what an option would say, a later profile goes before an earlier one, and an option before both @all', async () => {
  const plain = await retargetWith([], '--fps', '60', '--limits', '--no-hands', '--preset', 'stiff', '--rest', 'file');
  expect(plain.exitCode).toBe(0);
  const profile = { fps: 60, limits: true, hands: false, character: { preset: 'stiff' }, source: { rest: 'file' } };
  expect((await retargetWith([profile])).clip).toEqual(plain.clip);
  expect((await retargetWith([{ ...profile, fps: 24 }, { fps: 60 }])).clip).toEqual(plain.clip);
  expect((await retargetWith([{ ...profile, fps: 24 }], '--fps', '60')).clip).toEqual(plain.clip);
  expect((await retargetWith([{ ...profile, fps: 24 }])).clip).not.toEqual(plain.clip);
});

test('bones are named by their nodes, of sources and of characters', async () => {
  const found = await retargetWith([{ source: { bones: { leftToes: null } }, character: { bones: { rightHand: 'rightHand' } } }]);
  expect(found.noted).toBe('');
  expect(found.exitCode).toBe(0);
  const unknown = await retargetWith([{ source: { bones: { leftHand: 'leftHnad' } } }]);
  expect(unknown).toMatchObject({ exitCode: 2 });
  expect(unknown.noted).toContain('"a.bvh" has no node "leftHnad", which the profile says is leftHand; near it');
});

test('a profile that says something else is refused in one sentence', async () => {
  expect((await retargetWith([{ fps: 29 }])).noted).toContain('"profile 0.json" is no retarget profile: fps: expected');
  expect((await retargetWith([{ source: { bones: { tail: 'x' } } }])).noted).toContain('"tail" is not a known field');
});

test('profiles are joined field by field', () => {
  const first = { source: { bones: { hips: 'a', head: 'b' }, bvh: { up: 'z' } }, feet: false } as const;
  const second = { source: { bones: { head: null }, rest: 'bind' }, contacts: { height: 0.1 } } as const;
  expect(joinProfiles([first, second])).toEqual({
    source: { bones: { hips: 'a', head: null }, bvh: { up: 'z' }, rest: 'bind' },
    character: { bones: {} },
    feet: false,
    contacts: { height: 0.1 },
  });
});

test('a library is built of sources that a profile or an option says how to read', async () => {
  const folder = await smallBatch(['a.bvh']);
  const profile = join(folder, 'profile.json');
  await writeFile(profile, JSON.stringify({ version: 1, source: { bvh: { up: 'z' } }, character: { preset: 'stiff' } }));
  const build = async (name: string, ...options: string[]) => {
    const out = join(folder, name);
    const files = [join(folder, 'a.bvh'), '--for', join(folder, 'hero.glb')];
    const ran = await limber('library', 'build', ...files, '--per-second', '30', '--out', out, ...options);
    const poses = (await readdir(join(out, 'poses')).catch(() => [])).filter((file) => file.endsWith('.json')).toSorted();
    return { ...ran, poses: await Promise.all(poses.map((file) => readFile(join(out, 'poses', file), 'utf8'))) };
  };
  const plain = await build('plain');
  const told = await build('told', '--bvh-up', 'z', '--preset', 'stiff');
  const profiled = await build('profiled', '--profile', profile);
  expect(told).toMatchObject({ exitCode: 0, noted: '' });
  expect(profiled.poses).toEqual(told.poses);
  expect(told.poses).not.toEqual(plain.poses);
  const unknown = join(folder, 'unknown.json');
  await writeFile(unknown, JSON.stringify({ version: 1, source: { bones: { leftHand: 'leftHnad' } } }));
  expect((await build('unknown', '--profile', unknown)).noted).toContain('"a.bvh" has no node "leftHnad"');
});
