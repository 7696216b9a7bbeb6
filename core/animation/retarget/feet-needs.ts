import { limbPlaces } from '../../humanoid/body/limbs.ts';
import { toRadians } from '../../math/angles.ts';
import { add, meanOf, subtract, type Vec3 } from '../../math/vec3.ts';
import { worldPosition, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { fadeBetween, releaseFrames } from '../fade-between.ts';
import { limitPace } from '../smoothing.ts';
import { heldFrames, type StandingFoot } from './foot-stands.ts';
import { leastTurn, type AskedLeg } from './least-turn.ts';

/** By how much the body would have to move for one foot. */
export interface Need {
  readonly frame: number;
  /** Metres. */
  readonly move: Vec3;
}

/** In each frame the legs whose feet stand, with where those are to be. */
export function askedLegs(feet: readonly StandingFoot[], worlds: readonly WorldTransforms[]): readonly (readonly AskedLeg[])[] {
  const asked: AskedLeg[][] = worlds.map(() => []);
  for (const foot of feet) {
    for (const { frame, move } of needsOf(foot, worlds)) {
      const [top, knee, ankle] = limbPlaces(worlds[frame]!, foot.limb);
      asked[frame]!.push({ top, knee, ankle, place: add(ankle, move) });
    }
  }
  return asked;
}

/** Sideways: each stand keeps its mean place. Upwards: a standing ankle has its height; one in the floor asks for `snap` at most. */
function needsOf(foot: StandingFoot, worlds: readonly WorldTransforms[]): Need[] {
  const { limb, shape, toes, toeStands, ankleStands } = foot;
  const leading = toes >= 0 ? toes : limb.end;
  const ankleHeld = heldFrames(ankleStands, worlds.length);
  return toeStands.flatMap(({ first, last, level }) => {
    const points = worlds.slice(first, last + 1).map((world) => worldPosition(world, leading));
    const middle = meanOf(points);
    return points.map((point, i): Need => {
      const frame = first + i;
      const [x, , z] = subtract(middle, point);
      const up = shape.standing + level - worldPosition(worlds[frame]!, limb.end)[1];
      return { frame, move: [x, ankleHeld[frame] === 1 && up > -shape.snap ? Math.min(up, shape.snap) : 0, z] };
    });
  });
}

/** A free ankle that would be in the floor asks the body to be higher. */
export function sinkingOf({ limb, shape, toeStands, ankleStands }: StandingFoot, worlds: readonly WorldTransforms[]): Need[] {
  const held = heldFrames([...toeStands, ...ankleStands], worlds.length);
  return worlds.flatMap((world, frame): Need[] => {
    const up = shape.standing - worldPosition(world, limb.end)[1];
    return held[frame] === 1 || up <= 0 ? [] : [{ frame, move: [0, Math.min(up, shape.snap), 0] }];
  });
}

/** Radians by which the pelvis may be turned further than the source's. */
const MOST_YAW = toRadians(25);

/**
 * Radians by which the pelvis turns about the vertical in each frame so that both legs reach their places where both feet stand: hips that are narrower beside the
 * legs than the source's carry them less far. It fades before and after, and is no faster than `rates` (radians, one for each step).
 */
export function yawsForFeet(asked: readonly (readonly AskedLeg[])[], rates: Float64Array, fps: number): Float64Array {
  const both = Uint8Array.from(asked, (legs) => (legs.length > 1 ? 1 : 0));
  const yaws = new Float64Array(asked.length);
  asked.forEach((legs, frame) => {
    if (both[frame] === 1) yaws[frame] = leastTurn(legs, MOST_YAW).yaw;
  });
  fadeBetween(yaws, both, releaseFrames(fps));
  return limitPace(yaws, rates);
}
