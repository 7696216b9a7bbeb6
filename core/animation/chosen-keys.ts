import { checkRig } from '../humanoid/body/check-rig.ts';
import { checkClip } from './check-clip.ts';
import { spellOut, isObject, checkArray } from '../math/check-values.ts';
import { areNumbersFrom, checkFinite, checkNumber, checkTracks } from '../math/check-numbers.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { groupBy } from '../math/group-by.ts';
import { KEY_TIME_TOLERANCE, MOST_METRES } from '../math/tolerances.ts';
import type { Pose } from '../skeleton/pose.ts';
import { keySize, type Clip, type ContactSpan, type Interpolation } from './clip.ts';
import { checkContact, overContacts, contactsAlong } from './holding/contact-spans.ts';
import { checkInterpolation, hasTangents, sameKind } from './easing.ts';
import { snapToFrame } from './keys.ts';
import { sampleClip } from './sampling.ts';
import { interpolationAfter, isSameTime, keysOf, trackOf, withTracks, type Key } from './track-keys.ts';

/** One key of one joint. */
export interface ChosenKey {
  /** Joint index, or −1 for the root's translation. */
  readonly joint: number;
  /** Seconds on the clip's timeline. */
  readonly time: number;
}

/** A clip after its chosen keys were moved, scaled, copied or pasted. */
export interface PlacedKeys {
  readonly clip: Clip;
  /** The same keys where they stand now. */
  readonly chosen: readonly ChosenKey[];
  /** Keys that stood where these were put, and are gone. */
  readonly replaced: readonly ChosenKey[];
}

/** Copied keys: of which joints, when, and what they hold. */
export interface CopiedKeys {
  /** The character that they are of. */
  readonly rig: Rig;
  /** In order of time, seconds since the first. */
  readonly keys: readonly Placing[];
  /** The whole pose that the clip showed at each of these times, which mirroring needs. */
  readonly poses: ReadonlyMap<number, Pose>;
  /** Contacts that begin and end between whole poses that were copied, seconds since the first key. */
  readonly contacts: readonly ContactSpan[];
}

/** A key to be set. */
export interface Placing extends ChosenKey, Key {}

/** The keys of the clip within [from, to] seconds, of some joints or of all. */
export function keysWithin(clip: Clip, from: number, to: number, joints?: readonly number[]): ChosenKey[] {
  checkClip(clip, 'the clip');
  checkNumber(from, 'the earliest time');
  checkNumber(to, 'the latest time');
  if (joints !== undefined) checkTracks(joints, 'the joints');
  const wanted = joints && new Set(joints);
  const isInside = (time: number) => time >= from - KEY_TIME_TOLERANCE && time <= to + KEY_TIME_TOLERANCE;
  return clip.tracks.flatMap(({ joint, times }) =>
    wanted && !wanted.has(joint) ? [] : times.filter(isInside).map((time) => ({ joint, time })),
  );
}

/** Those of the keys that the clip has. */
export function presentKeys(clip: Clip, chosen: readonly ChosenKey[]): ChosenKey[] {
  const times = new Map(clip.tracks.map((track) => [track.joint, track.times]));
  return chosen.filter(({ joint, time }) => times.get(joint)?.some((each) => isSameTime(each, time)));
}

/** Moves the chosen keys by so many frames, none before the first frame; what stands where they go is replaced. Contacts go along with whole poses. */
export function moveChosen(clip: Clip, chosen: readonly ChosenKey[], frames: number): PlacedKeys {
  checkClip(clip, 'the clip');
  checkChosen(chosen);
  checkFinite(frames, 'the frames');
  return contactsWithKeys(clip, chosen, placeKeys(clip, chosen, shifted(clip, chosen, frames)));
}

/** Repeats the chosen keys so many frames on; those stay and the new ones are chosen. */
export function repeatChosen(clip: Clip, chosen: readonly ChosenKey[], frames: number): PlacedKeys {
  checkClip(clip, 'the clip');
  checkChosen(chosen);
  checkFinite(frames, 'the frames');
  return placeKeys(clip, [], shifted(clip, chosen, frames));
}

/**
 * Moves the chosen keys away from `pivot` seconds (`factor` > 1) or towards it, onto frames; where two of them meet on a frame the later stays, and the
 * other counts as replaced. Throws a `RangeError` when the factor is not finite and above 0.
 */
export function scaleChosen(clip: Clip, chosen: readonly ChosenKey[], pivot: number, factor: number): PlacedKeys {
  checkChosen(chosen);
  checkClip(clip, 'the clip');
  checkFinite(pivot, 'the pivot');
  if (!(Number.isFinite(factor) && factor > 0))
    throw new RangeError(`keys are scaled by a finite factor above 0, got ${spellOut(factor)}`);
  const scaled = placings(clip, chosen).map((key) => ({ ...key, time: snapToFrame(clip, pivot + factor * (key.time - pivot)) }));
  return contactsWithKeys(clip, chosen, placeKeys(clip, chosen, scaled));
}

