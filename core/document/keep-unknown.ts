import { motionOfClip } from './motion-of-clip.ts';
import { understandingOf, type KnownNames, type Understanding } from './known-names.ts';
import type {
  ActorData,
  ClipData,
  LayerData,
  MotionData,
  PoseData,
  SavedPoseData,
  TrackData,
  UnkeyedData,
} from './project-data.ts';
import { motionInClip } from './motion-in-clip.ts';

/** A pose that is written over `present`, with what of that is not understood by whoever knows this much. */
export function keepUnknownOfPose(written: SavedPoseData, present: SavedPoseData, known: KnownNames): SavedPoseData {
  const does = understandingOf(known);
  const { joints: spoken, motion = null } = written;
  const faces = names(written.expressions ?? [], present.expressions ?? [], does.expression);
  return {
    ...written,
    joints: spoken === 'all' || present.joints === 'all' ? spoken : names(spoken, present.joints, does.joint),
    ...(faces.length > 0 && { expressions: faces }),
    pose: poseData(written.pose, present.pose, does),
    ...(present.motion && motionData(motion, present.motion, does)),
  };
}

/** The same for a pose that is not keyed, where it is of the same moment. */
export function keepUnknownOfUnkeyed(written: UnkeyedData, present: UnkeyedData, known: KnownNames): UnkeyedData {
  const isSameMoment = written.clip === present.clip && (written.time ?? 0) === (present.time ?? 0);
  return isSameMoment ? { ...written, pose: poseData(written.pose, present.pose, understandingOf(known)) } : written;
}

/** The same for a clip. */
export function keepUnknownOfClip(written: ClipData, present: ClipData, known: KnownNames): ClipData {
  const does = understandingOf(known);
  const faces = inPlaces(
    written.expressions ?? [],
    present.expressions ?? [],
    ({ expression }) => expression,
    (track) => !does.expressionTrack(track),
  );
  const isKept = (layer: LayerData) => layer.tracks.length > 0 && !does.layer(layer);
  const layers = inPlaces(written.layers ?? [], present.layers ?? [], ({ name }) => name, isKept).map((layer) => {
    const before = present.layers?.find(({ name }) => name === layer.name);
    return before ? { ...layer, tracks: tracks(layer.tracks, before.tracks, does) } : layer;
  });
  return {
    ...written,
    ...(layers.length > 0 && { layers }),
    tracks: tracks(written.tracks, present.tracks, does),
    ...(faces.length > 0 && { expressions: faces }),
  };
}

/** The same for an actor: what it does in each clip, and the limits of its joints. */
export function keepUnknownOfActor(written: ActorData, present: ActorData, known: KnownNames): ActorData {
  const does = understandingOf(known);
  const motions = { ...written.motions };
  for (const [clip, motion] of Object.entries(present.motions)) {
    const kept = motionOfClip(keepUnknownOfClip(asClip(motionInClip(motions, clip) ?? NO_MOTION), asClip(motion), known));
    const isSomething = Object.hasOwn(motions, clip) || kept.tracks.length > 0 || kept.expressions !== undefined || kept.layers;
    if (isSomething) motions[clip] = kept;
  }
  const { limits, stiffness } = present.rig;
  return {
    ...written,
    rig: {
      ...written.rig,
      limits: record(written.rig.limits, limits, does.joint),
      stiffness: record(written.rig.stiffness, stiffness, does.joint),
    },
    motions,
  };
}

const NO_MOTION: MotionData = { tracks: [] };

/** A motion as a clip of its own: what all actors share of a clip is no matter here. */
function asClip(motion: MotionData): ClipData {
  return { id: '', name: '', duration: 1, fps: 30, loop: false, ...motion };
}

/** Whether a pose has something that is not understood: something would be kept of it in one that says nothing. */
export function hasUnknownInPose(pose: SavedPoseData, known: KnownNames): boolean {
  const { expressions: _, motion: _motion, ...rest } = pose;
  const nothing: SavedPoseData = { ...rest, joints: [], pose: { root: [0, 0, 0], joints: {} } };
  const kept = keepUnknownOfPose(nothing, pose, known);
  const { joints, slides, expressions } = kept.pose;
  const isSpokenOf = kept.joints.length > 0 || kept.expressions !== undefined || kept.motion !== undefined;
  return isSpokenOf || Object.keys(joints).length > 0 || slides !== undefined || expressions !== undefined;
}

/** The same for a clip. */
export function hasUnknownInClip(clip: ClipData, known: KnownNames): boolean {
  const { expressions: _, layers = [], ...rest } = clip;
  const emptied = layers.map((layer) => ({ ...layer, tracks: [] }));
  const kept = keepUnknownOfClip({ ...rest, layers: emptied, tracks: [] }, clip, known);
  const inLayers = (kept.layers ?? []).some(({ tracks: some }) => some.length > 0);
  return kept.tracks.length > 0 || kept.expressions !== undefined || inLayers;
}

function poseData(written: PoseData, present: PoseData, does: Understanding): PoseData {
  const joints = record(written.joints, present.joints, (name) => does.rotation(name, present));
  const weights = record(written.expressions ?? {}, present.expressions ?? {}, does.expression);
  // Where other joints slid, their places stay until one of these has slid.
  const keepsSlides = present.slides && !does.slides(present) && (written.slides ?? []).every((slide) => slide === 0);
  return {
    ...written,
    joints,
    ...(keepsSlides && { slides: present.slides }),
    ...(Object.keys(weights).length > 0 && { expressions: weights }),
  };
}

/** A motion of which nothing is understood was not read, so that none is written. */
function motionData(
  written: SavedPoseData['motion'] | null,
  present: NonNullable<SavedPoseData['motion']>,
  does: Understanding,
): Pick<SavedPoseData, 'motion'> {
  if (written) return { motion: { ...written, tracks: tracks(written.tracks, present.tracks, does) } };
  return does.motion(present) ? {} : { motion: present };
}

function tracks(written: readonly TrackData[], present: readonly TrackData[], does: Understanding): readonly TrackData[] {
  return inPlaces(
    written,
    present,
    ({ joint }) => joint ?? '',
    (track) => !does.track(track),
  );
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

/** What is written, with those of what was there before that are to be `kept` behind what they stood behind, so that version control sees them stay. */
function inPlaces<Item>(
  written: readonly Item[],
  present: readonly Item[],
  nameOf: (item: Item) => string,
  isKept: (item: Item) => boolean,
): readonly Item[] {
  const taken = new Set(written.map(nameOf));
  const behind = new Map<string | null, Item[]>();
  let last: string | null = null;
  for (const item of present) {
    if (taken.has(nameOf(item))) last = nameOf(item);
    else if (isKept(item)) behind.set(last, [...(behind.get(last) ?? []), item]);
  }
  if (behind.size === 0) return written;
  return [...(behind.get(null) ?? []), ...written.flatMap((item) => [item, ...(behind.get(nameOf(item)) ?? [])])];
}
