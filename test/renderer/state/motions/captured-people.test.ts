import type { ChosenGiveWay } from '../../../../core/document/bring-together.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AnimationMixer, Quaternion, Vector3, type Object3D } from 'three';
import { beforeAll, expect, test } from 'vitest';
import type { TouchingSpan } from '../../../../core/animation/clip.ts';
import { readFileSync } from 'node:fs';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { jointKeys } from '../../../../core/document/joint-keys.ts';
import { playedActors, sceneActor } from '../../../../core/document/played-scene.ts';
import { actorsOf } from '../../../../core/document/work-on-actor.ts';
import { writeClip } from '../../../../core/formats/clips/motion-formats.ts';
import { writeScene } from '../../../../core/formats/clips/write-scene.ts';
import { handlesOf } from '../../../../core/humanoid/body/handles.ts';
import type { Services } from '../../../../electron/contract.ts';
import { receiveCharacter } from '../../../../renderer/state/documents/show-character.ts';
import { openDropped } from '../../../../renderer/state/documents/open-dropped.ts';
import { undo } from '../../../../renderer/state/editing.ts';
import {
  addCaptured,
  castOf,
  firstParts,
  keepTogether,
  offeredParts,
  personLabel,
  type Part,
  retargetTogether,
  withPart,
} from '../../../../renderer/state/motions/captured-people.ts';
import { showMotions, showOwnMotions } from '../../../../renderer/state/motions/motion.ts';
import { addShape, formProp, placeProp, standOnProp } from '../../../../renderer/state/props/edit-props.ts';
import { selectedProp } from '../../../../renderer/state/props/shown-props.ts';
import { hasPropsInFile } from '../../../../renderer/state/props/props-in-character.ts';
import { setActorLocked } from '../../../../renderer/state/scene/actor-marks.ts';
import { addCharacter } from '../../../../renderer/state/scene/edit-actors.ts';
import { rigsBeside } from '../../../../renderer/state/scene/rigs.ts';
import { workOnActor } from '../../../../renderer/state/scene/work-on.ts';
import type { Studio } from '../../../../renderer/state/studio.ts';
import { loadInThree } from '../../../core/formats/oracles.ts';
import { freshServices } from '../../../electron/services/fresh-services.ts';
import { capturedFile, capturedPair, mannequinRig } from '../../../helpers/captured-pair.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { scaledMannequin } from '../../../helpers/scaled-mannequin.ts';
import { type Answers, documentOf, noticesOf, openStudio } from '../open-studio.ts';
import { few } from '../../../helpers/extent.ts';

const bytes = new Uint8Array(readFileSync(MANNEQUIN));
const rig = mannequinRig(bytes);

let services: Services;
let folder: string;
let files: readonly File[];

beforeAll(async () => {
  const fresh = await freshServices({ mannequinPath: MANNEQUIN });
  ({ services, folder } = fresh);
  const { scene } = await services['character.mannequin']();
  files = capturedPair(rig).map(
    (clip, i) => new File([writeClip({ bytes, scene, rig }, 'bvh', clip).bytes.slice()], `person-${i + 1}.bvh`),
  );
});

/** A window whose main process is the program's own where files are read and retargeted. */
async function openWorking() {
  const names = [
    'character.mannequin',
    'character.openBytes',
    'character.openPath',
    'motion.list',
    'motion.retargetTogether',
  ] as const;
  const answers: Answers = Object.fromEntries(names.map((name) => [name, services[name]]));
  return openStudio(answers);
}

/** Drops files, and takes them as those of people who were captured together. */
async function dropTogether(studio: Studio) {
  const dropping = openDropped(
    studio,
    files.map((file) => ({ path: file.name, file })),
  );
  await eventually(() => expect(studio.getState().session.dialogs.at(-1)).toMatchObject({ name: 'dropped', together: true }));
  const asked = studio.getState().session.dialogs.at(-1);
  if (asked?.name === 'dropped') asked.answer(asked.paths);
  await dropping;
  return dialogOf(studio);
}

function dialogOf(studio: Studio) {
  const dialog = studio.getState().session.dialogs.at(-1);
  if (dialog?.name !== 'together') throw new Error('nobody asks who gets the motions');
  return dialog;
}

type Asked = ReturnType<typeof dialogOf>;

