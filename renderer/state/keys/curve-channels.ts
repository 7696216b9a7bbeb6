import {
  ROOT_TRACK,
  type Clip,
  type Interpolation,
  type Tangents,
  type TimeHandles,
  type Track,
} from '../../../core/animation/clip.ts';
import { HANDLE_RANGE, hasTangents, timeHandles } from '../../../core/animation/easing.ts';
import { trackValue } from '../../../core/animation/sampling.ts';
import { interpolationAfter } from '../../../core/animation/track-keys.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { clamp, toDegrees, toRadians } from '../../../core/math/angles.ts';
import { conjugate, IDENTITY, multiply, normalizeQuat, slerp, type Quat } from '../../../core/math/quat.ts';
import { lerp, type Vec3 } from '../../../core/math/vec3.ts';
import type { LengthUnit } from '../../../electron/contract.ts';
import { axisWords } from '../rig/axis-words.ts';
import { jointAngles, withJointAngle } from '../rig/joint-angles.ts';
import { showLength } from '../window/units.ts';

/** One number of a joint that is drawn over time: an angle as the inspector names and counts it, or a way of the root in the world. */
export interface CurveChannel {
  /** Unlike that of every other channel of a rig. */
  readonly id: string;
  /** Joint index, or −1 for the root's translation. */
  readonly joint: number;
  readonly label: string;
  readonly unit: '°' | 'cm' | 'in';
  /** A number of it as it is told, with its sign: places in the unit of lengths that is set. */
  readonly show: (value: number) => string;
  /** What the joint's limit allows, in the unit. */
  readonly min: number;
  readonly max: number;
  /** The number, in the unit, of what a track holds: a quaternion, or a translation. */
  readonly read: (value: readonly number[]) => number;
  /** What a track holds with the number set, as far as its own range goes. */
  readonly write: (value: readonly number[], to: number) => readonly number[];
}

/** The numbers of joints that are drawn over time, the root's ways behind its angles. Joints that only slide have none. */
export function channelsOf(rig: Rig, joints: readonly number[], unit: LengthUnit): readonly CurveChannel[] {
  const { root } = rig.skeleton;
  return joints.flatMap((joint) => [...angleChannels(rig, joint), ...(joint === root ? placeChannels(unit) : [])]);
}

function angleChannels(rig: Rig, joint: number): readonly CurveChannel[] {
  const limit = rig.skeleton.limits[joint]!;
  const words = axisWords(rig, joint);
  return jointAngles(limit, IDENTITY).map(({ label, min, max }, index): CurveChannel => {
    const { label: name = label, sign = 1 } = words?.[index] ?? {};
    const [low, high] = sign > 0 ? [min, max] : [-max, -min];
    return {
      id: `${joint} ${index}`,
      joint,
      label: name,
      unit: '°',
      show: (value) => `${value.toFixed(1)}°`,
      min: toDegrees(low),
      max: toDegrees(high),
      read: (value) => toDegrees(sign * jointAngles(limit, value as unknown as Quat)[index]!.value),
      write: (value, to) => {
        const rotation = value as unknown as Quat;
        return withJointAngle(limit, rotation, index, sign * toRadians(to));
      },
    };
  });
}

/** World axes: x to the left of a character that looks along z. */
const WAYS = ['Place, left', 'Place, up', 'Place, front'];

function placeChannels(unit: LengthUnit): readonly CurveChannel[] {
  const [sign, metres] = unit === 'in' ? (['in', 0.0254] as const) : (['cm', 0.01] as const);
  return WAYS.map((label, axis): CurveChannel => ({
    id: `place ${axis}`,
    joint: ROOT_TRACK,
    label,
    unit: sign,
    show: (value) => showLength(unit, value * metres),
    min: -Infinity,
    max: Infinity,
    read: (value) => value[axis]! / metres,
    write: (value, to) => value.map((each, i) => (i === axis ? to * metres : each)),
  }));
}

/** What a clip that is played shows of some channels at some times, by channel. */
export function sampleChannels(
  played: Clip,
  channels: readonly CurveChannel[],
  times: readonly number[],
): ReadonlyMap<CurveChannel, readonly number[]> {
  const tracks = new Map(played.tracks.map((track) => [track.joint, track]));
  const values = new Map<number, readonly (readonly number[])[]>();
  for (const joint of new Set(channels.map((channel) => channel.joint))) {
    const track = tracks.get(joint);
    values.set(
      joint,
      times.map((time) => (track ? trackValue(track, time) : restOf(joint))),
    );
  }
  return new Map(channels.map((channel) => [channel, values.get(channel.joint)!.map(channel.read)]));
}

function restOf(joint: number): readonly number[] {
  return joint === ROOT_TRACK ? [0, 0, 0] : IDENTITY;
}

/** Two keys of a track that stand next to each other, and the handles of the way between them: in time, of all channels, or tangents, of each. */
export interface CurveSpan {
  readonly from: number;
  readonly to: number;
  readonly handles: TimeHandles | Tangents;
  /** What the track holds at each. */
  readonly values: readonly [readonly number[], readonly number[]];
}

/** The stretches before and after a key whose way has handles. */
export function spansAt(track: Track, key: number): { readonly before: CurveSpan | null; readonly after: CurveSpan | null } {
  return { before: spanFrom(track, key - 1), after: spanFrom(track, key) };
}

