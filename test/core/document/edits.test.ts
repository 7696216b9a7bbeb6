import { poseOnScreen } from '../../../core/document/shown-pose.ts';
import { describe, expect, test } from 'vitest';
import { clipKeyTimes } from '../../../core/animation/sampling.ts';
import { createClip } from '../../../core/animation/keys.ts';
import { createProject } from '../../../core/document/create-project.ts';
import {
  activeClip,
  addClip,
  deleteClip,
  setActiveClip,
  setClipDuration,
  setClipFps,
  setClipName,
  setKeyAt,
} from '../../../core/document/edits/clips.ts';
import {
  addPoseJoints,
  updatePoseJoints,
  deletePose,
  markFavourite,
  movePose,
  removePoseJoints,
  renameFolder,
  renamePose,
  savePose,
  tagPose,
} from '../../../core/document/edits/library.ts';
import { setPin, setPose, setSolverSetting } from '../../../core/document/edits/posing.ts';
import { setCorrection, setLimit, setPreset, setStiffness } from '../../../core/document/edits/rig-settings.ts';
import { capturePose } from '../../../core/library/apply.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { restPose, rotationOf } from '../../../core/skeleton/pose.ts';
import { randomPose } from '../../helpers/random-pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();
const { skeleton } = rig;
const project = createProject(rig, { name: 'Hero', fileName: 'hero.glb', hash: 'ab12' });
const hinge = { kind: 'hinge', axis: [1, 0, 0], min: 0, max: 1 } as const;
const full = { translation: true, rotation: true, weight: 1 };

test('a new project stands at rest with both feet pinned and one empty clip on the timeline', () => {
  expect(project.unkeyed).toBeNull();
  expect(poseOnScreen(rig, project, 0, () => null)).toEqual(restPose(skeleton));
  expect(Object.keys(project.pins)).toEqual(['leftFoot', 'rightFoot']);
  expect(activeClip(project)).toMatchObject({ id: project.activeClip, tracks: [] });
  const { leftFoot: _, ...oneLegged } = rig.humanoid;
  expect(Object.keys(createProject({ ...rig, humanoid: oneLegged }, project.character).pins)).toEqual(['rightFoot']);
});

describe('an edit that changes nothing gives the same project back', () => {
  const library = savePose(project, capturePose(skeleton, restPose(skeleton), { id: 'p', name: 'Pose', tags: ['a'] }));
  test.each<[string, typeof project, (before: typeof project) => typeof project]>([
    ['the same pose', setPose(project, restPose(skeleton), 0.5), (before) => setPose(before, restPose(skeleton), 0.5)],
    ['the same pin', project, (before) => setPin(before, 'leftFoot', full)],
    ['no pin where there was none', project, (before) => setPin(before, 'head', null)],
    ['the same preset', project, (before) => setPreset(before, before.rig.preset)],
    ['no limit where there was none', project, (before) => setLimit(before, 3, null)],
    ['no stiffness where there was none', project, (before) => setStiffness(before, 3, null)],
    ['no correction where there was none', project, (before) => setCorrection(before, 'head', undefined)],
    ['the same setting', project, (before) => setSolverSetting(before, 'order', before.solver.order)],
    ['the same name', library, (before) => renamePose(before, 'p', ' Pose ')],
    ['the same tags', library, (before) => tagPose(before, 'p', ['a', ' a ', ''])],
    ['a pose that is not there', library, (before) => deletePose(before, 'q')],
    ['the same frame rate', project, (before) => setClipFps(before, 30)],
    ['the last clip', project, (before) => deleteClip(before, before.activeClip)],
  ])('%s', (_, before, edit) => {
    expect(edit(before)).toBe(before);
  });
});

