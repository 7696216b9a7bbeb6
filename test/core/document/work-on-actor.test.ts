import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { actorsOf, openedActor, othersOf, presentActor, viewOfActor, workOn } from '../../../core/document/work-on-actor.ts';
import { applyChange, changesBetween } from '../../../core/document/changes.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { projectFromData } from '../../../core/document/deserialize.ts';
import { addActor, copyMotions, placeActor, removeActor, renameActor } from '../../../core/document/edits/actors.ts';
import { addClip, deleteClip, setKeyAt } from '../../../core/document/edits/clips.ts';
import { setPose } from '../../../core/document/edits/posing.ts';
import { rebaser } from '../../../core/document/merge.ts';
import type { ActorData } from '../../../core/document/project-data.ts';
import { FIRST_ACTOR, type Project } from '../../../core/document/project.ts';
import { projectToData } from '../../../core/document/serialize.ts';
import { poseOnScreen } from '../../../core/document/shown-pose.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../core/formats/gltf/gltf-scene.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { createClip } from '../../../core/animation/keys.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { randomEdit } from '../../helpers/random-edit.ts';
import { randomPose } from '../../helpers/random-pose.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const hero = smallBiped().rig;
const knight = buildRig(readCharacterScene(readGltf(readFileSync(MANNEQUIN))));
const HERO = { name: 'Hero', fileName: 'hero.glb', hash: 'ab12' };
const KNIGHT = { name: 'Knight', fileName: 'knight.glb', hash: 'cd34' };
const rigOf = ({ hash }: ActorData) => (hash === KNIGHT.hash ? knight : hero);
const place = { at: [1, 0, 2] as const, turn: 1 };

const alone = createProject(hero, HERO);
const newcomer: ActorData = { ...presentActor(createProject(knight, KNIGHT), knight), id: 'actor-2', place };
const scene = addActor(alone, newcomer);

describe('the actor that is worked on', () => {
  test('changes places with the first, and comes back as it was', () => {
    const pose = randomPose(knight.skeleton, seededRandom(3));
    const second = workOn(scene, hero, 'actor-2', rigOf);
    expect(second.rig).toBe(knight);
    expect(second.project).toMatchObject({ workedOn: 'actor-2', character: KNIGHT, place, pins: newcomer.pins });
    const keyed = setPose(setKeyAt(second.project, knight.skeleton, 0.5, pose), pose, 1);
    const back = workOn(keyed, knight, FIRST_ACTOR, rigOf);
    expect(back.project).toEqual({ ...scene, actors: [presentActor(keyed, knight)] });
    expect(workOn(back.project, hero, 'actor-2', rigOf).project).toEqual(keyed);
  });

  test('is one of three, in the order in which they came, whoever it is', () => {
    const third = addActor(scene, { ...newcomer, id: 'actor-3', name: 'Page' });
    const ids = ['actor-1', 'actor-2', 'actor-3'];
    let [project, rig] = [third, hero];
    for (const id of ['actor-3', 'actor-2', 'actor-3', 'actor-1', 'actor-2']) {
      ({ project, rig } = workOn(project, rig, id, rigOf));
      expect(project.workedOn).toBe(id);
      expect(actorsOf(project).map((actor) => actor.id)).toEqual(ids);
      expect(actorsOf(project).map((actor) => actor.name)).toEqual(['Hero', 'Knight', 'Page']);
    }
    expect(workOn(project, rig, FIRST_ACTOR, rigOf).project).toEqual(third);
    expect(() => workOn(project, rig, 'actor-9', rigOf)).toThrow('there is no actor "actor-9"');
  });

  test('is seen beside another as it is seen itself', () => {
    const pose = randomPose(knight.skeleton, seededRandom(5));
    const second = workOn(scene, hero, 'actor-2', rigOf).project;
    const keyed = setKeyAt(second, knight.skeleton, 0, pose);
    const first = workOn(keyed, knight, FIRST_ACTOR, rigOf).project;
    const view = viewOfActor(first, first.actors[0]!, knight);
    expect(poseOnScreen(knight, view, 0, () => null)).toEqual(poseOnScreen(knight, keyed, 0, () => null));
    expect(view).toMatchObject({ workedOn: 'actor-2', actors: [], place });
  });
});

