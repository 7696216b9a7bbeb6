import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { projectToData } from '../../../core/document/serialize.ts';
import { createPuller } from '../../../core/humanoid/pulling/puller.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../core/formats/gltf/gltf-scene.ts';
import { capturePose } from '../../../core/library/apply.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { loadCharacter } from '../../../electron/cli/load-character.ts';
import { writeProjectFolder } from '../../../electron/files/project/save-project.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { scaledMannequin } from '../../helpers/scaled-mannequin.ts';
import { sharedData } from '../../helpers/shared-data.ts';
import { playInThree, type NodePositions } from '../../core/formats/oracles.ts';
import { emptyFolder, limber } from './fake-terminal.ts';

const FILES = ['rigs/unreal-names-male.glb', 'rigs/rigify-names-mannequin.glb', 'vrm/godette-vrm0.vrm'];

/** Node of a humanoid bone in a file. */
async function boneNodes(path: string, ...bones: HumanoidBone[]): Promise<number[]> {
  const { humanoid, binding } = buildRig(readCharacterScene(readGltf(new Uint8Array(await readFile(path)))));
  return bones.map((bone) => binding.nodes[humanoid[bone]!]!);
}

async function positionsIn(path: string): Promise<NodePositions> {
  return (await playInThree(new Uint8Array(await readFile(path)), -1, [0]))[0]!;
}

const apart = (a: readonly number[], b: readonly number[]) => Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);

