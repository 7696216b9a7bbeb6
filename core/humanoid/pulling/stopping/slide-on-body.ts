import { handleKind, type HandleName } from '../../body/handles.ts';
import { clamp } from '../../../math/angles.ts';
import { conjugate, IDENTITY, multiply, rotate } from '../../../math/quat.ts';
import { add, distance, length, lerp, normalize, scale, subtract, vec3At, type Vec3 } from '../../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../skeleton/forward-kinematics.ts';
import type { BodyShape } from '../../body/body-shape.ts';
import { sizeOf } from '../../body/rig.ts';
import { axesApart, nearnessOf, type Surfaces } from '../../touching/pair-gap.ts';
import type { PullMove } from '../request/pull-move.ts';
import type { Touching } from '../../touching/touching.ts';
import { hangsFrom } from '../../../skeleton/hierarchy.ts';

/** Metres of one stride of a hand on its way round the body, for a figure 1.75 m tall, and how many there are at most. */
const STRIDE = 0.02;
const MOST_STRIDES = 60;
/** Rounds in which a hand that arrived settles on the surface, each with half the stride of the one before. */
const SETTLING = 12;
/** Share of a stride by which a hand is in a body that bars its way. */
const BARRED = 0.25;
/** Strides that a hand goes at once where nothing is near. */
const FAR_STRIDES = 5;
/** Times that a hand is pushed out of what it is in after a stride. */
const PUSHES = 4;
/** Steps towards the body along the line of sight, each as long as nothing is in the way. */
const STEPS = 60;
/** Metres within which a hand touches, for a figure 1.75 m tall. */
const TOUCHING = 2e-4;
/** Metres by which a hand of a figure 1.75 m tall must be behind the body to be hidden by it. */
const HIDDEN = 0.02;
/** Metres that a part of a body 1.75 m tall is further away than the nearest when it counts a quarter as much. */
const BLENDED = 0.01;
/** Metres beside its way that a hand may be pushed, for a figure 1.75 m tall. */
const BESIDE = 0.2;

/** One capsule of the body, which stays, or one surface, and those of the hand that may meet it, which go with a place. World, metres. */
interface Meeting {
  readonly other: number;
  /** What it is, for a pair of which it is the second; empty for a capsule. */
  readonly surfaces: Surfaces;
  readonly owns: readonly { readonly own: number; readonly reach: number }[];
  /** From the place of the hand to the farthest point of it, with what the two are thick. */
  readonly extent: number;
}

/** A hand or a foot, turned as it will be, among the rest of a body that stays where the snapshot has it. World, metres. */
interface Passage {
  /** Ends of all capsules, those of the hand with it at `home`. */
  readonly placed: Float64Array;
  readonly home: Vec3;
  readonly meetings: readonly Meeting[];
}

/**
 * The target of a pulled hand or foot brought out of the body: seen from `eye` it lies on the surface in front of the target; else it is where a hand gets to
 * that goes from where it was grabbed towards the target and slides along what is in its way. The same target where it is not in or behind the body.
 */
export function targetOnBody(move: PullMove): Vec3 {
  const { rig, limb, handle, target, eye } = move;
  if (!limb || handleKind(handle) === 'pole' || rig.shape.length === 0) return target;
  const size = sizeOf(rig);
  const passage = passageOf(move);
  const { home } = passage;
  const seen = eye ? inFront(narrow(passage, eye, target, 0), eye, target, TOUCHING * size) : target;
  // Where it was grabbed it is turned as it was, however it will be.
  const grabbed = (): Passage => narrow(passageOf({ ...move, rotation: null }), eye!, home, 0);
  const isHidden =
    eye !== null && seen !== target && distance(inFront(grabbed(), eye, home, TOUCHING * size), home) > HIDDEN * size;
  const wanted = isHidden ? target : seen;
  const near = narrow(passage, home, wanted, BESIDE * size);
  const isFree = gapAt(near, wanted, 0).gap >= -TOUCHING * size;
  if (isFree && (eye !== null || !isBarred(near, wanted, rig.shape.length, STRIDE * size))) return wanted;
  return slide(near, wanted, STRIDE * size);
}

