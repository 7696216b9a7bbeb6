import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import { distance } from '../../../../core/math/vec3.ts';
import { playInThree } from '../../../core/formats/oracles.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { createSession } from '../../../../electron/cli/vocabulary/session.ts';
import { wordNamed, type WordName } from '../../../../electron/cli/vocabulary/vocabulary.ts';
import { say } from '../../../../electron/cli/vocabulary/word.ts';
import { emptyFolder, limber } from '../fake-terminal.ts';

async function stage(body: string) {
  const folder = await emptyFolder();
  await cp(MANNEQUIN, join(folder, 'hero.glb'));
  const path = join(folder, 'scene.js');
  await writeFile(path, `export default async (limber, folder) => { ${body} }`);
  return { folder, path };
}

/** Two who look at each other, 0.7 m apart, and shake their right hands; the second lifts its hand meanwhile. */
const HANDSHAKE = `
  await limber.createProject({ character: folder + '/hero.glb', folder: folder + '/Duel', name: 'Duel' });
  const added = await limber.addActor({ character: folder + '/hero.glb', name: 'Knight', at: [0, 0, 0.7], turn: 180 });
  const reached = await limber.poseByGoals({ goals: { rightHand: [0.05, 1.1, 0.4] } });
  await limber.setKey({ frame: 0 });
  await limber.poseByGoals({ goals: { rightHand: [0.05, 1.3, 0.4] } });
  await limber.setKey({ frame: 20 });
  const posed = await limber.describePose();
  await limber.pin({ handles: { leftFoot: 'none' } });
  const chosen = await limber.chooseActor({ actor: 'hero' });
  await limber.poseByGoals({ goals: { rightHand: [-0.05, 1.1, 0.3] } });
  await limber.setKey({ frame: 0 });
`;

test('a script adds a character, poses and keys it where it stands, and keeps the hands of two on each other', async () => {
  const { folder, path } = await stage(`${HANDSHAKE}
    const held = await limber.addContact({ handle: 'rightHand', on: { actor: 'Knight', bone: 'rightHand' }, gives: 'both', at: [0.05, 1.1, 0.4] });
    const listed = await limber.listContacts();
    const exported = await limber.exportClip({ path: folder + '/duel.glb', scene: true });
    const described = await limber.describeProject();
    return { added, reached, posed, chosen, held, listed, exported, described };`);
  const ran = await limber('run', path, folder);
  expect(ran).toMatchObject({ exitCode: 0, noted: '' });
  const told = JSON.parse(ran.printed);
  expect(told.added).toEqual({
    step: 'Add Knight',
    actors: [
      { id: 'actor-1', name: 'hero', file: 'hero.glb', at: [0, 0, 0], turn: 0, isWorkedOn: false },
      { id: 'actor-knight', name: 'Knight', file: 'hero.glb', at: [0, 0, 0.7], turn: 180, isWorkedOn: true },
    ],
  });
  // Goals and poses are those of the scene, wherever somebody stands.
  expect(told.reached.reached).toBe(true);
  expect(distance(told.posed.handles.rightHand, [0.05, 1.3, 0.4])).toBeLessThan(2e-3);
  expect(told.chosen.actors.map(({ isWorkedOn }: { isWorkedOn: boolean }) => isWorkedOn)).toEqual([true, false]);
  const contact = { actor: 'hero', handle: 'rightHand', on: 'Knight: rightHand', from: 0, gives: 'both', degrees: 0 };
  expect(told.held.contacts).toMatchObject([contact]);
  expect(told.held.contacts[0].millimetres).toBeLessThan(1);
  expect(told.listed.contacts).toEqual(told.held.contacts);
  expect(told.described).toMatchObject({ pins: { leftFoot: expect.any(String) } });

  // Both are in the file, and their hands stay together, as three.js plays it.
  const file = new Uint8Array(await readFile(join(folder, 'duel.glb')));
  const scene = readCharacterScene(readGltf(new Uint8Array(await readFile(MANNEQUIN))));
  const hand = buildRig(scene).binding.nodes[buildRig(scene).humanoid.rightHand!]!;
  const times = [0, 5, 10, 15, 20].map((frame) => frame / 30);
  const last = readGltf(file).document.animations!.length - 1;
  const played = await playInThree(file, last, times);
  const apart = played.map((at) => distance(at.get(hand)!, at.get(hand + scene.nodes.length)!));
  for (const metres of apart) expect(Math.abs(metres - apart[0]!)).toBeLessThan(2e-3);
  const heights = played.map((at) => at.get(hand)![1]);
  expect(heights[4]! - heights[0]!).toBeGreaterThan(0.05);
});