test('edits share what they did not touch', () => {
  const edited = setLimit(project, 4, hinge);
  expect(edited.rig.limits[4]).toBe(hinge);
  expect(edited.pins).toBe(project.pins);
  expect(edited.clips).toBe(project.clips);
  expect(project.rig.limits).toEqual({});
  expect(setLimit(edited, 4, null).rig.limits).toEqual({});
  expect(setLimit(setLimit(edited, 5, hinge), 4, null).rig.limits).toEqual({ 5: hinge });
});

test('a pin without translation and rotation is no pin', () => {
  expect(setPin(project, 'leftFoot', { translation: false, rotation: false, weight: 1 }).pins.leftFoot).toBeUndefined();
});

test('a pin keeps its share of inverse kinematics, from 0 to 1', () => {
  const half = setPin(project, 'leftFoot', { translation: true, rotation: true, weight: 1, ik: 0.5 });
  expect(half.pins.leftFoot?.ik).toBe(0.5);
  expect(setPin(half, 'leftFoot', { ...half.pins.leftFoot!, ik: 0 }).pins.leftFoot?.ik).toBe(0);
  for (const ik of [-0.1, 1.1, Number.NaN])
    expect(() => setPin(project, 'leftFoot', { translation: true, rotation: true, weight: 1, ik })).toThrow(/from 0 to 1, got/);
});

test('a correction can be "none" and can be taken back', () => {
  const none = setCorrection(project, 'jaw', null);
  expect(none.rig.corrections).toEqual({ jaw: null });
  expect(setCorrection(none, 'jaw', undefined).rig.corrections).toEqual({});
});

test('saving a pose under a known id replaces it', () => {
  const first = savePose(project, capturePose(skeleton, restPose(skeleton), { id: 'p', name: 'One' }));
  const second = savePose(first, capturePose(skeleton, restPose(skeleton), { id: 'p', name: 'Two' }));
  expect(second.poses.map((pose) => pose.name)).toEqual(['Two']);
});

test('a saved pose can be updated and can speak of more or fewer joints', () => {
  const other = randomPose(skeleton, seededRandom(3));
  const saved = savePose(project, capturePose(skeleton, restPose(skeleton), { id: 'p', name: 'One', joints: [4, 5] }));
  const wider = addPoseJoints(saved, 'p', [5, 6], other);
  expect(wider.poses[0]!.joints).toEqual([4, 5, 6]);
  expect(rotationOf(wider.poses[0]!.pose, 6)).toEqual(rotationOf(other, 6));
  expect(rotationOf(wider.poses[0]!.pose, 5)).toEqual([0, 0, 0, 1]);
  expect(addPoseJoints(saved, 'p', [4], other)).toBe(saved);
  const renewed = updatePoseJoints(saved, 'p', [5, 6], other).poses[0]!;
  expect(renewed.joints).toEqual([4, 5, 6]);
  for (const joint of [5, 6]) expect(rotationOf(renewed.pose, joint)).toEqual(rotationOf(other, joint));
  expect(updatePoseJoints(saved, 'p', [], other)).toBe(saved);
  expect(removePoseJoints(wider, 'p', [4]).poses[0]!.joints).toEqual([5, 6]);
  expect(removePoseJoints(saved, 'p', [9])).toBe(saved);
});

test('a folder is renamed with its poses and the folders in it, others stay as they are', () => {
  const at = (folder: string, i: number) => capturePose(skeleton, restPose(skeleton), { id: `p${i}`, name: 'Pose', folder });
  const library = ['Hands', 'Hands/Left', 'Handsome', ''].map(at).reduce(savePose, project);
  const renamed = renameFolder(library, 'Hands', ' Parts / Fingers ');
  expect(renamed.poses.map(({ folder }) => folder)).toEqual(['Parts/Fingers', 'Parts/Fingers/Left', 'Handsome', '']);
  expect(renamed.poses[0]).toEqual({ ...library.poses[0], folder: 'Parts/Fingers' });
  expect(renamed.poses[2]).toBe(library.poses[2]);
  expect(renameFolder(library, 'Hands', 'Hands')).toBe(library);
  expect(renameFolder(library, 'Feet', 'Toes')).toBe(library);
});

