import { add, distance, normalize, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, pointOf, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { placeShape } from '../body/body-shape.ts';
import { sizeOf } from '../body/rig.ts';
import type { Attempt } from './attempt.ts';
import { contactsOf, gapOf } from './overlaps.ts';
import type { PullMove } from './pull-move.ts';

/** Steps towards what holds a hand or a foot back. */
const STEPS = 6;
/** Metres of a gap, for a figure 1.75 m tall, that is as good as none. */
const TOUCHES = 1e-3;
/** Share of a gap that is gone at once: other parts of the limb may go further than its end. */
const SHARE = 0.8;

/**
 * The attempt with a hand or a foot that was stopped short of `wanted` brought nearer until its limb touches what holds it back: each step is as long as the
 * gap allows, a shorter one where that leads inside.
 */
export function comeNear(
  move: PullMove,
  wanted: Vec3,
  found: Attempt,
  solve: (nearer: PullMove) => Attempt,
  isBroken: (attempt: Attempt) => boolean,
): Attempt {
  const { rig, limb, handle } = move;
  if (!limb || limb.isPole || !move.bodyStops) return found;
  const contacts = contactsOf(rig);
  const touches = TOUCHES * sizeOf(rig);
  let best = found;
  let share = SHARE;
  for (let step = 0; step < STEPS; step++) {
    const world = forwardKinematics(rig.skeleton, best.outcome.pose);
    const place = pointOf(world, limb.end, [0, 0, 0]);
    const gap = gapOf(contacts, placeShape(rig.shape, world), move.allowed(), handle);
    const missed = distance(place, wanted);
    if (gap <= touches || missed <= touches) return best;
    const target = add(place, scale(normalize(subtract(wanted, place)), Math.min(share * gap, missed)));
    const next = solve({ ...move, target, rotation: worldRotation(world, limb.end), searches: false });
    const at = pointOf(forwardKinematics(rig.skeleton, next.outcome.pose), limb.end, [0, 0, 0]);
    if (isBroken(next) || distance(at, wanted) >= missed) share /= 2;
    else best = next;
  }
  return best;
}
