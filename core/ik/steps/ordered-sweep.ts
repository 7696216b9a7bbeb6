import { followTargets } from '../mechanism/moving-targets.ts';
import { resolveLimits } from '../mechanism/coupling.ts';
import { NOTICEABLE_STEP } from '../../math/tolerances.ts';
import { measureErrors, type Effectors } from '../mechanism/effectors.ts';
import { placeJoint } from '../mechanism/place-joints.ts';
import { orderOf, type SweepState } from '../mechanism/sweep-state.ts';
import { GOAL_BALANCE } from '../mechanism/task.ts';
import { refresh, sumCost, type Workspace } from '../mechanism/workspace.ts';
import { stepJoint } from './joint-step.ts';

/** A sweep of one goal's chain after the other, each in the goal's own order. */
export function sweepChains(ws: Workspace, state: SweepState): void {
  const { task } = ws;
  // Ranks count down from the least important; the goal updated last wins.
  for (let rank = task.rankCount; rank >= 0; rank--) {
    for (let g = 0; g < task.total; g++) {
      if (task.ranks[g] !== rank || ws.costWeights[g] === 0 || isGoalReached(ws, g)) continue;
      sweepChain(ws, g, state);
      refresh(ws);
    }
  }
}

function isGoalReached(ws: Workspace, g: number): boolean {
  measureErrors(ws.task, ws.effectors);
  return ws.effectors.reached[g < ws.task.count ? g : ws.task.counterparts[g]!] === 1;
}

/** One goal's chain in the goal's own order. Chains are stored from the effector up: place 0 is joint n−1 of the order's description. */
function sweepChain(ws: Workspace, g: number, state: SweepState): void {
  const { task } = ws;
  const length = task.chainStart[g + 1]! - task.chainStart[g]!;
  state.goal = g;
  state.length = length;
  state.last = -1;
  const order = orderOf(task, g, state);
  ws.comesFromRoot = order === 'forward' || order === 'bounceFromRoot';
  switch (order) {
    case 'backward':
      for (let i = 0; i < length; i++) if (visit(ws, state, i)) break;
      break;
    case 'forward':
      for (let i = length - 1; i >= 0; i--) if (visit(ws, state, i)) break;
      break;
    case 'bounce':
      for (let far = 0, done = false; far < length && !done; far++) {
        for (let i = 0; i <= far && !done; i++) done = visit(ws, state, i);
      }
      break;
    case 'bounceFromRoot':
      for (let far = length - 1, done = false; far >= 0 && !done; far--) {
        for (let i = length - 1; i >= far && !done; i--) done = visit(ws, state, i);
      }
      break;
    case 'smartBounce':
      smartBounce(ws, state);
      break;
    case 'largestErrorFirst':
      for (let i = 0; i < length; i++) {
        const best = mostHelpful(ws, state);
        if (best < 0 || visit(ws, state, best)) break;
      }
  }
}

/** Steps the joint at one place of the chain; returns whether the goal is now reached. */
function visit(ws: Workspace, state: SweepState, place: number): boolean {
  const g = state.goal;
  const j = ws.task.chain[ws.task.chainStart[g]! + place]!;
  const isBelow = state.last >= 0 && state.last < j;
  if (isBelow) placeDown(ws, state.last, j);
  const hasMoved = stepJoint(ws, j);
  // What is above a joint that was placed is up to date, but for joints that balance a body: they are no single line.
  if (isBelow ? ws.task.kinds[g] !== GOAL_BALANCE : hasMoved) state.last = j;
  return hasMoved && isGoalReached(ws, g);
}

/** Brings the frames from `top` down to `joint` up to date. */
function placeDown(ws: Workspace, top: number, joint: number): void {
  if (joint > top && ws.mechanism.skeleton.parents[joint]! >= top) {
    placeDown(ws, top, ws.mechanism.skeleton.parents[joint]!);
  }
  placeJoint(ws.mechanism, ws.now, joint);
}

/** Down from the effector; a joint that moved noticeably sends the visit back. As many updates a sweep as the chain has joints. */
function smartBounce(ws: Workspace, state: SweepState): void {
  const { cursors, goal, length } = state;
  let place = cursors[goal]!;
  for (let update = 0; update < length; update++) {
    if (visit(ws, state, place)) {
      place = 0;
      break;
    }
    place = ws.stepSize > NOTICEABLE_STEP && place > 0 ? 0 : (place + 1) % length;
  }
  cursors[goal] = place;
}

/** The place whose step would lower the cost most, −1 when none would: each is tried and taken back. */
function mostHelpful(ws: Workspace, state: SweepState): number {
  refresh(ws);
  state.last = -1;
  const { cost, trace, updates, largestStep } = ws;
  keepEffectors(state, ws.effectors);
  ws.trace = null;
  let best = -1;
  let most = 1e-12 * cost;
  for (let place = 0; place < state.length; place++) {
    measureTry(ws, ws.task.chain[ws.task.chainStart[state.goal]! + place]!, state);
    const gain = cost - ws.measured;
    if (gain <= most) continue;
    most = gain;
    best = place;
  }
  ws.trace = trace;
  ws.updates = updates;
  ws.largestStep = largestStep;
  measureErrors(ws.task, ws.effectors);
  return best;
}

/** Measures the cost after a step of one joint, which is taken back. */
function measureTry(ws: Workspace, j: number, { points, directions, rotations }: SweepState): void {
  const { now, moved, effectors } = ws;
  const r = 4 * j;
  const x = now.rotations[r]!;
  const y = now.rotations[r + 1]!;
  const z = now.rotations[r + 2]!;
  const w = now.rotations[r + 3]!;
  const slide = now.slides[j]!;
  const hadMoved = moved[j]!;
  stepJoint(ws, j);
  measureErrors(ws.task, effectors);
  const { cost } = ws;
  sumCost(ws);
  ws.measured = ws.cost;
  ws.cost = cost;
  now.rotations[r] = x;
  now.rotations[r + 1] = y;
  now.rotations[r + 2] = z;
  now.rotations[r + 3] = w;
  now.slides[j] = slide;
  moved[j] = hadMoved;
  resolveLimits(ws);
  effectors.points.set(points);
  effectors.directions.set(directions);
  effectors.rotations.set(rotations);
  if (ws.task.hasMovingTargets) followTargets(ws.task, effectors);
}

function keepEffectors(state: SweepState, { points, directions, rotations }: Effectors): void {
  if (state.points.length !== points.length) {
    state.points = new Float64Array(points.length);
    state.directions = new Float64Array(directions.length);
    state.rotations = new Float64Array(rotations.length);
  }
  state.points.set(points);
  state.directions.set(directions);
  state.rotations.set(rotations);
}
