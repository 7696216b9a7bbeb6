import { toRadians } from '../math/angles.ts';

/** Radians by which a joint leaps at least from a calibration pose into the motion, and how many times as far as the motion goes on. */
const CALIBRATION_JUMP = toRadians(30);
const JUMP_TIMES = 5;

/**
 * Whether a motion leaps away from its first frame and flows afterwards: that frame is the pose in which whoever was recorded stood for calibration.
 * `leap` gives the largest turn of a joint, in radians, from a frame to the next; it is asked for the first three.
 */
export function leapsFromFirst(leap: (frame: number) => number): boolean {
  const first = leap(0);
  return first > CALIBRATION_JUMP && first > JUMP_TIMES * Math.max(leap(1), leap(2));
}
