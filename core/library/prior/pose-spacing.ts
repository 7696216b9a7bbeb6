import type { Steps } from '../../animation/steps.ts';
import { ENDS, PLACES, STRIDE } from './pose-row.ts';

/** Poses, evenly spread, whose nearest other one is looked for. */
const LOOKED_AT = 128;
/** Of them, between two stops. */
const POSES_A_STEP = 8;

/**
 * How far a pose of a table usually is from the nearest other one, seen from both sides: of squared distances, means over the ends of the body in squares of trunk
 * lengths, the median. Of fewer than two poses, 0.
 */
export function* spacingOf(numbers: Float32Array, rows: number): Steps<number> {
  const poses = rows / 2;
  if (poses < 2) return 0;
  const looked = Math.min(poses, LOOKED_AT);
  const nearest = new Float64Array(looked);
  for (let i = 0; i < looked; i++) {
    if (i > 0 && i % POSES_A_STEP === 0) yield i / looked;
    nearest[i] = nearestTo(Math.floor((i * poses) / looked), numbers, rows);
  }
  return nearest.sort()[looked >> 1]! / ENDS;
}

/** Sum over the ends of the body. */
function nearestTo(pose: number, numbers: Float32Array, rows: number): number {
  let nearest = Infinity;
  for (let other = 0; other < rows; other++) {
    if (other >> 1 === pose) continue;
    let sum = 0;
    for (let i = PLACES; i < PLACES + 3 * ENDS && sum < nearest; i++) {
      const off = numbers[2 * STRIDE * pose + i]! - numbers[STRIDE * other + i]!;
      sum += off * off;
    }
    nearest = Math.min(nearest, sum);
  }
  return nearest;
}