/** The way out of the body that a palm has before it, see {@link normalAt}; null where the hand meets nothing. */
export function normalUnder(move: PullMove): Vec3 | null {
  return normalAt(move.rig.shape, passageOf(move), move.target, BLENDED * sizeOf(move.rig));
}

function passageOf({ rig, limb, snapshot, handle, rotation, touching: touchingIn }: PullMove): Passage {
  const world = forwardKinematics(rig.skeleton, snapshot);
  const touching = touchingIn();
  const home = worldPosition(world, limb!.end);
  const turn = rotation ? multiply(rotation, conjugate(worldRotation(world, limb!.end))) : IDENTITY;
  const placed = touching.place(world);
  const isOwn = touching.shape.map(({ joint }) => hangsFrom(rig.skeleton.parents, joint, limb!.end));
  isOwn.forEach((own, i) => {
    if (!own) return;
    for (const point of [2 * i, 2 * i + 1]) placed.set(add(home, rotate(turn, subtract(vec3At(placed, point), home))), 3 * point);
  });
  let known = meetingsOf.get(touching);
  if (known?.handle !== handle) {
    const away = (own: number): number => Math.max(...[2 * own, 2 * own + 1].map((end) => distance(home, vec3At(placed, end))));
    meetingsOf.set(touching, (known = { handle, meetings: meet(touching, isOwn, handle, away) }));
  }
  return { placed, home, meetings: known.meetings };
}

/** What the hand or foot that is pulled may meet: the same from grab to release, as it is stiff. */
const meetingsOf = new WeakMap<Touching, { readonly handle: HandleName; readonly meetings: readonly Meeting[] }>();

function meet(
  { shape, limbs, pairs, allowed, surfaces }: Touching,
  isOwn: readonly boolean[],
  handle: HandleName,
  away: (own: number) => number,
): Meeting[] {
  const owns = new Map<number, { own: number; reach: number }[]>();
  pairs.forEach(({ first, second }, i) => {
    if (isOwn[first] === isOwn[second]) return;
    const [own, other] = isOwn[first] ? [first, second] : [second, first];
    if (limbs[other] === handle) return;
    const met = owns.get(other) ?? [];
    met.push({ own, reach: shape[own]!.radius + shape[other]!.radius - allowed[i]! });
    owns.set(other, met);
  });
  return [...owns].map(([other, met]) => ({
    other,
    surfaces: surfaces[other] ? [undefined, surfaces[other]] : [],
    owns: met,
    extent: Math.max(...met.map(({ own, reach }) => away(own) + reach)),
  }));
}

/** The passage with only what a hand could meet that goes from one place to another, or `beside` its way. */
function narrow({ placed, home, meetings }: Passage, from: Vec3, to: Vec3, beside: number): Passage {
  const points = new Float64Array(12);
  points.set(from);
  points.set(to, 3);
  const kept = meetings.filter(({ other, surfaces, extent }) => {
    for (let k = 0; k < 6; k++) points[6 + k] = placed[6 * other + k]!;
    return axesApart(surfaces, points, 0, 1, extent + beside) < extent + beside;
  });
  return { placed, home, meetings: kept };
}

