import { beforeEach, expect, test } from 'vitest';
import {
  hasLockedActors,
  isActorLocked,
  isPresentSolo,
  nextToWorkOn,
  setActorHidden,
  setActorLocked,
  setActorSolo,
  unlockActors,
  workOnNext,
} from '../../../../renderer/state/scene/actor-marks.ts';
import { canDeleteActor, deleteActor, duplicateActor } from '../../../../renderer/state/scene/edit-actors.ts';
import { setPose } from '../../../../core/document/edits/posing.ts';
import { commitEdit, undo } from '../../../../renderer/state/editing.ts';
import { restoreView, viewOf } from '../../../../renderer/state/saving/project-view.ts';
import { actorsBeside } from '../../../../renderer/state/scene/beside.ts';
import { workOnActor } from '../../../../renderer/state/scene/work-on.ts';
import type { Studio } from '../../../../renderer/state/studio.ts';
import type { Lens } from '../../../../renderer/tools/geometry/lens.ts';
import { createViewModelBuilder } from '../../../../renderer/viewport/overlays/build-view-model.ts';
import { NO_ATTENTION } from '../../../../renderer/viewport/overlays/view-model.ts';
import { pickableIn } from '../../../../renderer/viewport/overlays/pickable.ts';
import { bentElbow, documentOf, openStudio } from '../open-studio.ts';

const LENS: Lens = { eye: [0, 1, 4], right: [1, 0, 0], up: [0, 1, 0], forward: [0, 0, -1], slope: 0.5, width: 800, height: 600 };

let studio: Studio;

/** Three alike; the third is worked on. */
beforeEach(async () => {
  ({ studio } = await openStudio());
  duplicateActor(studio);
  duplicateActor(studio);
});

const workedOn = () => documentOf(studio).history.present.workedOn;
const beside = () => actorsBeside(studio.getState()).map(({ id }) => id);
const isLocked = (id: string) => isActorLocked(studio.getState(), id);

test('who is locked is passed over by keys, clicks and deletion, and is worked on again once it is unlocked', () => {
  setActorLocked(studio, 'actor-2', true);
  workOnNext(studio, -1);
  expect(workedOn()).toBe('actor-1');
  workOnNext(studio, -1);
  expect(workedOn()).toBe('actor-3');
  workOnNext(studio, 1);
  expect(workedOn()).toBe('actor-1');
  const { others } = pickableIn(createViewModelBuilder()(studio.getState(), LENS, NO_ATTENTION, true)!);
  expect(new Set(others.map(({ actor }) => actor))).toEqual(new Set(['actor-3']));
  // It is in the picture, and stops what is pulled.
  expect(beside()).toEqual(['actor-2', 'actor-3']);
  deleteActor(studio, 'actor-3');
  expect(canDeleteActor(studio.getState())).toBe(false);
  deleteActor(studio, 'actor-1');
  expect(workedOn()).toBe('actor-1');
  expect(hasLockedActors(studio.getState())).toBe(true);
  unlockActors(studio);
  expect(hasLockedActors(studio.getState())).toBe(false);
  workOnNext(studio, 1);
  expect(workedOn()).toBe('actor-2');
});

test('who is worked on makes room when it is locked, and undo goes back to it', () => {
  commitEdit(studio, 'Bend', (project) => setPose(project, bentElbow(studio, 40), 0));
  setActorLocked(studio, 'actor-3', true);
  expect([workedOn(), isLocked('actor-3')]).toEqual(['actor-2', true]);
  setActorLocked(studio, 'actor-2', true);
  expect(workedOn()).toBe('actor-1');
  expect(nextToWorkOn(studio.getState(), 'actor-1')).toBeNull();
  setActorLocked(studio, 'actor-1', true);
  expect([workedOn(), isLocked('actor-1')]).toEqual(['actor-1', false]);
  undo(studio);
  expect([workedOn(), isLocked('actor-3')]).toEqual(['actor-3', false]);
  workOnActor(studio, 'actor-1');
  expect(isLocked('actor-3')).toBe(true);
  setActorLocked(studio, 'actor-3', false);
  expect(isLocked('actor-3')).toBe(false);
});

test('some are shown alone, with who is worked on, until nobody is any more; who is hidden stays so', () => {
  setActorSolo(studio, 'actor-2', true);
  expect([workedOn(), beside()]).toEqual(['actor-2', []]);
  expect(isPresentSolo(studio.getState())).toBe(true);
  setActorSolo(studio, 'actor-1', true);
  expect([workedOn(), beside()]).toEqual(['actor-2', ['actor-1']]);
  workOnActor(studio, 'actor-3');
  expect(beside().toSorted()).toEqual(['actor-1', 'actor-2']);
  setActorHidden(studio, 'actor-1', true);
  expect(beside()).toEqual(['actor-2']);
  // Who is deleted shows nobody alone, nor does who gets its id.
  deleteActor(studio, 'actor-2');
  deleteActor(studio, 'actor-1');
  duplicateActor(studio);
  expect(beside()).toEqual(['actor-3']);
});

test('is kept with how the project was seen, and what a project does not tell is unmarked', () => {
  setActorLocked(studio, 'actor-1', true);
  setActorSolo(studio, 'actor-2', true);
  setActorHidden(studio, 'actor-3', true);
  const view = viewOf(studio, documentOf(studio));
  expect(view.actors).toEqual({ hidden: ['actor-3'], locked: ['actor-1'], solo: ['actor-2'] });
  const { actors: _, ...plain } = view;
  restoreView(studio, plain);
  expect(viewOf(studio, documentOf(studio))).not.toHaveProperty('actors');
  restoreView(studio, view);
  expect(viewOf(studio, documentOf(studio))).toEqual(view);
});