test('what an actor does is written into its own file alone, undone, and removed @all', async () => {
  const { folder, path } = await stage(`${HANDSHAKE}
    await limber.chooseActor({ actor: 'Knight' });
    await limber.savePose({ name: 'Greeting' });
    return (await limber.describeProject()).undo;`);
  const ran = await limber('run', path, folder);
  expect(JSON.parse(ran.printed)).toEqual([
    'Save pose “Greeting”',
    'Set key at frame 0',
    'Pose rightHand',
    'Pin leftFoot',
    'Set key at frame 20',
    'Pose rightHand',
    'Set key at frame 0',
    'Pose rightHand',
    'Add Knight',
  ]);
  const parts = async (...kind: string[]) => (await readdir(join(folder, 'Duel', ...kind))).toSorted();
  expect(await parts('actors')).toEqual(['actor-knight.json']);
  const clip = await readFile(join(folder, 'Duel', 'clips', 'clip-1.json'), 'utf8');

  let scripts = 0;
  const again = async (body: string) => {
    const next = join(folder, `next-${++scripts}.js`);
    await writeFile(
      next,
      `export default async (limber, folder) => { await limber.openProject({ path: folder + '/Duel' }); ${body} }`,
    );
    return limber('run', next, folder);
  };
  const moved = await again(`
    await limber.chooseActor({ actor: 'Knight' });
    await limber.deleteKeys({ frame: 20 });
    await limber.resetPose();
    await limber.applyPose({ pose: 'Greeting', amount: 0.5 });
    await limber.changeActor({ actor: 'Knight', name: 'Sir', at: [1, 0, 0] });
    return await limber.addActor({ like: 'Sir', at: [2, 0, 0] });`);
  expect(moved).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(moved.printed).actors.map(({ name, at }: { name: string; at: number[] }) => [name, at])).toEqual([
    ['hero', [0, 0, 0]],
    ['Sir', [1, 0, 0]],
    ['Sir 2', [2, 0, 0]],
  ]);
  expect(await readFile(join(folder, 'Duel', 'clips', 'clip-1.json'), 'utf8')).toBe(clip);

  const undone = await again(`await limber.undo(); await limber.undo(); await limber.undo(); return await limber.undo();`);
  expect(JSON.parse(undone.printed).step).toBe('Reset pose');
  expect(await parts('actors')).toEqual(['actor-knight.json']);

  const removed = await again(`return await limber.removeActor({ actor: 'Knight' });`);
  expect(JSON.parse(removed.printed)).toMatchObject({ step: 'Remove Knight', actors: [{ name: 'hero', isWorkedOn: true }] });
  expect(await parts('actors')).toEqual([]);
});

test('others do the same by a word, later and in a row', async () => {
  const { folder, path } = await stage(`
    await limber.createProject({ character: folder + '/hero.glb', folder: folder + '/Row' });
    await limber.setKey({ frame: 0 });
    await limber.addActor({ like: 'hero', name: 'One' });
    await limber.addActor({ like: 'hero', name: 'Two' });
    await limber.chooseActor({ actor: 'hero' });
    await limber.poseByGoals({ goals: { rightHand: [-0.3, 1.6, 0.3] } });
    await limber.setKey({ frame: 12 });
    return await limber.putClipOnOthers({ frames: 6, beside: [1, 0] });`);
  const ran = await limber('run', path, folder);
  expect(ran).toMatchObject({ exitCode: 0, noted: '' });
  const { step, actors } = JSON.parse(ran.printed);
  expect(step).toBe('Put the clip on others');
  expect(actors.map(({ at }: { at: number[] }) => at)).toEqual([
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 0],
  ]);
});

