import { encode } from '@msgpack/msgpack';
import { beforeEach, describe, expect, test } from 'vitest';
import { actorsOf } from '../../../../core/document/work-on-actor.ts';
import { applyChange } from '../../../../core/document/changes.ts';
import type { ProjectChange } from '../../../../core/document/project-change.ts';
import { activeClip, setKeyAt } from '../../../../core/document/edits/clips.ts';
import { setPose } from '../../../../core/document/edits/posing.ts';
import { unpackChange } from '../../../../core/document/packed-change.ts';
import { packPoses } from '../../../../core/document/packed-poses.ts';
import { partPath } from '../../../../core/document/part-paths.ts';
import type { ActorData, ProjectData } from '../../../../core/document/project-data.ts';
import { angleBetween } from '../../../../core/math/quat.ts';
import { rotationOf, type Pose } from '../../../../core/skeleton/pose.ts';
import { createPuller } from '../../../../core/humanoid/pulling/puller.ts';
import type { HandleName } from '../../../../core/humanoid/body/handles.ts';
import { fromPlace } from '../../../../core/math/place.ts';
import { distance, subtract, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { showTime } from '../../../../renderer/state/timeline/playback.ts';
import { holdOn, offerToHold } from '../../../../renderer/state/scene/hold-on.ts';
import { select } from '../../../../renderer/state/selection.ts';
import type { ExportSceneRequest, JournalEntry, OpenedCharacter } from '../../../../electron/contract.ts';
import { commitEdit, redo, undo } from '../../../../renderer/state/editing.ts';
import { exportClips } from '../../../../renderer/state/saving/exporting.ts';
import { followProject } from '../../../../renderer/state/saving/follow-project.ts';
import { onCharacter, shownPoses } from '../../../../renderer/state/library/folders/shown-library.ts';
import { saveShownPose } from '../../../../renderer/state/library/saved-poses.ts';
import { save, saveAs } from '../../../../renderer/state/saving/saving.ts';
import { actorsBeside } from '../../../../renderer/state/scene/beside.ts';
import {
  addCharacter,
  canDeleteActor,
  deleteActor,
  duplicateActor,
  nameActor,
  standAt,
} from '../../../../renderer/state/scene/edit-actors.ts';
import { setActorHidden, workOnNext } from '../../../../renderer/state/scene/actor-marks.ts';
import { toggleBodyStops } from '../../../../renderer/state/session.ts';
import { moveHandle, placeOfHandle } from '../../../../renderer/tools/nudge.ts';
import { changeSetting } from '../../../../renderer/state/window/settings.ts';
import { showDocument } from '../../../../renderer/state/documents/show-document.ts';
import { workOnActor } from '../../../../renderer/state/scene/work-on.ts';
import { hasUnsavedChanges, type Studio } from '../../../../renderer/state/studio.ts';
import { plainFigure, sceneOf } from '../../../helpers/figure.ts';
import { bentElbow, documentOf, leftElbow, mannequin, noticesOf, openStudio, poseOf, type FakeDesktop } from '../open-studio.ts';

const FOLDER = '/home/ann/Duel';
const KNIGHT: OpenedCharacter = { ...mannequin('knight'), hash: 'cd'.repeat(32), scene: sceneOf(plainFigure()) };

let studio: Studio;
let desktop: FakeDesktop;

beforeEach(async () => {
  ({ studio, desktop } = await openStudio({ 'dialog.save': () => ({ kind: 'chosen', path: FOLDER }) }));
  followProject(studio);
});

const present = () => documentOf(studio).history.present;
const names = () => actorsOf(present()).map(({ name }) => name);
const lastChange = () => desktop.callsOf('project.saveChange').at(-1)?.[1] as ProjectChange;
const lastEntry = () => desktop.callsOf('journal.append').at(-1)?.[0] as JournalEntry;
const bend = (degrees: number) => commitEdit(studio, 'Bend', (project) => setPose(project, bentElbow(studio, degrees), 0));

describe('A second character', () => {
  test('stands beside the first, is worked on, and goes and comes with undo', () => {
    bend(30);
    const first = poseOf(studio);
    addCharacter(studio, KNIGHT);
    expect(names()).toEqual(['mannequin', 'knight']);
    expect(present().workedOn).toBe('actor-2');
    expect(documentOf(studio).character).toBe(KNIGHT);
    expect(Math.hypot(...present().place.at)).toBeGreaterThan(1);
    expect(actorsBeside(studio.getState()).map(({ name, pose }) => [name, [...pose]])).toEqual([['mannequin', [...first]]]);
    undo(studio);
    expect(names()).toEqual(['mannequin']);
    expect(documentOf(studio).character.name).toBe('mannequin');
    expect([...poseOf(studio)]).toEqual([...first]);
    redo(studio);
    expect(names()).toEqual(['mannequin', 'knight']);
    expect(documentOf(studio).character.name).toBe('mannequin');
    workOnNext(studio, 1);
    expect(documentOf(studio).character).toBe(KNIGHT);
  });

  test('is posed and keyed by itself, and undo shows whoever it is about', () => {
    addCharacter(studio, KNIGHT);
    bend(40);
    const bent = poseOf(studio);
    workOnActor(studio, 'actor-1');
    bend(60);
    expect(actorsBeside(studio.getState())[0]!.pose).toEqual(bent);
    undo(studio);
    expect(present().workedOn).toBe('actor-1');
    undo(studio);
    expect(present().workedOn).toBe('actor-2');
    expect(poseOf(studio)).not.toEqual(bent);
    redo(studio);
    expect(poseOf(studio)).toEqual(bent);
    commitEdit(studio, 'Key', (project) => setKeyAt(project, documentOf(studio).rig.skeleton, 0.5, bent));
    workOnNext(studio, 1);
    expect(activeClip(present()).tracks).toEqual([]);
    workOnNext(studio, -1);
    expect(activeClip(present()).tracks.length).toBeGreaterThan(0);
  });

  test('is no edit to go to: what is saved stays saved', async () => {
    addCharacter(studio, KNIGHT);
    expect(await saveAs(studio)).toBe(true);
    expect(hasUnsavedChanges(studio.getState())).toBe(false);
    const entries = desktop.callsOf('journal.append').length;
    workOnActor(studio, 'actor-1');
    workOnActor(studio, 'actor-2');
    expect(hasUnsavedChanges(studio.getState())).toBe(false);
    expect(desktop.callsOf('journal.append')).toHaveLength(entries);
    const past = documentOf(studio).history.past.length;
    workOnActor(studio, 'actor-9');
    expect(present().workedOn).toBe('actor-2');
    expect(documentOf(studio).history.past).toHaveLength(past);
  });

  test('is saved as a part of its own, and what is done to it changes no other part', async () => {
    addCharacter(studio, KNIGHT);
    await saveAs(studio);
    const [, whole] = desktop.callsOf('project.save')[0]! as unknown as [string, ProjectData];
    expect(whole.character.name).toBe('mannequin');
    expect(whole.actors?.map(({ id, name, hash }) => [id, name, hash])).toEqual([['actor-2', 'knight', KNIGHT.hash]]);
    commitEdit(studio, 'Key', (project) => setKeyAt(project, documentOf(studio).rig.skeleton, 0, bentElbow(studio, 50)));
    expect(lastEntry().changed).toEqual({});
    expect(lastEntry().clips).toBeUndefined();
    expect(lastEntry().actors?.put.map(({ item }) => Object.keys(item.motions))).toEqual([['clip-1']]);
    await save(studio);
    expect(lastChange().changed).toEqual({});
    expect(lastChange().actors?.put).toHaveLength(1);
    workOnActor(studio, 'actor-1');
    bend(20);
    await save(studio);
    expect(Object.keys(lastChange().changed)).toEqual(['unkeyed']);
    expect(lastChange().actors).toBeUndefined();
  });

  test('is duplicated, named, placed and deleted', () => {
    addCharacter(studio, KNIGHT);
    bend(45);
    const bent = poseOf(studio);
    duplicateActor(studio);
    expect(names()).toEqual(['mannequin', 'knight', 'knight 2']);
    expect(poseOf(studio)).toEqual(bent);
    nameActor(studio, 'actor-3', 'Lancelot');
    nameActor(studio, 'actor-3', '  ');
    standAt(studio, { at: [0, 0, 3], turn: 7 });
    expect(present().place.at).toEqual([0, 0, 3]);
    expect(present().place.turn).toBeCloseTo(7 - 2 * Math.PI, 12);
    expect(names().at(-1)).toBe('Lancelot');
    const beside = actorsBeside(studio.getState()).find(({ name }) => name === 'mannequin')!;
    expect(Math.hypot(...beside.place.at)).toBeCloseTo(3, 9);
    deleteActor(studio, 'actor-9');
    deleteActor(studio, 'actor-3');
    expect(names()).toEqual(['mannequin', 'knight']);
    expect(present().workedOn).toBe('actor-2');
    undo(studio);
    expect(names()).toEqual(['mannequin', 'knight', 'Lancelot']);
  });

  test('stays when the first one is deleted, which is saved, opened, undone and done again', async () => {
    bend(70);
    await saveShownPose(studio, null);
    commitEdit(studio, 'Key', (project) => setKeyAt(project, documentOf(studio).rig.skeleton, 0, poseOf(studio)));
    addCharacter(studio, KNIGHT);
    const first = documentOf(studio).others[0]!;
    await saveAs(studio);
    const bones = poseOf(studio).length;
    workOnActor(studio, 'actor-1');
    deleteActor(studio, 'actor-1');
    expect(names()).toEqual(['knight']);
    expect(present().workedOn).toBe('actor-2');
    expect(actorsBeside(studio.getState())).toEqual([]);
    // The last one stays.
    expect(canDeleteActor(studio.getState())).toBe(false);
    deleteActor(studio, 'actor-2');
    expect(names()).toEqual(['knight']);
    // A pose that was saved on it comes onto the other still.
    expect(onCharacter(studio.getState(), shownPoses(studio.getState())[0]!).pose).toHaveLength(bones);
    await exportClips(studio, '/x/duel.glb', { kind: 'active', scene: true }).result;
    const { actors } = desktop.callsOf('export.scene')[0]![1] as ExportSceneRequest;
    expect(actors.map(({ name }) => name)).toEqual(['knight']);
    await save(studio);
    expect(lastChange().changed.place?.isOut).toBe(true);
    const [, whole] = desktop.callsOf('project.save')[0]! as unknown as [string, ProjectData];
    const written = applyChange(whole, unpackChange(lastChange() as never));
    expect(written.clips.every(({ tracks }) => tracks.length === 0)).toBe(true);
    undo(studio);
    expect(names()).toEqual(['mannequin', 'knight']);
    workOnActor(studio, 'actor-1');
    expect(activeClip(present()).tracks.length).toBeGreaterThan(0);
    redo(studio);
    expect(names()).toEqual(['knight']);
    expect(present().workedOn).toBe('actor-2');
    // As it is opened again, with who is there.
    showDocument(studio, first, {
      project: { ...written, actors: written.actors! },
      others: [KNIGHT],
      folder: FOLDER,
      revisions: null,
    });
    expect(names()).toEqual(['knight']);
    expect(documentOf(studio).character).toBe(KNIGHT);
    duplicateActor(studio);
    expect(names()).toEqual(['knight', 'knight 2']);
  });

  test('shares the poses of the library, whoever they were saved of', async () => {
    bend(70);
    await saveShownPose(studio, null);
    addCharacter(studio, KNIGHT);
    const [saved] = shownPoses(studio.getState());
    const brought = onCharacter(studio.getState(), saved!);
    expect(brought.pose).toHaveLength(poseOf(studio).length);
    const turn = (pose: typeof brought.pose) => angleBetween(rotationOf(pose, leftElbow(studio)), [0, 0, 0, 1]);
    expect((turn(brought.pose) * 180) / Math.PI).toBeGreaterThan(40);
    bend(30);
    const own = turn(poseOf(studio));
    await saveShownPose(studio, null);
    const back = onCharacter(studio.getState(), shownPoses(studio.getState())[1]!);
    expect(turn(back.pose)).toBeCloseTo(own, 2);
    workOnActor(studio, 'actor-1');
    expect(shownPoses(studio.getState())).toHaveLength(2);
    expect(onCharacter(studio.getState(), saved!)).toBe(saved);
  });

  test('is exported with the first, each with what it does and where', async () => {
    bend(20);
    commitEdit(studio, 'Key', (project) => setKeyAt(project, documentOf(studio).rig.skeleton, 0, poseOf(studio)));
    addCharacter(studio, KNIGHT);
    await exportClips(studio, '/x/duel.glb', { kind: 'active', scene: true }).result;
    const { actors } = desktop.callsOf('export.scene')[0]![1] as ExportSceneRequest;
    expect(actors.map(({ name, characterHash }) => [name, characterHash])).toEqual([
      ['mannequin', mannequin().hash],
      ['knight', KNIGHT.hash],
    ]);
    expect(actors.map(({ clips }) => clips[0]!.tracks.length > 0)).toEqual([true, false]);
    expect(actors[1]!.place).toEqual(present().place);
  });
});

test('A hand that lies on another character stays there as that character moves, and where it is put', async () => {
  // Two who look at each other; the second moves its left hand, on which the right hand of the first lies.
  const { rig } = documentOf(studio);
  addCharacter(studio, { ...mannequin('partner'), hash: 'ef'.repeat(32) });
  standAt(studio, { at: [0, 0, 0.6], turn: Math.PI });
  const puller = createPuller(rig);
  const pull = (from: Pose, handle: HandleName, to: Vec3) => puller.begin(from, handle, present().pins).to(to).pose;
  for (const [time, height] of [
    [0, 1.1],
    [0.5, 1.4],
    [1, 1.2],
  ] as const) {
    const raised = pull(poseOf(studio), 'leftHand', [0.1, height, 0.3]);
    commitEdit(studio, 'Key', (project) => setKeyAt(project, rig.skeleton, time, raised));
  }
  workOnActor(studio, 'actor-1');
  const partner = actorsBeside(studio.getState())[0]!;
  const palm = fromPlace(partner.place, worldPosition(partner.world, rig.humanoid.leftHand!));
  commitEdit(studio, 'Reach', (project) => setPose(project, pull(poseOf(studio), 'rightHand', palm), 0));
  select(studio, { joint: rig.humanoid.rightHand!, handle: 'rightHand' });
  const asks = () => noticesOf(studio).filter((text) => /^The right hand lies on the left .* of partner\.$/.test(text)).length;
  changeSetting(studio, 'offersContacts', false);
  offerToHold(studio, 'rightHand');
  expect(asks()).toBe(0);
  changeSetting(studio, 'offersContacts', true);
  offerToHold(studio, 'rightHand');
  offerToHold(studio, 'leftHand');
  expect(asks()).toBe(1);
  const steps = documentOf(studio).history.past.length;
  holdOn(studio);
  expect(asks()).toBe(0);
  expect(documentOf(studio).history.past).toHaveLength(steps + 1);
  const apart = () => {
    const [other] = actorsBeside(studio.getState());
    const mine = worldPosition(forwardKinematics(rig.skeleton, poseOf(studio)), rig.humanoid.rightHand!);
    return distance(mine, fromPlace(other!.place, worldPosition(other!.world, rig.humanoid.leftHand!)));
  };
  const first = apart();
  for (let time = 0; time <= 1; time += 1 / 60) {
    showTime(studio, time);
    // On frames and between them; without the hold they would be 30 cm apart.
    expect(Math.abs(apart() - first), `at ${time}`).toBeLessThan(3e-3);
  }
  expect(noticesOf(studio).at(-1)).toMatch(/^It stays on the left (?:hand|lower arm) of partner, in 61 frames\.$/);
  // No key was set for it, and it goes along with the other wherever that is put.
  const { clips } = documentOf(studio).history.present;
  expect(clips[0]!.contacts).toMatchObject([{ part: 'rightHand', on: { by: { actor: expect.any(String) } } }]);
  expect(Math.max(...clips[0]!.tracks.map(({ times }) => times.length))).toBeLessThan(5);
  const [{ id }] = documentOf(studio).history.present.actors as readonly [ActorData];
  const own = documentOf(studio).history.present.workedOn;
  workOnActor(studio, id);
  const { place } = documentOf(studio).history.present;
  standAt(studio, { ...place, at: [place.at[0] + 0.03, place.at[1], place.at[2] - 0.04] });
  workOnActor(studio, own);
  for (const time of [0, 0.4, 1]) {
    showTime(studio, time);
    expect(Math.abs(apart() - first), `moved, at ${time}`).toBeLessThan(3e-3);
  }
});

describe('What others do to a scene', () => {
  const theirs = (put: readonly ActorData[]) => {
    const revisions = Object.fromEntries(put.map(({ id }) => [partPath('actors', id), 'new']));
    const actors = { removed: [], put: put.map((item) => ({ item })) };
    desktop.tell('project.changed', { folder: FOLDER, change: { changed: {}, actors }, revisions, notes: [] });
  };

  test('arrives while another actor than the first is worked on, and leaves that one as it is', async () => {
    addCharacter(studio, KNIGHT);
    await saveAs(studio);
    bend(25);
    const bent = poseOf(studio);
    const { actors } = (desktop.callsOf('project.save')[0]! as unknown as [string, ProjectData])[1];
    theirs([{ ...actors![0]!, id: 'actor-7', name: 'Gawain' }]);
    expect(names()).toEqual(['mannequin', 'knight', 'Gawain']);
    expect(noticesOf(studio)).toContain('“Gawain” arrived from outside.');
    expect(present().workedOn).toBe('actor-2');
    expect(poseOf(studio)).toEqual(bent);
    await save(studio);
    expect(lastChange().actors?.put.map(({ item }) => item.id)).toEqual(['actor-2']);
    expect(hasUnsavedChanges(studio.getState())).toBe(false);
    expect(present().workedOn).toBe('actor-2');
  });
});

test('Work on a scene is brought back from the journal as it was, with the actor that was worked on', async () => {
  addCharacter(studio, KNIGHT);
  bend(35);
  const bent = poseOf(studio);
  const entries = desktop.callsOf('journal.append').map(([entry]) => entry as JournalEntry);
  const [first, ...later] = entries;
  const project = later.reduce(
    (data, { label: _label, folder: _folder, view: _view, ...change }) => applyChange(data, change),
    first!.changed as ProjectData,
  );
  const { studio: other } = await openStudio(
    {
      'app.startup': () => ({
        kind: 'recover',
        work: encode({ project: { ...project, poses: [] }, poses: packPoses([]), saved: null }),
        folder: null,
        edits: entries.length,
        view: null,
        character: mannequin(),
        others: [KNIGHT],
      }),
    },
    undefined,
    (dialog) => dialog.name === 'recover' && 'answer' in dialog && (dialog.answer as (choice: string) => void)('recover'),
  );
  const document = documentOf(other);
  expect(document.history.present.workedOn).toBe('actor-2');
  expect(document.character).toBe(KNIGHT);
  expect(poseOf(other)).toEqual(bent);
  expect(actorsBeside(other.getState()).map(({ name }) => name)).toEqual(['mannequin']);
});

test('Another character stops a hand while the body stops limbs, unless it is hidden', () => {
  const { rig } = documentOf(studio);
  addCharacter(studio, { ...mannequin('partner'), hash: 'ef'.repeat(32) });
  standAt(studio, { at: [0, 0, 0.5], turn: Math.PI });
  workOnActor(studio, 'actor-1');
  const chest = worldPosition(forwardKinematics(rig.skeleton, poseOf(studio)), rig.humanoid.chest!);
  const gone = () => {
    moveHandle(studio, 'rightHand', subtract([0, chest[1], 0.5], placeOfHandle(studio.getState(), 'rightHand')!));
    const [x, , z] = placeOfHandle(studio.getState(), 'rightHand')!;
    undo(studio);
    return Math.hypot(x, z - 0.5);
  };
  expect(gone()).toBeLessThan(0.02);
  toggleBodyStops(studio);
  expect(gone()).toBeGreaterThan(0.1);
  setActorHidden(studio, 'actor-2', true);
  expect(gone()).toBeLessThan(0.02);
});