describe('limber solve', () => {
  test('shows facial expressions, and refuses those that the character has not', async () => {
    const path = sharedData('vrm/godette-vrm0.vrm');
    if (!path) return console.log('skipped: godette-vrm0.vrm is not there');
    const out = join(await emptyFolder(), 'smiling.vrm');
    const solve = (...more: string[]) => limber('solve', path, '--goal', 'leftHand=-0.4,0.9,-0.1', '--out', out, ...more);
    const ran = await solve('--expression', 'happy=0.5', '--expression', 'angry=0');
    expect(ran.noted).toBe('');
    const { document } = readGltf(new Uint8Array(await readFile(out)));
    const weights = (document.nodes ?? []).flatMap((node) => (node['weights'] as number[] | undefined) ?? []);
    // In the file happy is half of morph target 9 and a quarter of 10.
    expect([weights[9], weights[10]]).toEqual([0.25, 0.125]);
    expect((await solve('--expression', 'hapy=0.5')).noted).toContain(
      'this character has no expression "hapy"; near it is "happy"',
    );
    expect((await solve('--expression', 'happy=2')).noted).toContain('expected NAME=WEIGHT from 0 to 1');
  });

  test.each(FILES)('brings the hand of %s to its goal and keeps the pinned feet, as three.js sees the file', async (name) => {
    const path = sharedData(name);
    if (!path) return console.log(`skipped: ${name} is not there`);
    const out = join(await emptyFolder(), 'posed.glb');
    const [hand, left, right] = await boneNodes(path, 'leftHand', 'leftFoot', 'rightFoot');
    const before = await positionsIn(path);
    const [x, y, z] = before.get(hand!)!;
    const target = [x * 0.8, y - 0.1, z + (name.includes('vrm0') ? -0.2 : 0.2)];
    const ran = await limber(
      'solve',
      path,
      '--goal',
      `leftHand=${target.join(',')}`,
      '--pin',
      'leftFoot,rightFoot',
      '--out',
      out,
      '--json',
    );
    expect(ran.noted).toBe('');
    expect(ran.exitCode).toBe(0);
    const result = JSON.parse(ran.printed);
    expect(result.status).toBe('reached');
    expect(result.limited.filter((joint: string) => /index|pinky|f2[abc]/i.test(joint))).toEqual([]);
    expect(result.reread.millimetres).toBeLessThan(0.1);
    const after = await positionsIn(out);
    expect(apart(after.get(hand!)!, target)).toBeLessThan(0.0011);
    for (const foot of [left!, right!]) expect(apart(after.get(foot)!, before.get(foot)!)).toBeLessThan(0.001);
  });

  test('refuses a character whose joints turn below an uneven scale that cannot be applied, before anything is done, and is exact else', async () => {
    const folder = await emptyFolder();
    const [character, out] = [join(folder, 'uneven.glb'), join(folder, 'posed.glb')];
    const solve = async (scales: Parameters<typeof scaledMannequin>[0]) => {
      await writeFile(character, scaledMannequin(scales));
      return limber('solve', character, '--goal', 'leftHand=0.4,1.2,0.3', '--out', out, '--json');
    };
    const ran = await solve({ spine: [1, 1.3, 0.8], leftLittleDistal: [0, 1, 1] });
    expect(ran.exitCode).toBe(2);
    // Nothing hangs from the tip of a finger, which is flat.
    expect(ran.noted).toContain('cannot be posed exactly: "spine" is scaled unevenly above joints that rotate');
    expect(await readdir(folder)).toEqual(['uneven.glb']);
    for (const scales of [{ leftLittleDistal: [3, 1, 1] }, { spine: [1, 1.3, 0.8], leftHand: [1, 1, 2] }] as const) {
      const exact = await solve(scales);
      expect([exact.exitCode, JSON.parse(exact.printed).reread.millimetres < 0.01]).toEqual([0, true]);
    }
  });

  test.each([
    ['rightElbow', 'rightUpperArm', 'rightLowerArm', [-0.3, -0.8, 0.5], 1],
    ['rightElbow', 'rightUpperArm', 'rightLowerArm', [-0.3, -0.8, 0.5], 2.5],
    ['leftKnee', 'leftUpperLeg', 'leftLowerLeg', [0.1, -0.6, 0.8], 1],
    ['rightKnee', 'rightUpperLeg', 'rightLowerLeg', [-0.1, -0.6, 0.8], 2.5],
  ] as const)(
    'takes %s to the place that is asked for, as near as it comes, and says how far it is off (%#)',
    async (...given) => {
      const [handle, upper, bend, way, share] = given;
      const folder = await emptyFolder();
      const out = join(folder, 'posed.glb');
      const { humanoid, binding } = buildRig(readCharacterScene(readGltf(new Uint8Array(await readFile(MANNEQUIN)))));
      const before = await positionsIn(MANNEQUIN);
      const [root, joint] = [upper, bend].map((bone) => before.get(binding.nodes[humanoid[bone]!]!)!);
      const along = (share * apart(root!, joint!)) / Math.hypot(...way);
      const at = root!.map((value, c) => value + along * way[c]!);
      const goal = ['--goal', `${handle}=${at.join(',')}`, '--pin', 'hips,chest', '--hips', '0', '--restarts', '2'];
      const ran = await limber('solve', MANNEQUIN, ...goal, '--out', out, '--json');
      const { goals } = JSON.parse(ran.printed);
      const off = 1000 * apart((await positionsIn(out)).get(binding.nodes[humanoid[bend]!]!)!, at);
      expect(goals).toEqual([{ name: handle, reached: share === 1, millimetres: expect.any(Number) }]);
      expect(Math.abs(goals[0].millimetres - off)).toBeLessThan(0.1);
      expect([off <= 1, ran.exitCode]).toEqual([share === 1, share === 1 ? 0 : 3]);
    },
  );

  test('measures what is asked beside the hips, whatever other goals there are', async () => {
    const out = join(await emptyFolder(), 'posed.glb');
    const goals = ['--goal', 'hips=0,0.95,0', '--goal', 'leftHand=0.1,5,0.3', '--restarts', '0'];
    const ran = await limber('solve', MANNEQUIN, ...goals, '--out', out, '--json');
    expect(JSON.parse(ran.printed).goals[1]).toMatchObject({ name: 'leftHand', reached: false });
    expect(JSON.parse(ran.printed).goals[1].millimetres).toBeGreaterThan(1000);
  });

  test('points an elbow in the direction of --pole about its limb, and says by how much it could not', async () => {
    const folder = await emptyFolder();
    const { humanoid, binding } = buildRig(readCharacterScene(readGltf(new Uint8Array(await readFile(MANNEQUIN)))));
    const solve = async (way: readonly number[]) => {
      const out = join(folder, 'posed.glb');
      const goals = ['--goal', 'rightHand=-0.3,1.3,0.3', '--pole', `rightElbow=${way.join(',')}`];
      const ran = await limber('solve', MANNEQUIN, ...goals, '--out', out, '--json');
      const places = await positionsIn(out);
      const [root, bend, end] = (['rightUpperArm', 'rightLowerArm', 'rightHand'] as const).map((bone) =>
        places.get(binding.nodes[humanoid[bone]!]!)!,
      );
      const line = end!.map((value, c) => value - root![c]!);
      const aside = (vector: readonly number[]) => {
        const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, c) => sum + value * b[c]!, 0);
        const rest = vector.map((value, c) => value - (line[c]! * dot(vector, line)) / dot(line, line));
        return rest.map((value) => value / Math.sqrt(dot(rest, rest)));
      };
      const between = apart(aside(bend!.map((value, c) => value - root![c]!)), aside(way));
      return { ran, pole: JSON.parse(ran.printed).poles[0], off: (2 * Math.asin(between / 2) * 180) / Math.PI };
    };
    const there = await solve([-1, -0.5, 0]);
    expect(there.ran.exitCode).toBe(0);
    expect([there.off < 0.5, there.pole.reached]).toEqual([true, true]);
    const short = await solve([1, 1, 0]);
    expect([short.ran.exitCode, short.pole.reached]).toEqual([3, false]);
    expect(Math.abs(short.pole.degrees - short.off)).toBeLessThan(0.5);
    expect(short.off).toBeGreaterThan(30);
    for (const [pole, text] of [
      ['rightElbow=0,0,0', 'expected a direction'],
      ['head=0,1,0', 'a pole is one of leftElbow, rightElbow, leftKnee, rightKnee'],
    ] as const) {
      const refused = await limber('solve', MANNEQUIN, '--pole', pole, '--out', join(folder, 'a.glb'));
      expect([refused.exitCode, refused.noted.includes(text)]).toEqual([2, true]);
    }
  });

  const male = sharedData('rigs/unreal-names-male.glb');

  test.skipIf(!male)(
    'crouches as the studio does: upright, the knees ahead, on the balls of pinned feet where the heels must rise',
    async () => {
      const folder = await emptyFolder();
      const nodes = await boneNodes(male!, 'leftToes', 'rightToes', 'hips', 'head', 'leftLowerLeg', 'rightLowerLeg');
      const before = await positionsIn(male!);
      for (const [preset, target] of [
        ['standard', [0, 0.75, 0]],
        ['standard', [0, 0.6, 0.1]],
        ['stiff', [0, 0.75, 0]],
      ] as const) {
        const out = join(folder, 'crouched.glb');
        const goal = ['--goal', `hips=${target.join(',')}`, '--pin', 'leftFoot,rightFoot', '--preset', preset];
        const ran = await limber('solve', male!, ...goal, '--restarts', '2', '--out', out, '--json');
        const { pins, goals } = JSON.parse(ran.printed);
        expect([ran.exitCode, goals[0].reached, ...pins.map(({ kept }: { kept: boolean }) => kept)]).toEqual([
          0,
          true,
          true,
          true,
        ]);
        const after = await positionsIn(out);
        const places = nodes.map((node) => after.get(node)!);
        const across = (i: number): number => places[i]![0];
        const ahead = (i: number): number => places[i]![2];
        for (const ball of [0, 1]) expect(apart(places[ball]!, before.get(nodes[ball]!)!)).toBeLessThan(0.002);
        // Aside by less than 2 cm over the length of a trunk.
        expect(Math.abs(across(3) - across(2))).toBeLessThan(0.02);
        for (const knee of [4, 5]) expect(ahead(knee)).toBeGreaterThan(ahead(2) + 0.1);
      }
    },
  );

  test.skipIf(!male)('says with 3 what it could not keep', async () => {
    const out = join(await emptyFolder(), 'posed.glb');
    const goals = ['--goal', 'leftFoot=0.1,0.6,0.4', '--pin', 'leftFoot,leftLowerLeg'];
    const ran = await limber('solve', male!, ...goals, '--restarts', '1', '--out', out);
    expect(ran.exitCode).toBe(3);
    expect(ran.printed).toContain('leftFoot: missed');
    await expect(limber('solve', male!, ...goals, '--preset', 'loose', '--out', out)).resolves.toMatchObject({ exitCode: 2 });
  });

  test.skipIf(!male)('answers 3 when a goal is out of reach, and writes the nearest pose', async () => {
    const out = join(await emptyFolder(), 'posed.glb');
    const ran = await limber('solve', male!, '--goal', 'leftHand=0,9,0', '--pin', 'leftFoot', '--restarts', '1', '--out', out);
    expect(ran.exitCode).toBe(3);
    expect(ran.printed).toContain('leftHand: missed');
    expect((await readFile(out)).byteLength).toBeGreaterThan(500_000);
  });

  test.skipIf(!male)('solves for any humanoid bone, and the same seed gives the same file', async () => {
    const folder = await emptyFolder();
    const solve = (out: string) =>
      limber('solve', male!, '--goal', 'leftIndexDistal=0.5,1.2,0.4', '--seed', '7', '--out', join(folder, out), '--json');
    expect((await solve('a.glb')).exitCode).toBe(0);
    await solve('b.glb');
    expect(Buffer.compare(await readFile(join(folder, 'a.glb')), await readFile(join(folder, 'b.glb')))).toBe(0);
    const [finger] = await boneNodes(male!, 'leftIndexDistal');
    expect(apart((await positionsIn(join(folder, 'a.glb'))).get(finger!)!, [0.5, 1.2, 0.4])).toBeLessThan(0.0011);
  });

  test.skipIf(!male)('writes the same file whether starts are tried on one thread or on three', async () => {
    const out = join(await emptyFolder(), 'posed.glb');
    const solve = async (threads: string, goal: string) => {
      const ran = await limber('solve', male!, '--goal', goal, '--restarts', '6', '--threads', threads, '--out', out, '--json');
      return { ...ran, bytes: await readFile(out) };
    };
    for (const goal of ['leftHand=0,9,0', 'leftHand=0.2,0.9,0.4']) expect(await solve('3', goal)).toEqual(await solve('1', goal));
  });

  const walk = sharedData('bvh/cmu-12_01-walk.bvh');
  const other = sharedData('rigs/rigify-names-mannequin.glb');

  test.skipIf(!male || !walk || !other)(
    'starts from the nearest pose of a library where the rest pose does not lead, and names it; also for another character @all',
    async () => {
      const folder = await emptyFolder();
      const [library, out] = [join(folder, 'library'), join(folder, 'posed.glb')];
      expect((await limber('library', 'build', walk!, '--for', male!, '--out', library)).exitCode).toBe(0);
      const solve = async (file: string, goal: string, ...more: string[]) => {
        const ran = await limber('solve', file, '--goal', goal, '--pin', 'leftToes,rightToes', ...more, '--out', out, '--json');
        const { status, start } = JSON.parse(ran.printed) as { status: string; start: string };
        return `${status} from ${start}`;
      };
      for (const file of [male!, other!]) {
        expect(await solve(file, 'hips=0.1,0.6,0')).toMatch(/^reached from random \d/);
        expect(await solve(file, 'hips=0.1,0.6,0', '--library', library)).toMatch(/^reached from pose "cmu-12_01-walk \d/);
        expect(await solve(file, 'leftHand=0.3,1.1,0.3', '--library', library)).toBe('reached from rest pose');
      }
    },
    60_000,
  );

  test('names the pose of a library that led a pull, also where further pulls went on from there', async () => {
    const [library, out] = [join(await emptyFolder(), 'library'), join(await emptyFolder(), 'posed.glb')];
    const { rig, bytes, hash, fileName } = await loadCharacter(MANNEQUIN);
    // In so few steps nothing leads behind the back but a pose that has the hand there.
    const behind = [0.1, 1.1, -0.4] as const;
    const { status, pose } = createPuller(rig).begin(restPose(rig.skeleton), 'leftHand', {}, { rootStiffness: 1 }).to(behind);
    expect(status).toBe('reached');
    const poses = [capturePose(rig.skeleton, pose, { id: 'behind', name: 'Behind', tags: [] })];
    const project = { ...createProject(rig, { name: 'hero', fileName, hash }), poses };
    await writeProjectFolder(library, projectToData(rig, project), async () => bytes);
    const solve = async (...more: string[]) => {
      const how = ['--iterations', '1', '--restarts', '0', '--out', out, '--json'];
      const ran = await limber('solve', MANNEQUIN, '--goal', `leftHand=${behind.join(',')}`, ...how, ...more);
      const { status: ended, start } = JSON.parse(ran.printed) as { status: string; start: string };
      return `${ended} from ${start}`;
    };
    expect(await solve()).toMatch(/^(stalled|limit) from rest pose$/);
    expect(await solve('--library', library)).toBe('reached from pose "Behind"');
    expect(await solve('--library', library, '--goal', 'rightFoot=-0.1,0.2,0.1')).toBe('reached from pose "Behind"');
  });

  test.skipIf(!male)('refuses what it cannot use with exit code 2 and writes nothing', async () => {
    const folder = await emptyFolder();
    const out = join(folder, 'posed.glb');
    const refused = async (text: string, ...parameters: string[]) => {
      const ran = await limber('solve', male!, ...parameters);
      expect(ran.exitCode).toBe(2);
      expect(ran.noted).toContain(text);
    };
    await refused('expected NAME=x,y,z', '--goal', 'leftHand=1,2', '--out', out);
    await refused('expected NAME=x,y,z', '--goal', 'leftHand=1,2,NaN', '--out', out);
    await refused('expected NAME=x,y,z', '--goal', 'leftHand=,,', '--out', out);
    await refused('has a goal already', '--goal', 'head=0,1,0', '--goal', 'head=0,1,0', '--out', out);
    await refused('"tail" is neither a handle nor a humanoid bone', '--goal', 'tail=0,1,0', '--out', out);
    await refused('this character has no jaw', '--goal', 'jaw=0,1,0', '--out', out);
    await refused('is neither a handle', '--goal', 'head=0,1,0', '--pin', 'wing', '--out', out);
    await refused('expected a whole number', '--goal', 'head=0,1,0', '--seed', 'x', '--out', out);
    await refused('expected a whole number of 1 or more', '--goal', 'head=0,1,0', '--threads', '0', '--out', out);
    await refused('threads must be a whole number from 1 to 64, got 65', '--goal', 'head=0,1,0', '--threads', '65', '--out', out);
    await refused('no project', '--goal', 'head=0,1,0', '--library', folder, '--out', out);
    await refused('expected a file name that ends in', '--goal', 'head=0,1,0', '--out', join(folder, 'posed.obj'));
    await refused('expected --goal NAME=x,y,z or --pole NAME=x,y,z', '--out', out);
    await refused("required option '--out", '--goal', 'head=0,1,0');
    expect(await readdir(folder)).toEqual([]);
  });

  test.skipIf(!male)('runs as a program of its own @all', async () => {
    const entry = join(import.meta.dirname, '..', '..', '..', 'electron', 'cli', 'limber.ts');
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, [entry, 'inspect', male!, '--json']);
    expect(JSON.parse(stdout).humanoid.length).toBeGreaterThan(40);
    const failed = await run(process.execPath, [entry, 'inspect', 'nobody.glb']).catch((error: { code: number }) => error);
    expect(failed).toMatchObject({ code: 2 });
  });
});
