import { sided, type Side } from '../../humanoid/body/found-bones.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { toRadians } from '../../math/angles.ts';
import { cos, sin } from '../../math/elementary.ts';
import { quatAt, rotate } from '../../math/quat.ts';
import { add, cross, normalize, ZERO, type Vec3 } from '../../math/vec3.ts';
import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { footShape } from '../foot-shapes.ts';

/** How a foot is held: on its sole, on its ball with the heel up, or on its side, its back or its heel as that of somebody who lies. */
export type FootAttitude = 'flat' | 'tipped' | 'lies';

/** Cosine between the vertical and what is up in a foot, from which on it does not lie. */
const UPRIGHT = cos(toRadians(30));
/** Sine of the pitch from which on a heel is up: people roll over feet that are pitched less. */
const TIPPED = sin(toRadians(15));
/** Sine by which a foot whose heel is up may be turned over its ball: toes that are tucked under somebody who kneels. */
const TURNED_OVER = 0.25;

/** How the foot of one side is held in the mean of some frames, by what is flat in its rest. A rig without that foot has it flat. */
export function footAttitude(
  rig: Rig,
  side: Side,
  worlds: readonly WorldTransforms[],
  first: number,
  last: number,
): FootAttitude {
  const foot = rig.humanoid[sided(side, 'Foot')];
  if (foot === undefined) return 'flat';
  const { up, ahead } = footShape(rig, side);
  const mean = (vector: Vec3) => {
    let sum = ZERO;
    for (let frame = first; frame <= last; frame++) sum = add(sum, rotate(quatAt(worlds[frame]!.rotations, foot), vector));
    return normalize(sum)[1];
  };
  const [rise, pitch, roll] = [mean(up), mean(ahead), mean(cross(up, ahead))];
  if (pitch < -TIPPED && Math.abs(roll) < -pitch && rise > -TURNED_OVER) return 'tipped';
  return rise > UPRIGHT ? 'flat' : 'lies';
}
