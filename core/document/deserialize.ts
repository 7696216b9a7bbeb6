import { checkRig } from '../humanoid/body/check-rig.ts';
import { checkSkeleton } from '../skeleton/skeleton.ts';
import { checkArray, checkObject } from '../math/check-values.ts';
import { clamp } from '../math/angles.ts';
import { hypot } from '../math/elementary.ts';
import {
  expressionTrack,
  FRAME_RATES,
  keySize,
  poseOffset,
  ROOT_TRACK,
  type Clip,
  type ClipLayer,
  type Track,
} from '../animation/clip.ts';
import { createClip } from '../animation/keys.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { tidyFolder } from '../library/folders.ts';
import type { SavedPose } from '../library/saved-pose.ts';
import { normalizeQuat, type Quat } from '../math/quat.ts';
import { UNIT_LENGTH_TOLERANCE, UNIT_ROUNDING } from '../math/tolerances.ts';
import { checkLimit } from '../skeleton/check-limit.ts';
import { restPose, rotationIndex, setRotation, slideIndex, type Pose } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import type { ProjectChange } from './changes.ts';
import { jointKeys } from './joint-keys.ts';
import { applyListChange, type ListChange } from './list-change.ts';
import { numbersOfPacked, rotationAt, type PackedPoses } from './packed-poses.ts';
import type {
  ClipData,
  ExpressionTrackData,
  PoseData,
  ProjectData,
  RigSettingsData,
  SavedMotionData,
  SavedPoseData,
  TrackData,
} from './project-data.ts';
import type { Project, RigSettings } from './project.ts';

export interface ReadProject {
  readonly project: Project;
  /** Sentences about what could not be used; everything else was. */
  readonly warnings: readonly string[];
}

/** What reading needs to know of the rig, and what it noticed. */
interface Reading {
  readonly skeleton: Skeleton;
  readonly joints: ReadonlyMap<string, number>;
  readonly unknown: Set<string>;
  readonly unknownExpressions: Set<string>;
  readonly warnings: string[];
}

/** The project that the (already validated) data speaks of, for this rig. What the rig does not have is left out and told. */
export function projectFromData(rig: Rig, data: ProjectData): ReadProject {
  checkRig(rig);
  checkObject(data, 'the data');
  const reading = startReading(rig.skeleton);
  const read = data.clips.map((clip) => readClip(reading, clip)).filter((clip) => clip !== null);
  const clips = read.length > 0 ? read : [createClip('clip-1', 'Clip 1')];
  const project: Project = {
    name: data.name,
    character: data.character,
    rig: readRigSettings(reading, data.rig),
    pose: readPose(reading, data.pose, 'the pose on screen'),
    pins: data.pins,
    solver: data.solver,
    poses: data.poses.map((saved) => readSavedPose(reading, saved)),
    clips,
    activeClip: clips.some(({ id }) => id === data.activeClip) ? data.activeClip : clips[0]!.id,
  };
  return { project, warnings: [...unknownNames(reading), ...reading.warnings] };
}

/**
 * The project after a change that plain JSON tells; what the change does not speak of is shared with the project that was given.
 * `rig` is the rig of the result, with the same joints as before.
 */
export function changeProject(project: Project, change: ProjectChange, rig: Rig): ReadProject {
  const reading = startReading(rig.skeleton);
  const { rig: settings, pose, activeClip, name, character, pins, solver } = change.changed;
  const poses = change.poses && readItems(change.poses, (saved) => readSavedPose(reading, saved));
  const clips = change.clips && readItems(change.clips, (clip) => readClip(reading, clip));
  const changed: Project = {
    ...project,
    ...(name !== undefined && { name }),
    ...(character && { character }),
    ...(pins && { pins }),
    ...(solver && { solver }),
    ...(settings && { rig: readRigSettings(reading, settings) }),
    ...(pose && { pose: readPose(reading, pose, 'the pose on screen') }),
    ...(activeClip !== undefined && { activeClip }),
    poses: poses ? applyListChange(project.poses, poses) : project.poses,
    clips: clips ? applyListChange(project.clips, clips) : project.clips,
  };
  const whole = changed.clips.length > 0 ? changed : { ...changed, clips: project.clips };
  const isThere = whole.clips.some(({ id }) => id === whole.activeClip);
  const read = isThere ? whole : { ...whole, activeClip: whole.clips[0]!.id };
  return { project: read, warnings: [...unknownNames(reading), ...reading.warnings] };
}