/** The clip with what the chosen keys hold changed: quaternions of length 1, or the root's translation. */
export function changeChosen(
  clip: Clip,
  chosen: readonly ChosenKey[],
  change: (value: readonly number[], key: ChosenKey) => readonly number[],
): Clip {
  const changed = placings(clip, chosen).map((key) => ({ ...key, value: change(key.value, key) }));
  return placeKeys(clip, chosen, changed).clip;
}

/** The clip that goes from each of the chosen keys to the next of its joint in this way. */
export function setChosenInterpolation(clip: Clip, chosen: readonly ChosenKey[], interpolation: Interpolation): Clip {
  checkInterpolation(
    interpolation,
    chosen.map(({ joint }) => joint),
  );
  const set = placings(clip, chosen).map((key) => ({ ...key, interpolation }));
  return placeKeys(clip, chosen, set).clip;
}

/** The one kind of way in which the clip goes on from all of the chosen keys; null where there are several, or no keys. */
export function chosenInterpolation(clip: Clip, chosen: readonly ChosenKey[]): Interpolation | null {
  const byJoint = new Map(clip.tracks.map((track) => [track.joint, track]));
  const [way = null, ...others] = placings(clip, chosen).map((key) => key.interpolation ?? byJoint.get(key.joint)!.interpolation);
  return others.every((other) => sameKind(other, way)) ? way : null;
}

/** At each time at which a joint (of `joints`, when given) has a key, the one kind of way in which all of them go on; null where there are several. */
export function interpolationsByTime(clip: Clip, joints?: readonly number[]): ReadonlyMap<number, Interpolation | null> {
  const wanted = joints && new Set(joints);
  const ways = new Map<number, Interpolation | null>();
  for (const track of clip.tracks) {
    if (wanted && !wanted.has(track.joint)) continue;
    track.times.forEach((time, key) => {
      const way = interpolationAfter(track, key);
      const known = ways.get(time);
      ways.set(time, known === undefined || sameKind(known, way) ? way : null);
    });
  }
  return ways;
}

/** The clip without the chosen keys; tracks that lose their last key go. */
export function deleteChosen(clip: Clip, chosen: readonly ChosenKey[]): Clip {
  checkClip(clip, 'the clip');
  checkChosen(chosen);
  return placeKeys(clip, chosen, []).clip;
}

/** Copies the chosen keys, for this clip or another one of the same character; null when there is none. */
export function copyChosen(rig: Rig, clip: Clip, chosen: readonly ChosenKey[]): CopiedKeys | null {
  checkRig(rig);
  checkClip(clip, 'the clip');
  checkChosen(chosen);
  const keys = placings(clip, chosen).toSorted((a, b) => a.time - b.time);
  const first = keys[0]?.time;
  if (first === undefined) return null;
  const poses = new Map(keys.map(({ time }) => [time - first, sampleClip(rig.skeleton, clip, time)]));
  const whole = wholeTimes(clip, keys);
  const [from, to] = [Math.min(...whole) - KEY_TIME_TOLERANCE, Math.max(...whole) + KEY_TIME_TOLERANCE];
  const within = (clip.contacts ?? []).filter((contact) => contact.from >= from && contact.to <= to);
  const contacts = within.map((contact) => ({ ...contact, from: Math.max(0, contact.from - first), to: contact.to - first }));
  // In another clip they go on as they did here, whatever its own way is.
  const ways = new Map(clip.tracks.map(({ joint, interpolation }) => [joint, interpolation]));
  const copied = keys.map((key) => ({
    ...key,
    interpolation: key.interpolation ?? ways.get(key.joint)!,
    time: key.time - first,
  }));
  return { rig, keys: copied, poses, contacts };
}

/** The times at which every joint that is keyed there is among the keys. */
function wholeTimes({ tracks }: Clip, keys: readonly ChosenKey[]): readonly number[] {
  const chosen = groupBy(keys, ({ time }) => time);
  return [...chosen].flatMap(([time, each]) =>
    each.length === tracks.filter(({ times }) => times.includes(time)).length ? [time] : [],
  );
}

/** Sets copied keys from `time` on, at the frames nearest to theirs, with the contacts between them: others of the same parts give way to those. */
export function pasteKeys(clip: Clip, copied: CopiedKeys, time: number): PlacedKeys {
  checkClip(clip, 'the clip');
  checkCopied(copied);
  checkFinite(time, 'the time');
  const placed = placeKeys(
    clip,
    [],
    copied.keys.map((key) => ({ ...key, time: snapToFrame(clip, time + key.time) })),
  );
  const contacts = copied.contacts.map((contact) => ({
    ...contact,
    from: snapToFrame(clip, time + contact.from),
    to: snapToFrame(clip, time + contact.to),
  }));
  return { ...placed, clip: overContacts(placed.clip, contacts) };
}

