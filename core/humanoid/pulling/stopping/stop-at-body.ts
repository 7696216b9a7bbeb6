import type { Goal } from '../../../ik/request/goals.ts';
import type { Solver } from '../../../ik/solver-with.ts';
import { clamp } from '../../../math/angles.ts';
import { fromAxisAngle } from '../../../math/quat.ts';
import { add, cross, distance, dot, length, scale, subtract, type Vec3 } from '../../../math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../../skeleton/pose.ts';
import { handleKind, type HandleName } from '../../body/handles.ts';
import { isLocked, limbOf, turnJoint, type Limb } from '../../body/limbs.ts';
import { sizeOf, type Rig } from '../../body/rig.ts';
import { tryFrom, type Attempt } from '../request/attempt.ts';
import { clampJoint } from '../../limbs/fold-limb.ts';
import { deepestIn, overlapsIn, type Overlap } from '../../touching/overlaps.ts';
import { keepBuiltTurn } from '../request/pull-goals.ts';
import type { PullMove } from '../request/pull-move.ts';
import { swivelClear } from '../../touching/swivel-clear.ts';
import { hangsFrom } from '../../../skeleton/hierarchy.ts';

/** Metres by which parts of a figure 1.75 m tall may sink into each other before they are moved apart. */
const UNNOTICED = 1e-3;
/** Metres of the same that no part may be in another in the end. */
const DEEP = 2e-3;
/** Solves that take what overlaps apart. */
const ROUNDS = 6;
/** Share of the least depth so far that a round must leave at most to be worth it, and rounds in a row that may not be: nothing comes of more. */
const HELPS = 0.9;
const VAIN_ROUNDS = 3;
/** Rounds in which what is only wished for (directions, poles) is asked for as well: it is most of the work, and from then on in the way. */
const WISHING_ROUNDS = 2;
/** Iterations of such a solve: what is held back stalls at what holds it, and comes no nearer. */
const ITERATIONS = 16;
/** Radians by which the end of a limb that was asked for a rotation is turned away from it at most while the limb gives way: then it stops short. */
const MOST_ASIDE = 0.3;
/** Radians that a limb which gives way turns at most in a round. */
const MOST_TURN = 0.6;

/**
 * The attempt solved again with what overlaps taken apart, until nothing does: an elbow or a knee gives way round its limb, the end of what is pulled stops
 * short, and limbs that nobody holds are pushed aside. What is pinned keeps its place.
 */
export function stopAtBody(solver: Solver, move: PullMove, found: Attempt): Attempt {
  const { rig } = move;
  const touching = move.touching();
  let attempt = found;
  let goals = found.goals;
  let least = Infinity;
  let vain = 0;
  const maxIterations = Math.min(found.options.maxIterations ?? ITERATIONS, ITERATIONS);
  for (let round = 0; round < ROUNDS; round++) {
    const { pose } = attempt.outcome;
    const placed = touching.place(forwardKinematics(rig.skeleton, pose));
    const overlaps = overlapsIn(touching, placed, touching.allowed, UNNOTICED * sizeOf(rig));
    const deepest = overlaps[0]?.depth ?? 0;
    vain = deepest > HELPS * least ? vain + 1 : 0;
    if (overlaps.length === 0 || vain === VAIN_ROUNDS) return attempt;
    least = Math.min(least, deepest);
    const apart = takeApart(move, pose, overlaps);
    const pushed = pushedBack(goals, apart.back);
    if (apart.pose === pose && pushed === goals) return attempt;
    goals = pushed;
    // A limb that gave way would be swivelled back for the direction that its end had before.
    if (apart.swivelled) goals = keepBuiltTurn(rig, goals, apart.swivelled.end, apart.pose, apart.swivelled.joints.length);
    const asked = round < WISHING_ROUNDS ? goals : goals.filter(isFirm);
    attempt = tryFrom(solver, apart.pose, asked, {
      ...found.options,
      reference: apart.pose,
      restarts: 0,
      maxIterations,
    });
  }
  return attempt;
}

/** Whether a goal is more than wished for. */
function isFirm(goal: Goal): boolean {
  return goal.kind !== 'pole' && !('soft' in goal && goal.soft);
}

/** Whether parts of the body are deeper in each other, or in a body beside it, than may go unnoticed. */
export function isInBody({ rig, touching: touchingOf }: PullMove, { outcome }: Attempt): boolean {
  const touching = touchingOf();
  const placed = touching.place(forwardKinematics(rig.skeleton, outcome.pose));
  return deepestIn(touching, placed, touching.allowed, DEEP * sizeOf(rig)) > 0;
}