function readItems<Data extends { readonly id: string }, Item extends { readonly id: string }>(
  change: ListChange<Data>,
  read: (data: Data) => Item | null,
): ListChange<Item> {
  const put = change.put.flatMap(({ item: data, ...place }) => {
    const item = read(data);
    return item ? [{ ...place, item }] : [];
  });
  return { ...change, put };
}

/** A pose from plain JSON, with sentences about what could not be used. */
export function poseFromData(skeleton: Skeleton, data: PoseData): { readonly pose: Pose; readonly warnings: readonly string[] } {
  checkSkeleton(skeleton);
  checkObject(data, 'the data');
  checkArray(data.root, "the data's root");
  checkObject(data.joints, "the data's joints");
  const reading = startReading(skeleton);
  const pose = readPose(reading, data, 'the pose');
  return { pose, warnings: [...unknownNames(reading), ...reading.warnings] };
}

/** A saved pose from plain JSON; joints that the skeleton does not have are left out of it. */
export function savedPoseFromData(skeleton: Skeleton, data: SavedPoseData): SavedPose {
  return readSavedPose(startReading(skeleton), data);
}

function startReading(skeleton: Skeleton): Reading {
  const joints = new Map(jointKeys(skeleton).map((key, joint) => [key, joint]));
  return { skeleton, joints, unknown: new Set(), unknownExpressions: new Set(), warnings: [] };
}

function unknownNames({ unknown, unknownExpressions }: Reading): string[] {
  return [...leftOut('joint', unknown), ...leftOut('expression', unknownExpressions)];
}

function leftOut(what: string, unknown: ReadonlySet<string>): string[] {
  if (unknown.size === 0) return [];
  const names = [...unknown].slice(0, 5).map((name) => `"${name}"`);
  const more = unknown.size > names.length ? ` and ${unknown.size - names.length} more` : '';
  return [`The character has no ${what} named ${names.join(', ')}${more}; what the project says of them was left out.`];
}

/** The place of an expression as tracks and saved poses name it; null for one that the character has not. */
function expressionTrackOf({ skeleton, unknownExpressions }: Reading, name: string): number | null {
  const place = skeleton.expressions?.indexOf(name) ?? -1;
  if (place < 0) unknownExpressions.add(name);
  return place < 0 ? null : expressionTrack(place);
}

function jointOf(reading: Reading, key: string): number | null {
  const joint = reading.joints.get(key);
  if (joint === undefined) reading.unknown.add(key);
  return joint ?? null;
}

/** The settings with joints by index, from the data's rig section alone: what building the rig needs first. */
export function rigSettingsFromData(data: RigSettingsData, skeleton: Skeleton): RigSettings {
  return readRigSettings(startReading(skeleton), data);
}

function readRigSettings(reading: Reading, data: RigSettingsData): RigSettings {
  const limits = Object.entries(data.limits).flatMap(([key, limit]) => {
    const joint = jointOf(reading, key);
    if (joint === null) return [];
    try {
      checkLimit(limit, `joint "${key}"`);
    } catch (error) {
      reading.warnings.push(`An edited limit was left out: ${error instanceof Error ? error.message : 'it cannot be used'}.`);
      return [];
    }
    return [[joint, limit] as const];
  });
  const stiffness = Object.entries(data.stiffness).flatMap(([key, value]) => {
    const joint = jointOf(reading, key);
    return joint === null || !(value >= 0 && value <= 1) ? [] : [[joint, value] as const];
  });
  const { preset, corrections } = data;
  return { preset, corrections, limits: Object.fromEntries(limits), stiffness: Object.fromEntries(stiffness) };
}