function offeredIn(studio: Studio, { mannequin }: Asked) {
  return offeredParts(documentOf(studio), studio.getState().session.actors.locked, mannequin);
}

/** What the dialog does when its button is pressed. */
async function keep(studio: Studio, asked: Asked, parts?: readonly Part[], walk = false, gives: readonly ChosenGiveWay[] = []) {
  const { sources, mannequin } = asked;
  const cast = castOf(documentOf(studio), parts ?? firstParts(offeredIn(studio, asked), sources.length), mannequin);
  // The last motion of a file: a scene's own clip comes behind those that its characters hold.
  const people = sources.map((source) => ({ source, index: source.motions.length - 1 }));
  const brought = await retargetTogether(studio, people, cast, 30, () => undefined, gives).result;
  keepTogether(studio, cast, brought, mannequin, walk);
  return { brought, cast };
}

/** The contacts of a scene as three.js plays its exported file: metres between what should be at one place, the most of all frames. */
async function missedInThree(studio: Studio): Promise<readonly number[]> {
  const document = documentOf(studio);
  const { present } = document.history;
  const rigOf = rigsBeside(document);
  const played = playedActors(present, document.rig, rigOf, { clips: [present.activeClip], swings: false });
  const actors = played.map(({ id, name, place, characterHash, clips }) => {
    const { bytes: file, scene } = [document.character, ...document.others].find(({ hash }) => hash === characterHash)!;
    return { id, name, place, clips, target: { bytes: file, scene, rig: sceneActor(present, document.rig, rigOf, id)!.rig } };
  });
  const rigs = actors.map(({ target }) => target.rig);
  const gltf = await loadInThree(writeScene(actors).bytes);
  const mixer = new AnimationMixer(gltf.scene);
  mixer.clipAction(gltf.animations.at(-1)!).play();
  // Each actor's nodes come in the order of its own file, behind those of the actors before it.
  const nodes = new Map<number, Object3D>();
  gltf.parser.associations.forEach((association, object) => {
    const { nodes: node } = (association ?? {}) as { nodes?: number };
    if (node !== undefined && 'isObject3D' in object && !nodes.has(node)) nodes.set(node, object);
  });

  const objectOf = (actor: number, joint: number): Object3D => {
    const name = actors[actor]!.target.scene.nodes[rigs[actor]!.binding.nodes[joint]!]!.name;
    const found = [...nodes].filter(
      ([, object]) => object.userData['name'] === name || object.name.replace(/_\d+$/, '') === name,
    );
    return found.sort(([a], [b]) => a - b)[actor]![1];
  };

  const pointIn = (object: Object3D, [x, y, z]: readonly [number, number, number]) =>
    new Vector3(x, y, z).applyQuaternion(object.getWorldQuaternion(new Quaternion())).add(object.getWorldPosition(new Vector3()));
  return actors.flatMap(({ id: whose }, actor) => {
    const { view } = sceneActor(present, document.rig, rigOf, whose)!;
    const { contacts = [] } = view.clips.find(({ id }) => id === present.activeClip)!;
    return (contacts as readonly TouchingSpan[]).flatMap(({ part, on, from, to }) => {
      if (!('actor' in on.by)) return [];
      const { actor: id, joint: key } = on.by;
      const other = actors.findIndex((each) => each.id === id);
      const handle = handlesOf(rigs[actor]!).find(({ name }) => name === part)!;
      let most = 0;
      for (let time = from; time <= to; time += 1 / 30) {
        mixer.setTime(time);
        gltf.scene.updateMatrixWorld(true);
        const own = pointIn(objectOf(actor, handle.joint), on.point ?? handle.offset);
        const touched = pointIn(objectOf(other, jointKeys(rigs[other]!.skeleton).indexOf(key)), on.position);
        most = Math.max(most, own.distanceTo(touched));
      }
      return [most];
    });
  });
}

