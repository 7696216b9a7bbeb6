import { handleKind } from '../../body/handles.ts';
import type { Solver } from '../../../ik/solver-with.ts';
import { clamp } from '../../../math/angles.ts';
import { slerp, type Quat } from '../../../math/quat.ts';
import { distance, lerp, type Vec3 } from '../../../math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../../skeleton/forward-kinematics.ts';
import { restPose, rotationOf, setRotation } from '../../../skeleton/pose.ts';
import { sizeOf } from '../../body/rig.ts';
import { isReached, shortOf, type Attempt } from '../request/attempt.ts';
import { comeNear } from './come-near.ts';
import { fartherOutside, farthestOutside, type Way } from './farthest-outside.ts';
import { correctAll, GO_ON_ITERATIONS, goOn, type Stopped } from './go-on.ts';
import { palmOnto } from '../../touching/lie-on.ts';
import { solveFreely } from '../solving/pull-freely.ts';
import { placeIn, type PullMove } from '../request/pull-move.ts';
import { standOnFloor } from './stop-at-floor.ts';
import type { Stop } from './stops.ts';

/** Metres that a hand of a figure 1.75 m tall is brought out of what stops it by when it no longer turns as elsewhere: it comes to lie there. */
const LIES = 0.05;
/** Rounds in which the palm turns to the surface and the hand, turned so, is brought onto it again. */
const TURNS = 2;

/** The move with its target brought out of what stops it, and a hand that comes to lie there turned with its palm to the surface the more, the further it was brought. */
function outsideOf(solver: Solver, move: PullMove, stop: Stop): PullMove {
  const { rig, limb, target, handle, keepsDirection, rotation, snapshot } = move;
  const outside: PullMove = { ...move, target: stop.outside(move) };
  const share = clamp(distance(target, outside.target) / (LIES * sizeOf(rig)), 0, 1);
  if (!limb || share === 0 || rotation || !handle.endsWith('Hand')) return outside;
  const free = solveFreely(solver, { ...outside, keepsDirection: false, searches: false }).outcome.pose;
  // A hand that lies somewhere does so in line with its arm, however it was turned before.
  const relaxed = free.slice();
  setRotation(relaxed, limb.end, rotationOf(restPose(rig.skeleton), limb.end));
  const [before, turned] = [keepsDirection ? snapshot : free, relaxed].map((pose) =>
    worldRotation(forwardKinematics(rig.skeleton, pose), limb.end),
  );
  let lying: PullMove = { ...outside, rotation: turned! };
  for (let round = 0; round < TURNS; round++) {
    const normal = stop.normal(lying);
    const palm = normal ? palmOnto(rig, handle, turned!, normal) : turned!;
    const placed: PullMove = { ...move, rotation: slerp(before!, palm, share) };
    lying = { ...placed, target: stop.outside(placed) };
  }
  return lying;
}

/** Metres by which what stops a hand or a foot of a figure 1.75 m tall may keep it from its target before places on its way are tried. */
const SHORT = 0.05;

