import { distance, length, scale, subtract, ZERO, type Vec3 } from '../../math/vec3.ts';
import { worldAtRest, worldPosition } from '../../skeleton/forward-kinematics.ts';
import { sided, type Side } from '../body/found-bones.ts';
import { bodyOf } from '../body/rig-body.ts';
import type { Rig } from '../body/rig.ts';
import { footForward, soleUp } from './leg-limits.ts';

/** Share of the shin that the ball is ahead of the ankle of a foot without toes. Our choice: as in figures that have some. */
const BALL_AHEAD = 0.3;

/** From a foot's joint to the ball that it stands on when its heel is up, at rest, world metres: the toes' joint, or a point of the sole where the foot has no toes. */
export function footBall(rig: Rig, side: Side): Vec3 {
  const { skeleton, humanoid, report } = rig;
  const [knee, foot, toes] = (['LowerLeg', 'Foot', 'Toes'] as const).map((part) => humanoid[sided(side, part)]);
  const resting = worldAtRest(skeleton);
  const ankle = worldPosition(resting, foot!);
  const toBall = toes === undefined ? ZERO : subtract(worldPosition(resting, toes), ankle);
  if (length(toBall) > 1e-3 * report.height) return toBall;
  const shin = knee === undefined ? 0 : distance(worldPosition(resting, knee), ankle);
  const body = bodyOf(rig);
  const down = rig.soles?.[side]?.height ?? ankle[1] - report.floor;
  return subtract(scale(footForward(body, side), BALL_AHEAD * shin), scale(soleUp(body, side), down));
}
