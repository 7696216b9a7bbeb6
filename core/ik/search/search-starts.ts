import { seededRandom } from '../../math/random.ts';
import { measureLeft } from './candidate.ts';
import { resolveLimits } from '../mechanism/coupled-limits.ts';
import { beginFinish } from '../finish/finish-state.ts';
import { releaseRanks } from '../finish/holding.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { StartKind } from '../request/outcome.ts';
import { copyState } from './record-solve.ts';
import { scatter } from './restarts.ts';
import { restoreState, saveState } from '../mechanism/saved-state.ts';
import { recordFrom } from './search-record.ts';
import type { Search } from './search-state.ts';
import { loadSeed } from './seeds.ts';
import { metresAway, setPull, settle } from '../mechanism/workspace.ts';

/** Share of the reach within which the finish is quicker than a sweep. */
const NEAR = 0.2;
/**
 * How far from the present pose the random starts are thrown, in turn: near ones keep what is good about it, far ones forget it. Where the goals have
 * hardly moved, so that the pose should not either, the first ones ever farther.
 */
const THROWS = [0.5, 1];
const FIRST_THROWS = [0.2, 0.4, 0.8, 1];

/**
 * Order of the goals that name none, from start to start: forward, since a long chain swept from its effector up winds itself into a coil before
 * its root has looked at the goal; then, should that lead nowhere, the other way.
 */
const UNNAMED = ['forward', 'backward'] as const;

/** Sets out from the present configuration, on a start of its own. */
export function enterStart(search: Search, kind: StartKind): void {
  search.passes = 0;
  enterPass(search, kind);
}

/** Sets out from the present configuration, on the same start once more. */
export function enterPass(search: Search, kind: StartKind): void {
  const { ws } = search;
  search.passes++;
  search.kind = kind;
  search.sweeps.cursors.fill(0);
  // What a start has led to is followed as a solve from there would.
  search.sweeps.unnamed = UNNAMED[search.passes > 1 ? 0 : search.tried % UNNAMED.length]!;
  search.iteration = 0;
  search.swept = false;
  search.narrow = search.ordered;
  search.widens = false;
  search.barren = 0;
  search.rank = 0;
  releaseRanks(search.pursuit.holding, ws);
  resolveLimits(ws);
  setPull(ws, ws.task.rankCount - 1);
  settle(ws);
  search.earlier = Infinity;
  search.initialCost = ws.cost;
  search.sweepCount = 0;
  saveState(search.passStart, ws);
  // An order begins with few joints again, as it would in a solve of its own.
  if (search.passes > 1) ws.moved.fill(0);
  measureLeft(ws, search.passStanding);
  setOut(search);
}

/** Begins with the finish where the goals are near, with sweeps where they are not. */
export function setOut(search: Search): void {
  beginFinish(search.finish);
  search.phase =
    search.kind === 'reference' || (!search.sweepsFirst && metresAway(search.ws) < NEAR * search.reach) ? 'finish' : 'sweep';
}

/**
 * Sets out from the reference in place of the pose that came in. The steps of the finish are the shortest ones, so that mostly they lead to the
 * nearest pose to it, and to the same one wherever the goals have leapt from.
 */
export function enterReference(search: Search, reference: Pose): void {
  const { ws } = search;
  const from = ws.trace === null ? null : copyState(ws);
  enterPose(search, reference);
  enterStart(search, 'reference');
  recordFrom(search, from, 'start');
}

/** Goes to the next start: the seeds, then random poses. False when there are none left. */
export function nextStart(search: Search): boolean {
  const { ws, seeds, present } = search;
  search.tried++;
  if (search.tried > search.lastStart) return false;
  const from = ws.trace === null ? null : copyState(ws);
  if (search.tried <= seeds.length) {
    enterPose(search, seeds[search.tried - 1]!);
  } else {
    // Each random start has its own generator: it is the same whichever starts came before it.
    const number = search.tried - seeds.length - 1;
    const throws = search.leaps || number >= FIRST_THROWS.length ? THROWS : FIRST_THROWS;
    restoreState(ws, present);
    scatter(ws, seededRandom(search.randomSeed + 0x9e3779b9 * (number + 1)), throws[number % throws.length]!);
  }
  enterStart(search, search.tried <= seeds.length ? 'seed' : 'random');
  recordFrom(search, from, 'start');
  return true;
}

/** Takes the joints that may move to a pose. */
function enterPose({ ws, present }: Search, pose: Pose): void {
  const { active, activeCount, movable } = ws.task;
  loadSeed(ws, present, pose);
  for (let i = 0; i < activeCount; i++) if (movable[active[i]!] === 1) ws.moved[active[i]!] = 1;
}