test('two dropped files of one capture become two actors who touch each other, in one step', { timeout: 60_000 }, async () => {
  const { studio } = await openWorking();
  const asked = await dropTogether(studio);
  expect(asked.sources.map(({ character }) => character.fileName)).toEqual(['person-1.bvh', 'person-2.bvh']);
  expect(offeredIn(studio, asked).map(({ label }) => label)).toEqual(['mannequin', 'Add another mannequin']);
  const before = documentOf(studio).history;
  const { brought, cast } = await keep(studio, asked);
  expect(cast.map(({ name }) => name)).toEqual(['mannequin', 'mannequin 2']);
  expect(brought.people.map(({ report }) => report.broken)).toEqual([[], []]);
  const { contacts, deepest, captured } = brought.together;
  expect(contacts.map(({ contact }) => [contact.actor, contact.part, contact.on.gives])).toEqual([
    [0, 'rightHand', 'both'],
    [1, 'leftHand', 'from'],
  ]);
  expect(deepest).toBeLessThan(captured + 0.005);
  const { history } = documentOf(studio);
  expect(actorsOf(history.present).map(({ name }) => name)).toEqual(['mannequin', 'mannequin 2']);
  expect(history.past).toHaveLength(before.past.length + 1);
  expect(history.past.at(-1)!.label).toBe('Retarget “person-1” onto 2 characters');
  const missed = await missedInThree(studio);
  expect(missed).toHaveLength(2);
  for (const metres of missed) expect(metres).toBeLessThan(0.01);
  undo(studio);
  expect(documentOf(studio).history.present).toEqual(before.present);
});

test('who gives way is chosen for a contact before they come, and it still holds', { timeout: 60_000 }, async () => {
  const { studio } = await openWorking();
  const asked = await dropTogether(studio);
  const cast = castOf(documentOf(studio), firstParts(offeredIn(studio, asked), 2), asked.mannequin);
  const people = asked.sources.map((source) => ({ source, index: source.motions.length - 1 }));
  const found = await retargetTogether(studio, people, cast, 30, () => undefined).result;
  const [hands, shoulder] = found.together.contacts.map(({ contact }) => contact);
  const chosen: ChosenGiveWay = { actor: shoulder!.actor, part: shoulder!.part, first: shoulder!.first, gives: 'on' };
  const { brought } = await keep(studio, asked, undefined, false, [chosen]);
  expect(brought.together.contacts.map(({ contact }) => [contact.part, contact.on.gives])).toEqual([
    [hands!.part, 'both'],
    [shoulder!.part, 'on'],
  ]);
  const { actors, activeClip: id } = documentOf(studio).history.present;
  expect(actors[0]!.motions[id]!.contacts).toMatchObject([{ part: shoulder!.part, on: { gives: 'on' } }]);
  for (const metres of await missedInThree(studio)) expect(metres).toBeLessThan(0.01);
});

test(
  'they come onto who is in the scene, of other sizes, and who is worked on does not have to be one of them @all',
  { timeout: 60_000 },
  async () => {
    const { studio } = await openWorking();
    const child = scaledMannequin({ hips: [0.8, 0.8, 0.8] });
    addCharacter(studio, await services['character.openBytes']('child.glb', child));
    const giant = scaledMannequin({ hips: [1.15, 1.15, 1.15] });
    addCharacter(studio, await services['character.openBytes']('giant.glb', giant));
    const [first] = actorsOf(documentOf(studio).history.present);
    const asked = await dropTogether(studio);
    const offered = offeredIn(studio, asked);
    expect(offered.map(({ label }) => label)).toEqual(['mannequin', 'child', 'giant', 'Add another giant', 'Add a mannequin']);
    const parts = firstParts(offered, 2);
    // Who had a part gets that of who takes it.
    expect(withPart(parts, 0, parts[1]!)).toEqual([parts[1], parts[0]]);
    expect(withPart(parts, 0, offered[3]!.value)).toEqual([offered[3]!.value, parts[1]]);
    const { brought } = await keep(studio, asked, parts);
    expect(brought.together.contacts).toHaveLength(2);
    const missed = await missedInThree(studio);
    expect(missed).toHaveLength(2);
    for (const metres of missed) expect(metres).toBeLessThan(0.01);
    const { present } = documentOf(studio).history;
    expect(present.character.name).toBe('giant');
    expect(present.clips.at(-1)!.tracks).toEqual([]);
    const doing = present.actors.map(({ name, motions }) => [name, motions[present.activeClip]?.tracks.length ?? 0]);
    expect(doing).toEqual([
      ['child', expect.any(Number)],
      ['mannequin', expect.any(Number)],
    ]);
    // The first stands where it stood.
    workOnActor(studio, first!.id);
    expect(documentOf(studio).history.present.place.at).toEqual([0, 0, 0]);
    setActorLocked(studio, present.actors.find(({ name }) => name === 'child')!.id, true);
    expect(offeredIn(studio, asked).map(({ label }) => label)).not.toContain('child');
  },
);

