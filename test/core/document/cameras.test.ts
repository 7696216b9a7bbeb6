import { describe, expect, test } from 'vitest';
import type { CameraKey, Shot } from '../../../core/animation/camera-motion.ts';
import { createClip } from '../../../core/animation/keys.ts';
import { applyChange, changesBetween } from '../../../core/document/changes.ts';
import { createProject } from '../../../core/document/create-project.ts';
import { changeProject, projectFromData } from '../../../core/document/deserialize.ts';
import {
  addCamera,
  changeCamera,
  clearCamera,
  removeCamera,
  restCamera,
  retimeCamera,
  setCameraKeys,
  setCut,
} from '../../../core/document/edits/cameras.ts';
import { activeClip, addClip, deleteClip, setActiveClip, setClipMarkers } from '../../../core/document/edits/clips.ts';
import { copySceneMotions } from '../../../core/document/edits/motions.ts';
import { rebaser } from '../../../core/document/merge.ts';
import type { CameraData } from '../../../core/document/project-data.ts';
import { projectToData } from '../../../core/document/serialize.ts';
import { cameraOnAir, shotOf } from '../../../core/document/shots.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();
const bare = createProject(rig, { name: 'Hero', fileName: 'hero.glb', hash: 'ab12' });
const rest: Shot = { position: [0, 1, 4], rotation: [0, 0, 0, 1], focalLength: 50, distance: 4 };
const wide: CameraData = { id: 'camera-1', name: 'Wide', aspect: 16 / 9, rest, motions: {} };
const near: CameraData = { ...wide, id: 'camera-2', name: 'Near', rest: { ...rest, focalLength: 85 } };
const one = addCamera(bare, wide);
const two = addCamera(one, near);
const only = ({ cameras }: typeof one) => cameras[0]!;
const keyAt = (time: number, x = time): CameraKey => ({ ...rest, position: [x, 1, 4], time, interpolation: 'linear' });
const keyed = setCameraKeys(one, 'camera-1', 'clip-1', [keyAt(1), keyAt(0)]);
const timesOf = (project: typeof one) => only(project).motions['clip-1']?.keys.map(({ time }) => time);

