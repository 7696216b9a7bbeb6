import { z } from 'zod';
import { finish } from '../../../core/animation/steps.ts';
import { ontoOthersSteps, withGivenMotions } from '../../../core/document/clip-onto-others.ts';
import { addActor, placeActor, removeActor, renameActor } from '../../../core/document/edits/actors.ts';
import { releaseFrom } from '../../../core/document/edits/props.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { namedActor, presentActor } from '../../../core/document/work-on-actor.ts';
import type { Project } from '../../../core/document/project.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { toRadians } from '../../../core/math/angles.ts';
import { ORIGIN, type Place } from '../../../core/math/place.ts';
import { actorFacts, factsOfActors, sceneName, placing, stepAnswer, stepIn } from './facts.ts';
import { newId } from './new-id.ts';
import { framesIn } from './prop-words.ts';
import type { Session } from './session.ts';
import { word } from './word.ts';

const answer = z.object({ ...stepAnswer, actors: z.array(actorFacts).describe('all characters of the scene') });

export const ACTOR_WORDS = {
  addActor: word({
    title: 'Add a character',
    description:
      'Puts a second character, or one more, into the scene: from a file, at rest, or like one that is there, who does the same. It is worked on from then on.',
    effect: 'changes',
    given: {
      character: z
        .string()
        .min(1)
        .max(4096)
        .describe('GLB, glTF, VRM, FBX or BVH file; it is copied into the folder')
        .exactOptional(),
      like: sceneName.describe('instead of a file: the name of a character that is there').exactOptional(),
      name: sceneName.describe("default: the file's name").exactOptional(),
      ...placing,
    },
    answer,
    run: async (session, { character: path, like, name: wanted, ...part }) => {
      const data = await newActor(session, path, like);
      const { project } = await session.present();
      const called = freeNameIn(project, wanted ?? data.name, wanted !== undefined);
      const id = newId(await session.present(), 'actors', 'actor', called);
      const { step } = await stepIn(session, `Add ${called}`, (before) =>
        addActor(before, { ...data, id, name: called, place: placed(ORIGIN, part) }),
      );
      return { step, actors: factsOfActors(await session.workOn(id)) };
    },
  }),
  chooseActor: word({
    title: 'Choose a character',
    description:
      'Works on another character of the scene: words about the pose, pins, keys, contacts, motions and checks speak of it from then on. It is no step that undo takes back.',
    effect: 'reads',
    given: { actor: sceneName.describe('name or id') },
    answer: z.object({ actors: z.array(actorFacts) }),
    run: async (session, { actor }) => {
      const { id } = namedActor((await session.present()).project, actor);
      return { actors: factsOfActors(await session.workOn(id)) };
    },
  }),
  changeActor: word({
    title: 'Change a character',
    description: 'Renames a character of the scene or places it elsewhere; what it does stays the same, seen from there.',
    effect: 'changes',
    given: { actor: sceneName.describe('name or id'), name: sceneName.exactOptional(), ...placing },
    answer,
    run: async (session, { actor, name: called, ...part }) => {
      const { id, name: before } = namedActor((await session.present()).project, actor);
      if (called !== undefined && called !== before) freeNameIn((await session.present()).project, called, true);
      return withActors(session, `Change ${before}`, (project) => {
        const moved = placeActor(project, id, placed(placeOf(project, id), part));
        return called === undefined ? moved : renameActor(moved, id, called);
      });
    },
  }),
  putClipOnOthers: word({
    title: 'Put the clip on other characters',
    description:
      'Lets other characters do in this clip what the one does that is worked on, in place of what they did: fitted to their bodies, each so many frames later and so far beside the one before.',
    effect: 'changes',
    given: {
      actors: z.array(sceneName).min(1).describe('names or ids, in their order; default: all others').exactOptional(),
      frames: z.int().min(0).max(1000).describe('frames that each begins later than the one before; default: 0').exactOptional(),
      beside: z
        .tuple([z.number(), z.number()])
        .describe('metres that each stands to the left of the one before, and behind it; default: all stay where they stand')
        .exactOptional(),
    },
    answer,
    run: async (session, { actors, frames = 0, beside }) => {
      const { project, rig, rigOf } = await session.present();
      const ids = actors?.map((actor) => namedActor(project, actor).id) ?? project.actors.map(({ id }) => id);
      if (ids.length === 0) throw new Error('there is no other character in the scene');
      if (ids.includes(project.workedOn)) throw new Error('the clip is of the character that is worked on: name others');
      const given = finish(ontoOthersSteps(project, rig, rigOf, ids, { frames, beside }));
      return withActors(session, 'Put the clip on others', (before) => withGivenMotions(before, given));
    },
  }),
  removeActor: word({
    title: 'Remove a character',
    description:
      'Takes a character out of the scene, with its keys; one stays. Props that it carries stay where they are at the first frame, contacts with it end.',
    effect: 'changes',
    given: { actor: sceneName.describe('name or id') },
    answer,
    run: async (session, { actor }) => {
      const { project } = await session.present();
      const { id, name: called } = namedActor(project, actor);
      const next = factsOfActors(await session.present()).find((each) => each.id !== id);
      if (!next) throw new Error(`"${called}" is the only character of the scene, and one stays`);
      if (project.workedOn === id) await session.workOn(next.id);
      const frames = framesIn(await session.present());
      return withActors(session, `Remove ${called}`, (before) =>
        removeActor(
          releaseFrom(
            before,
            (by) => 'actor' in by && by.actor === id,
            (prop) => frames.at(prop, 0),
          ),
          id,
        ),
      );
    },
  }),
} as const;

async function newActor(session: Session, path: string | undefined, like: string | undefined) {
  if ((path === undefined) === (like === undefined)) throw new Error('addActor: expected "character" or "like"');
  if (like !== undefined) {
    const { project, rig } = await session.workOn(namedActor((await session.present()).project, like).id);
    return presentActor(project, rig);
  }
  const { scene, name: called, fileName, hash } = await session.addCharacter(path!);
  const rig = buildRig(scene);
  return presentActor(createProject(rig, { name: called, fileName, hash }), rig);
}

/** The name, with a number where another character has it already. Throws an `Error` with one sentence there where it was asked for. */
function freeNameIn(project: Project, wanted: string, isAsked: boolean): string {
  const names = new Set([project.character.name, ...project.actors.map((actor) => actor.name)]);
  if (!names.has(wanted)) return wanted;
  if (isAsked) throw new Error(`a character of the scene is called "${wanted}" already`);
  let number = 2;
  while (names.has(`${wanted} ${number}`)) number++;
  return `${wanted} ${number}`;
}

function placeOf(project: Project, id: string): Place {
  return project.workedOn === id ? project.place : project.actors.find((actor) => actor.id === id)!.place;
}

function placed(place: Place, { at, turn }: { readonly at?: Place['at']; readonly turn?: number }): Place {
  return { ...place, ...(at && { at }), ...(turn !== undefined && { turn: toRadians(turn) }) };
}

async function withActors(session: Session, label: string, edit: (project: Project) => Project) {
  const { step } = await stepIn(session, label, edit);
  return { step, actors: factsOfActors(await session.present()) };
}
