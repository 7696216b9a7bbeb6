import { checkFinite } from '../math/check-numbers.ts';
import { checkArray, checkObject, spellOut } from '../math/check-values.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { angleBetween, conjugate, IDENTITY, multiply, normalizeQuat, slerp, type Quat } from '../math/quat.ts';
import { KEY_TIME_TOLERANCE } from '../math/tolerances.ts';
import { add, distance, scale, subtract, type Vec3 } from '../math/vec3.ts';
import { clampPose } from '../skeleton/limit-state.ts';
import { checkPose, rootTranslationOf, rotationOf, setRotation, type Pose } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';
import { checkClip } from './check-clip.ts';
import { poseOffset, keySize, ROOT_TRACK, type Clip, type ClipLayer, type Track } from './clip.ts';
import { frameTimes } from './joint-paths.ts';
import { sampleClip, trackValue } from './sampling.ts';
import { smooth } from '../math/soft-stretch.ts';
import { withSolvedKeys } from './solved-keys.ts';

/** Times that the change of a layer can be weighted with: 0 to 2. */
export const LAYER_WEIGHTS: readonly [least: number, most: number] = [0, 2];

/** Radians and metres by which a joint must differ to be changed by a layer. */
const CHANGED = 1e-6;

/** When a layer is played, seconds: it comes in from the first, is whole between the two in the middle, and is gone after the last. */
export type LayerSpan = readonly [from: number, first: number, last: number, to: number];

export function spanOfLayer({ from, to, tracks }: ClipLayer): LayerSpan {
  const times = tracks.flatMap((track) => track.times);
  return [from, Math.min(...times), Math.max(...times), to];
}

/** What share of a layer's change is played at a time: 0 where it is muted or outside, its weight at its keys; it fades as 3u² − 2u³ does. */
export function layerShare(layer: ClipLayer, time: number): number {
  const [from, first, last, to] = spanOfLayer(layer);
  if (layer.isMuted || time < from || time > to) return 0;
  const near = KEY_TIME_TOLERANCE;
  const fade = time < first - near ? (time - from) / (first - from) : time > last + near ? (to - time) / (to - last) : 1;
  return layer.weight * smooth(fade);
}

/** The layers of a clip that change what is played; in a loop what fades beyond its seam comes in again at the other end, as a layer of its own. */
export function activeLayers({ layers = [], loop, duration }: Clip): readonly ClipLayer[] {
  const active = layers.filter(({ isMuted, weight }) => !isMuted && weight > 0);
  return loop ? active.flatMap((layer) => roundsOf(layer, duration).map((by) => shifted(layer, by))) : active;
}

/** Seconds by which a layer is shifted where it is seen in a loop: not at all, and by whole rounds that bring a part of it into the clip. */
export function roundsOf({ from, to }: Pick<ClipLayer, 'from' | 'to'>, duration: number): readonly number[] {
  return [0, ...(from < -KEY_TIME_TOLERANCE ? [duration] : []), ...(to > duration + KEY_TIME_TOLERANCE ? [-duration] : [])];
}

function shifted(layer: ClipLayer, by: number): ClipLayer {
  if (by === 0) return layer;
  const tracks = layer.tracks.map((track) => ({ ...track, times: track.times.map((time) => time + by) }));
  return { ...layer, from: layer.from + by, to: layer.to + by, tracks };
}

/**
 * A layer that turns what is played at `time`, which is `shown`, into `posed`, two poses of the skeleton, and fades out to `from` and `to` seconds. Null
 * where joints and root are the same in both: expressions are keyed, not laid over.
 */
export function layerBetween(
  skeleton: Skeleton,
  name: string,
  time: number,
  [from, to]: readonly [from: number, to: number],
  shown: Pose,
  posed: Pose,
): ClipLayer | null {
  const tracks: Track[] = [];
  const track = (joint: number, values: readonly number[]) =>
    tracks.push({ joint, interpolation: 'linear', times: [time], values });
  const [before, after] = [rootTranslationOf(shown), rootTranslationOf(posed)];
  if (distance(before, after) > CHANGED) track(ROOT_TRACK, subtract(after, before));
  for (let joint = 0; joint < skeleton.count; joint++) {
    const [a, b] = [rotationOf(shown, joint), rotationOf(posed, joint)];
    if (angleBetween(a, b) > CHANGED) track(joint, normalizeQuat(multiply(conjugate(a), b)));
  }
  return tracks.length === 0 ? null : { name, weight: 1, from, to, tracks };
}

/** The name, with a number behind it where one of the layers has it already. */
export function freeLayerName(name: string, layers: readonly ClipLayer[]): string {
  const taken = new Set(layers.map((layer) => layer.name));
  for (let number = 1; ; number++) {
    const each = number === 1 ? name : `${name} ${number}`;
    if (!taken.has(each)) return each;
  }
}