describe('cameras of a scene', () => {
  test('are added, changed and removed, and nothing else with them', () => {
    expect(() => addCamera(one, wide)).toThrow('there is already a camera "camera-1"');
    expect(only(changeCamera(one, 'camera-1', { name: ' Crane ', aspect: 1 }))).toEqual({ ...wide, name: 'Crane', aspect: 1 });
    expect(changeCamera(one, 'camera-1', { aspect: 16 / 9 })).toBe(one);
    expect(only(restCamera(one, 'camera-1', near.rest)).rest).toEqual(near.rest);
    expect(removeCamera(one, 'camera-1')).toEqual(bare);
    expect(removeCamera(one, 'camera-9')).toBe(one);
  });

  test('are refused in a sentence where they could take no picture', () => {
    const wrong = (part: Partial<Shot>) => () => restCamera(one, 'camera-1', { ...rest, ...part });
    expect(wrong({ position: [Number.NaN, 0, 0] })).toThrow('the place of a camera must be 3 finite numbers');
    expect(wrong({ rotation: [0, 0, 0, 2] })).toThrow('the rotation of a camera must have length 1, got 2');
    expect(wrong({ rotation: [0, 0, 0, 0] })).toThrow('the rotation of a camera must have length 1, got 0');
    expect(wrong({ rotation: [0, 0, Number.NaN, 1] })).toThrow('the rotation of a camera must have length 1, got NaN');
    expect(() => setCameraKeys(one, 'camera-1', 'clip-1', [{ ...keyAt(1), rotation: [0, 0, 0, 2] }])).toThrow(
      'must have length 1',
    );
    expect(wrong({ focalLength: 0 })).toThrow('the focal length of a camera is 4 to 2000 mm, got 0');
    expect(wrong({ focalLength: Number.NaN })).toThrow('got NaN');
    expect(wrong({ distance: -1 })).toThrow('the distance that a camera aims at is 0.05 to 1000 m, got -1');
    expect(() => changeCamera(one, 'camera-1', { name: ' ' })).toThrow('a camera needs a name');
    expect(() => changeCamera(one, 'camera-1', { aspect: Number.NaN })).toThrow('1/10 to 10 times as wide as high, got NaN');
    expect(() => setCameraKeys(one, 'camera-1', 'clip-1', [keyAt(-1)])).toThrow('stands at 0 seconds or later, got -1');
    expect(() => addCamera(bare, { ...wide, rest: { ...rest, focalLength: 1 } })).toThrow('got 1');
  });

  test.each(['constructor', 'toString', '__proto__'])('do nothing in a clip of the id %s until they are keyed there', (id) => {
    const clip = createClip(id, 'Odd');
    expect(shotOf(wide, clip.id, 0)).toEqual(rest);
    const moved = setCameraKeys(addClip(one, clip), 'camera-1', id, [keyAt(0, 3)]);
    expect(shotOf(only(moved), id, 0).position).toEqual([3, 1, 4]);
    expect(only(setCameraKeys(moved, 'camera-1', id, [keyAt(1, 5)])).motions[id]!.keys).toHaveLength(2);
  });

  test('have keys by time, one at a time', () => {
    expect(timesOf(keyed)).toEqual([0, 1]);
    expect(shotOf(only(keyed), 'clip-1', 0.5).position[0]).toBeCloseTo(0.5, 12);
    expect(shotOf(only(keyed), 'clip-2', 0.5)).toEqual(rest);
    const again = setCameraKeys(keyed, 'camera-1', 'clip-1', [keyAt(1, 7)]);
    expect(only(again).motions['clip-1']!.keys[1]!.position[0]).toBe(7);
    expect(timesOf(retimeCamera(keyed, 'camera-1', 'clip-1', 0, 2))).toEqual([1, 2]);
    expect(retimeCamera(keyed, 'camera-1', 'clip-1', 0, 1)).toBe(keyed);
    expect(timesOf(clearCamera(keyed, 'camera-1', 'clip-1', 1))).toEqual([0]);
    expect(clearCamera(keyed, 'camera-1', 'clip-1', 0.5)).toBe(keyed);
    expect(only(clearCamera(keyed, 'camera-1', 'clip-1', 0, 1)).motions).toEqual({});
  });

  test('do in the copy of a clip what they do in it, and nothing in one that is deleted', () => {
    const copied = copySceneMotions(addClip(keyed, createClip('clip-2', 'Copy')), 'clip-1', 'clip-2');
    expect(only(copied).motions['clip-2']).toEqual(only(copied).motions['clip-1']);
    expect(Object.keys(only(deleteClip(copied, 'clip-2')).motions)).toEqual(['clip-1']);
    expect(Object.keys(only(addClip(deleteClip(copied, 'clip-2'), createClip('clip-2', 'New'))).motions)).toEqual(['clip-1']);
  });

  test('are cut by markers: the last one up to a time that names one', () => {
    const marked = setClipMarkers(two, [
      { name: 'a', time: 0.5 },
      { name: 'b', time: 1 },
      { name: 'c', time: 2 },
    ]);
    const at = (project: typeof two, time: number) => cameraOnAir(project, activeClip(project), time)?.name;
    expect(at(bare, 0)).toBeUndefined();
    expect(at(marked, 1)).toBe('Wide');
    const cut = setCut(setCut(marked, 1, 'camera-2'), 2, 'camera-1');
    expect([0, 0.99, 1, 1.99, 2, 9].map((time) => at(cut, time))).toEqual(['Near', 'Near', 'Near', 'Near', 'Wide', 'Wide']);
    expect(at(setCut(cut, 1, null), 1.5)).toBe('Wide');
    const gone = removeCamera(cut, 'camera-2');
    expect(activeClip(gone).markers).toEqual([
      { name: 'a', time: 0.5 },
      { name: 'b', time: 1 },
      { name: 'c', time: 2, camera: 'camera-1' },
    ]);
    expect(at(gone, 1.5)).toBe('Wide');
    // Also in clips that are not on the timeline.
    const elsewhere = removeCamera(setActiveClip(addClip(cut, createClip('clip-2', 'Other')), 'clip-2'), 'camera-2');
    expect(elsewhere.clips[0]!.markers?.some(({ camera }) => camera === 'camera-2')).toBe(false);
  });

  test('travel as plain JSON, in changes, and are not spoken of where there are none', () => {
    expect(projectToData(rig, bare)).not.toHaveProperty('cameras');
    const data = projectToData(rig, keyed);
    expect(projectFromData(rig, data).project).toEqual(keyed);
    const change = changesBetween(rig, bare, one);
    expect(change).toEqual({ changed: {}, cameras: { removed: [], put: [{ after: null, item: wide }] } });
    expect(changeProject(bare, change, rig).project).toEqual(one);
    expect(applyChange(projectToData(rig, bare), change)).toEqual(projectToData(rig, one));
    expect(applyChange(data, changesBetween(rig, keyed, bare))).not.toHaveProperty('cameras');
  });

  test('follow what others did to them, and keep what both changed as a copy', () => {
    const [mine, theirs] = [changeCamera(one, 'camera-1', { aspect: 1 }), changeCamera(two, 'camera-1', { aspect: 2 })];
    expect(rebaser(one, theirs)(one).cameras).toEqual(theirs.cameras);
    const copies = {
      poses: {},
      clips: {},
      actors: {},
      props: {},
      sounds: {},
      cameras: { 'camera-1': { id: 'camera-1-2', name: 'Wide (2)' } },
    };
    expect(rebaser(one, theirs, copies)(mine).cameras.map(({ id, aspect }) => [id, aspect])).toEqual([
      ['camera-1', 2],
      ['camera-1-2', 1],
      ['camera-2', 16 / 9],
    ]);
  });
});
