import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeClip } from '../../../../core/formats/clips/motion-formats.ts';
import { loadCharacter } from '../../../../electron/cli/load-character.ts';
import { capturedFile, capturedPair } from '../../../helpers/captured-pair.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { scaledMannequin } from '../../../helpers/scaled-mannequin.ts';
import { emptyFolder, limber } from '../fake-terminal.ts';

test('two BVH files of one capture come onto two characters of other sizes who still touch, with a report for each and for both @all', async () => {
  const folder = await emptyFolder();
  const character = await loadCharacter(MANNEQUIN);
  for (const [i, clip] of capturedPair(character.rig).entries())
    await writeFile(join(folder, `person-${i + 1}.bvh`), writeClip(character, 'bvh', clip).bytes);
  await cp(MANNEQUIN, join(folder, 'hero.glb'));
  await writeFile(join(folder, 'child.glb'), scaledMannequin({ hips: [0.8, 0.8, 0.8] }));
  const path = join(folder, 'capture.js');
  await writeFile(
    path,
    `export default async (limber, folder) => {
    await limber.createProject({ character: folder + '/hero.glb', folder: folder + '/Pair' });
    await limber.addActor({ character: folder + '/child.glb', at: [3, 0, 3], turn: 90 });
    const people = [{ actor: 'hero', source: folder + '/person-1.bvh' }, { actor: 'child', source: folder + '/person-2.bvh' }];
    const brought = await limber.retargetTogether({ people, name: 'Greeting' });
    const listed = await limber.listContacts();
    const undone = await limber.undo();
    return { brought, listed, undone };
  }`,
  );
  const ran = await limber('run', path, folder);
  expect(ran).toMatchObject({ exitCode: 0 });
  const { brought, listed, undone } = JSON.parse(ran.printed);
  expect(brought).toMatchObject({ step: 'Retarget “Greeting” of 2', clip: { name: 'Greeting', seconds: 3, fps: 30 } });
  const { contacts, millimetres, captured } = brought.together;
  const said = contacts.map(({ actor, handle, gives }: Record<string, string>) => [actor, handle, gives]);
  expect(said.toSorted()).toEqual([
    ['child', 'leftHand', 'from'],
    ['hero', 'rightHand', 'both'],
  ]);
  for (const contact of contacts) expect(contact.millimetres).toBeLessThan(10);
  expect(listed.contacts).toEqual(contacts);
  expect(brought.fidelity).toHaveLength(2);
  // Hands are in hands; nobody goes through anybody further than in the capture.
  expect(captured).toBeGreaterThan(0);
  expect(millimetres).toBeLessThan(captured + 5);
  const [hero, child] = brought.actors;
  expect(hero).toMatchObject({ at: [0, 0, 0], turn: 0 });
  expect(Math.hypot(child.at[0], child.at[2])).toBeLessThan(0.4);
  expect(undone.step).toBe('Retarget “Greeting” of 2');

  const wrong = join(folder, 'wrong.js');
  await writeFile(
    wrong,
    `export default async (limber, folder) => {
    await limber.openProject({ path: folder + '/Pair' });
    const source = folder + '/person-1.bvh';
    await limber.retargetTogether({ people: [{ actor: 'hero', source }, { actor: 'hero', source }] });
  }`,
  );
  expect((await limber('run', wrong, folder)).noted).toContain('retargetTogether: expected another character for each person');
});

test('one file of two people comes onto two characters, each by its number, and inspect says how many it holds', async () => {
  const folder = await emptyFolder();
  await writeFile(join(folder, 'both.fbx'), capturedFile(new Uint8Array(await readFile(MANNEQUIN)), 'fbx'));
  await cp(MANNEQUIN, join(folder, 'hero.glb'));
  expect(JSON.parse((await limber('inspect', join(folder, 'both.fbx'), '--json')).printed).people).toBe(2);
  expect(JSON.parse((await limber('inspect', MANNEQUIN, '--json')).printed).people).toBe(1);
  const path = join(folder, 'capture.js');
  await writeFile(
    path,
    `export default async (limber, folder) => {
    await limber.createProject({ character: folder + '/hero.glb', folder: folder + '/Pair' });
    await limber.addActor({ character: folder + '/hero.glb' });
    const source = folder + '/both.fbx';
    const brought = await limber.retargetTogether({ people: [{ actor: 'hero', source, number: 1 }, { actor: 'hero 2', source, number: 2 }] });
    return brought;
  }`,
  );
  const ran = await limber('run', path, folder);
  expect(ran).toMatchObject({ exitCode: 0, noted: '' });
  const brought = JSON.parse(ran.printed);
  const said = brought.together.contacts.map(({ actor, handle }: Record<string, string>) => `${actor} ${handle}`);
  expect(said.toSorted()).toEqual(['hero 2 leftHand', 'hero rightHand']);
  for (const { millimetres } of brought.together.contacts) expect(millimetres).toBeLessThan(10);
});
