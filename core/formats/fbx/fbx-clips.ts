import {
  evaluateLayeredChannel,
  evaluateLayeredProperty,
  isChannelSteppedAt,
  type FBXAnimationStackData,
  type FBXCurveNodeData,
} from '@babylonjs/loaders/FBX/interpreter/animation.js';
import type { FBXSceneData } from '@babylonjs/loaders/FBX/interpreter/fbxInterpreter.js';
import { restValues, type FbxModels } from './fbx-models.ts';
import { hasPivots, type LclValues } from './fbx-transform.ts';
import { shapeWeights, type MorphedNode } from './fbx-shapes.ts';
import type { Transform } from '../gltf/matrix.ts';

/** Keys of one property of one node, as glTF stores them. */
export interface ClipTrack {
  readonly node: number;
  readonly path: 'translation' | 'rotation' | 'scale' | 'weights';
  readonly interpolation: 'LINEAR' | 'STEP';
  /** Seconds from the clip's start, strictly rising also as 32-bit numbers. */
  readonly times: Float32Array;
  readonly values: Float32Array;
}

export interface FbxClip {
  readonly name: string;
  readonly tracks: readonly ClipTrack[];
}

export interface FbxClips {
  readonly clips: readonly FbxClip[];
  /** Sentences about what was left out. */
  readonly warnings: readonly string[];
}

/** Curves are read at the file's own frames, or a whole number of times as often or as seldom: a second has so many of them at least and at most. */
const SLOWEST = 23;
const FASTEST = 240;
const COMMON_RATE = 30;
/** Two moments closer than this are one, in seconds. */
const SAME_MOMENT = 1e-5;
/** Numbers that all clips of a file may have together. */
const MOST_NUMBERS = 60_000_000;

/**
 * The file's animation stacks as glTF animations. Each channel is evaluated at every key of its curves and at the frames between: curves turn
 * Euler angles and bend, what glTF interpolates does neither. Throws an `Error` with one sentence when that asks for too much.
 */
export function readClips(scene: FBXSceneData, models: FbxModels, morphed: readonly MorphedNode[]): FbxClips {
  const warnings: string[] = [];
  const clips: FbxClip[] = [];
  let left = MOST_NUMBERS;
  const spend = (count: number) => {
    left -= count;
    if (left < 0) throw new Error(`the FBX file's clips have more than the ${MOST_NUMBERS} numbers that can be read`);
  };
  for (const stack of scene.animations) {
    const span = spanOf(stack);
    if (!span) continue;
    if (span.cut > 1 / SLOWEST) {
      warnings.push(`"${stack.name}" is read as long as the file says; its curves go on for ${span.cut.toFixed(2)} s more`);
    }
    const sampling: Sampling = { stack, fps: samplingRate(scene.frameRate), ...span, spend };
    const tracks = [...modelTracks(sampling, models), ...weightTracks(sampling, morphed)];
    if (tracks.length > 0) clips.push({ name: stack.name, tracks });
  }
  return { clips, warnings };
}

function samplingRate(stated: number): number {
  const rate = stated > 0 && Number.isFinite(stated) ? stated : COMMON_RATE;
  if (rate < SLOWEST) return rate * Math.ceil(SLOWEST / rate);
  return rate / Math.ceil(rate / FASTEST);
}

interface Sampling {
  readonly stack: FBXAnimationStackData;
  readonly fps: number;
  /** Seconds of the file's time. */
  readonly start: number;
  readonly stop: number;
  readonly spend: (numbers: number) => void;
}

/** From when to when a clip goes: where its declared range and its keys meet, else all keys. `cut`: how many seconds of keys lie outside. */
function spanOf({ startTime, stopTime, curveNodes }: FBXAnimationStackData) {
  let first = Infinity;
  let last = -Infinity;
  for (const { curves } of curveNodes) {
    for (const { keys } of curves) {
      for (const { time } of keys) {
        first = Math.min(first, time);
        last = Math.max(last, time);
      }
    }
  }
  if (!(Number.isFinite(first) && Number.isFinite(last))) return null;
  const start = Math.max(first, startTime);
  const stop = Math.min(last, stopTime);
  if (!(stop > start)) return { start: first, stop: last, cut: 0 };
  return { start, stop, cut: start - first + (last - stop) };
}

function modelTracks(sampling: Sampling, models: FbxModels): ClipTrack[] {
  const { stack } = sampling;
  const curvesOf = new Map<number, FBXCurveNodeData[]>();
  for (const curveNode of stack.curveNodes) {
    const index = models.indexOf.get(curveNode.targetModelId);
    if (index === undefined || !['T', 'R', 'S'].includes(curveNode.type)) continue;
    const known = curvesOf.get(index);
    if (known) known.push(curveNode);
    else curvesOf.set(index, [curveNode]);
  }
  const valuesAt = (index: number, time: number): LclValues => {
    const model = models.models[index]!;
    const curves = curvesOf.get(index);
    if (!curves) return restValues(model);
    const channel = (type: 'T' | 'R' | 'S', still: [number, number, number]) =>
      evaluateLayeredChannel(curves, stack.layers, type, still, model.rotationOrder, time);
    return {
      translation: channel('T', model.translation),
      rotation: channel('R', model.rotation),
      scale: channel('S', model.scale),
    };
  };
  return models.models.flatMap((model, index) => {
    const own = curvesOf.get(index) ?? [];
    const types = new Set(own.map(({ type }) => type));
    const compensated = model.inheritType === 1 ? [] : scaleCurvesAbove(models, index, curvesOf);
    if (own.length === 0 && compensated.length === 0) return [];
    const moves = types.has('T') || (hasPivots(model) && own.length > 0);
    const isStepped = [...types].every((type) => isStepWise(own, type as 'T' | 'R' | 'S'));
    const times = momentsOf(sampling, [...own, ...compensated], isStepped);
    sampling.spend(10 * times.length);
    const locals = times.map((time) => models.local(index, (at) => valuesAt(at, time)));
    const interpolation = isStepped && compensated.length === 0 ? 'STEP' : 'LINEAR';
    const track = (path: 'translation' | 'rotation' | 'scale') => tidy(index, path, interpolation, times, sampling.start, locals);
    return [
      ...(moves ? [track('translation')] : []),
      ...(types.has('R') ? [track('rotation')] : []),
      ...(types.has('S') || compensated.length > 0 ? [track('scale')] : []),
    ];
  });
}

