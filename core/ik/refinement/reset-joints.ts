import { resolveLimits } from '../mechanism/coupling.ts';
import { createSavedState, restoreJoint, restoreState, saveState, type SavedState } from '../mechanism/saved-state.ts';
import { areRanksReached, measureTurn, refresh, type Workspace } from '../mechanism/workspace.ts';
import { VISITING_ORDERS } from '../request/orders.ts';
import { bendLimbs } from '../steps/two-bone.ts';
import { refinementStep } from './refinement-step.ts';
import { beginCorrections, type Refinement } from './refinement-state.ts';

/** Refinement steps within which the other joints must reach the goals without one that was reset. */
const STEPS = 12;

/** The root translation, which is reset before all joints. */
const ROOT = -1;

/**
 * Radians that a joint may turn so that another can be reset, on top of twice the farthest that a joint had turned: a target that moves on steadily
 * must not make the limb jump. Where a joint had turned further than {@link FAR} the limb may turn as far as the target's way allows.
 */
const SLACK = 0.02;
const FAR = 0.2;

/** Joints that have moved up to which each is reset by itself. Of more, several go together, so that the time is linear in their number. */
const ONE_BY_ONE = 64;

/** Which joints have been reset so far. */
export interface JointReset {
  /** What is tried next: the root translation, then the joints from the root down; and how many joints together. */
  next: number;
  together: number;
  /** Where a try began. */
  readonly saved: SavedState;
  /** Radians that a joint may turn from where it stood. */
  room: number;
}

/** Scratch for a skeleton of so many joints. */
export function createJointReset(joints: number): JointReset {
  return { next: ROOT, together: 1, saved: createSavedState(joints), room: 0 };
}

/** Whether joints may be reset: where every goal goes by smart bounce, which disturbs as few as it can. */
export function mayResetJoints({ task }: Workspace): boolean {
  const smart = VISITING_ORDERS.indexOf('smartBounce');
  for (let g = 0; g < task.count; g++) if (task.orders[g] !== smart) return false;
  return task.count > 0;
}

/**
 * Begins with the root, at a configuration that reaches all goals, all having set out from `present`. A joint had `turned` so far, radians, when they were first reached; `most` is how
 * far the way of the targets lets one turn.
 */
export function beginJointReset(jointReset: JointReset, ws: Workspace, present: SavedState, turned: number, most: number): void {
  const { task } = ws;
  let count = 0;
  for (let i = 0; i < task.activeCount; i++) if (hasMoved(ws, present, task.active[i]!)) count++;
  jointReset.next = ROOT;
  jointReset.together = Math.ceil(count / ONE_BY_ONE);
  jointReset.room = turned > FAR ? most : SLACK + 2 * turned;
}

function hasRootMoved({ now: { root } }: Workspace, present: SavedState): boolean {
  return root[0] !== present.root[0] || root[1] !== present.root[1] || root[2] !== present.root[2];
}

/** Whether joint `j`, which some goal may move, has moved since `present`. */
function hasMoved({ task, moved }: Workspace, present: SavedState, j: number): boolean {
  return task.movable[j] === 1 && moved[j] !== present.moved[j];
}

/**
 * Puts the next joint that has moved (of long chains, the next few) back to where `present` has it and lets the others that have moved reach the
 * goals without it. Goes from the root to the effectors, and returns false at the first that is needed: it stays as it was. All goals are reached
 * before and after.
 */
export function resetNextJoint(jointReset: JointReset, refinement: Refinement, ws: Workspace, present: SavedState): boolean {
  const { task, now } = ws;
  if (jointReset.next === ROOT) {
    jointReset.next = 0;
    if (hasRootMoved(ws, present)) {
      saveState(jointReset.saved, ws);
      now.root.set(present.root);
      return reachesWithout(jointReset, refinement, ws, present);
    }
  }
  for (;;) {
    const { next, together } = jointReset;
    saveState(jointReset.saved, ws);
    let count = 0;
    while (count < together && jointReset.next < task.activeCount) {
      const j = task.active[jointReset.next++]!;
      if (!hasMoved(ws, present, j)) continue;
      restoreJoint(ws, present, j);
      count++;
    }
    if (count === 0) return false;
    resolveLimits(ws);
    if (reachesWithout(jointReset, refinement, ws, present)) return true;
    if (together === 1) return false;
    // One of them is needed: fewer.
    jointReset.next = next;
    jointReset.together = Math.ceil(together / 2);
  }
}

/**
 * Whether the joints that have moved reach the goals, the root translation staying: from here, or from where all set out, limbs bent in closed form.
 * If not, everything is as it was.
 */
function reachesWithout(jointReset: JointReset, refinement: Refinement, ws: Workspace, present: SavedState): boolean {
  const { rootMobility, trace } = ws;
  ws.rootMobility = 0;
  ws.trace = null;
  let isThere = reachesInRoom(jointReset, refinement, ws, present);
  if (!isThere) {
    allowBelow(ws, jointReset.next);
    ws.now.rotations.set(present.rotations);
    ws.now.slides.set(present.slides);
    ws.now.root.set(present.root);
    resolveLimits(ws);
    refresh(ws);
    bendLimbs(ws, true);
    isThere = reachesInRoom(jointReset, refinement, ws, present);
    for (let j = 0; isThere && j < ws.moved.length; j++) if (isAtPresent(ws, present, j)) restoreJoint(ws, present, j);
  }
  ws.rootMobility = rootMobility;
  ws.trace = trace;
  if (isThere) return true;
  restoreState(ws, jointReset.saved);
  refresh(ws);
  return false;
}

/** Lets all movable joints from the place `first` of the active ones on take part. */
function allowBelow({ task, moved }: Workspace, first: number): void {
  for (let i = first; i < task.activeCount; i++) if (task.movable[task.active[i]!] === 1) moved[task.active[i]!] = 1;
}

/** Lets the joints that have moved go on; whether they reach the goals and none turns too far. */
function reachesInRoom(jointReset: JointReset, refinement: Refinement, ws: Workspace, present: SavedState): boolean {
  const rank = ws.task.rankCount - 1;
  refresh(ws);
  beginCorrections(refinement);
  for (let i = 0; i < STEPS && !areRanksReached(ws, rank); i++) if (!refinementStep(refinement, ws, ws.moved)) break;
  measureTurn(ws, present.rotations);
  return areRanksReached(ws, rank) && ws.measured <= jointReset.room;
}

/** Whether a joint is where `present` has it. */
function isAtPresent({ now }: Workspace, present: SavedState, j: number): boolean {
  for (let i = 4 * j; i < 4 * j + 4; i++) if (now.rotations[i] !== present.rotations[i]) return false;
  return now.slides[j] === present.slides[j];
}