/** The pose with one limb after the other taken out of what it is in, what is pulled if it was swivelled for that, and how far its end has to stay back. */
function takeApart(move: PullMove, pose: Pose, overlaps: readonly Overlap[]) {
  const { rig } = move;
  const contacts = move.touching();
  const done = new Set<HandleName>();
  let apart = pose;
  let back: Vec3 = [0, 0, 0];
  let swivelled: Limb | null = null;
  for (const overlap of overlaps) {
    const [a, b] = [contacts.limbs[overlap.first]!, contacts.limbs[overlap.second]!];
    const name = whoGivesWay(move, a, b);
    const limb = name && limbOf(rig, name);
    if (!name || !limb || done.has(name)) continue;
    done.add(name);
    const isFirst = a === name;
    const normal = isFirst ? overlap.normal : scale(overlap.normal, -1);
    const touching = contacts.shape[overlap.first]!.radius + contacts.shape[overlap.second]!.radius;
    const point = isFirst ? overlap.point : add(overlap.point, scale(normal, touching - overlap.depth));
    const way = scale(normal, overlap.depth);
    const capsule = contacts.shape[isFirst ? overlap.first : overlap.second]!;
    const isEnd = hangsFrom(rig.skeleton.parents, capsule.joint, limb.end);
    const isPulled = name === limbHandle(move.handle);
    if (!isPulled && !move.pins[name]?.translation) {
      apart = turnAside(rig, apart, limb, point, way);
      continue;
    }
    const mostTurn = isPulled && move.rotation ? MOST_ASIDE : Infinity;
    const clear =
      isEnd || (isPulled && handleKind(move.handle) === 'pole')
        ? null
        : swivelClear(rig, apart, limb, contacts, UNNOTICED * sizeOf(rig), mostTurn);
    if (clear) {
      apart = clear;
      if (isPulled) swivelled = limb;
    } else if (isPulled) back = add(back, scale(way, leverage(rig, apart, limb, point)));
  }
  return { pose: apart, back, swivelled };
}

/** Which of two limbs in each other gives way: the pulled one, else one that nothing holds, else a pinned one. */
function whoGivesWay({ handle, pins }: PullMove, a: HandleName | null, b: HandleName | null): HandleName | null {
  const pulled = limbHandle(handle);
  if (a !== null && a === pulled) return a;
  if (b !== null && b === pulled) return b;
  const isFree = (name: HandleName | null): boolean => name !== null && !pins[name]?.translation;
  return isFree(a) ? a : isFree(b) ? b : (a ?? b);
}

/** The hand or foot at the end of the limb that a handle belongs to. */
function limbHandle(handle: HandleName): HandleName {
  return handle.replace('Elbow', 'Hand').replace('Knee', 'Foot') as HandleName;
}

/** The pose with a limb turned about its root so that a point of it goes a way: by ω = r × w / r². */
function turnAside(rig: Rig, pose: Pose, { upper }: Limb, point: Vec3, way: Vec3): Pose {
  if (isLocked(rig, upper)) return pose;
  const arm = subtract(point, worldPosition(forwardKinematics(rig.skeleton, pose), upper));
  const turn = scale(cross(arm, way), 1 / Math.max(dot(arm, arm), 1e-9));
  const angle = length(turn);
  if (angle < 1e-9) return pose;
  const turned = turnJoint(rig, pose, upper, fromAxisAngle(scale(turn, 1 / angle), Math.min(angle, MOST_TURN)));
  clampJoint(rig, turned, upper);
  return turned;
}

/** How many times as far as a point of a limb its end goes. */
function leverage(rig: Rig, pose: Pose, { upper, end }: Limb, point: Vec3): number {
  const world = forwardKinematics(rig.skeleton, pose);
  const root = worldPosition(world, upper);
  return clamp(distance(root, worldPosition(world, end)) / Math.max(distance(root, point), 1e-6), 1, 3);
}

/** The goals with what is pulled stopping short by `back`. */
function pushedBack(goals: readonly Goal[], back: Vec3): readonly Goal[] {
  const [pulled, ...others] = goals;
  if (length(back) === 0 || pulled?.kind !== 'position') return goals;
  return [{ ...pulled, target: add(pulled.target, back) }, ...others];
}
