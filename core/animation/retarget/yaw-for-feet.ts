import { toRadians } from '../../math/angles.ts';
import { fadeBetween, releaseFrames } from '../fade-between.ts';
import { limitPace } from '../smoothing.ts';
import { leastTurn, type AskedLeg } from './least-turn.ts';

/** Radians by which the pelvis may be turned further than the source's. */
const MOST_YAW = toRadians(25);

/**
 * Radians by which the pelvis turns about the vertical in each frame so that both legs reach their places where both feet stand: hips that are narrower beside the
 * legs than the source's carry them less far. It fades before and after, and is no faster than `rates` (radians, one for each step).
 */
export function yawsForFeet(asked: readonly (readonly AskedLeg[])[], rates: Float64Array, fps: number): Float64Array {
  const both = Uint8Array.from(asked, (legs) => (legs.length > 1 ? 1 : 0));
  const yaws = new Float64Array(3 * asked.length);
  asked.forEach((legs, frame) => {
    if (both[frame] === 1) yaws[3 * frame] = leastTurn(legs, MOST_YAW).yaw;
  });
  fadeBetween(yaws, both, releaseFrames(fps));
  return limitPace(
    Float64Array.from(asked, (_, frame) => yaws[3 * frame]!),
    rates,
  );
}