/** The clip with other layers; those of before are replaced. Throws a `RangeError` when one cannot be used. */
export function withLayers(clip: Clip, layers: readonly ClipLayer[]): Clip {
  checkClip(clip, 'the clip');
  checkArray(layers, 'the layers');
  const [least, most] = LAYER_WEIGHTS;
  for (const [i, layer] of layers.entries()) {
    checkObject(layer, `the layers: number ${i}`);
    const { weight, from, to } = layer;
    checkFinite(from, 'the start of a layer');
    checkFinite(to, 'the end of a layer');
    if (!(weight >= least && weight <= most)) {
      throw new RangeError(`a layer has a weight from ${least} to ${most}, got ${spellOut(weight)}`);
    }
    const [, first, last] = spanOfLayer(layer);
    if (!(from <= first && last <= to))
      throw new RangeError(`a layer begins before its keys and ends after them, got ${spellOut(from)} to ${spellOut(to)}`);
  }
  const { layers: _, ...without } = clip;
  return layers.length === 0 ? without : { ...without, layers };
}

/** The clip with its layers where another time of theirs is said. */
export function withLayersAt(clip: Clip, layers: readonly ClipLayer[], place: (time: number) => number): Clip {
  return withLayers(
    clip,
    layers.map((layer): ClipLayer => {
      const ends = [place(layer.from), place(layer.to)];
      const tracks = layer.tracks.map((track): Track => {
        const size = keySize(track.joint);
        const keys = track.times
          .map((time, k) => ({ time: place(time), value: track.values.slice(size * k, size * (k + 1)) }))
          .sort((a, b) => a.time - b.time);
        return { ...track, times: keys.map(({ time }) => time), values: keys.flatMap(({ value }) => value) };
      });
      return { ...layer, from: Math.min(...ends), to: Math.max(...ends), tracks };
    }),
  );
}

/**
 * The clip with the changes of its layers in its own tracks, one layer after another: a rotation q becomes q·Δ, with Δ weighted by SLERP from no change; the root
 * moves by its change times the weight. Joints that layers change are keyed on every frame there, and stay inside limits that the clip itself keeps. Layers
 * are left out of the result.
 */
export function layeredClip(rig: Rig, clip: Clip, layers: readonly ClipLayer[]): Clip {
  const { skeleton } = rig;
  const { layers: _, ...plain } = clip;
  const solved = new Map<number, Map<number, readonly number[]>>();
  for (const time of frameTimes(clip)) {
    const now = layers.filter((layer) => layerShare(layer, time) > 0);
    if (now.length === 0) continue;
    const pose = sampleClip(skeleton, clip, time);
    const outside = new Set(clampPose(skeleton, pose).clamped);
    const changed = layeredPose(now, time, pose);
    const inside = clampPose(skeleton, changed);
    for (const joint of inside.clamped) if (!outside.has(joint)) setRotation(changed, joint, rotationOf(inside.pose, joint));
    for (const joint of new Set(now.flatMap(({ tracks }) => tracks.map((track) => track.joint)))) {
      const [at, size] = [poseOffset(joint, pose), keySize(joint)];
      const values = solved.get(joint) ?? new Map<number, readonly number[]>();
      solved.set(joint, values.set(time, [...changed.subarray(at, at + size)]));
    }
  }
  return solved.size === 0 ? plain : withSolvedKeys(rig, plain, solved);
}

/** A pose with layers laid over it, or, backwards, taken off it. */
function layeredPose(layers: readonly ClipLayer[], time: number, pose: Pose, isOff = false): Pose {
  const result = pose.slice();
  for (const layer of isOff ? layers.toReversed() : layers) {
    const share = layerShare(layer, time);
    for (const track of layer.tracks) {
      const value = trackValue(track, time);
      if (track.joint === ROOT_TRACK) {
        const way = scale(value as unknown as Vec3, isOff ? -share : share);
        result.set(add(rootTranslationOf(result), way), 0);
        continue;
      }
      const turn = slerp(IDENTITY, value as unknown as Quat, share);
      const now = rotationOf(result, track.joint);
      setRotation(result, track.joint, normalizeQuat(multiply(now, isOff ? conjugate(turn) : turn)));
    }
  }
  return result;
}

/** What a clip must have below its layers at `time`, so that `pose` is played there; itself without layers. */
export function beneathLayers(skeleton: Skeleton, clip: Clip, time: number, pose: Pose): Pose {
  const layers = activeLayers(clip).filter((layer) => layerShare(layer, time) > 0);
  if (layers.length === 0) return pose;
  checkPose(skeleton, pose);
  return layeredPose(layers, time, pose, true);
}