function spanFrom(track: Track, key: number): CurveSpan | null {
  const [from, to] = [track.times[key], track.times[key + 1]];
  const handles = from === undefined || to === undefined ? null : handlesOf(interpolationAfter(track, key));
  if (!handles) return null;
  const size = track.values.length / track.times.length;
  const valueOf = (at: number) => track.values.slice(size * at, size * (at + 1));
  return { from: from!, to: to!, handles, values: [valueOf(key), valueOf(key + 1)] };
}

function handlesOf(way: Interpolation): CurveSpan['handles'] | null {
  return hasTangents(way) ? way : timeHandles(way);
}

/** One of the two handles of a stretch: the one of the key that it begins with, or of the one that it ends with. */
export type HandleEnd = 'start' | 'end';

/** Where a handle stands in a channel: seconds, and the channel's unit. The line from its key to it is tangent to the curve. */
export function handlePlace(span: CurveSpan, channel: CurveChannel, end: HandleEnd): readonly [time: number, value: number] {
  const { handles } = span;
  const [first, last] = span.values.map(channel.read);
  if (hasTangents(handles)) {
    const [key, tangent, number] =
      end === 'start' ? ([span.values[0], handles.out, first!] as const) : ([span.values[1], handles.in, last!] as const);
    const rise = (channel.read(stepped(key, tangent, STEP)) - number) / STEP;
    return [span.from + (end === 'start' ? 1 / 3 : 2 / 3) * (span.to - span.from), number + rise];
  }
  const [x, y] = end === 'start' ? handles.slice(0, 2) : handles.slice(2);
  const time = span.from + x! * (span.to - span.from);
  const rise = riseAt(span, channel, end);
  return [time, end === 'start' ? first! + y! * rise : last! - (1 - y!) * rise];
}

/** Channel units below which a stretch does not rise enough for a handle to be pulled up or down on it. */
const LEAST_RISE = 0.5;
/** Share of the way over which its rise is measured. */
const STEP = 1e-4;

/** How fast a channel rises at one end of the straight way of a stretch, per whole way. */
function riseAt({ values: [a, b] }: CurveSpan, channel: CurveChannel, end: HandleEnd): number {
  const near = end === 'start' ? between(a, b, STEP) : between(a, b, 1 - STEP);
  return end === 'start' ? (channel.read(near) - channel.read(a)) / STEP : (channel.read(b) - channel.read(near)) / STEP;
}

function between(a: readonly number[], b: readonly number[], share: number): readonly number[] {
  return a.length === 3
    ? lerp(a as unknown as Vec3, b as unknown as Vec3, share)
    : slerp(a as unknown as Quat, b as unknown as Quat, share);
}

/** What a track holds a share of a tangent away from a key. */
function stepped(key: readonly number[], tangent: readonly number[], share: number): readonly number[] {
  if (key.length !== 4) return key.map((each, c) => each + share * tangent[c]!);
  const [x, y, z] = tangent.map((each) => (share * each) / 2) as [number, number, number];
  return normalizeQuat(multiply(key as unknown as Quat, [x, y, z, 1]));
}

/** The tangent of which a step leads from one value to another. */
function tangentTo(key: readonly number[], to: readonly number[], share: number): readonly number[] {
  if (key.length !== 4) return key.map((each, c) => (to[c]! - each) / share);
  const [x, y, z, w] = multiply(conjugate(key as unknown as Quat), to as unknown as Quat);
  return [x, y, z].map((each) => (2 * each) / (w * share));
}

/** The tangents of a stretch with one of them put to a value in one channel; the others of the joint keep theirs. */
function withTangentAt({ values }: CurveSpan, handles: Tangents, channel: CurveChannel, end: HandleEnd, value: number): Tangents {
  const [side, key] = end === 'start' ? (['out', values[0]] as const) : (['in', values[1]] as const);
  const number = channel.read(key);
  const to = channel.write(stepped(key, handles[side], STEP), number + STEP * (value - number));
  return { ...handles, [side]: tangentTo(key, to, STEP) };
}

/** The handles of a stretch with one of them put to a time and, where the channel rises there, to a value; tangents keep their time. */
export function withHandleAt(
  span: CurveSpan,
  channel: CurveChannel,
  end: HandleEnd,
  time: number,
  value: number,
): CurveSpan['handles'] {
  if (hasTangents(span.handles)) return withTangentAt(span, span.handles, channel, end, value);
  const [x1, y1, x2, y2] = span.handles;
  const x = clamp((time - span.from) / (span.to - span.from), 0, 1);
  const rise = riseAt(span, channel, end);
  const isFlat = Math.abs(rise) < LEAST_RISE;
  const [first, last] = span.values.map(channel.read);
  if (end === 'start') return [x, isFlat ? y1 : clamp((value - first!) / rise, ...HANDLE_RANGE), x2, y2];
  return [x1, y1, x, isFlat ? y2 : clamp(1 - (last! - value) / rise, ...HANDLE_RANGE)];
}

/** The channels, of those that are of a stretch's joint, that its handles are drawn on: tangents on each, handles in time on the one that changes most. */
export function handledChannels(
  channels: readonly CurveChannel[],
  { values: [a, b], handles }: CurveSpan,
): readonly CurveChannel[] {
  if (hasTangents(handles)) return channels;
  const change = (channel: CurveChannel) => Math.abs(channel.read(b) - channel.read(a));
  const busiest = channels.reduce<CurveChannel | null>(
    (most, each) => (most && change(most) >= change(each) ? most : each),
    null,
  );
  return busiest ? [busiest] : [];
}