function readPose(reading: Reading, data: PoseData, where: string): Pose {
  const { skeleton } = reading;
  const pose = restPose(skeleton);
  pose.set(data.root, 0);
  for (const [key, values] of Object.entries(data.joints)) {
    const joint = jointOf(reading, key);
    if (joint === null) continue;
    const rotation = unitRotation(values);
    if (rotation) setRotation(pose, joint, rotation);
    else reading.warnings.push(`In ${where} the rotation of "${key}" is not a rotation and was left out.`);
  }
  const slides = data.slides ?? [];
  if (slides.length === skeleton.slideCount) pose.set(slides, slideIndex(skeleton, 0));
  readWeights(reading, data.expressions, pose);
  return pose;
}

function readWeights(reading: Reading, weights: PoseData['expressions'] = {}, pose: Pose): void {
  for (const [name, weight] of Object.entries(weights)) {
    const track = expressionTrackOf(reading, name);
    if (track !== null) pose[poseOffset(track, pose)] = clamp(weight, 0, 1);
  }
}

function spokenExpressions(reading: Reading, names: readonly string[] = []): number[] {
  return names.flatMap((name) => expressionTrackOf(reading, name) ?? []);
}

function readSavedPose(reading: Reading, data: SavedPoseData): SavedPose {
  const named = data.joints === 'all' ? [...reading.skeleton.names.keys()] : data.joints.map((key) => jointOf(reading, key));
  const joints = [...named, ...spokenExpressions(reading, data.expressions)].filter((joint) => joint !== null);
  return {
    id: data.id,
    name: data.name,
    tags: data.tags,
    folder: tidyFolder(data.folder ?? ''),
    isFavourite: data.favourite ?? false,
    pose: readPose(reading, data.pose, `the pose "${data.name}"`),
    joints: data.root ? [ROOT_TRACK, ...joints] : joints,
    thumbnail: data.thumbnail,
    ...(data.motion && readMotion(reading, data.name, data.motion)),
  };
}

/** The motion of a saved pose; nothing where it cannot be used, which is told: the pose stays. */
function readMotion(reading: Reading, name: string, data: SavedMotionData): Pick<SavedPose, 'motion'> {
  const { duration, fps, loop } = data;
  const tracks = readTracks(reading, name, data.tracks);
  if (tracks.length > 0 && duration > 0 && Number.isFinite(duration) && FRAME_RATES.includes(fps))
    return { motion: { duration, fps, loop, tracks } };
  reading.warnings.push(`The motion of "${name}" was left out: it has no usable keys, duration or frame rate.`);
  return {};
}

/** Poses that come packed, for this skeleton, with sentences about what could not be used. Poses of all joints share the list of them. */
export function readPackedPoses(
  skeleton: Skeleton,
  packed: PackedPoses,
): { readonly poses: readonly SavedPose[]; readonly warnings: readonly string[] } {
  const reading = startReading(skeleton);
  const numbers = numbersOfPacked(packed);
  const joints = packed.joints.map((key) => jointOf(reading, key));
  const stride = 3 + 4 * joints.length;
  const all = [...skeleton.names.keys()];
  const allAndRoot = [ROOT_TRACK, ...all];
  const poses = packed.items.map(
    ({ joints: spoken, root, slides = [], expressions, weights, folder, favourite, ...item }, i): SavedPose => {
      const pose = restPose(skeleton);
      const at = stride * i;
      pose.set(numbers.subarray(at, at + 3));
      joints.forEach((joint, place) => {
        if (joint === null) return;
        const from = at + 3 + 4 * place;
        const to = rotationIndex(joint);
        const [x, y, z, w] = rotationAt(numbers, from);
        const lengthSquared = x * x + y * y + z * z + w * w;
        // Nearly all have length 1 to the last digits.
        if (Math.abs(lengthSquared - 1) < UNIT_ROUNDING) for (let k = 0; k < 4; k++) pose[to + k] = numbers[from + k]!;
        else {
          const rotation = unitRotation(rotationAt(numbers, from));
          if (rotation) setRotation(pose, joint, rotation);
          else
            reading.warnings.push(
              `In the pose "${item.name}" the rotation of "${packed.joints[place]!}" is not a rotation and was left out.`,
            );
        }
      });
      if (slides.length > 0 && slides.length === skeleton.slideCount) pose.set(slides, slideIndex(skeleton, 0));
      readWeights(reading, weights, pose);
      const faces = spokenExpressions(reading, expressions);
      const some = spoken === 'all' ? null : spoken.flatMap((place) => joints[place] ?? []);
      const body = some ? (root ? [ROOT_TRACK, ...some] : some) : root ? allAndRoot : all;
      return {
        id: item.id,
        name: item.name,
        tags: item.tags,
        folder: tidyFolder(folder ?? ''),
        isFavourite: favourite ?? false,
        pose,
        joints: faces.length > 0 ? [...body, ...faces] : body,
        thumbnail: item.thumbnail,
        ...(item.motion && readMotion(reading, item.name, item.motion)),
      };
    },
  );
  return { poses, warnings: [...unknownNames(reading), ...reading.warnings] };
}

