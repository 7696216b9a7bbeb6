import { AIM_DISTANCES, FOCAL_LENGTHS, type CameraKey, type CameraMotion, type Shot } from '../../animation/camera-motion.ts';
import type { ClipMarker } from '../../animation/clip.ts';
import { isSameTime } from '../../animation/track-keys.ts';
import { checkCoordinates, checkUnit } from '../../math/check-numbers.ts';
import { spellOut } from '../../math/check-values.ts';
import type { CameraData } from '../project-data.ts';
import type { Project } from '../project.ts';
import { motionOfCamera } from '../shots.ts';
import { activeClip, setClipMarkers } from './clips.ts';
import { byTime, withMotion } from './motions.ts';
import { withAdded, withItem, withoutItem } from './with-item.ts';
import { without } from './without.ts';

/** Width over height of the widest picture, and height over width of the highest. */
export const MOST_ASPECT = 10;

/** Adds a camera behind all others. Throws a `RangeError` when its id is taken, or it could take no picture as it is. */
export function addCamera(project: Project, camera: CameraData): Project {
  checkShot(camera.rest);
  checkFilm(camera);
  for (const { keys } of Object.values(camera.motions)) for (const key of keys) checkShot(key);
  return withAdded(project, 'cameras', 'camera', camera);
}

/** Removes a camera, and what markers of all clips say of it; the same project where there is no such camera. */
export function removeCamera(project: Project, id: string): Project {
  const left = withoutItem(project, 'cameras', id);
  if (left === project) return project;
  const clips = left.clips.map((clip) =>
    clip.markers?.some(({ camera }) => camera === id)
      ? { ...clip, markers: clip.markers.map((marker) => (marker.camera === id ? without(marker, 'camera') : marker)) }
      : clip,
  );
  return clips.some((clip, i) => clip !== left.clips[i]) ? { ...left, clips } : left;
}

/** Calls a camera by another name, or gives its pictures another form. Throws a `RangeError` where that cannot be. */
export function changeCamera(project: Project, id: string, part: Partial<Pick<CameraData, 'name' | 'aspect'>>): Project {
  return withItem(project, 'cameras', id, (camera) => {
    const changed = { ...camera, ...part };
    checkFilm(changed);
    const named = { ...changed, name: changed.name.trim() };
    return named.name === camera.name && named.aspect === camera.aspect ? camera : named;
  });
}

/** Sets what a camera sees in clips that do not move it. Throws a `RangeError` unless it is a shot. */
export function restCamera(project: Project, id: string, rest: Shot): Project {
  checkShot(rest);
  return withItem(project, 'cameras', id, (camera) => ({ ...camera, rest: shotFields(rest) }));
}

/** Sets keys of a camera in a clip, in the place of those at the same times. Throws a `RangeError` unless each is a shot. */
export function setCameraKeys(project: Project, id: string, clip: string, keys: readonly CameraKey[]): Project {
  for (const key of keys) {
    checkShot(key);
    if (!(key.time >= 0 && key.time < Infinity))
      throw new RangeError(`a key of a camera stands at 0 seconds or later, got ${spellOut(key.time)}`);
  }
  return withKeys(project, id, clip, (before) =>
    keys.reduce<readonly CameraKey[]>(
      (all, { time, interpolation, ...shot }) => byTime(all, { time, ...shotFields(shot), interpolation }, (key) => key.time),
      before,
    ),
  );
}

/** Takes away the keys of a camera from a time of a clip to another one, both counted. */
export function clearCamera(project: Project, id: string, clip: string, from: number, to = from): Project {
  return withKeys(project, id, clip, (keys) => {
    const left = keys.filter(({ time }) => time < from || time > to);
    return left.length === keys.length ? keys : left;
  });
}

/** Moves the key of a camera at a time of a clip to another one, where none is yet. */
export function retimeCamera(project: Project, id: string, clip: string, from: number, to: number): Project {
  return withKeys(project, id, clip, (keys) => {
    const key = keys.find(({ time }) => time === from);
    if (!key || keys.some(({ time }) => time === to)) return keys;
    const others = keys.filter((each) => each !== key);
    return byTime(others, { ...key, time: to }, ({ time }) => time);
  });
}

/** Through which camera the clip on the timeline is seen from a marker on, by the marker's time; null: it says nothing of that. */
export function setCut(project: Project, time: number, camera: string | null): Project {
  const { markers = [] } = activeClip(project);
  const cut = (marker: ClipMarker): ClipMarker => {
    if (!isSameTime(marker.time, time)) return marker;
    return camera === null ? without(marker, 'camera') : { ...marker, camera };
  };
  return setClipMarkers(project, markers.map(cut));
}

function withKeys(
  project: Project,
  id: string,
  clip: string,
  change: (keys: CameraMotion['keys']) => CameraMotion['keys'],
): Project {
  return withItem(project, 'cameras', id, (camera) => {
    const before = motionOfCamera(camera, clip);
    const keys = change(before.keys);
    if (keys === before.keys) return camera;
    return { ...camera, motions: withMotion(camera.motions, clip, { keys }, keys.length > 0) };
  });
}

/** A shot with its fields in the order of files, and no others. */
function shotFields({ position, rotation, focalLength, distance }: Shot): Shot {
  return { position, rotation, focalLength, distance };
}

function checkShot({ position, rotation, focalLength, distance }: Shot): void {
  checkCoordinates(position, 3, 'the place of a camera');
  checkUnit(rotation, 4, 'the rotation of a camera');
  checkWithin('the focal length of a camera', focalLength, FOCAL_LENGTHS, 'mm');
  checkWithin('the distance that a camera aims at', distance, AIM_DISTANCES, 'm');
}

function checkWithin(what: string, value: number, [least, most]: readonly [number, number], unit: string): void {
  if (!(value >= least && value <= most)) throw new RangeError(`${what} is ${least} to ${most} ${unit}, got ${spellOut(value)}`);
}

function checkFilm({ name, aspect }: Pick<CameraData, 'name' | 'aspect'>): void {
  if (name.trim() === '') throw new RangeError('a camera needs a name');
  if (!(aspect >= 1 / MOST_ASPECT && aspect <= MOST_ASPECT))
    throw new RangeError(
      `the picture of a camera is 1/${MOST_ASPECT} to ${MOST_ASPECT} times as wide as high, got ${spellOut(aspect)}`,
    );
}