/** Solves a move of one handle that the body or the floor may stop: as near to its target as they allow. */
export function pullStopped(solver: Solver, move: PullMove, stops: readonly Stop[]): Attempt {
  // What comes of a move does not depend on those before it.
  if (move.bodyStops) for (const surface of move.touching().surfaces) surface?.known.fill(NaN);
  const takeOut = (inside: PullMove): PullMove => stops.reduce((moved, stop) => outsideOf(solver, moved, stop), inside);
  const outside = takeOut(move);
  const isBroken = (attempt: Attempt): boolean => stops.some((stop) => stop.isBroken(outside, attempt));
  const asked = move.bodyStops ? move : outside;
  const found = solveStopped(solver, outside, stops);
  const goTo = (from: Stopped, place: Vec3): Stopped => goOn(solver, stops, from, place);
  const missedBy = ({ outcome: { pose } }: Attempt): number => distance(asked.target, placeIn(move, pose));
  const from = placeIn(outside, outside.snapshot);
  const length = distance(asked.target, from);
  const settings = { ...move.settings, maxIterations: Math.min(move.settings.maxIterations, GO_ON_ITERATIONS) };
  const build = (share: number): Stopped =>
    solveStopped(solver, takeOut({ ...asked, target: lerp(from, asked.target, share), searches: false, settings }), stops);
  const near = (best: Stopped, share: number): Stopped => {
    const next = goTo(best, placeOutside(stops, best.asked.move, lerp(from, asked.target, share)));
    return isBroken(next) || !isReached(next) || missedBy(next) >= missedBy(best) ? build(share) : next;
  };
  const short = SHORT * sizeOf(move.rig);
  const way: Way = { build, near, missedBy, isBroken, length, short };
  let laid: Stopped | null = null;
  if (!isBroken(found)) {
    const lieAt = (place: Vec3, rotation: Quat): Stopped =>
      solveStopped(solver, { ...move, target: place, rotation, searches: false }, stops);
    const lying = layOn(move, outside, stops, found, { goTo, lieAt, isBroken });
    laid = comeNear(outside, lying.wanted, lying.found, goTo, isBroken);
    const missed = missedBy(laid);
    if (move.eye || !move.limb || handleKind(move.handle) === 'pole' || missed < found.asked.missed + short) return laid;
    // On the far side of the body, further away than it was grabbed, it is only for somebody who looks there.
    if (missed <= length) {
      const farther = fartherOutside(way, laid);
      if (farther === laid) return laid;
      const nearest = comeNear(outside, asked.target, farther, goTo, isBroken);
      return shortOf(nearest, missedBy(nearest), 'conflict');
    }
  }
  // What cannot be taken out where it is goes there only as far as it stays outside, on the body's surface where it slides on that.
  const farthest = comeNear(outside, asked.target, farthestOutside(way), goTo, isBroken);
  if (laid && missedBy(laid) <= missedBy(farthest)) return laid;
  return shortOf(farthest, missedBy(farthest), 'conflict');
}

function placeOutside(stops: readonly Stop[], move: PullMove, target: Vec3): Vec3 {
  return stops.reduce((place, stop) => stop.outside({ ...move, target: place }), target);
}

/** Whether a hand was brought out of what stops it, so that it lies on that. */
function comesToLie(move: PullMove, outside: PullMove): boolean {
  return move.rotation === null && outside.rotation !== null;
}

/** How what is pulled is brought to a place: gone on to, or built anew with a world rotation of its end; and whether something went in by it. */
interface Laying {
  readonly goTo: (from: Stopped, place: Vec3) => Stopped;
  readonly lieAt: (place: Vec3, rotation: Quat) => Stopped;
  readonly isBroken: (attempt: Attempt) => boolean;
}

/** Solves in which what was brought out of the body is brought onto it as it is then; and metres that are near enough. */
const LAYING = 3;
const TOUCHES = 1e-3;

/** The attempt with a hand or a foot that was brought out of what stops it on that as it is now: the body may have moved for it. And where that wants it. */
function layOn(
  move: PullMove,
  outside: PullMove,
  stops: readonly Stop[],
  found: Stopped,
  { goTo, lieAt, isBroken }: Laying,
): { readonly found: Stopped; readonly wanted: Vec3 } {
  let laid = { found, wanted: outside.target };
  if (!move.limb || handleKind(move.handle) === 'pole' || distance(move.target, outside.target) === 0) return laid;
  for (let round = 0; round < LAYING; round++) {
    const { pose } = laid.found.outcome;
    const wanted = placeOutside(stops, { ...move, snapshot: pose }, move.target);
    if (distance(wanted, laid.wanted) < TOUCHES * sizeOf(move.rig)) return laid;
    const next = comesToLie(move, outside)
      ? lieAt(wanted, worldRotation(forwardKinematics(move.rig.skeleton, pose), move.limb.end))
      : goTo(laid.found, wanted);
    if (isBroken(next)) return { found: laid.found, wanted };
    laid = { found: next, wanted };
  }
  return laid;
}

function solveStopped(solver: Solver, move: PullMove, stops: readonly Stop[]): Stopped {
  const free = solveFreely(solver, move);
  const standing = move.floorStops ? standOnFloor(move.rig, move, free) : move;
  const found = standing === move ? free : solveFreely(solver, standing);
  return correctAll(solver, stops, { move: standing, goals: found.goals, missed: found.outcome.residuals[0]!.distance }, found);
}
