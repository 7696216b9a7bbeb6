import { legLength } from '../humanoid/body/leg-length.ts';
import { bodyOf } from '../humanoid/body/rig-body.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { footBall } from '../humanoid/anatomy/foot-ball.ts';
import { footForward, soleUp } from '../humanoid/anatomy/leg-limits.ts';
import { conjugate, rotate } from '../math/quat.ts';
import { dot, subtract, type Vec3 } from '../math/vec3.ts';
import { worldAtRest, worldPosition, worldRotation } from '../skeleton/forward-kinematics.ts';

/** How a foot stands on the floor. Vectors are in the frame of the foot's joint. */
export interface FootShape {
  /** World height of the foot's joint when it stands flat, metres. */
  readonly standing: number;
  /** From the foot's joint to the toes' joint, metres; null without toes. */
  readonly toes: Vec3 | null;
  /** World height of the toes' joint when the foot stands flat. */
  readonly toesStanding: number;
  /** From the foot's joint to the ball that it stands on when its heel is up, metres: the toes' joint, or a point of the sole. */
  readonly ball: Vec3;
  /** Unit vectors: up and ahead along the floor when the foot stands flat. */
  readonly up: Vec3;
  readonly ahead: Vec3;
  /** Metres above the floor up to which a planted foot is set onto it. */
  readonly snap: number;
}

/** Height above the floor, in leg lengths, up to which a planted foot is set onto it. */
const FLOOR_SNAP = 0.065;

/** How the foot of one side stands at rest. Throws a `RangeError` when the character has no such foot. */
export function footShape(rig: Rig, side: 'left' | 'right'): FootShape {
  const foot = rig.humanoid[`${side}Foot`];
  if (foot === undefined) throw new RangeError(`this character has no ${side} foot`);
  const toes = rig.humanoid[`${side}Toes`];
  const rest = worldAtRest(rig.skeleton);
  const place = worldPosition(rest, foot);
  const tip = toes === undefined ? null : worldPosition(rest, toes);
  const intoFoot = conjugate(worldRotation(rest, foot));
  const body = bodyOf(rig);
  const up = soleUp(body, side);
  const sole = rig.soles?.[side];
  const standing = sole ? rig.report.floor + sole.height : place[1];
  return {
    standing,
    toes: tip && rotate(intoFoot, subtract(tip, place)),
    toesStanding: tip ? standing + dot(subtract(tip, place), up) : standing,
    ball: rotate(intoFoot, footBall(rig, side)),
    up: rotate(intoFoot, up),
    ahead: rotate(intoFoot, footForward(body, side)),
    snap: FLOOR_SNAP * legLength(rig),
  };
}