/** Contacts go along with keys of which every joint's was moved. */
function contactsWithKeys(before: Clip, chosen: readonly ChosenKey[], placed: PlacedKeys): PlacedKeys {
  if (!before.contacts) return placed;
  const byJoint = groupBy(placings(before, chosen), ({ joint }) => joint);
  const placedByJoint = groupBy(placed.chosen, ({ joint }) => joint);
  const keyed = new Map<number, number>();
  for (const { times } of before.tracks) for (const time of times) keyed.set(time, (keyed.get(time) ?? 0) + 1);
  const counts = new Map<number, number>();
  const places = new Map<number, number>();
  for (const [joint, keys] of byJoint) {
    keys.forEach(({ time }, k) => {
      counts.set(time, (counts.get(time) ?? 0) + 1);
      places.set(time, placedByJoint.get(joint)![k]!.time);
    });
  }
  const moved = (time: number) => (counts.get(time) === keyed.get(time) ? (places.get(time) ?? null) : null);
  return { ...placed, clip: contactsAlong(before, placed.clip, moved) };
}

function shifted(clip: Clip, chosen: readonly ChosenKey[], frames: number): Placing[] {
  const earliest = Math.min(...chosen.map(({ time }) => time));
  const by = Math.max(frames, -Math.round(earliest * clip.fps));
  return placings(clip, chosen).map((key) => ({ ...key, time: snapToFrame(clip, key.time + by / clip.fps) }));
}

function placings(clip: Clip, chosen: readonly ChosenKey[]): Placing[] {
  const byJoint = groupBy(chosen, ({ joint }) => joint);
  return clip.tracks.flatMap((track) => {
    const times = byJoint.get(track.joint)?.map(({ time }) => time) ?? [];
    const isChosen = (key: Key) => times.some((time) => isSameTime(time, key.time));
    return times.length === 0
      ? []
      : keysOf(track)
          .filter(isChosen)
          .map((key) => ({ joint: track.joint, ...key }));
  });
}

/** Takes keys away and sets others; the same clip when there is nothing to do. */
export function placeKeys(clip: Clip, removed: readonly ChosenKey[], placed: readonly Placing[]): PlacedKeys {
  if (removed.length === 0 && placed.length === 0) return { clip, chosen: [], replaced: [] };
  const gone = groupBy(removed, ({ joint }) => joint);
  const set = groupBy(placed, ({ joint }) => joint);
  const tracks = new Map(clip.tracks.map((track) => [track.joint, track]));
  const way = placed[0]?.interpolation;
  const interpolation = clip.tracks[0]?.interpolation ?? (way === undefined || hasTangents(way) ? 'linear' : way);
  const replaced: ChosenKey[] = [];
  for (const joint of new Set([...gone.keys(), ...set.keys()])) {
    const track = tracks.get(joint) ?? { joint, interpolation, times: [], values: [] };
    const leaving = gone.get(joint) ?? [];
    const staying = keysOf(track).filter((key) => !leaving.some(({ time }) => isSameTime(time, key.time)));
    const arriving: Key[] = [];
    for (const { joint: _, ...key } of set.get(joint) ?? []) {
      const { time } = key;
      const at = arriving.findIndex((other) => isSameTime(other.time, time));
      if (at >= 0) replaced.push({ joint, time });
      arriving.splice(at < 0 ? arriving.length : at, at < 0 ? 0 : 1, key);
    }
    const isCovered = (key: Key) => arriving.some((other) => isSameTime(other.time, key.time));
    for (const { time } of staying.filter(isCovered)) replaced.push({ joint, time });
    tracks.set(joint, trackOf(track, [...staying.filter((key) => !isCovered(key)), ...arriving]));
  }
  return {
    clip: withTracks(clip, [...tracks.values()]),
    chosen: placed.map(({ joint, time }) => ({ joint, time })),
    replaced,
  };
}

export function checkCopied(copied: CopiedKeys): void {
  if (
    !isObject(copied) ||
    !isObject(copied.rig) ||
    !Array.isArray(copied.keys) ||
    !(copied.poses instanceof Map) ||
    !Array.isArray(copied.contacts)
  )
    throw new RangeError(`the copied keys must be those that copyChosen gave, got ${spellOut(copied)}`);
  for (const [i, key] of (copied as CopiedKeys).keys.entries()) {
    const isKey = isObject(key) && Number.isInteger(key.joint) && copied.poses.has(key.time) && Number.isFinite(key.time);
    if (!isKey || !areNumbersFrom(key.value, keySize(key.joint), -MOST_METRES, MOST_METRES))
      throw new RangeError(`the copied keys: number ${i} must be one that copyChosen gave, got ${spellOut(key)}`);
    if (key.interpolation !== undefined && key.interpolation !== null) checkInterpolation(key.interpolation, [key.joint]);
  }
  for (const [i, contact] of copied.contacts.entries()) checkContact(contact, `the copied keys: contact ${i}`);
}

function checkChosen(chosen: readonly ChosenKey[]): void {
  checkArray(chosen, 'the chosen keys');
  for (const [i, key] of chosen.entries()) {
    if (isObject(key) && Number.isInteger(key.joint) && Number.isFinite(key.time)) continue;
    throw new RangeError(`the chosen keys: number ${i} must have a joint and a time, got ${spellOut(key)}`);
  }
}
