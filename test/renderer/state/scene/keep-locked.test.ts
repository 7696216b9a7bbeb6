import { beforeEach, expect, test } from 'vitest';
import type { TouchingSpan } from '../../../../core/animation/clip.ts';
import { setClipContacts, setKeyAt } from '../../../../core/document/edits/clips.ts';
import { placeActor } from '../../../../core/document/edits/actors.ts';
import { jointKeys } from '../../../../core/document/joint-keys.ts';
import type { ActorData } from '../../../../core/document/project-data.ts';
import { IDENTITY } from '../../../../core/math/quat.ts';
import { commitEdit, undo } from '../../../../renderer/state/editing.ts';
import { setActorLocked } from '../../../../renderer/state/scene/actor-marks.ts';
import { duplicateActor } from '../../../../renderer/state/scene/edit-actors.ts';
import { mirrorAll } from '../../../../renderer/state/scene/mirror-all.ts';
import { workOnActor } from '../../../../renderer/state/scene/work-on.ts';
import type { Studio } from '../../../../renderer/state/studio.ts';
import {
  addNewClip,
  canDeleteClip,
  deleteShownClip,
  duplicateShownClip,
  reverseShownClip,
  showClipBeside,
} from '../../../../renderer/state/timeline/clip-edits.ts';
import { canGiveWay } from '../../../../renderer/state/timeline/touching.ts';
import { setTimelineSession } from '../../../../renderer/state/timeline/set-timeline-session.ts';
import { bentElbow, documentOf, openStudio } from '../open-studio.ts';

let studio: Studio;

/** Three alike who bend an elbow for half a second; the first is worked on, the second is locked. */
beforeEach(async () => {
  ({ studio } = await openStudio());
  const { skeleton } = documentOf(studio).rig;
  for (const [time, degrees] of [
    [0, 0],
    [0.5, 60],
  ] as const)
    commitEdit(studio, 'Bend', (project) => setKeyAt(project, skeleton, time, bentElbow(studio, degrees)));
  duplicateActor(studio);
  duplicateActor(studio);
  workOnActor(studio, 'actor-1');
  setActorLocked(studio, 'actor-2', true);
});

const present = () => documentOf(studio).history.present;
const actor = (id: string): ActorData => present().actors.find((each) => each.id === id)!;
const told = () => studio.getState().session.notices.map(({ text }) => text);
const NAMED = 'Mannequin 2 is locked and stays as it was.';

test('what all do at once leaves a locked character as it was, and says so', () => {
  const [locked, free, own] = [actor('actor-2'), actor('actor-3'), present().clips[0]!];
  reverseShownClip(studio);
  expect(actor('actor-2')).toEqual(locked);
  expect(actor('actor-3').motions).not.toEqual(free.motions);
  expect(present().clips[0]!.tracks).not.toEqual(own.tracks);
  expect(told()).toEqual([NAMED]);
  undo(studio);
  expect(actor('actor-3')).toEqual(free);

  mirrorAll(studio);
  expect(actor('actor-2')).toEqual(locked);
  expect(actor('actor-3').motions).not.toEqual(free.motions);
});

test('who is not locked is changed, and nothing is said', () => {
  setActorLocked(studio, 'actor-2', false);
  const free = actor('actor-2');
  reverseShownClip(studio);
  expect(actor('actor-2').motions).not.toEqual(free.motions);
  expect(told()).toEqual([]);
});

test('a step that is about a locked character alone changes nothing, and says why', () => {
  const { length } = documentOf(studio).history.past;
  commitEdit(studio, 'Place', (project) => placeActor(project, 'actor-2', { at: [5, 0, 0], turn: 1 }));
  expect(documentOf(studio).history.past).toHaveLength(length);
  expect(told()).toEqual([NAMED]);
});

test('a contact with a locked character ends when its clip is mirrored, and so does none of the others', () => {
  const { rig } = documentOf(studio);
  const joint = jointKeys(rig.skeleton)[rig.humanoid.leftHand!]!;
  const on = (id: string): TouchingSpan['on'] => ({ by: { actor: id, joint }, position: [0, 0, 0], rotation: IDENTITY });
  const span = { from: 0, to: 0.5 };
  const held: TouchingSpan[] = [
    { part: 'rightHand', ...span, on: on('actor-2') },
    { part: 'leftHand', ...span, on: on('actor-3') },
  ];
  commitEdit(studio, 'Hold', (project) => setClipContacts(project, held));
  mirrorAll(studio);
  expect(present().clips[0]!.contacts!.map(({ part, on: place }) => [part, place!.by])).toEqual([
    ['rightHand', { actor: 'actor-3', joint: jointKeys(rig.skeleton)[rig.humanoid.rightHand!] }],
  ]);
  expect(told()).toEqual([NAMED, 'Props and locked characters are not mirrored: a contact with them ended.']);
});

test('a locked character does not give way where a contact says who does', () => {
  const { rig } = documentOf(studio);
  const joint = jointKeys(rig.skeleton)[rig.humanoid.leftHand!]!;
  const contact: TouchingSpan = {
    part: 'rightHand',
    from: 0,
    to: 0.5,
    on: { by: { actor: 'actor-2', joint }, position: [0, 0, 0], rotation: IDENTITY },
  };
  commitEdit(studio, 'Hold', (project) => setClipContacts(project, [contact]));
  setTimelineSession(studio, { contact });
  const may = () => (['from', 'on', 'both'] as const).map((gives) => canGiveWay(studio.getState(), gives));
  expect(may()).toEqual([true, false, false]);
  setActorLocked(studio, 'actor-2', false);
  expect(may()).toEqual([true, true, true]);
});

test('a clip is copied with what a locked character does, and deleted only where that is nothing', () => {
  duplicateShownClip(studio);
  expect(actor('actor-2').motions['clip-2']).toEqual(actor('actor-2').motions['clip-1']);
  expect(told()).toEqual([]);
  expect(canDeleteClip(studio.getState())).toBe(false);
  setActorLocked(studio, 'actor-2', false);
  expect(canDeleteClip(studio.getState())).toBe(true);
  deleteShownClip(studio);
  expect(actor('actor-2').motions).not.toHaveProperty('clip-2');
  setActorLocked(studio, 'actor-2', true);
  addNewClip(studio);
  expect(canDeleteClip(studio.getState())).toBe(true);
  deleteShownClip(studio);
  showClipBeside(studio, 1);
  expect(canDeleteClip(studio.getState())).toBe(false);
});
