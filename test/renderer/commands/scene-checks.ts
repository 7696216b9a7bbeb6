import { expect } from 'vitest';
import { actorsOf } from '../../../core/document/work-on-actor.ts';
import { hasLockedActors, isActorLocked, isPresentSolo, setActorLocked } from '../../../renderer/state/scene/actor-marks.ts';
import { duplicateActor } from '../../../renderer/state/scene/edit-actors.ts';
import { actorsBeside } from '../../../renderer/state/scene/beside.ts';
import { select } from '../../../renderer/state/selection.ts';
import type { Studio } from '../../../renderer/state/studio.ts';
import { documentOf } from '../state/open-studio.ts';

const NEED_TWO = [
  'scene.next',
  'scene.previous',
  'scene.solo',
  'scene.lock',
  'scene.mirror',
  'scene.delete',
  'scene.holdOn',
  'scene.faceToFace',
  'scene.ontoOthers',
] as const;

export const SCENE_PREPARE: Readonly<Record<string, (studio: Studio) => void>> = {
  ...Object.fromEntries(NEED_TWO.map((id) => [id, secondActor])),
  'scene.unlock': (studio) => {
    secondActor(studio);
    setActorLocked(studio, 'actor-1', true);
  },
};

/** A second character, with its left hand selected. */
function secondActor(studio: Studio): void {
  duplicateActor(studio);
  select(studio, { joint: documentOf(studio).rig.humanoid.leftHand!, handle: 'leftHand' });
}

const names = (studio: Studio) => actorsOf(documentOf(studio).history.present).map(({ name }) => name);
const workedOn = (studio: Studio) => documentOf(studio).history.present.workedOn;

/** What the commands of scenes do; where two are needed the second one is worked on before. */
export const SCENE_CHECKS: Readonly<Record<string, (scene: { readonly studio: Studio }) => void>> = {
  'scene.add': ({ studio }) => {
    expect(names(studio)).toEqual(['mannequin', 'hero']);
    expect(workedOn(studio)).toBe('actor-2');
  },
  'scene.duplicate': ({ studio }) => expect(names(studio)).toEqual(['mannequin', 'mannequin 2']),
  'scene.next': ({ studio }) => expect(workedOn(studio)).toBe('actor-1'),
  'scene.previous': ({ studio }) => expect(workedOn(studio)).toBe('actor-1'),
  'scene.holdOn': ({ studio }) => expect(documentOf(studio).history.past.at(-1)?.label).toBe('Keep left hand on mannequin'),
  'scene.faceToFace': ({ studio }) => expect(documentOf(studio).history.past.at(-1)?.label).toBe('Place mannequin 2'),
  'scene.ontoOthers': ({ studio }) => expect(studio.getState().session.dialogs.at(-1)?.name).toBe('ontoOthers'),
  'scene.solo': ({ studio }) => {
    expect(isPresentSolo(studio.getState())).toBe(true);
    expect(actorsBeside(studio.getState())).toEqual([]);
  },
  'scene.mirror': ({ studio }) => {
    const { history } = documentOf(studio);
    expect(history.past.at(-1)?.label).toBe('Mirror clip');
    expect(Object.keys(history.present.pins)).toEqual(['rightFoot', 'leftFoot']);
  },
  'scene.lock': ({ studio }) => {
    expect(workedOn(studio)).toBe('actor-1');
    expect(isActorLocked(studio.getState(), 'actor-2')).toBe(true);
  },
  'scene.unlock': ({ studio }) => expect(hasLockedActors(studio.getState())).toBe(false),
  'scene.delete': ({ studio }) => expect(names(studio)).toEqual(['mannequin']),
};