function readClip(reading: Reading, data: ClipData): Clip | null {
  if (!(data.duration > 0 && Number.isFinite(data.duration) && FRAME_RATES.includes(data.fps))) {
    reading.warnings.push(`The clip "${data.name}" was left out: it has no usable duration or frame rate.`);
    return null;
  }
  const { layers, expressions = [], ...rest } = data;
  const faces = readExpressionTracks(reading, data.name, expressions);
  // In order of their joints, as tracks stand in a clip.
  const read = [...faces, ...readTracks(reading, data.name, data.tracks)].sort((a, b) => a.joint - b.joint);
  const laidOver = (layers ?? []).flatMap((layer): ClipLayer[] => {
    const tracks = readTracks(reading, data.name, layer.tracks);
    const times = tracks.flatMap(({ times: each }) => each);
    const isUsable = tracks.length > 0 && layer.from <= Math.min(...times) && layer.to >= Math.max(...times);
    if (tracks.length > 0 && !isUsable) {
      reading.warnings.push(`In the clip "${data.name}" the layer "${layer.name}" ends before its keys and was left out.`);
    }
    return isUsable ? [{ ...layer, tracks }] : [];
  });
  return { ...rest, ...(laidOver.length > 0 && { layers: laidOver }), tracks: read };
}

function readTracks(reading: Reading, clip: string, tracks: readonly TrackData[]): readonly Track[] {
  return tracks.flatMap((track) => {
    const joint = track.joint === null ? ROOT_TRACK : jointOf(reading, track.joint);
    if (joint === null) return [];
    const read = readTrack(track, joint);
    if (!read)
      reading.warnings.push(`In the clip "${clip}" the keys of "${track.joint ?? 'the root'}" cannot be used and were left out.`);
    return read ? [read] : [];
  });
}

function readExpressionTracks(reading: Reading, clip: string, tracks: readonly ExpressionTrackData[]): readonly Track[] {
  return tracks.flatMap(({ expression, ...track }) => {
    const joint = expressionTrackOf(reading, expression);
    if (joint === null) return [];
    const read = track.values.every((value) => value >= 0 && value <= 1) ? readTrack(track, joint) : null;
    if (!read) reading.warnings.push(`In the clip "${clip}" the keys of "${expression}" cannot be used and were left out.`);
    return read ? [read] : [];
  });
}

function readTrack(data: Omit<TrackData, 'joint'>, joint: number): Track | null {
  const { times, values, keyInterpolations } = data;
  const size = keySize(joint);
  const rising = times.every((time, k) => Number.isFinite(time) && (k === 0 || time > times[k - 1]!));
  if (!rising || times.length === 0 || values.length !== size * times.length) return null;
  if (keyInterpolations && keyInterpolations.length !== times.length) return null;
  if (size !== 4) return { ...data, joint };
  const rotations = times.map((_, k) => unitRotation(values.slice(4 * k, 4 * k + 4) as unknown as Quat));
  if (rotations.includes(null)) return null;
  return { ...data, joint, values: rotations.flatMap((rotation) => [...rotation!]) };
}

/** The rotation, brought to length 1 when rounding took it away; null when it is not a rotation. */
function unitRotation(values: Quat): Quat | null {
  const deviation = Math.abs(hypot(...values) - 1);
  if (!(values.length === 4 && deviation < UNIT_LENGTH_TOLERANCE)) return null;
  return deviation < UNIT_ROUNDING ? values : normalizeQuat(values);
}
