import { composeFrames, type Frame } from '../../math/frame.ts';
import { angleBetween, conjugate, IDENTITY, multiply, rotate, toRotationVector } from '../../math/quat.ts';
import { subtract, ZERO } from '../../math/vec3.ts';
import { rotationOf, type Pose } from '../../skeleton/pose.ts';
import type { PosedActor } from '../body/actor.ts';
import { handlesOf, type Pins } from '../body/handles.ts';
import type { MeetingEnds } from './body-contact.ts';
import { CLEAR, type KeepingApart, type NearParts } from './keep-apart.ts';
import {
  addPoint,
  addTurn,
  AXES,
  frameIn,
  limitRow,
  movingBodies,
  stand,
  take,
  type Mobile,
  type MovingBody,
} from './moving-body.ts';
import { smallestStep, type Row } from './smallest-step.ts';

/** Steps at most. */
const STEPS = 40;
/** Share of what is left to which steps have to bring it, and how many may pass until they do. */
const WORTH = 0.9;
const VAIN = 14;
/** Metres that one radian of what is turned counts. */
const LEVER = 0.1;
/** What makes goals that contradict each other solvable, square metres. */
const YIELDS = 1e-7;
/** The same of what is to be outside: it gives way to contacts, pins and limits; and of the last steps, which bring these back. */
const OUTSIDE_YIELDS = 3e-4;
const LAST_YIELDS = 0.1;
const LAST_STEPS = 8;
/** How much more a metre of a contact counts than a metre of depth, where not both can be had. */
const MISSED = 3;
/** Metres within which what touches holds. */
const HOLDS = 5e-4;
/** How much more a metre of what is pinned counts than one of what touches. */
const PINNED = 6;
/** Metres of depth that are worth it to move anybody. */
const GAINS = 2e-4;
/** Metres of depth beyond what goes unnoticed, or the share of what there was, that is at most left: else nobody moves, so that nothing leaps for little. */
const NO_MORE = 2e-3;
const LEFT = 0.25;
/** Metres of depth beyond which bodies are left as they are: out of that they would leap from frame to frame, and Check tells of it. */
const DEEPEST = 0.05;
/** Radians that a joint turns at most for it. */
const MOST_ASIDE = 0.5;
/** Metres that are near enough. */
const EXACT = 5e-5;

/**
 * Poses near to `start` in which no body is deeper in another one that it touches than may go unnoticed, while contacts hold and pins stay: all bodies at once.
 * Each step is the smallest that brings contacts together and the bodies apart, in which what is outside pushes only (an active set of one-sided goals); limits
 * then clamp it.
 */
export function separateBodies(
  actors: readonly PosedActor[],
  contacts: readonly MeetingEnds[],
  apart: KeepingApart,
  start: readonly Pose[],
  pins: readonly Pins[],
  mobile: readonly Mobile[],
): readonly Pose[] {
  const { bodies, count, mobility } = movingBodies(actors, mobile, start);
  const kept = bodies.flatMap((body, a) => (body.moves ? keptOf(body, pins[a]!) : []));
  const look = (): Looked => {
    const equal = [
      ...contacts.flatMap((contact) => contactRows(bodies, contact, count)),
      ...kept.flatMap((rows) => rows(count).map(pinnedRow)),
    ];
    const near = apart.near(bodies.map(({ pose }) => pose));
    return {
      poses: bodies.map(({ pose }) => pose),
      equal,
      near,
      missed: equal.reduce((most, { change }) => Math.max(most, Math.abs(change)), 0),
      deep: near.reduce((most, { depth }) => Math.max(most, depth), 0),
    };
  };
  const go = ({ equal, near }: Looked, yields: number): void => {
    const outside = near.map((parts) => outsideRow(bodies, parts, count, yields));
    const limits = bodies.flatMap((body) => body.sides.map((side) => limitRow(body, side, count)));
    take(bodies, smallestStep(equal, [...outside, ...limits], mobility));
  };
  const before = look();
  if (before.deep > DEEPEST) return start;
  let [now, best] = [before, before];
  let [marked, since] = [Infinity, 0];
  for (let step = 0; step < STEPS && step - since < VAIN && now.deep + Math.max(0, now.missed - EXACT) > 0; step++) {
    go(now, OUTSIDE_YIELDS);
    now = look();
    if (leftOf(now) < leftOf(best) && turnedBy(actors, start, now.poses) <= MOST_ASIDE) best = now;
    if (now.deep + now.missed < WORTH * marked) [marked, since] = [now.deep + now.missed, step];
  }
  // What touches comes before what is in something.
  bodies.forEach((body, a) => stand(body, best.poses[a]!));
  now = best;
  for (let step = 0; step < LAST_STEPS && now.missed > Math.max(EXACT, before.missed); step++) {
    go(now, LAST_YIELDS);
    now = look();
  }
  const isBetter = now.deep < before.deep - GAINS && now.deep < Math.max(NO_MORE, LEFT * before.deep);
  return isBetter && now.missed <= Math.max(HOLDS, before.missed) ? now.poses : start;
}

