import type { Goal } from '../../../ik/request/goals.ts';
import type { Solver } from '../../../ik/solver-with.ts';
import { conjugate, multiply, rotate } from '../../../math/quat.ts';
import { add, subtract } from '../../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation, type WorldTransforms } from '../../../skeleton/forward-kinematics.ts';
import type { HandleName, Pins } from '../../body/handles.ts';
import { isReached, tryFrom, type Attempt } from '../request/attempt.ts';
import { pinnedLimbs, type PinnedLimb } from '../../limbs/pinned-limbs.ts';
import { plantLimbs } from '../building/planted-goals.ts';
import { LIMB_LINKS } from '../request/pull-goals.ts';
import type { PullMove } from '../request/pull-move.ts';

/** The pins that stay in the world; the same object where all do. */
export function pinsInWorld(pins: Pins): Pins {
  const entries = Object.entries(pins);
  return entries.every(([, pin]) => pin.on === undefined)
    ? pins
    : Object.fromEntries(entries.filter(([, pin]) => pin.on === undefined));
}

/** What moves the body, and from where: `handle` is what is pulled, null where a joint is turned. */
type Carrying = Pick<PullMove, 'rig' | 'snapshot' | 'pins'> & { readonly handle: HandleName | null };

/** Whose turn it is to bring limbs back: theirs alone, or that of the body, which takes the parts that they are pinned on along. */
const TURNS = ['limb', 'body', 'limb', 'body', 'limb'] as const;

/**
 * The attempt with hands and feet that are pinned on other parts of the body brought back to where the snapshot has them on those: their limb by itself where
 * it reaches, else with the body, and then by itself to where that has the part.
 */
export function keepOnBody(solver: Solver, move: Carrying, found: Attempt): Attempt {
  const { rig, snapshot, pins, handle } = move;
  const carried = Object.fromEntries(
    Object.entries(pins).filter(([name, { on }]) => name !== handle && on !== undefined && rig.humanoid[on] !== undefined),
  );
  if (Object.keys(carried).length === 0) return found;
  const before = forwardKinematics(rig.skeleton, snapshot);
  let attempt = found;
  for (const turn of TURNS) {
    const { pose } = attempt.outcome;
    const now = forwardKinematics(rig.skeleton, pose);
    const limbs = pinnedLimbs(rig, pose, carried).map((limb) => carriedAlong(move, limb, before, now));
    const planted = plantLimbs(rig, pose, limbs);
    const goals = planted.goals.map((goal): Goal => {
      if (goal.kind === 'centreOfMass' || turn === 'body') return goal;
      const limb = limbs.find((each) => each.limb.end === goal.joint)?.limb;
      return { ...goal, maxLinks: limb ? limb.joints.length : LIMB_LINKS };
    });
    const options = { ...found.options, reference: planted.pose, restarts: 0 };
    attempt = tryFrom(solver, planted.pose, [...found.goals, ...goals], options);
    if ((turn === 'limb' && isReached(attempt)) || !isReached(found)) return attempt;
  }
  return attempt;
}

/** A limb whose end is where the part of the body that it is pinned on has taken it since the snapshot. */
function carriedAlong({ rig, pins }: Carrying, pinned: PinnedLimb, before: WorldTransforms, now: WorldTransforms): PinnedLimb {
  const { name, limb } = pinned;
  const pin = pins[name]!;
  const joint = rig.humanoid[pin.on!]!;
  const turn = multiply(worldRotation(now, joint), conjugate(worldRotation(before, joint)));
  const from = subtract(worldPosition(before, limb.end), worldPosition(before, joint));
  const end = add(worldPosition(now, joint), rotate(turn, from));
  const rotation = pin.rotation ? multiply(turn, worldRotation(before, limb.end)) : null;
  return { ...pinned, plane: { ...pinned.plane, end }, rotation, sole: null };
}
