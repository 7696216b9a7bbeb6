import { checkFlatFeet } from '../humanoid/body/sole.ts';
import { checkCoordinates, checkFinite } from '../math/check-numbers.ts';
import { checkArray, checkObject, checkText, isObject } from '../math/check-values.ts';
import { checkNamedList } from './list-change.ts';
import type { ClipData, PoseData, ProjectData, RigSettingsData, SavedPoseData, TrackData, UnkeyedData } from './project-data.ts';

/** Throws a `RangeError` of one sentence unless it has the fields of a project as plain JSON; what is in its lists is checked as it is read. */
export function checkProjectData(data: ProjectData): void {
  checkObject(data, 'the data');
  checkText(data.name, "the data's name");
  checkObject(data.character, "the data's character");
  checkObject(data.pins, "the data's pins");
  checkObject(data.solver, "the data's solver");
  checkText(data.activeClip, "the data's active clip");
  checkNamedList(data.poses, "the data's poses");
  checkNamedList(data.clips, "the data's clips");
}

/** Throws a `RangeError` of one sentence unless these are the settings of a rig as plain JSON. */
export function checkSettingsData(data: RigSettingsData): void {
  checkObject(data, 'the rig');
  checkObject(data.limits, "the rig's limits");
  checkObject(data.stiffness, "the rig's stiffness");
  if (data.flatFeet !== undefined) checkFlatFeet(data.flatFeet, "the rig's flat feet");
}

/** Throws a `RangeError` of one sentence that begins with `where` unless it is a pose as plain JSON. */
export function checkPoseData(data: PoseData, where: string): void {
  checkObject(data, where);
  checkCoordinates(data.root, 3, `${where}: the root`);
  checkObject(data.joints, `${where}: the joints`);
  if (data.slides !== undefined) checkCoordinates(data.slides, data.slides?.length, `${where}: the slides`);
  if (data.expressions !== undefined) checkObject(data.expressions, `${where}: the expressions`);
}

/** The same of a pose that is not keyed, or null. */
export function checkUnkeyedData(data: UnkeyedData | null): void {
  if (data === null) return;
  checkObject(data, 'the unkeyed pose');
  if (data.clip !== undefined) checkText(data.clip, 'the unkeyed pose: the clip');
  if (data.time !== undefined) checkFinite(data.time, 'the unkeyed pose: the time');
}

/** The same of a saved pose. */
export function checkSavedData(data: SavedPoseData): void {
  checkObject(data, 'a saved pose');
  checkText(data.id, 'a saved pose: the id');
  checkText(data.name, 'a saved pose: the name');
  checkArray(data.tags, `the pose "${data.name}": the tags`);
  if (data.joints !== 'all') checkArray(data.joints, `the pose "${data.name}": the joints`);
}

/** The same of a clip. */
export function checkClipData(data: ClipData): void {
  checkObject(data, 'a clip');
  checkText(data.id, 'a clip: the id');
  checkText(data.name, 'a clip: the name');
  checkArray(data.tracks, `the clip "${data.name}": the tracks`);
  if (data.expressions !== undefined) checkArray(data.expressions, `the clip "${data.name}": the expressions`);
  if (data.layers === undefined) return;
  checkArray(data.layers, `the clip "${data.name}": the layers`);
  for (const [i, layer] of data.layers.entries()) {
    checkObject(layer, `the clip "${data.name}": layer ${i}`);
    checkArray(layer.tracks, `the clip "${data.name}": the tracks of layer ${i}`);
  }
}

/** Whether it has lists of times and values, as a track as plain JSON has. */
export function isTrackData(data: Omit<TrackData, 'joint'>): boolean {
  return isObject(data) && Array.isArray(data.times) && Array.isArray(data.values);
}
