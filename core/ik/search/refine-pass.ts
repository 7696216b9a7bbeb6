import { measureAway } from '../mechanism/workspace.ts';
import { beginRefinement } from '../refinement/refinement-state.ts';
import { refinementStep } from '../refinement/refinement-step.ts';
import type { NextIteration, Search } from './search-state.ts';

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
export function beginRefinedDescent(search: Search): NextIteration {
  const { ws, perturbations, refined } = search;
  beginRefinement(refined.refinement);
  measureAway(ws);
  const isNear = !search.sweepsFirst && ws.measured < NEAR * search.reach;
  return search.kind === 'reference' || perturbations.count > 0 || isNear ? 'refinement' : 'sweep';
}

/** Moves all joints at once; where an order was named, those that the sweeps have moved, as long as these will do. */
export function makeRefinementStep(search: Search): NextIteration {
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