test('bodies in each other are found and brought out by a step that can be undone @all', async () => {
  const { folder, path } = await stage(`
    await limber.createProject({ character: folder + '/hero.glb', folder: folder + '/Crowd' });
    await limber.addActor({ like: 'hero', name: 'Knight', at: [0.1, 0, 0.1] });
    await limber.setKey({ frame: 0 });
    const before = await limber.lint();
    const repaired = await limber.repair({ kinds: ['overlap'] });
    const after = await limber.lint();
    const undone = await limber.undo();
    return { before, repaired, after, undone };`);
  const ran = await limber('run', path, folder);
  const told = JSON.parse(ran.printed);
  const kinds = ({ clips }: { clips: { issues: { kind: string; note: boolean }[] }[] }) =>
    clips[0]!.issues.flatMap(({ kind, note }) => (note ? [] : [kind]));
  expect(kinds(told.before)).toEqual(['overlap']);
  expect(told.repaired).toEqual({ step: 'Repair “Clip 1”', found: 1, left: [] });
  expect(kinds(told.after)).toEqual([]);
  expect(told.undone.step).toBe('Repair “Clip 1”');
});

test('says in a sentence what cannot be', async () => {
  const refusals: readonly (readonly [word: WordName, given: object, sentence: string])[] = [
    ['chooseActor', { actor: 'Sword' }, 'the project holds no actor "Sword", but "hero" (actor-1), "Knight" (actor-knight)'],
    ['addActor', {}, 'addActor: expected "character" or "like"'],
    ['addActor', { like: 'hero', name: 'Knight' }, 'a character of the scene is called "Knight" already'],
    ['changeActor', { actor: 'hero', name: 'Knight' }, 'a character of the scene is called "Knight" already'],
    ['addContact', { handle: 'leftHand', on: { actor: 'Knight', bone: 'jaw' } }, '"Knight" has no jaw'],
    ['addContact', { handle: 'leftHand', on: { prop: 'Cup' } }, 'the scene has no prop "Cup": there is none'],
    [
      'addContact',
      { handle: 'leftHand', on: { bone: 'hips' }, gives: 'both' },
      'addContact: "gives" is for contacts with another character',
    ],
    [
      'addContact',
      { handle: 'leftHand', on: { bone: 'hips' }, from: 9, to: 9 },
      'addContact: expected "to" behind "from", got 9 and 9',
    ],
    ['removeContact', { handle: 'leftHand' }, 'nothing keeps leftHand on anything'],
    ['putClipOnOthers', { actors: ['hero'] }, 'the clip is of the character that is worked on: name others'],
    ['removeActor', { actor: 'Knight' }, 'nothing was refused'],
    ['putClipOnOthers', {}, 'there is no other character in the scene'],
    ['removeActor', { actor: 'hero' }, '"hero" is the only character of the scene, and one stays'],
  ];
  const { folder } = await stage('');
  const session = await createSession({ folders: [folder], mayWrite: true, savesEachStep: false });
  const ask = (name: WordName, given: object) => say(name, wordNamed(name), session, given);
  await ask('createProject', { character: 'hero.glb', folder: 'Wrong' });
  await ask('addActor', { character: 'hero.glb', name: 'Knight' });
  await ask('chooseActor', { actor: 'hero' });
  for (const [name, given, sentence] of refusals) {
    const told = await ask(name, given).then(
      () => 'nothing was refused',
      (error: Error) => error.message,
    );
    expect(told).toBe(sentence);
  }
  await session.close();
});
