import { handleKind } from '../../body/handles.ts';
import { add, distance, normalize, scale, subtract, type Vec3 } from '../../../math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../skeleton/forward-kinematics.ts';
import { sizeOf } from '../../body/rig.ts';
import type { Attempt } from '../request/attempt.ts';
import type { Stopped } from './go-on.ts';
import { gapOf } from '../../touching/overlaps.ts';
import type { PullMove } from '../request/pull-move.ts';

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
  found: Stopped,
  goTo: (from: Stopped, place: Vec3) => Stopped,
  isBroken: (attempt: Attempt) => boolean,
): Stopped {
  const { rig, limb, handle } = move;
  if (!limb || handleKind(handle) === 'pole' || !move.bodyStops) return found;
  const touching = move.touching();
  const touches = TOUCHES * sizeOf(rig);
  let best = found;
  let share = SHARE;
  for (let step = 0; step < STEPS; step++) {
    const world = forwardKinematics(rig.skeleton, best.outcome.pose);
    const place = worldPosition(world, limb.end);
    const gap = gapOf(touching, touching.place(world), touching.allowed, handle);
    const missed = distance(place, wanted);
    if (gap <= touches || missed <= touches) return best;
    const target = add(place, scale(normalize(subtract(wanted, place)), Math.min(share * gap, missed)));
    const next = goTo(best, target);
    const at = worldPosition(forwardKinematics(rig.skeleton, next.outcome.pose), limb.end);
    if (isBroken(next) || distance(at, wanted) >= missed) share /= 2;
    else best = next;
  }
  return best;
}