test('a saved pose goes into a folder and becomes a favourite', () => {
  const library = savePose(project, capturePose(skeleton, restPose(skeleton), { id: 'p', name: 'Pose' }));
  const moved = markFavourite(movePose(library, 'p', 'Hands / Left'), 'p', true);
  expect(moved.poses[0]).toEqual({ ...library.poses[0], folder: 'Hands/Left', isFavourite: true });
  expect(movePose(moved, 'p', 'Hands/Left')).toBe(moved);
  expect(markFavourite(moved, 'p', true)).toBe(moved);
});

test('a clip has the length that it is given, and a joint its stiffness', () => {
  const longer = setClipDuration(project, 7);
  expect(activeClip(longer).duration).toBe(7);
  expect(setClipDuration(longer, 7)).toBe(longer);
  const stiff = setStiffness(project, 4, 0.5);
  expect(stiff.rig.stiffness).toEqual({ 4: 0.5 });
  expect(setStiffness(stiff, 4, 0.5)).toBe(stiff);
  expect(setStiffness(stiff, 4, null).rig.stiffness).toEqual({});
});

test('keys go to the clip on the timeline only', () => {
  const two = addClip(project, createClip('other', 'Other'));
  const keyed = setKeyAt(two, skeleton, 0.5, restPose(skeleton));
  expect(clipKeyTimes(activeClip(keyed))).toEqual([0.5]);
  expect(keyed.clips[0]).toBe(project.clips[0]);
  const back = setActiveClip(keyed, project.activeClip);
  expect(clipKeyTimes(activeClip(back))).toEqual([]);
  expect(deleteClip(keyed, 'other').activeClip).toBe(project.activeClip);
});

test('deleting the clip on the timeline puts the one before it there, and the next one in place of the first', () => {
  const three = ['b', 'c'].reduce((before, id) => addClip(before, createClip(id, id)), project);
  expect(deleteClip(three, 'c').activeClip).toBe('b');
  const [first] = three.clips;
  expect(deleteClip(setActiveClip(three, first!.id), first!.id).activeClip).toBe('b');
  expect(deleteClip(three, 'b').activeClip).toBe('c');
});

test('a pin that weighs something else is another pin', () => {
  const heavier = setPin(project, 'leftFoot', { ...full, weight: 2 });
  expect(heavier.pins.leftFoot).toEqual({ ...full, weight: 2 });
});

test('unusable values are refused in a sentence', () => {
  expect(() => setLimit(project, 4, { ...hinge, max: Number.NaN })).toThrow('joint 4: the hinge range');
  expect(() => setStiffness(project, 4, 2)).toThrow('from 0 to 1, got 2');
  expect(() => setSolverSetting(project, 'tolerance', 0)).toThrow('above 0, got 0');
  expect(() => setSolverSetting(project, 'maxIterations', 1.5)).toThrow('got 1.5');
  expect(() => setSolverSetting(project, 'softReach', 0.3)).toThrow('from 0 to 0.25, got 0.3');
  expect(() => setSolverSetting(project, 'weight', NaN)).toThrow('the weight shift must be from 0 to 1, got NaN');
  expect(() => setSolverSetting(project, 'followLibrary', Number.NaN)).toThrow('from 0 to 1, got NaN');
  expect(() => setPin(project, 'leftFoot', { ...full, weight: 0 })).toThrow('got 0');
  expect(() => renamePose(project, 'p', 'x')).toThrow('no pose "p"');
  expect(() => setClipName(project, ' ')).toThrow('needs a name');
  expect(() => setClipDuration(project, -1)).toThrow('got -1');
  expect(() => addClip(project, createClip(project.activeClip, 'Twin'))).toThrow('already a clip');
  expect(() => setActiveClip(project, 'zz')).toThrow('no clip "zz"');
});