/** Radians by which the joint turned most that differs most. */
function turnedBy(actors: readonly PosedActor[], from: readonly Pose[], to: readonly Pose[]): number {
  let most = 0;
  actors.forEach(({ rig: { skeleton } }, a) => {
    for (let joint = 0; joint < skeleton.count; joint++)
      most = Math.max(most, angleBetween(rotationOf(from[a]!, joint), rotationOf(to[a]!, joint)));
  });
  return most;
}

/** What is pinned is missed by less than what touches. */
function pinnedRow({ by, change, yields }: Row): Row {
  return { by: by.map((value) => PINNED * value), change: PINNED * change, yields };
}

/** All bodies as they stand. */
interface Looked {
  readonly poses: readonly Pose[];
  readonly equal: readonly Row[];
  readonly near: readonly NearParts[];
  /** Metres by which what is kept is missed at most, and by which bodies are deeper in each other than may go unnoticed. */
  readonly missed: number;
  readonly deep: number;
}

function leftOf({ missed, deep }: Looked): number {
  return deep + MISSED * Math.max(0, missed - EXACT);
}

function outsideRow(bodies: readonly MovingBody[], parts: NearParts, count: number, yields: number): Row {
  const { actor, joint, other, otherJoint, point, normal, depth, size } = parts;
  const by = new Float64Array(count);
  addPoint(by, bodies[actor]!, joint, point, normal, 1);
  addPoint(by, bodies[other]!, otherJoint, point, normal, -1);
  return { by, change: depth + CLEAR * size, yields };
}

function contactRows(bodies: readonly MovingBody[], { from, on, turns }: MeetingEnds, count: number): Row[] {
  const [own, other] = [bodies[from.actor]!, bodies[on.actor]];
  const here = frameIn(own, from.joint, from.point, from.turn);
  const there = other ? frameIn(other, on.joint, on.point, on.turn) : { position: on.point, rotation: on.turn };
  const missing = subtract(there.position, here.position);
  const turn = turns ? toRotationVector(multiply(there.rotation, conjugate(here.rotation))) : null;
  const rowsAlong = AXES.flatMap((axis, k): Row[] => {
    const way = new Float64Array(count);
    addPoint(way, own, from.joint, here.position, axis, 1);
    if (other) addPoint(way, other, on.joint, there.position, axis, -1);
    const rows = [{ by: way, change: missing[k]!, yields: YIELDS }];
    if (!turn) return rows;
    const turning = new Float64Array(count);
    addTurn(turning, own, from.joint, axis, LEVER);
    if (other) addTurn(turning, other, on.joint, axis, -LEVER);
    return [...rows, { by: turning, change: LEVER * turn[k]!, yields: YIELDS }];
  });
  return rowsAlong;
}

/** What is pinned, as it is now. */
function keptOf(body: MovingBody, pins: Pins): ((count: number) => Row[])[] {
  const { rig } = body.actor;
  return handlesOf(rig).flatMap(({ name, kind, joint, offset }) => {
    const pin = pins[name];
    if (!pin || kind !== 'position') return [];
    const on = pin.on === undefined ? -1 : (rig.humanoid[pin.on] ?? -1);
    const relative = (): Frame => {
      const own = frameIn(body, joint, offset, IDENTITY);
      if (on < 0) return own;
      const base = frameIn(body, on, ZERO, IDENTITY);
      const back = conjugate(base.rotation);
      return { position: rotate(back, subtract(own.position, base.position)), rotation: multiply(back, own.rotation) };
    };
    const goal = relative();
    return [
      (count: number) => {
        const base = on < 0 ? null : frameIn(body, on, ZERO, IDENTITY);
        const to = base ? composeFrames(base, goal) : goal;
        const here = frameIn(body, joint, offset, IDENTITY);
        const missing = subtract(to.position, here.position);
        const turn = toRotationVector(multiply(to.rotation, conjugate(here.rotation)));
        return AXES.flatMap((axis, k) => {
          const [way, turning] = [new Float64Array(count), new Float64Array(count)];
          addPoint(way, body, joint, here.position, axis, 1);
          addTurn(turning, body, joint, axis, LEVER);
          if (on >= 0) {
            addPoint(way, body, on, here.position, axis, -1);
            addTurn(turning, body, on, axis, -LEVER);
          }
          return [
            ...(pin.translation ? [{ by: way, change: missing[k]!, yields: YIELDS }] : []),
            ...(pin.rotation ? [{ by: turning, change: LEVER * turn[k]!, yields: YIELDS }] : []),
          ];
        });
      },
    ];
  });
}
