import { FRAME_RATES, keySize, ROOT_TRACK, tangentSize, type Clip, type ClipLayer, type Track } from '../animation/clip.ts';
import { hasTangents } from '../animation/easing.ts';
import type { SavedPose } from '../library/saved-pose.ts';
import { checkObject } from '../math/check-values.ts';
import type { Quat } from '../math/quat.ts';
import { checkClipData, isTrackData } from './check-data.ts';
import type { ClipData, ExpressionTrackData, SavedMotionData, TrackData } from './project-data.ts';
import { type Reading, expressionTrackOf, jointOf, unitRotation } from './reading.ts';

export function readClip(reading: Reading, data: ClipData): Clip | null {
  checkClipData(data);
  if (!(Number.isFinite(data.duration) && data.duration > 0 && FRAME_RATES.includes(data.fps))) {
    reading.warnings.push(`The clip "${data.name}" was left out: it has no usable duration or frame rate.`);
    return null;
  }
  const { layers, expressions = [], ...rest } = data;
  const faces = readExpressionTracks(reading, data.name, expressions);
  // In order of their joints, as tracks stand in a clip.
  const read = [...faces, ...readTracks(reading, data.name, data.tracks)].sort((a, b) => a.joint - b.joint);
  const laidOver = (layers ?? []).flatMap((layer): ClipLayer[] => {
    const tracks = readTracks(reading, data.name, layer.tracks);
    const isUsable = spansKeys(layer, tracks);
    if (tracks.length > 0 && !isUsable) {
      reading.warnings.push(`In the clip "${data.name}" the layer "${layer.name}" ends before its keys and was left out.`);
    }
    return isUsable ? [{ ...layer, tracks }] : [];
  });
  return { ...rest, ...(laidOver.length > 0 && { layers: laidOver }), tracks: read };
}

/** The motion of a saved pose; nothing where it cannot be used, which is told: the pose stays. */
export function readMotion(reading: Reading, name: string, data: SavedMotionData): Pick<SavedPose, 'motion'> {
  const { duration, fps, loop } = data;
  const tracks = readTracks(reading, name, data.tracks);
  if (tracks.length > 0 && duration > 0 && Number.isFinite(duration) && FRAME_RATES.includes(fps))
    return { motion: { duration, fps, loop, tracks } };
  reading.warnings.push(`The motion of "${name}" was left out: it has no usable keys, duration or frame rate.`);
  return {};
}

function readTracks(reading: Reading, clip: string, tracks: readonly TrackData[]): readonly Track[] {
  return tracks.flatMap((track) => {
    checkObject(track, `the clip "${clip}": a track`);
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
    const read = readTrack(track, joint);
    if (!read) reading.warnings.push(`In the clip "${clip}" the keys of "${expression}" cannot be used and were left out.`);
    return read ? [read] : [];
  });
}

/** Whether a layer's time holds all keys of these tracks, of which there must be some. */
export function spansKeys({ from, to }: Pick<ClipLayer, 'from' | 'to'>, tracks: readonly Pick<Track, 'times'>[]): boolean {
  const isWithin = (time: number) => time >= from && time <= to;
  return tracks.length > 0 && tracks.every(({ times }) => times.every(isWithin));
}

/** Null where its keys cannot be used for a joint, the root or an expression. */
export function readTrack(data: Omit<TrackData, 'joint'>, joint: number): Track | null {
  if (!isTrackData(data)) return null;
  const { times, values, keyInterpolations } = data;
  const size = keySize(joint);
  const rising = times.every((time, k) => Number.isFinite(time) && (k === 0 || time > times[k - 1]!));
  if (!rising || times.length === 0 || values.length !== size * times.length) return null;
  if (keyInterpolations && keyInterpolations.length !== times.length) return null;
  const ways = [data.interpolation, ...(keyInterpolations ?? [])].filter(hasTangents);
  if (ways.some((way) => [way.out, way.in].some((tangent) => tangent.length !== tangentSize(joint)))) return null;
  if (!values.every(Number.isFinite)) return null;
  if (size === 1 && !values.every((value) => value >= 0 && value <= 1)) return null;
  if (size !== 4) return { ...data, joint };
  const rotations = times.map((_, k) => unitRotation(values.slice(4 * k, 4 * k + 4) as unknown as Quat));
  if (rotations.includes(null)) return null;
  return { ...data, joint, values: rotations.flatMap((rotation) => [...rotation!]) };
}
