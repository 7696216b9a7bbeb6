import { checkSkeleton } from '../skeleton/skeleton.ts';
import { checkArray } from '../math/check-values.ts';
import { expressionOf, ROOT_TRACK, type Clip, type Track } from '../animation/clip.ts';
import { checkClip } from '../animation/check-clip.ts';
import { checkSavedPose } from '../library/check-saved-poses.ts';
import type { SavedPose } from '../library/saved-pose.ts';
import { checkPose, rootTranslationOf, rotationOf, slideIndex, weightIndex, type Pose } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { jointKeys } from './joint-keys.ts';
import type { ClipData, PoseData, RigSettingsData, SavedPoseData, TrackData, UnkeyedData } from './project-data.ts';
import type { RigSettings, UnkeyedPose } from './project.ts';

/** The settings of a rig as plain JSON. */
export function rigToData(rig: RigSettings, keys: readonly string[]): RigSettingsData {
  const byName = <Value>(values: Readonly<Record<number, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(values).map(([joint, value]) => [nameOf(Number(joint), keys), value]));
  return { ...rig, limits: byName(rig.limits), stiffness: byName(rig.stiffness) };
}

/** A pose that no key holds as plain JSON. */
export function unkeyedToData(skeleton: Skeleton, unkeyed: UnkeyedPose | null, keys: readonly string[]): UnkeyedData | null {
  return unkeyed && { ...unkeyed, pose: poseToData(skeleton, unkeyed.pose, keys) };
}

/**
 * A pose as plain JSON: the root's displacement in metres, the rest-relative quaternion (x y z w) of every joint that is turned, by the joint's key, and
 * the weight of every expression that shows.
 */
export function poseToData<Names>(skeleton: Skeleton<Names>, pose: Pose<Names>, keys?: readonly string[]): PoseData {
  checkSkeleton(skeleton);
  checkPose(skeleton, pose, 'the pose');
  const named = keys ?? jointKeys(skeleton);
  checkArray(named, 'the keys');
  const turned = named
    .map((key, j) => [key, rotationOf(pose, j)] as const)
    .filter(([, [x, y, z, w]]) => x !== 0 || y !== 0 || z !== 0 || w !== 1);
  const { slideCount, expressions = [] } = skeleton;
  const slid = slideIndex(skeleton, 0);
  const shown = expressions.map((name, i) => [name, pose[weightIndex(pose, i)]!] as const).filter(([, weight]) => weight !== 0);
  return {
    root: rootTranslationOf(pose),
    joints: Object.fromEntries(turned),
    ...(slideCount > 0 && { slides: [...pose.subarray(slid, slid + slideCount)] }),
    ...(shown.length > 0 && { expressions: Object.fromEntries(shown) }),
  };
}

export function savedPoseToData(skeleton: Skeleton, saved: SavedPose, keys: readonly string[]): SavedPoseData {
  checkSavedPose(saved, 'a saved pose', skeleton);
  const joints = saved.joints.filter((joint) => joint >= 0);
  const expressions = saved.joints.filter((joint) => expressionOf(joint) >= 0).map((joint) => expressionName(skeleton, joint));
  return {
    id: saved.id,
    name: saved.name,
    tags: saved.tags,
    ...(saved.folder !== '' && { folder: saved.folder }),
    ...(saved.isFavourite && { favourite: true as const }),
    joints: joints.length === skeleton.count ? 'all' : joints.map((joint) => nameOf(joint, keys)),
    root: saved.joints.includes(ROOT_TRACK),
    ...(expressions.length > 0 && { expressions }),
    pose: poseToData(skeleton, saved.pose, keys),
    thumbnail: saved.thumbnail,
    ...(saved.motion && { motion: { ...saved.motion, tracks: tracksToData(saved.motion.tracks, keys) } }),
  };
}

export function clipToData(skeleton: Skeleton, clip: Clip, keys: readonly string[]): ClipData {
  checkClip(clip, 'a clip');
  const { layers, ...rest } = clip;
  const [bodily, faces] = [clip.tracks.filter(isBodily), clip.tracks.filter((track) => !isBodily(track))];
  return {
    ...rest,
    ...(layers && { layers: layers.map((layer) => ({ ...layer, tracks: tracksToData(layer.tracks, keys) })) }),
    tracks: tracksToData(bodily, keys),
    ...(faces.length > 0 && {
      expressions: faces.map(({ joint, ...track }) => ({ expression: expressionName(skeleton, joint), ...track })),
    }),
  };
}

function tracksToData(tracks: readonly Track[], keys: readonly string[]): TrackData[] {
  return tracks.map(({ joint, ...track }) => ({ joint: joint === ROOT_TRACK ? null : nameOf(joint, keys), ...track }));
}

function isBodily({ joint }: Track): boolean {
  return expressionOf(joint) < 0;
}

function expressionName({ expressions = [] }: Skeleton, joint: number): string {
  const name = expressions[expressionOf(joint)];
  if (name === undefined)
    throw new RangeError(
      `the rig has ${expressions.length} expressions, but the project speaks of expression ${expressionOf(joint)}`,
    );
  return name;
}

function nameOf(joint: number, keys: readonly string[]): string {
  const key = keys[joint];
  if (key === undefined) throw new RangeError(`the rig has ${keys.length} joints, but the project speaks of joint ${joint}`);
  return key;
}
