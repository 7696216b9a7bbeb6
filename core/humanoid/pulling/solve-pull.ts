import type { Solver } from '../../ik/solver-with.ts';
import { clamp } from '../../math/angles.ts';
import { slerp } from '../../math/quat.ts';
import { distance, lerp, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { restPose, rotationOf, setRotation } from '../../skeleton/pose.ts';
import { handleKind } from '../body/handles.ts';
import { sizeOf } from '../body/rig.ts';
import { isReached, tryFrom, type Attempt } from './attempt.ts';
import { afterCompanions, bringAlong, pinsBeside } from './bring-along.ts';
import { comeNear } from './come-near.ts';
import { palmOnto } from './lie-on.ts';
import { keepOnBody, pinsInWorld } from './pins-on-body.ts';
import { pullLocal } from './pull-local.ts';
import { pullLimb } from './pull-limb.ts';
import { goalsOfMove, type PullMove } from './pull-move.ts';
import { pullTrunk } from './pull-trunk.ts';
import { pullMirrored } from './pull-mirrored.ts';
import { handlePlace, standOnFloor } from './stop-at-floor.ts';
import { stopsOf, type Stop } from './stops.ts';
import { swivelLimb } from './swivel-limb.ts';

/** Metres that a hand of a figure 1.75 m tall is brought out of what stops it by when it no longer keeps its direction: it comes to lie there. */
const LIES = 0.05;
/** Rounds in which the palm turns to the surface and the hand, turned so, is brought onto it again. */
const TURNS = 2;

/** The move with its target brought out of what stops it, and a hand that comes to lie there turned with its palm to the surface the more, the further it was brought. */
function outsideOf(solver: Solver, move: PullMove, stop: Stop): PullMove {
  const { rig, limb, target, handle, keepsDirection, rotation, snapshot } = move;
  const outside: PullMove = { ...move, target: stop.outside(move) };
  const share = clamp(distance(target, outside.target) / (LIES * sizeOf(rig)), 0, 1);
  if (!limb || share === 0 || rotation || !keepsDirection || !handle.endsWith('Hand')) return outside;
  const free = solveFreely(solver, { ...outside, keepsDirection: false, searches: false }).outcome.pose;
  // A hand that lies somewhere does so in line with its arm, however it was turned before.
  const relaxed = free.slice();
  setRotation(relaxed, limb.end, rotationOf(restPose(rig.skeleton), limb.end));
  const [kept, turned] = [snapshot, relaxed].map((pose) => worldRotation(forwardKinematics(rig.skeleton, pose), limb.end));
  let lying: PullMove = { ...outside, rotation: turned! };
  for (let round = 0; round < TURNS; round++) {
    const normal = stop.normal(lying);
    const palm = normal ? palmOnto(rig, handle, turned!, normal) : turned!;
    const placed: PullMove = { ...move, rotation: slerp(kept!, palm, share) };
    lying = { ...placed, target: stop.outside(placed) };
  }
  return lying;
}

/** Halvings of the way to a target at which something goes through what stops it. */
const HALVINGS = 6;

/** Solves one move: the solve whose pose counts. */
export function solvePull(solver: Solver, move: PullMove): Attempt {
  const stops = stopsOf(move);
  if (stops.length === 0) return solveFreely(solver, move);
  if (!isAlone(move)) {
    const alone = (each: PullMove): Attempt => solvePull(solver, { ...each, along: {} });
    const together = (each: PullMove): Attempt => solveFreely(solver, each);
    const mirrored = pullMirrored(move, { alone, together });
    // What is in the way of one side only stops each side by itself.
    return mirrored && !stops.some((stop) => stop.isBroken(move, mirrored)) ? mirrored : solveInTurn(move, alone);
  }
  const takeOut = (inside: PullMove): PullMove => stops.reduce((moved, stop) => outsideOf(solver, moved, stop), inside);
  const outside = takeOut(move);
  const isBroken = (attempt: Attempt): boolean => stops.some((stop) => stop.isBroken(outside, attempt));
  const found = solveStopped(solver, outside, stops);
  const nearer = (wanted: Vec3, stopped: Attempt): Attempt =>
    comeNear(outside, wanted, stopped, (each) => solveStopped(solver, each, stops), isBroken);
  if (!isBroken(found))
    return nearer(outside.target, comesToLie(move, outside) ? layOn(solver, move, outside, stops, found) : found);
  // What cannot be taken out where it is goes there only as far as it stays outside, on the body's surface where it slides on that.
  const goal = move.bodyStops ? move.target : outside.target;
  const from = handlePlace(move.rig, outside);
  const goTo = (share: number): Attempt =>
    solveStopped(
      solver,
      takeOut({ ...(move.bodyStops ? move : outside), target: lerp(from, goal, share), searches: false }),
      stops,
    );
  let best: Attempt | null = null;
  let [low, high] = [0, 1];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    const shorter = goTo(middle);
    if (isBroken(shorter)) high = middle;
    else [low, best] = [middle, shorter];
  }
  // Where even the first bit of the way leads inside, it stays where it was grabbed.
  best = nearer(goal, best ?? goTo(0));
  const missed = distance(goal, handlePlace(move.rig, { ...move, snapshot: best.outcome.pose }));
  const [pulled, ...others] = best.outcome.residuals;
  const residuals = pulled ? [{ ...pulled, distance: missed, reached: false }, ...others] : [];
  return { ...best, outcome: { ...best.outcome, status: 'stalled', distance: missed, residuals } };
}

