import { composeFrames, frameSeenFrom, type Frame } from '../math/frame.ts';
import type { Carrier } from './carrier.ts';
import { frameBetweenKeys, type FrameKey } from './keyed-frames.ts';

/** A key of a prop: where it is at that moment, in the space of what carries it then. */
export type PropKey = FrameKey;

/** From a moment on a prop hangs from something else. */
export interface CarrierChange {
  /** Seconds on the clip's timeline. */
  readonly from: number;
  /** Null: the world. */
  readonly by: Carrier | null;
}

/** What a prop does in a clip. */
export interface PropMotion {
  /** By time, which rises strictly. */
  readonly keys: readonly PropKey[];
  /** By time, which rises strictly. */
  readonly changes: readonly CarrierChange[];
}

/** A prop that does nothing of its own. */
export const NO_PROP_MOTION: PropMotion = { keys: [], changes: [] };

/** Where a prop is when nothing moves it: in the space of what carries it before the first change. */
export interface PropRest extends Frame {
  readonly by: Carrier | null;
}

/** The frame that a carrier has in the scene at a time of the clip. One that is not there stands at the scene's origin. */
export type FrameOfCarrier = (carrier: Carrier | null, time: number) => Frame;

/** A stretch of time in which the same thing carries a prop, and where that has it at its beginning. */
interface Stretch {
  readonly from: number;
  readonly by: Carrier | null;
  readonly begins: Frame;
}

/** What carries a prop at a time; null: the world. */
export function carrierAt(rest: PropRest, motion: PropMotion, time: number): Carrier | null {
  const change = motion.changes.findLast(({ from }) => from <= time);
  return change ? change.by : rest.by;
}

/**
 * Where a prop is in the scene at a time. Where what carries it changes, it stays where it is: each stretch begins where the one before it ends, seen from the new
 * carrier. So nothing that is edited earlier makes it leap there.
 */
export function propFrameAt(rest: PropRest, motion: PropMotion, time: number, frameOf: FrameOfCarrier): Frame {
  const stretch = stretchAt(rest, motion, time, frameOf);
  return composeFrames(frameOf(stretch.by, time), withinStretch(motion, stretch, time));
}

function stretchAt(rest: PropRest, motion: PropMotion, time: number, frameOf: FrameOfCarrier): Stretch {
  let stretch: Stretch = { from: -Infinity, by: rest.by, begins: rest };
  for (const { from, by } of motion.changes) {
    if (from > time) break;
    const there = composeFrames(frameOf(stretch.by, from), withinStretch(motion, stretch, from, from));
    stretch = { from, by, begins: frameSeenFrom(there, frameOf(by, from)) };
  }
  return stretch;
}

/** Where the carrier of a stretch has the prop at a time; keys before `end` count. */
function withinStretch({ keys, changes }: PropMotion, { from, begins }: Stretch, time: number, end?: number): Frame {
  const until = end ?? changes.find((change) => change.from > from)?.from ?? Infinity;
  const own = keys.filter((key) => key.time >= from && key.time < until);
  const isKeyedThere = own[0]?.time === from;
  const all =
    isKeyedThere || from === -Infinity
      ? own
      : [{ ...begins, time: from, interpolation: own[0]?.interpolation ?? 'ease' }, ...own];
  return all.length === 0 ? begins : frameBetweenKeys(all, time);
}

/** All times of a prop's motion at which something is said, rising. */
export function timesOfProp({ keys, changes }: PropMotion): readonly number[] {
  const times = new Set([...keys.map(({ time }) => time), ...changes.map(({ from }) => from)]);
  return [...times].sort((a, b) => a - b);
}
