import { fromAxisAngle, multiply, rotate, type Quat } from '../../math/quat.ts';
import { add, cross, distance, normalize, subtract, UNIT_X, UNIT_Y, type Vec3 } from '../../math/vec3.ts';
import type { FootPoints } from '../holding/contact-points.ts';

/** Share of its length to which a leg is stretched before its heel rises. */
const STRETCHED = 0.999;
/** Radians by which a heel rises at most. */
const STEEPEST = 1;
/** Halvings of the angle: to a thousandth of it. */
const HALVINGS = 10;

/** A foot that stands: its ankle, world metres, and its rotation, world. */
export interface StandingFoot {
  readonly place: Vec3;
  readonly rotation: Quat;
}

/** The foot with its heel raised over the ball as far as the leg, which begins at `top`, needs it to reach; as it is where that is near enough. */
export function rollFoot({ limb, ball }: FootPoints, { place, rotation }: StandingFoot, top: Vec3): StandingFoot {
  const reach = STRETCHED * limb.length;
  if (distance(top, place) <= reach) return { place, rotation };
  const fromBall = rotate(rotation, [-ball[0], -ball[1], -ball[2]]);
  const about = add(place, rotate(rotation, ball));
  // The ankle stands behind the ball and above it: about this axis it goes up and ahead.
  const axis = normalize(cross(UNIT_Y, subtract([0, 0, 0], [fromBall[0], 0, fromBall[2]])), UNIT_X);
  const rolled = (angle: number): StandingFoot => {
    const turn = fromAxisAngle(axis, angle);
    return { place: add(about, rotate(turn, fromBall)), rotation: multiply(turn, rotation) };
  };
  let [low, high] = [0, STEEPEST];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (distance(top, rolled(middle).place) <= reach) high = middle;
    else low = middle;
  }
  return rolled(high);
}