/** Several handles, each stopped by itself: one after another, those that are there already pinned. */
function solveInTurn(move: PullMove, alone: (each: PullMove) => Attempt): Attempt {
  return alone(afterCompanions({ ...move, searches: false }, alone, true)!);
}

/** Whether a hand was brought out of what stops it, so that it lies on that. */
function comesToLie(move: PullMove, outside: PullMove): boolean {
  return move.rotation === null && outside.rotation !== null;
}

/** Solves in which a hand that came to lie somewhere, turned as it is now, is brought nearer until it touches; and metres that are near enough. */
const LAYING = 3;
const TOUCHES = 1e-3;

function layOn(solver: Solver, move: PullMove, outside: PullMove, stops: readonly Stop[], found: Attempt): Attempt {
  const { rig, limb } = move;
  let laid = found;
  let present = outside.target;
  for (let round = 0; round < LAYING; round++) {
    const { pose } = laid.outcome;
    const rotation = worldRotation(forwardKinematics(rig.skeleton, pose), limb!.end);
    // The body may have leant since: the hand lies on it as it is now.
    const target = stops.reduce((place, stop) => stop.outside({ ...move, snapshot: pose, target: place }), move.target);
    if (distance(target, present) < TOUCHES * sizeOf(rig)) return laid;
    const next = solveStopped(solver, { ...move, target, rotation, searches: false }, stops);
    if (stops.some((stop) => stop.isBroken(outside, next))) return laid;
    [laid, present] = [next, target];
  }
  return laid;
}

function solveStopped(solver: Solver, move: PullMove, stops: readonly Stop[]): Attempt {
  const free = solveFreely(solver, move);
  const standing = move.floorStops ? standOnFloor(move.rig, move, free) : move;
  const found = standing === move ? free : solveFreely(solver, standing);
  return stops.reduce((attempt, stop) => stop.correct(solver, standing, attempt), found);
}

function solveFreely(solver: Solver, move: PullMove): Attempt {
  const inWorld = { ...move, pins: pinsInWorld(move.pins) };
  return keepOnBody(solver, move, isAlone(move) ? solveInWorld(solver, inWorld) : solveTogether(solver, inWorld));
}

function isAlone({ along }: PullMove): boolean {
  return Object.keys(along).length === 0;
}

/** Rounds of a solve that brings several handles to their places: what they do not reach by then they hardly come nearer to. */
const ROUNDS_TOGETHER = 16;

/** One handle after another, and where not all are reached so, one solve for all of them. */
function solveTogether(solver: Solver, asked: PullMove): Attempt {
  const { settings } = asked;
  const maxIterations = Math.min(settings.maxIterations, ROUNDS_TOGETHER);
  const move = { ...asked, searches: false, settings: { ...settings, maxIterations, restarts: 0 } };
  const last = afterCompanions(move, (each) => solveInWorld(solver, each));
  const found = last && solveInWorld(solver, last);
  if (found && isReached(found)) return found;
  return bringAlong(solver, asked, solveInWorld(solver, { ...move, pins: pinsBeside(move.pins, move.along) }));
}

function solveInWorld(solver: Solver, move: PullMove): Attempt {
  const { rig, limb, handle, snapshot, target } = move;
  if (handleKind(handle) === 'local') return pullLocal(solver, move);
  if (!limb) return pullTrunk(solver, move);
  if (!limb.isPole) return pullLimb(solver, move);
  // An elbow or a knee goes round its limb in closed form.
  const { goals, options } = goalsOfMove(move);
  return tryFrom(solver, swivelLimb(rig, snapshot, handle, target), goals, { ...options, restarts: 0 });
}
