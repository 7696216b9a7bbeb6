import { areRanksReached, type Workspace, measureAway } from '../mechanism/workspace.ts';
import type { SolveStatus } from '../request/outcome.ts';
import { sweep } from '../steps/sweep.ts';
import { bendLimbs } from '../steps/two-bone.ts';
import { beginRefinement } from '../refinement/refinement-state.ts';
import { whyStop } from './iterate.ts';
import { beginIteration, endIteration } from './record-search.ts';
import type { NextIteration, Search } from './search-state.ts';
import { refinementStep } from '../refinement/refinement-step.ts';

/** A sweep that leaves more than this share of the cost hands over to the refinement; so does one in which no joint turns by so many radians. */
const SLOW = 0.3;
const STILL = 1e-9;
/** Sweeps in a row that add no further joint, after which all take part. */
const IDLE_SWEEPS = 3;
/** What comes of a descent: it goes on after an iteration, ends so, or neither sweeps nor the refinement help any more. */
type Descended = SolveStatus | 'goes on' | 'stuck';

/**
 * The next iteration of the descent that {@link beginDescent} has begun: all goals together, by sweeps while they are far and by the refinement while
 * they are near.
 */
export function descend(search: Search): Descended {
  const { pass } = search;
  if (pass.next === 'none') return 'stuck';
  const status = whyStop(search);
  if (status !== null) return status;
  beginIteration(search, pass.next);
  pass.next = pass.next === 'sweep' ? makeSweep(search) : makeRefinementStep(search);
  endIteration(search);
  return 'goes on';
}

/** Begins a pass: with the refinement where the goals are near, or were to be, with sweeps where they are not. */
export function beginDescent(search: Search): void {
  const { pass, perturbations } = search;
  pass.hasSwept = false;
  pass.isRestricted = search.isOrdered && perturbations.count === 0;
  pass.addsJoints = false;
  pass.idleSweeps = 0;
  pass.next = beginRefinedDescent(search);
}

/** Visits every joint once. Limbs are bent to their goals in closed form before the first sweep of a pass. */
function makeSweep(search: Search): NextIteration {
  const { ws, pass, refined } = search;
  const before = ws.cost;
  tuneSweep(search);
  if (!pass.hasSwept && !search.sweepsFirst) {
    // Random starts keep their limbs' directions at first: turned to the goal at once, they would all end alike.
    bendLimbs(ws, pass.iterations === 1 && (search.kind !== 'random' || pass.number > 1));
    if (areRanksReached(ws, ws.task.rankCount - 1)) return 'sweep';
  }
  const moved = pass.addsJoints ? countMoved(ws) : 0;
  sweep(ws, search.sweeps);
  if (pass.addsJoints) pass.idleSweeps = countMoved(ws) > moved ? 0 : pass.idleSweeps + 1;
  if (pass.idleSweeps === IDLE_SWEEPS) pass.isRestricted = false;
  pass.addsJoints = false;
  const isMoving = ws.largestStep >= STILL || (pass.hasSwept && search.isOrdered);
  pass.hasSwept = true;
  if (isMoving && ws.cost <= SLOW * before) return 'sweep';
  beginRefinement(refined.refinement);
  return 'refinement';
}

/**
 * Damping with error feedback: what it exceeds 1 by shrinks with the error that is left, so that it overshoots while far and not when near.
 * Comfort regions halve from sweep to sweep, so that they share the movement out but never keep the goal from being reached.
 */
function tuneSweep({ ws, options, pass }: Search): void {
  const damping = options.damping ?? 1;
  const left = pass.initialCost > 0 ? Math.min(1, Math.sqrt(ws.cost / pass.initialCost)) : 0;
  ws.damping = damping > 1 ? 1 + (damping - 1) * left : damping;
  ws.comfort = pass.comfort;
  pass.comfort /= 2;
  ws.plain = ws.damping === 1 && ws.comfort === 0 && ws.maxStep >= Math.PI && ws.mechanism.limits.couplings === null;
}

/** Joints that take part so far. */
function countMoved({ task, moved }: Workspace): number {
  let count = 0;
  for (let i = 0; i < task.activeCount; i++) count += moved[task.active[i]!]!;
  return count;
}

/** Share of the reach within which the refinement is quicker than a sweep. */
const NEAR = 0.2;
/** A refinement of few joints that leaves more than this share of the cost asks for further ones. */
const QUICK = 0.7;
/**
 * So many goals are points measured on a body, and no pose meets them all: from then on the refinement creeps along what they leave nearly free. A step
 * of it that leaves more than this share of the cost ends it: less is gained than a change of pose is worth.
 */
const MANY_GOALS = 8;
const HARDLY_GAINED = 0.997;
/** Iterations after which goals of several priorities that do not come together are taken one priority after the other. */
const TOGETHER = 6;

/** Begins the refinement of a pass; returns whether the pass begins with it: where the goals are near, or were to be. */
function beginRefinedDescent(search: Search): NextIteration {
  const { ws, perturbations, refined } = search;
  beginRefinement(refined.refinement);
  measureAway(ws);
  const isNear = !search.sweepsFirst && ws.measured < NEAR * search.reach;
  return search.kind === 'reference' || perturbations.count > 0 || isNear ? 'refinement' : 'sweep';
}

/** Moves all joints at once; where an order was named, those that the sweeps have moved, as long as these will do. */
function makeRefinementStep(search: Search): NextIteration {
  const { ws, pass } = search;
  const { refinement } = search.refined;
  const isSeveral = ws.task.rankCount > 1;
  const before = ws.cost;
  // Goals of several priorities share one cost only until they are near: a compromise between them is of no use.
  if (isSeveral) refinement.crawled = 0;
  const gained = refinementStep(refinement, ws, pass.isRestricted ? ws.moved : null);
  if (pass.isRestricted && !(gained && ws.cost < QUICK * before)) {
    pass.addsJoints = true;
    return 'sweep';
  }
  const goesApart = isSeveral && pass.iterations > TOGETHER && ws.cost > before / 2;
  const creeps = ws.task.count >= MANY_GOALS && ws.cost > HARDLY_GAINED * before;
  if (gained && !goesApart && !creeps) return 'refinement';
  return pass.hasSwept || search.kind === 'reference' ? 'none' : 'sweep';
}
