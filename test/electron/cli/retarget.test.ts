import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAnimations } from '../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { readProjectFolder } from '../../../electron/files/project/project-folder.ts';
import { loadCharacter } from '../../../electron/cli/load-character.ts';
import { capturedFile, SHAKE } from '../../helpers/captured-pair.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { sharedData } from '../../helpers/shared-data.ts';
import { playInThree, validatorIssues } from '../../core/formats/oracles.ts';
import { emptyFolder, limber, limberUntil } from './fake-terminal.ts';

const walk = sharedData('bvh/cmu-12_01-walk.bvh');
const male = sharedData('rigs/unreal-names-male.glb');
const godette = sharedData('vrm/godette-vrm0.vrm');
const knight = sharedData('rigs/kaykit-knight.glb');
const robot = sharedData('rigs/robot-expressive.glb');

describe.skipIf(!walk || !male || !godette || !knight)('limber retarget', () => {
  test.each([
    ['a man', male!, 1],
    ['a VRM 0 avatar, which faces the other way', godette!, -1],
  ] as const)('brings a walk onto %s, planted feet still, as three.js sees it', async (_, character, ahead) => {
    const out = join(await emptyFolder(), 'walk.glb');
    const ran = await limber('retarget', walk!, '--onto', character, '--fps', '30', '--out', out, '--json');
    expect(ran.noted).toBe('');
    expect(ran.exitCode).toBe(0);
    const summary = JSON.parse(ran.printed);
    expect(summary.contacts).toBeGreaterThan(4);
    expect(summary.slide.p95).toBeLessThan(Math.max(45, summary.slide.source));
    expect(summary.limbs.mean).toBeLessThan(1.5);
    expect(summary).toMatchObject({ copied: false, leaps: [], turns: [], broken: [], rest: 'as the file rests' });
    expect(summary.reread.millimetres).toBeLessThan(0.1);
    const bytes = new Uint8Array(await readFile(out));
    expect((await validatorIssues(bytes)).length).toBe((await validatorIssues(new Uint8Array(await readFile(character)))).length);
    const { rig } = await loadCharacter(character);
    const hips = rig.binding.nodes[rig.humanoid.hips!]!;
    const last = readAnimations(readGltf(bytes)).animations.at(-1)!;
    const [first, end] = await playInThree(bytes, readGltf(bytes).document.animations!.length - 1, [0, last.end]);
    // The recorded walk goes from z = −25 to +25 units: some three metres ahead, and stays upright.
    const [from, to] = [first!.get(hips)!, end!.get(hips)!];
    expect(ahead * (to[2] - from[2])).toBeGreaterThan(1.5);
    expect(Math.abs(to[1] - from[1])).toBeLessThan(0.1);
  });

  test('takes clips of GLB files by name @all', async () => {
    const out = join(await emptyFolder(), 'run.vrma');
    const ran = await limber('retarget', knight!, '--clip', 'Running_A', '--onto', godette!, '--out', out);
    expect(ran.noted).toBe('');
    expect([0, 3]).toContain(ran.exitCode);
    expect(ran.printed).toContain('clip "Running_A"');
    expect(await validatorIssues(new Uint8Array(await readFile(out)))).toEqual([]);
  });

  test('says with exit code 3 and in a sentence what is worse than it should be, and takes another rest pose', async () => {
    const out = join(await emptyFolder(), 'walk.json');
    const onto = ['--onto', male!, '--fps', '30', '--out', out] as const;
    const odd = await limber('retarget', knight!, '--clip', 'Lie_Down', '--rest', '2', ...onto);
    expect(odd.noted).toBe('');
    expect(odd.exitCode).toBe(3);
    expect(odd.printed).toMatch(/look at this: .*more than/);
    expect(odd.printed).toContain('note: the source is taken to rest as the body is after 2.00 s');
    const late = await limber('retarget', walk!, '--rest', '99', ...onto);
    expect(late).toMatchObject({ exitCode: 2 });
    expect(late.noted).toContain('lasts 4.35 s, so its skeleton cannot rest as it is after 99 s');
    expect((await limber('retarget', walk!, '--rest', 'sideways', ...onto)).exitCode).toBe(2);
    expect((await limber('retarget', walk!, '--rest', 'bind', ...onto)).noted).toContain('has no bind pose of its own');
  });

  test('copies a clip onto its own skeleton exactly', async () => {
    const out = join(await emptyFolder(), 'run.glb');
    const ran = await limber('retarget', knight!, '--clip', 'Running_A', '--onto', knight!, '--out', out, '--json');
    expect(ran.exitCode).toBe(0);
    expect(JSON.parse(ran.printed)).toMatchObject({ copied: true, limbs: { mean: 0 }, knees: { mean: 0 }, broken: [] });
  });

  test('refuses sources without clips, and stops when it is cancelled, leaving no file', async () => {
    const folder = await emptyFolder();
    const out = join(folder, 'walk.glb');
    const refused = await limber('retarget', male!, '--onto', godette!, '--out', out);
    expect(refused).toMatchObject({ exitCode: 2, noted: 'limber: "unreal-names-male.glb" holds no clip' });
    expect((await limber('retarget', walk!, '--onto', male!, '--fps', '29', '--out', out)).exitCode).toBe(2);
    expect((await limberUntil(AbortSignal.abort(), 'retarget', walk!, '--onto', male!, '--out', out)).exitCode).toBe(130);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe.skipIf(!walk || !male || !robot)('limber library build', () => {
  test('samples motion into a project that opens, near-duplicates dropped @all', async () => {
    const folder = join(await emptyFolder(), 'walks');
    const ran = await limber('library', 'build', walk!, '--for', male!, '--per-second', '5', '--out', folder, '--json');
    expect(ran.noted).toBe('');
    expect(ran.exitCode).toBe(0);
    const { poses } = JSON.parse(ran.printed);
    expect(poses).toBeGreaterThan(3);
    expect(poses).toBeLessThan(22);
    const { project, warnings } = await readProjectFolder(folder);
    expect(warnings).toEqual([]);
    expect(project.poses).toHaveLength(poses);
    expect(project.poses[0]!.tags).toEqual(['cmu-12_01-walk']);
    const again = await limber('library', 'build', walk!, '--for', male!, '--out', folder);
    expect(again.exitCode).toBe(2);
    expect(again.noted).toContain('is not empty');
  });

  test('names the files that it cannot use and goes on', async () => {
    const base = await emptyFolder();
    const broken = join(base, 'broken.bvh');
    await writeFile(broken, 'HIERARCHY\nROOT');
    const folder = join(base, 'library');
    const files = [broken, walk!, join(base, 'gone.glb')];
    const ran = await limber('library', 'build', ...files, '--for', male!, '--per-second', '2', '--out', folder, '--json');
    expect(ran.exitCode).toBe(0);
    const { clips, leftOut, notes } = JSON.parse(ran.printed);
    expect([clips, leftOut]).toEqual([1, 2]);
    expect(notes.filter((note: string) => note.startsWith('left out: '))).toEqual([
      expect.stringContaining('"broken.bvh"'),
      expect.stringContaining('gone.glb'),
    ]);
    const none = await limber('library', 'build', broken, '--for', male!, '--out', join(base, 'none'));
    expect(none.exitCode).toBe(2);
    expect(none.noted).toMatch(/^limber: "broken\.bvh" cannot be opened: [^\n;]*$/);
    const several = await limber('library', 'build', broken, files[2]!, '--for', male!, '--out', join(base, 'none'));
    expect(several.exitCode).toBe(2);
    expect(several.noted).toMatch(
      /^limber: none of the files can be used: "broken\.bvh" [^\n;]*; "[^\n;]*gone\.glb" does not exist$/,
    );
    const gone = Array.from({ length: 7 }, (_, i) => join(base, `gone ${i}.glb`));
    const many = await limber('library', 'build', ...gone, '--for', male!, '--out', join(base, 'none'));
    expect(many.noted).toMatch(/gone 4\.glb" does not exist; and 2 more$/);
    expect(many.noted).not.toContain('gone 5');
  });

  test('takes the clips of the character itself as they are, and leaves nothing when it is cancelled', async () => {
    const folder = join(await emptyFolder(), 'robot');
    const cancelled = await limberUntil(AbortSignal.abort(), 'library', 'build', robot!, '--for', robot!, '--out', folder);
    expect(cancelled.exitCode).toBe(130);
    await expect(readdir(folder)).rejects.toThrow('ENOENT');
    const ran = await limber('library', 'build', robot!, '--for', robot!, '--per-second', '1', '--out', folder, '--json');
    expect(ran.exitCode).toBe(0);
    expect(JSON.parse(ran.printed).clips).toBe(14);
    await writeFile(join(folder, 'file'), '');
    expect((await limber('library', 'build', robot!, '--for', robot!, '--out', join(folder, 'file'))).noted).toContain(
      'is not a folder',
    );
  });
});

test('limber retarget brings the motion of the person that is asked for of a file with several, and says where there is none', async () => {
  const folder = await emptyFolder();
  const [source, out] = [join(folder, 'greeting.glb'), join(folder, 'brought.glb')];
  const bytes = new Uint8Array(await readFile(MANNEQUIN));
  await writeFile(source, capturedFile(bytes, 'glb'));
  const { rig } = await loadCharacter(MANNEQUIN);
  const [left, right] = (['leftHand', 'rightHand'] as const).map((bone) => rig.binding.nodes[rig.humanoid[bone]!]!);
  /** Metres that both hands are to the side in the middle of the greeting, as three.js has them: an arm that does nothing is stretched out. */
  const aside = async (...person: string[]) => {
    const ran = await limber('retarget', source, ...person, '--onto', MANNEQUIN, '--out', out);
    expect(ran.noted).toBe('');
    const written = new Uint8Array(await readFile(out));
    const [at] = await playInThree(written, readGltf(written).document.animations!.length - 1, [(SHAKE[0] + SHAKE[1]) / 2]);
    return [left, right].map((node) => Math.abs(at!.get(node!)![0]));
  };
  const [one, two] = [await aside('--person', '1'), await aside('--person', '2')];
  expect(one[0]).toBeGreaterThan(0.6);
  expect(two[0]).toBeLessThan(0.4);
  for (const [, hand] of [one, two]) expect(hand).toBeLessThan(0.2);
  const third = await limber('retarget', source, '--person', '3', '--onto', MANNEQUIN, '--out', out);
  expect(third.exitCode).toBe(2);
  expect(third.noted).toContain('the file holds 2 people, so there is no person 3');
});