test.each(
  few(
    [
      [true, 0.17, 0.205],
      [false, -0.001, 0.001],
    ],
    1,
  ),
)(
  'they walk over what feet stand on, where they are asked to (%s), and still touch',
  { timeout: 60_000 },
  async (walk, least, most) => {
    const { studio } = await openWorking();
    addShape(studio, 'box');
    const stage = selectedProp(studio.getState())!;
    formProp(studio, stage, { kind: 'box', size: [20, 0.2, 20] });
    placeProp(studio, selectedProp(studio.getState())!, { position: [0, 0, 0], rotation: [0, 0, 0, 1] });
    standOnProp(studio, selectedProp(studio.getState())!, true);
    const { brought } = await keep(studio, await dropTogether(studio), undefined, walk);
    const document = documentOf(studio);
    const { present } = document.history;
    for (const [i, { id }] of actorsOf(present).entries()) {
      const own = sceneActor(present, document.rig, rigsBeside(document), id)!;
      const clip = own.view.clips.find((each) => each.id === present.activeClip)!;
      const heights = [brought.people[i]!.clip, clip].map((each) => sampleClip(own.rig.skeleton, each, 1)[1]!);
      expect(heights[1]! - heights[0]!).toBeGreaterThan(least);
      expect(heights[1]! - heights[0]!).toBeLessThan(most);
    }
    const missed = await missedInThree(studio);
    expect(missed).toHaveLength(2);
    for (const metres of missed) expect(metres).toBeLessThan(0.01);
  },
);

test.each(['glb', 'fbx'] as const)('one %s file of both is the same', { timeout: 60_000 }, async (format) => {
  const { studio } = await openWorking();
  const open = async () => services['character.openBytes'](`both.${format}`, capturedFile(bytes, format));
  await showMotions(studio, await open(), open);
  const asked = dialogOf(studio);
  expect(asked.sources.map(personLabel)).toEqual([`both.${format}, person 1`, `both.${format}, person 2`]);
  const { brought } = await keep(studio, asked);
  expect(brought.together.contacts.map(({ contact }) => [contact.actor, contact.part, contact.on.gives])).toEqual([
    [0, 'rightHand', 'both'],
    [1, 'leftHand', 'from'],
  ]);
  const missed = await missedInThree(studio);
  expect(missed).toHaveLength(2);
  for (const metres of missed) expect(metres).toBeLessThan(0.01);
});

test(
  'a file of both that is opened as a character says so, and its clips are offered to both @all',
  { timeout: 60_000 },
  async () => {
    const { studio } = await openWorking();
    await receiveCharacter(studio, await services['character.openBytes']('both.glb', capturedFile(bytes, 'glb')), 'open');
    expect(noticesOf(studio).at(-1)).toBe('The file holds 2 people: this character is one of them.');
    // The other one is no prop.
    expect(hasPropsInFile(studio.getState())).toBe(false);
    await showOwnMotions(studio);
    expect(dialogOf(studio).sources.map(personLabel)).toEqual(['both.glb, person 1', 'both.glb, person 2']);
  },
);

test(
  'somebody is added whose file is chosen, and a file without motion is refused in a sentence',
  { timeout: 60_000 },
  async () => {
    const { studio, desktop } = await openWorking();
    const asked = await dropTogether(studio);
    const path = join(folder, 'third.bvh');
    await writeFile(path, new Uint8Array(await files[0]!.arrayBuffer()));
    const answer = { kind: 'chosen', path } as const;
    let isClosed = false;
    const choosing: Studio = {
      ...studio,
      desktop: {
        ...desktop,
        call: ((name, ...given) =>
          name === 'dialog.open' ? Promise.resolve(answer) : desktop.call(name, ...given)) as typeof desktop.call,
      },
    };
    await addCaptured(choosing, asked.sources, () => (isClosed = true));
    expect(isClosed).toBe(true);
    expect(dialogOf(studio).sources.map(({ character }) => character.fileName)).toEqual([
      'person-1.bvh',
      'person-2.bvh',
      'third.bvh',
    ]);
    await writeFile(path, bytes);
    await addCaptured(choosing, asked.sources, () => undefined);
    expect(noticesOf(studio).at(-1)).toContain('“third.bvh” holds no motion');
  },
);