/** How far a hand at a place is from the body, negative inside it, and the way out of what it is nearest to; `most` where nothing is nearer. */
function gapAt({ placed, home, meetings }: Passage, place: Vec3, most = Infinity): { readonly gap: number; readonly out: Vec3 } {
  const [dx, dy, dz] = subtract(place, home);
  const points = new Float64Array(12);
  let gap = most;
  let out: Vec3 = [0, 1, 0];
  for (const { other, surfaces, owns, extent } of meetings) {
    for (let k = 0; k < 6; k++) points[k + 6] = placed[6 * other + k]!;
    for (let k = 0; k < 3; k++) points[k] = points[k + 3] = place[k]!;
    if (gap < Infinity && axesApart(surfaces, points, 0, 1, extent + gap) >= extent + gap) continue;
    for (const { own, reach } of owns) {
      for (let k = 0; k < 6; k += 3) {
        points[k] = placed[6 * own + k]! + dx;
        points[k + 1] = placed[6 * own + k + 1]! + dy;
        points[k + 2] = placed[6 * own + k + 2]! + dz;
      }
      const apart = axesApart(surfaces, points, 0, 1, reach + gap);
      if (apart - reach >= gap) continue;
      gap = apart - reach;
      out = nearnessOf(surfaces, points, 0, 1, apart).normal;
    }
  }
  return { gap, out };
}

/**
 * The way out of the body at a palm that is at a place, a unit vector: out of what it is nearest to, blended with what is hardly further away, so that it does
 * not leap from one part of the body to the next. By the palm's own capsules: fingers lie as it does.
 */
function normalAt(shape: BodyShape, passage: Passage, place: Vec3, blended: number): Vec3 | null {
  const palm = passage.meetings.flatMap((meeting): Meeting[] => {
    const owns = meeting.owns.filter(({ own }) => shape[own]!.bone.endsWith('Hand'));
    return owns.length > 0 ? [{ ...meeting, owns }] : [];
  });
  const outs = palm.map((meeting) => gapAt({ ...passage, meetings: [meeting] }, place));
  const least = Math.min(...outs.map(({ gap }) => gap));
  const blend = outs.reduce<Vec3>(
    (sum, { gap, out }) => add(sum, scale(out, (blended / (blended + gap - least)) ** 2)),
    [0, 0, 0],
  );
  return length(blend) > 0 ? normalize(blend) : null;
}

/** The first place on the way from the eye to the target at which the hand touches the body; the target itself where it touches nothing. */
function inFront(passage: Passage, eye: Vec3, target: Vec3, touching: number): Vec3 {
  const whole = distance(eye, target);
  if (whole === 0 || passage.meetings.length === 0) return target;
  let gone = 0;
  for (let step = 0; step < STEPS; step++) {
    const { gap } = gapAt(passage, lerp(eye, target, gone / whole));
    if (gap <= touching) break;
    gone += gap;
    if (gone >= whole) return target;
  }
  return lerp(eye, target, gone / whole);
}

/**
 * Whether another body is in the straight way from home to a place: by strides as long as the gap to what is no capsule of its `own`. What is behind the own body is reached from elsewhere; what is behind another one is not reached through it.
 */
function isBarred({ placed, home, meetings }: Passage, place: Vec3, own: number, stride: number): boolean {
  const others: Passage = { placed, home, meetings: meetings.filter(({ other }) => other >= own) };
  const whole = distance(home, place);
  if (others.meetings.length === 0) return false;
  for (let gone = 0; gone < whole;) {
    const { gap } = gapAt(others, lerp(home, place, gone / whole), FAR_STRIDES * stride);
    if (gap < -BARRED * stride) return true;
    gone += Math.max(gap, stride);
  }
  return false;
}

/** Where a hand gets that goes from home towards the target in strides and is pushed out of the body after each. */
function slide(passage: Passage, target: Vec3, stride: number): Vec3 {
  const strides = clamp(Math.ceil(distance(passage.home, target) / stride), 1, MOST_STRIDES);
  let step = Math.max(stride, distance(passage.home, target) / strides);
  let place = passage.home;
  for (let i = 0; i < strides + SETTLING; i++) {
    if (i >= strides) step /= 2;
    const left = distance(place, target);
    place = left <= step ? target : add(place, scale(normalize(subtract(target, place)), step));
    for (let push = 0; push < PUSHES; push++) {
      const { gap, out } = gapAt(passage, place, 0);
      if (gap >= 0) break;
      place = add(place, scale(out, -gap));
    }
  }
  return place;
}
