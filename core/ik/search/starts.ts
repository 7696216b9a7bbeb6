import type { Pose } from '../../skeleton/pose.ts';
import { restoreState, type SavedState } from '../mechanism/saved-state.ts';
import { loadStart } from '../mechanism/start-pose.ts';
import { refresh, type Workspace } from '../mechanism/workspace.ts';
import { centreRoot } from '../steps/slide-step.ts';
import { DEFAULT_RESTARTS } from '../request/options.ts';
import { beginStart } from './begin-pass.ts';
import { isSpent } from './iterate.ts';
import { keepUnmovable, type Candidate } from './candidate.ts';
import { beginChange, endChange } from './record-search.ts';
import type { Search } from './search-state.ts';
import type { Dice } from '../../math/random.ts';
import { clampRotation, clampSlide } from '../../skeleton/clamp-rotation.ts';
import { KIND_SLIDE, LIMIT_STRIDE } from '../../skeleton/limit-table.ts';
import { sampleRotation } from '../../skeleton/sample-limit.ts';

/** How far from the rest pose the random starts are, in turn: 1 forgets it. */
const RANDOM_SHARES = [0.5, 1];
/** How far perturbations go from the present pose, in turn: 0 stays, 1 forgets it. */
const PERTURBATION_SHARES = [0, 0.2, 0.4, 0.8, 0.3, 0.6, 1];
/** Perturbations of which one must have reached the goals, or the further starts have their turn. */
const FIRST_PERTURBATIONS = 4;

/** Sets out from the present pose after all. */
export function startFromPresent(search: Search): void {
  goBack(search, search.present);
  beginStart(search, 'present');
}

/** Sets out from the next seed, nearest to the goals first, or from the next random pose when there are no more. */
export function startFromNext(search: Search): void {
  const { ws, seedCount, options } = search;
  search.start++;
  const before = beginChange(search);
  if (search.start <= seedCount) {
    enterPose(search, options.seeds![search.seedOrder[search.start - 1]!]!);
    beginStart(search, 'seed');
  } else {
    // Each random start has its own generator: it is the same whichever starts came before it. Nor does it know the present pose: what has been
    // found not to lead to the goals would not, asked again from what was found instead.
    const index = search.start - seedCount - 1;
    search.dice.seed(((options.randomSeed ?? 1) + 0x9e3779b9 * (index + 1)) | 0);
    enterPose(search, search.restPose);
    scatter(ws, search.dice, RANDOM_SHARES, index % RANDOM_SHARES.length);
    if (ws.rootMobility > 0 && ws.task.rootMoves) centreRoot(ws);
    beginStart(search, 'random');
  }
  endChange(search, before);
}

/** Sets out from a perturbation of the present pose, still on the same start; false where nothing more is to be hoped for. */
export function startFromPerturbation(search: Search): boolean {
  const { ws, present, perturbations, options, mechanisms } = search;
  const restarts = options.restarts ?? DEFAULT_RESTARTS;
  if (isSpent(search)) return false;
  const most = perturbations.turned === Infinity ? Math.min(FIRST_PERTURBATIONS, restarts) : restarts;
  if (perturbations.turned <= search.expectedTurn || perturbations.count >= most || !mechanisms.perturbations) return false;
  // Where no sweep goes first, the present pose itself has been followed already.
  const share = (perturbations.count + (search.sweepsFirst ? 0 : 1)) % PERTURBATION_SHARES.length;
  perturbations.count++;
  perturbations.isElsewhere = true;
  const before = beginChange(search);
  restoreState(ws, present);
  search.dice.seed(((options.randomSeed ?? 1) + 0x85ebca6b * perturbations.count) | 0);
  if (PERTURBATION_SHARES[share]! > 0) scatter(ws, search.dice, PERTURBATION_SHARES, share);
  beginStart(search, search.kind);
  endChange(search, before);
  return true;
}

/** Sets the working configuration back to where it was. */
export function goBack(search: Search, to: SavedState): void {
  const before = beginChange(search);
  restoreState(search.ws, to);
  refresh(search.ws);
  endChange(search, before);
}

/** Puts the seeds in the order of the cost that they begin with. */
export function orderSeeds(search: Search, seeds: readonly Pose[]): void {
  const { ws, present } = search;
  const count = seeds.length;
  search.seedCount = count;
  if (count === 0) return;
  if (count > search.seedOrder.length) {
    search.seedOrder = new Int32Array(2 * count);
    search.seedCosts = new Float64Array(2 * count);
  }
  const { seedOrder, seedCosts } = search;
  for (let i = 0; i < count; i++) {
    loadPose(ws, present, seeds[i]!);
    refresh(ws);
    seedCosts[i] = ws.cost;
    let at = i;
    for (; at > 0 && seedCosts[seedOrder[at - 1]!]! > ws.cost; at--) seedOrder[at] = seedOrder[at - 1]!;
    seedOrder[at] = i;
  }
  restoreState(ws, present);
  refresh(ws);
}

/** Takes the joints that may move to a pose. */
export function enterPose({ ws, present }: Search, pose: Pose): void {
  const { active, activeCount, movable } = ws.task;
  loadPose(ws, present, pose);
  for (let i = 0; i < activeCount; i++) if (movable[active[i]!] === 1) ws.moved[active[i]!] = 1;
}

/** Reads a pose into the working configuration: what no goal may move, the root too, stays as it is at present. */
function loadPose(ws: Workspace, present: Candidate, pose: Pose): void {
  loadStart(ws, pose, null);
  if (ws.rootMobility === 0 || !ws.task.rootMoves) ws.now.root.set(present.root);
  keepUnmovable(ws, present);
}

/**
 * Sets every movable joint to a random rotation inside its limit, the share `shares[at]` of the way (by interpolation) from where it stands: 1 forgets
 * the present pose, less disturbs it less.
 */
function scatter(ws: Workspace, dice: Dice, shares: readonly number[], at: number): void {
  const { task, mechanism, now } = ws;
  const { limits } = mechanism;
  const { after, before } = ws;
  const share = shares[at]!;
  for (let i = 0; i < task.activeCount; i++) {
    const j = task.active[i]!;
    if (task.movable[j] === 0) continue;
    sampleRotation(limits, j, dice.write, after, 0);
    if (limits.kinds[j] === KIND_SLIDE) {
      now.slides[j]! += share * (after[0]! - now.slides[j]!);
      clampSlide(limits.numbers, LIMIT_STRIDE * j, now.slides, j);
    } else {
      for (let k = 0; k < 4; k++) before[k] = now.rotations[4 * j + k]!;
      if (share < 1) blend(before, after, shares, at);
      clampRotation(limits, j, after, after, 0, ws.clamp);
      for (let k = 0; k < 4; k++) now.rotations[4 * j + k] = after[k]!;
    }
    ws.moved[j] = 1;
  }
}

/** to ← the normalised mean of `from` and `to`, the latter with the weight `shares[at]`, along the short way. */
function blend(from: Float64Array, to: Float64Array, shares: readonly number[], at: number): void {
  const share = shares[at]!;
  const dot = from[0]! * to[0]! + from[1]! * to[1]! + from[2]! * to[2]! + from[3]! * to[3]!;
  const sign = dot < 0 ? -1 : 1;
  for (let i = 0; i < 4; i++) to[i] = (1 - share) * from[i]! + sign * share * to[i]!;
  const norm = Math.sqrt(to[0]! ** 2 + to[1]! ** 2 + to[2]! ** 2 + to[3]! ** 2);
  for (let i = 0; i < 4; i++) to[i] = norm > 0 ? to[i]! / norm : from[i]!;
}
