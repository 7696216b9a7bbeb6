import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TouchingSpan } from '../../../core/animation/clip.ts';
import { createClip } from '../../../core/animation/keys.ts';
import type { ClipIssue } from '../../../core/animation/lint/issues.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { addActor } from '../../../core/document/edits/actors.ts';
import type { ActorData, PropData } from '../../../core/document/project-data.ts';
import { projectToData } from '../../../core/document/serialize.ts';
import { presentActor } from '../../../core/document/work-on-actor.ts';
import { IDENTITY } from '../../../core/math/quat.ts';
import { fromPlace, intoPlace, type Place } from '../../../core/math/place.ts';
import { add, distance, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { jointKeys } from '../../../core/document/joint-keys.ts';
import { loadCharacter } from '../../../electron/cli/load-character.ts';
import { writeProjectFolder } from '../../../electron/files/project/save-project.ts';
import { playInThree } from '../../core/formats/oracles.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { swordGlb } from '../../helpers/sword.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { emptyFolder, limber } from './fake-terminal.ts';

/**
 * A project in which the Knight's right hand is on the Hero's chest for the middle second of three, from as many metres further away; a third actor is a knight as
 * well.
 */
async function touchingProject(away = 0, props: readonly PropData[] = []) {
  const folder = join(await emptyFolder(), 'Duel');
  const { rig, bytes, hash, fileName } = await loadCharacter(MANNEQUIN);
  const clip = createClip('clip-1', 'Push', { fps: 30, duration: 3, loop: false });
  const alone = {
    ...createProject(rig, { name: 'Hero', fileName, hash }),
    place: { at: [2, 0, 1], turn: 0.4 } as Place,
    clips: [clip],
    activeClip: clip.id,
  };
  const world = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
  const chest = rig.humanoid.chest!;
  // Where the Hero's chest is 45 cm ahead of the Knight's right shoulder.
  const [fx, , fz] = rig.report.facing;
  const touched = fromPlace(alone.place, worldPosition(world, chest));
  const shoulder = worldPosition(world, rig.humanoid.rightUpperArm!);
  const reach = add(shoulder, [0.45 * fx, 0, 0.45 * fz]);
  const place: Place = { at: [touched[0] - reach[0] - away * fx, 0, touched[2] - reach[2] - away * fz], turn: 0 };
  const contact: TouchingSpan = {
    part: 'rightHand',
    from: 1,
    to: 2,
    on: {
      by: { actor: 'actor-1', joint: jointKeys(rig.skeleton)[chest]! },
      position: [0, 0, 0],
      rotation: IDENTITY,
      point: [0, 0, 0],
    },
  };
  const knight: ActorData = {
    ...presentActor(alone, rig),
    id: 'actor-2',
    name: 'Knight',
    place,
    motions: { 'clip-1': { tracks: [], contacts: [contact] } },
  };
  const project = addActor(addActor(alone, knight), {
    ...knight,
    id: 'actor-3',
    motions: {},
    rig: { ...knight.rig, preset: 'stiff' },
  });
  const fileOf = async (wanted: string) => (wanted === hash ? bytes : swordGlb());
  await writeProjectFolder(folder, projectToData(rig, { ...project, props }), fileOf);
  return { folder, rig, place, touched };
}

test('the clip of any actor is written, with what it touches: the hand is on the other’s chest in the file', async () => {
  const { folder, rig, place, touched } = await touchingProject();
  const handIn = async (out: string, times: readonly number[]): Promise<Vec3[]> => {
    const node = rig.binding.nodes[rig.humanoid.rightHand!]!;
    return (await playInThree(new Uint8Array(await readFile(out)), 0, times)).map((nodes) => nodes.get(node)!);
  };
  const out = join(folder, 'knight.glb');
  const ran = await limber('bake', folder, '--actor', 'actor-2', '--out', out, '--json');
  expect(ran).toMatchObject({ exitCode: 0, noted: '' });
  expect(JSON.parse(ran.printed)).toMatchObject({ actor: 'Knight', clip: 'Push', notes: [] });
  const goal = intoPlace(place, touched);
  const [before, ...held] = await handIn(out, [0, 1, 1.31, 1.7, 2]);
  expect(distance(before!, goal)).toBeGreaterThan(0.2);
  for (const hand of held) expect(distance(hand, goal)).toBeLessThan(1e-3);
  // Whom it touches stays.
  const hero = join(folder, 'hero.glb');
  expect((await limber('bake', folder, '--out', hero)).exitCode).toBe(0);
  const [first, later] = await handIn(hero, [0, 1.5]);
  expect(distance(first!, later!)).toBeLessThan(1e-4);
});

const SWORD_HASH = createHash('sha256').update(swordGlb()).digest('hex');

/** A sword in the Knight's right hand, and a ball on the floor. */
const PROPS: readonly PropData[] = [
  {
    id: 'prop-1',
    name: 'Blade of Joy',
    form: { kind: 'file', fileName: 'sword.glb', hash: SWORD_HASH, scale: 1 },
    rest: { position: [0, 0, 0.05], rotation: IDENTITY, by: { actor: 'actor-2', joint: 'rightHand' } },
    motions: {},
  },
  {
    id: 'prop-2',
    name: 'Ball',
    form: { kind: 'ball', radius: 0.1 },
    rest: { position: [3, 0.1, 0], rotation: IDENTITY, by: null },
    motions: {},
  },
];

test('a scene is written with all its actors and props, each where the clip has it, and an actor alone says what is left out', async () => {
  const { folder, touched } = await touchingProject(0, PROPS);
  const out = join(folder, 'duel.glb');
  const ran = await limber('bake', folder, '--scene', '--out', out, '--json');
  expect(ran).toMatchObject({ exitCode: 0, noted: '' });
  const { clip, notes, reread } = JSON.parse(ran.printed);
  expect({ clip, notes }).toEqual({ clip: 'Push', notes: [] });
  expect(reread.millimetres).toBeLessThan(0.1);
  const bytes = new Uint8Array(await readFile(out));
  const { nodes = [], scenes } = readGltf(bytes).document;
  const named = scenes![0]!.nodes!.map((node) => nodes[node]!.name);
  expect(named).toEqual(['Hero', 'Knight', 'Knight', 'Blade of Joy', 'Ball']);
  // The hand is on the Hero's chest, and the sword in the hand: both are moved below the nodes that name them.
  const [held] = await playInThree(bytes, 0, [1.5]);
  const below = (name: string) => held!.get(nodes.findIndex((node) => node.name === name))!;
  expect(Math.abs(distance(below('Blade of Joy'), touched) - 0.05)).toBeLessThan(1e-3);
  expect(below('Ball')).toEqual([3, expect.closeTo(0.1, 6), 0]);
  const alone = await limber('bake', folder, '--actor', 'actor-2', '--out', join(folder, 'knight.glb'), '--json');
  expect(JSON.parse(alone.printed).notes).toEqual(['the props of the scene are left out: --scene writes them too']);
  const flat = await limber('bake', folder, '--scene', '--out', join(folder, 'duel.fbx'), '--json');
  expect(flat.exitCode).toBe(0);
});

test('a prop whose file is gone is left out of a scene, and named @all', async () => {
  const { folder } = await touchingProject(0, PROPS);
  await rm(join(folder, 'characters', `${SWORD_HASH}.glb`));
  const out = join(folder, 'duel.glb');
  const ran = await limber('bake', folder, '--scene', '--out', out, '--json');
  expect(ran.exitCode).toBe(0);
  expect(JSON.parse(ran.printed).notes).toEqual([expect.stringMatching(/^"Blade of Joy" is left out: /)]);
  const { exitCode, noted } = await limber('bake', folder, '--scene', '--actor', 'Hero', '--out', out);
  expect([exitCode, noted]).toEqual([2, expect.stringContaining('a scene has all actors')]);
});

test('an actor is asked for by its name or its id, and one that is none or several is refused in one sentence', async () => {
  const { folder } = await touchingProject();
  const refused = async (sentence: string, ...parameters: string[]) => {
    const { exitCode, noted } = await limber(...parameters);
    expect([exitCode, noted]).toEqual([2, expect.stringContaining(sentence)]);
  };
  const out = join(folder, 'x.glb');
  await refused(
    'the project holds no actor "Page", but "Hero" (actor-1), "Knight" (actor-2)',
    'bake',
    folder,
    '--actor',
    'Page',
    '--out',
    out,
  );
  await refused(
    'several actors are called "Knight", so say which: "Knight" (actor-2), "Knight" (actor-3)',
    'lint',
    folder,
    '--actor',
    'Knight',
  );
  await refused('the poses are of the first actor', 'bake', folder, '--library', '--actor', 'Hero', '--out', out);
  await refused('--actor is for projects', 'lint', MANNEQUIN, '--actor', 'Hero');
  await refused('--actor is for projects', 'inspect', MANNEQUIN, '--actor', 'Hero');
  await refused('--preset is for files', 'solve', folder, '--preset', 'free', '--goal', 'head=0,1,0', '--out', out);
  await refused('--actor is for projects', 'vmc', 'send', MANNEQUIN, '--actor', 'Hero');
  const linted = await limber('lint', folder, '--actor', 'Hero', '--json');
  expect(JSON.parse(linted.printed)).toMatchObject({ clips: [{ clip: 'Push' }] });
});

test('an actor is inspected, posed and given motion with the limits that it has in the project @all', async () => {
  const { folder, rig } = await touchingProject();
  const limitOf = async (actor: string) => {
    const { file, humanoid } = JSON.parse((await limber('inspect', folder, '--actor', actor, '--json')).printed);
    return { file, limit: JSON.stringify(humanoid.find(({ bone }: { bone: string }) => bone === 'leftUpperArm').limit) };
  };
  const [hero, knight, stiff] = [await limitOf('Hero'), await limitOf('actor-2'), await limitOf('actor-3')];
  expect([hero.file, knight.file]).toEqual(['Hero', 'Knight']);
  expect(knight.limit).toBe(hero.limit);
  expect(stiff.limit).not.toBe(knight.limit);
  const goal = 'leftHand=0.1,1.15,-0.25';
  const solved = async (actor: string) => {
    const out = join(folder, `${actor}.glb`);
    const ran = await limber(
      'solve',
      folder,
      '--actor',
      actor,
      '--goal',
      goal,
      '--pin',
      'leftFoot,rightFoot',
      '--out',
      out,
      '--json',
    );
    const [nodes] = await playInThree(new Uint8Array(await readFile(out)), -1, [0]);
    return { ...JSON.parse(ran.printed), hand: nodes!.get(rig.binding.nodes[rig.humanoid.leftHand!]!)! };
  };
  const { goals, hand } = await solved('actor-3');
  expect(goals).toMatchObject([{ name: 'leftHand', reached: true }]);
  expect(distance(hand, [0.1, 1.15, -0.25])).toBeLessThan(2e-3);
  // Motion of the clip that another one has.
  const source = join(folder, 'source.glb');
  await limber('bake', folder, '--actor', 'actor-2', '--out', source);
  const out = join(folder, 'brought.glb');
  const ran = await limber('retarget', source, '--onto', folder, '--actor', 'Hero', '--out', out, '--json');
  expect([0, 3]).toContain(ran.exitCode);
  expect(JSON.parse(ran.printed)).toMatchObject({ clip: 'Push' });
});

test('lint says of an actor where it misses what it touches, and whose body it is in @all', async () => {
  const contactsIn = async (away: number, ...flags: string[]) => {
    const { folder } = await touchingProject(away);
    const { clips } = JSON.parse((await limber('lint', folder, '--actor', 'actor-2', '--json', ...flags)).printed);
    return (clips[0].issues as ClipIssue[]).filter(({ kind }) => kind === 'contact' || kind === 'overlap');
  };
  const kinds = (issues: readonly ClipIssue[]) => [...new Set(issues.map(({ kind, other }) => `${kind} ${other}`))];
  // The third actor stands where the second does.
  expect(kinds(await contactsIn(0))).toEqual(['overlap Knight', 'overlap Hero']);
  const [missed] = (await contactsIn(1.2)).filter(({ kind }) => kind === 'contact');
  expect(missed).toMatchObject({ kind: 'contact', joint: 'rightHand', other: 'Hero', from: 1, to: 2 });
  expect(missed!.amount).toBeGreaterThan(0.05);
  expect(missed!.message).toMatch(/^Right hand misses Hero by /);
  const file = join(await emptyFolder(), 'bars.json');
  await writeFile(file, '{ "contact": 1000, "ignore": ["overlap"] }');
  expect(await contactsIn(1.2, '--thresholds', file)).toEqual([]);
});
