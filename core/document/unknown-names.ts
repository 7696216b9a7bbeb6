import type { Skeleton } from '../skeleton/skeleton.ts';
import { jointKeys } from './joint-keys.ts';
import type { ClipData, LayerData, SavedPoseData, TrackData } from './project-data.ts';

/** The names that a rig knows: what a file says of others is not understood, and stays in it when the rest of it is written anew. */
export interface KnownNames {
  /** Of its joints, as files have them. */
  readonly joints: readonly string[];
  readonly expressions: readonly string[];
}

/** The names that a skeleton knows. */
export function namesKnownTo(skeleton: Skeleton): KnownNames {
  return { joints: jointKeys(skeleton), expressions: skeleton.expressions ?? [] };
}

type IsKnown = Readonly<Record<keyof KnownNames, (name: string) => boolean>>;

function lookUp({ joints, expressions }: KnownNames): IsKnown {
  const [known, faces] = [new Set(joints), new Set(expressions)];
  return { joints: (name) => known.has(name), expressions: (name) => faces.has(name) };
}

/** A pose that is written over `present`, with what that says of joints and expressions that are not `known`. */
export function keepUnknownOfPose(written: SavedPoseData, present: SavedPoseData, known: KnownNames): SavedPoseData {
  const is = lookUp(known);
  const { pose, motion, joints: spoken } = written;
  const joints = record(pose.joints, present.pose.joints, is.joints);
  const weights = record(pose.expressions ?? {}, present.pose.expressions ?? {}, is.expressions);
  const faces = names(written.expressions ?? [], present.expressions ?? [], is.expressions);
  return {
    ...written,
    joints: spoken === 'all' || present.joints === 'all' ? spoken : names(spoken, present.joints, is.joints),
    ...(faces.length > 0 && { expressions: faces }),
    pose: { ...pose, joints, ...(Object.keys(weights).length > 0 && { expressions: weights }) },
    ...(motion && present.motion && { motion: { ...motion, tracks: tracks(motion.tracks, present.motion.tracks, is) } }),
  };
}

/** The same for a clip. */
export function keepUnknownOfClip(written: ClipData, present: ClipData, known: KnownNames): ClipData {
  const is = lookUp(known);
  const faces = inPlaces(
    written.expressions ?? [],
    present.expressions ?? [],
    ({ expression }) => expression,
    ({ expression }) => !is.expressions(expression),
  );
  const layers = inPlaces(written.layers ?? [], present.layers ?? [], ({ name }) => name, isUnknownLayer(is)).map((layer) => {
    const before = present.layers?.find(({ name }) => name === layer.name);
    return before ? { ...layer, tracks: tracks(layer.tracks, before.tracks, is) } : layer;
  });
  return {
    ...written,
    ...(layers.length > 0 && { layers }),
    tracks: tracks(written.tracks, present.tracks, is),
    ...(faces.length > 0 && { expressions: faces }),
  };
}

/** A layer of which nothing is understood: reading leaves it out as a whole. */
function isUnknownLayer(is: IsKnown): (layer: LayerData) => boolean {
  return (layer) => layer.tracks.length > 0 && layer.tracks.every(isUnknownTrack(is));
}

function isUnknownTrack(is: IsKnown): (track: TrackData) => boolean {
  return ({ joint }) => joint !== null && !is.joints(joint);
}

function tracks(written: readonly TrackData[], present: readonly TrackData[], is: IsKnown): readonly TrackData[] {
  return inPlaces(written, present, ({ joint }) => joint ?? '', isUnknownTrack(is));
}

function names(written: readonly string[], present: readonly string[], isKnown: (name: string) => boolean): readonly string[] {
  return inPlaces(
    written,
    present,
    (name) => name,
    (name) => !isKnown(name),
  );
}

function record<Value>(
  written: Readonly<Record<string, Value>>,
  present: Readonly<Record<string, Value>>,
  isKnown: (name: string) => boolean,
): Readonly<Record<string, Value>> {
  const entries = inPlaces(
    Object.entries(written),
    Object.entries(present),
    ([name]) => name,
    ([name]) => !isKnown(name),
  );
  return Object.fromEntries(entries);
}

/** What is written, with what is unknown of what was there before behind what it stood behind, so that version control sees it stay. */
function inPlaces<Item>(
  written: readonly Item[],
  present: readonly Item[],
  nameOf: (item: Item) => string,
  isUnknown: (item: Item) => boolean,
): readonly Item[] {
  const taken = new Set(written.map(nameOf));
  const behind = new Map<string | null, Item[]>();
  let last: string | null = null;
  for (const item of present) {
    if (taken.has(nameOf(item))) last = nameOf(item);
    else if (isUnknown(item)) behind.set(last, [...(behind.get(last) ?? []), item]);
  }
  if (behind.size === 0) return written;
  return [...(behind.get(null) ?? []), ...written.flatMap((item) => [item, ...(behind.get(nameOf(item)) ?? [])])];
}