/** The curves of scales that a model which does not inherit as usual has to be scaled back from. */
function scaleCurvesAbove(
  { parents }: FbxModels,
  index: number,
  curvesOf: ReadonlyMap<number, readonly FBXCurveNodeData[]>,
): FBXCurveNodeData[] {
  const found: FBXCurveNodeData[] = [];
  for (let at = parents[index]!; at >= 0; at = parents[at]!) {
    found.push(...(curvesOf.get(at) ?? []).filter(({ type }) => type === 'S'));
  }
  return found;
}

/** Whether all curves of this kind hold each key's value until the next. */
function isStepWise(curveNodes: readonly FBXCurveNodeData[], type: 'T' | 'R' | 'S'): boolean {
  const curves = curveNodes.filter((node) => node.type === type).flatMap((node) => node.curves);
  const moments = curves.flatMap(({ keys }) => keys.slice(0, -1).map(({ time }) => time));
  return moments.length > 0 && moments.every((time) => isChannelSteppedAt(curveNodes, type, time));
}

/** The moments at which channels are evaluated, in the file's time. */
function momentsOf({ start, stop, fps }: Sampling, curveNodes: readonly FBXCurveNodeData[], keysOnly: boolean): number[] {
  const moments = [start, stop];
  let isMoving = false;
  for (const { curves } of curveNodes) {
    for (const { keys } of curves) {
      isMoving ||= keys.some(({ value }) => value !== keys[0]!.value);
      for (const { time } of keys) if (time > start && time < stop) moments.push(time);
    }
  }
  if (!isMoving) return [start];
  if (!keysOnly) {
    const frames = Math.ceil((stop - start) * fps);
    if (frames > MOST_NUMBERS) throw new Error(`an FBX clip lasts ${(stop - start).toFixed(0)} s, longer than can be read`);
    for (let frame = 1; frame < frames; frame++) moments.push(start + frame / fps);
  }
  moments.sort((a, b) => a - b);
  return moments.filter((time, i) => i === 0 || Math.fround(time - start) - Math.fround(moments[i - 1]! - start) > SAME_MOMENT);
}

/** Values as a track: rotations on one side of the sphere, and one key where nothing changes. */
function tidy(
  node: number,
  path: 'translation' | 'rotation' | 'scale',
  interpolation: ClipTrack['interpolation'],
  times: readonly number[],
  start: number,
  locals: readonly Transform[],
): ClipTrack {
  const components = path === 'rotation' ? 4 : 3;
  const values = new Float32Array(components * times.length);
  locals.forEach((local, k) => {
    const value: readonly number[] = local[path];
    const before = values.subarray(components * (k - 1), components * k);
    const isOpposite = components === 4 && k > 0 && value.reduce((sum, part, c) => sum + part * before[c]!, 0) < 0;
    values.set(isOpposite ? value.map((part) => -part) : value, components * k);
  });
  const isStill = values.every((value, i) => value === values[i % components]);
  const count = isStill ? 1 : times.length;
  return {
    node,
    path,
    interpolation,
    times: Float32Array.from(times.slice(0, count), (time) => time - start),
    values: values.subarray(0, components * count),
  };
}

function weightTracks(sampling: Sampling, morphed: readonly MorphedNode[]): ClipTrack[] {
  const { stack } = sampling;
  const weightCurves = stack.curveNodes.filter(({ type }) => type === 'DeformPercent');
  return morphed.flatMap(({ node, channels }) => {
    const own = weightCurves.filter(({ targetModelId }) => channels.some(({ id }) => id === targetModelId));
    if (own.length === 0) return [];
    const times = momentsOf(sampling, own, false);
    const perKey = channels.reduce((sum, { shapes }) => sum + shapes, 0);
    sampling.spend((1 + perKey) * times.length);
    const values = times.flatMap((time) =>
      channels.flatMap((channel) => {
        const sources = own
          .filter(({ targetModelId }) => targetModelId === channel.id)
          .map(({ layerIndex, curves }) => ({
            layerIndex,
            curves: curves.slice(0, 1).map((curve) => ({ ...curve, channel: 'w' })),
          }));
        const [percent = channel.percent] = evaluateLayeredProperty(sources, stack.layers, ['w'], [channel.percent], time);
        return shapeWeights(channel, percent);
      }),
    );
    const seconds = Float32Array.from(times, (time) => time - sampling.start);
    return [
      { node, path: 'weights' as const, interpolation: 'LINEAR' as const, times: seconds, values: Float32Array.from(values) },
    ];
  });
}
