import { seededRandom } from '../../math/random.ts';
import { measureLeft } from './candidate.ts';
import { resolveLimits } from '../mechanism/coupled-limits.ts';
import { beginFinish } from '../finish/finish-state.ts';
import { releaseRanks } from '../finish/holding.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { StartKind } from '../request/outcome.ts';
import { releaseReserve } from '../mechanism/reserve.ts';
import { copyState } from './record-solve.ts';
import { scatter } from './restarts.ts';
import { writePose } from '../mechanism/configuration.ts';
import { loadStart } from '../mechanism/start-pose.ts';
import { restoreState, saveState } from '../mechanism/saved-state.ts';
import { recordFrom } from './search-record.ts';
import type { Search } from './search-state.ts';
import { loadSeed } from './seeds.ts';
import { GOAL_POSITION, type Task } from '../mechanism/task.ts';
import { metresAway, setPull, settle, type Workspace } from '../mechanism/workspace.ts';

/** Share of the reach within which the finish is quicker than a sweep. */
const NEAR = 0.2;
/**
 * Times that a start sets out, each time from where it had stalled, and that wishes are followed, as long as it gains as much: a solve from the outcome
 * would begin with the very next pass, and what that gains must not be worth moving.
 */
export const PASSES = 128;
/** How far from the rest pose the random starts are, in turn: near ones are mostly at ease, far ones forget it. */
const SHARES = [0.5, 1];
/** How far throws go from the pose that came in, in turn: 0 stays, 1 forgets it. */
const THROWS = [0, 0.2, 0.4, 0.8, 0.3, 0.6, 1];
/** Throws of which one must have reached the goals, or the further starts have their turn. */
const FIRST_THROWS = 4;

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

/** Sets out from the present configuration, on a start of the same kind, without holding anything in reserve. */
export function enterUnreserved(search: Search): void {
  search.held = 0;
  releaseReserve(search.ws);
  enterStart(search, search.kind);
}

/** Sets out from the present configuration, on the same start once more. */
export function enterPass(search: Search, kind: StartKind): void {
  const { ws } = search;
  search.passes++;
  search.kind = kind;
  if (search.passes > 1) {
    // Written and read again: a solve from the outcome would set out from the very same numbers.
    writePose(ws.mechanism, ws.now, ws.moved, search.startPose, search.passPose);
    loadStart(ws, search.passPose, null);
  }
  search.sweeps.cursors.fill(0);
  // What a start has led to is followed as a solve from there would.
  search.sweeps.unnamed = UNNAMED[search.passes > 1 ? 0 : search.tried % UNNAMED.length]!;
  search.iteration = 0;
  search.swept = false;
  search.narrow = search.ordered && search.throws.count === 0;
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

/** Begins with the finish where the goals are near, or were to be, with sweeps where they are not. */
export function setOut(search: Search): void {
  beginFinish(search.finish);
  search.phase =
    search.kind === 'reference' || search.throws.count > 0 || (!search.sweepsFirst && metresAway(search.ws) < NEAR * search.reach)
      ? 'finish'
      : 'sweep';
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
  const { ws, seeds } = search;
  search.tried++;
  if (search.tried > search.lastStart) return false;
  const from = ws.trace === null ? null : copyState(ws);
  if (search.tried <= seeds.length) {
    enterPose(search, seeds[search.tried - 1]!);
  } else {
    // Each random start has its own generator: it is the same whichever starts came before it. Nor does it know the pose that came in: what has been
    // found not to lead to the goals would not, asked again from what was found instead.
    const number = search.tried - seeds.length - 1;
    enterPose(search, search.restPose);
    scatter(ws, seededRandom(search.randomSeed + 0x9e3779b9 * (number + 1)), SHARES[number % SHARES.length]!);
    if (ws.rootMobility > 0 && ws.task.rootMoves) centreRoot(ws);
  }
  enterStart(search, search.tried <= seeds.length ? 'seed' : 'random');
  recordFrom(search, from, 'start');
  return true;
}

/** Sets out from around the pose that came in, on the present start; false where nothing more is to be hoped for. See {@link NearThrows}. */
export function throwNear(search: Search): boolean {
  const { ws, present, throws, restarts } = search;
  const most = throws.turned === Infinity ? Math.min(FIRST_THROWS, restarts) : restarts;
  if (throws.turned <= search.bend || throws.count >= most) return false;
  // Where nothing has swept, the pose that came in itself has been followed already.
  const share = THROWS[(throws.count + (search.sweepsFirst ? 0 : 1)) % THROWS.length]!;
  throws.count++;
  throws.isAway = true;
  const from = ws.trace === null ? null : copyState(ws);
  restoreState(ws, present);
  if (share > 0) scatter(ws, seededRandom(search.randomSeed + 0x85ebca6b * throws.count), share);
  enterStart(search, search.kind);
  recordFrom(search, from, 'start');
  return true;
}

/** Moves the root to where the position goals of the highest rank, each as much as it weighs, are on average where they should be. */
function centreRoot(ws: Workspace): void {
  settle(ws);
  const { task, effectors, now } = ws;
  let sum = 0;
  for (let g = 0; g < task.count; g++) if (isCentring(task, g)) sum += task.weights[g]!;
  for (let g = 0; g < task.count; g++) {
    if (!isCentring(task, g)) continue;
    for (let i = 0; i < 3; i++) now.root[i]! += (task.weights[g]! / sum) * effectors.errors[3 * g + i]!;
  }
}

function isCentring({ kinds, ranks, rooted }: Task, g: number): boolean {
  return kinds[g] === GOAL_POSITION && ranks[g] === 0 && rooted[g] === 1;
}

/** Takes the joints that may move to a pose. */
function enterPose({ ws, present }: Search, pose: Pose): void {
  const { active, activeCount, movable } = ws.task;
  loadSeed(ws, present, pose);
  for (let i = 0; i < activeCount; i++) if (movable[active[i]!] === 1) ws.moved[active[i]!] = 1;
}