describe('what changed in a scene', () => {
  /** States with the second actor worked on, and the first. */
  function states(seed: number): { readonly project: Project; readonly rig: typeof hero }[] {
    const random = seededRandom(seed);
    const all = [{ project: scene, rig: hero }];
    for (let step = 0; step < 60; step++) {
      const { project, rig } = all.at(-1)!;
      if (step % 10 === 9) {
        const other = project.workedOn === FIRST_ACTOR ? 'actor-2' : FIRST_ACTOR;
        all.push(workOn(project, rig, other, rigOf));
      } else if (project.workedOn === FIRST_ACTOR) all.push({ project: randomEdit(rig.skeleton, project, random, step), rig });
      else {
        const at = Math.floor(random() * 60) / 30;
        all.push({ project: setKeyAt(project, rig.skeleton, at, randomPose(rig.skeleton, random)), rig });
      }
    }
    return all;
  }

  test('makes the one of the other, whoever is worked on (60 edits, seed 8)', () => {
    const all = states(8);
    for (let i = 1; i < all.length; i++) {
      const [before, after] = [all[i - 1]!, all[i]!];
      const change = changesBetween(after.rig, before.project, after.project, before.rig, hero);
      const made = applyChange(projectToData(before.rig, before.project, hero), JSON.parse(JSON.stringify(change)));
      const wanted = { workedOn: FIRST_ACTOR, ...projectToData(after.rig, after.project, hero) };
      expect({ workedOn: FIRST_ACTOR, ...made }, `edit ${i}`).toEqual(wanted);
      if (before.project.workedOn !== after.project.workedOn)
        expect(change, `edit ${i}`).toEqual({ changed: { workedOn: after.project.workedOn } });
    }
  });

  test('is read as it was written', () => {
    const { project, rig } = states(9).at(-5)!;
    const data = projectToData(rig, project, hero);
    const { project: read } = projectFromData(hero, JSON.parse(JSON.stringify(data)));
    expect(read).toEqual(workOn(project, rig, FIRST_ACTOR, rigOf).project);
  });

  test('keeps the newcomers of both sides', () => {
    const base = scene;
    const mine = addActor(base, { ...newcomer, id: 'mine' });
    const theirs = placeActor(addActor(base, { ...newcomer, id: 'theirs' }), FIRST_ACTOR, place);
    const merged = rebaser(base, theirs)(mine);
    expect(merged.actors.map(({ id }) => id)).toEqual(['actor-2', 'mine', 'theirs']);
    expect(merged.place).toEqual(place);
  });
});

test('a project of one has no word of a scene in what is written', () => {
  const data = projectToData(hero, alone);
  for (const field of ['workedOn', 'actors', 'place']) expect(data).not.toHaveProperty(field);
});

test('an actor is renamed, placed and removed, and an id is given once', () => {
  expect(renameActor(scene, 'actor-2', ' Sir ').actors[0]!.name).toBe('Sir');
  expect(renameActor(scene, FIRST_ACTOR, 'Sir').character.name).toBe('Sir');
  expect(() => renameActor(scene, FIRST_ACTOR, ' ')).toThrow('a character needs a name');
  expect(placeActor(scene, 'actor-2', { at: [0, 0, 0], turn: 0 }).actors[0]!.place.at).toEqual([0, 0, 0]);
  expect(() => placeActor(scene, 'actor-2', { at: [0, Number.NaN, 0], turn: 0 })).toThrow('finite numbers');
  expect(removeActor(scene, 'actor-2')).toEqual(alone);
  expect(removeActor(scene, 'actor-7')).toBe(scene);
  expect(removeActor(scene, FIRST_ACTOR)).toBe(scene);
  expect(() => addActor(scene, newcomer)).toThrow('there is already an actor "actor-2"');
});

test('the first actor can be taken out, and its body stays in the files alone, until somebody is the only one', () => {
  const keyed = setKeyAt(scene, hero.skeleton, 0, restPose(hero.skeleton));
  const second = workOn(keyed, hero, 'actor-2', rigOf).project;
  const left = removeActor(second, FIRST_ACTOR);
  expect(actorsOf(left)).toEqual([{ id: 'actor-2', name: 'Knight' }]);
  expect(othersOf(left)).toEqual([]);
  expect(othersOf(second).map(({ id }) => id)).toEqual([FIRST_ACTOR]);
  expect(removeActor(left, FIRST_ACTOR)).toBe(left);
  // Journals and folders say the same.
  const data = projectToData(knight, left, hero);
  expect(data.place).toEqual({ ...scene.place, isOut: true });
  expect(data.clips[0]!.tracks).toEqual([]);
  expect(applyChange(projectToData(hero, keyed), changesBetween(knight, keyed, left, hero, hero))).toEqual({
    ...data,
    workedOn: 'actor-2',
  });
  const read = projectFromData(hero, data).project;
  expect(openedActor(read)).toBe('actor-2');
  expect(actorsOf(read)).toEqual(actorsOf(left));
  expect(openedActor(scene)).toBe(FIRST_ACTOR);
  // Two people may have taken out one each.
  const nobody = removeActor(read, 'actor-2');
  expect(openedActor(nobody)).toBe(FIRST_ACTOR);
  expect(actorsOf(nobody).map(({ id }) => id)).toEqual([FIRST_ACTOR]);
  expect(actorsOf(addActor(nobody, read.actors[0]!)).map(({ id }) => id)).toEqual([FIRST_ACTOR, 'actor-2']);
});

test('what an actor does in a clip goes with it, and is no part of a new one of its name', () => {
  const pose = restPose(knight.skeleton);
  const second = workOn(scene, hero, 'actor-2', rigOf).project;
  const first = workOn(setKeyAt(second, knight.skeleton, 0, pose), knight, FIRST_ACTOR, rigOf).project;
  const two = copyMotions(addClip(first, createClip('clip-2', 'Two')), 'clip-1', 'clip-2');
  expect(Object.keys(two.actors[0]!.motions)).toEqual(['clip-1', 'clip-2']);
  const without = deleteClip(two, 'clip-1');
  expect(Object.keys(without.actors[0]!.motions)).toEqual(['clip-2']);
  expect(addClip({ ...without, clips: [createClip('clip-3', 'x')] }, createClip('clip-2', 'New')).actors[0]!.motions).toEqual({});
});
