import { rotate, shortestArc, type Quat } from '../../math/quat.ts';
import { normalize, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import type { HingeLimit, SwingTwistLimit } from '../../skeleton/limits.ts';
import { bendOf, carried, type Bend, type BodyGeometry } from '../body/body-geometry.ts';
import { sided, type Side } from '../body/found-bones.ts';
import { coneLimit, frameAlong, hingeLimit, includingRest } from './limit-frames.ts';
import { MOTION_RANGES, type Reach } from './motion-ranges.ts';

/** How a knee bends above a hock, by thigh and shin; null for a leg without one. */
export function kneeAboveHock(body: BodyGeometry, side: Side): Bend | null {
  const hock = body.hocks[side];
  if (!hock) return null;
  const thigh = body.direction(sided(side, 'UpperLeg'));
  const shin = normalize(subtract(hock, body.at(sided(side, 'LowerLeg'))));
  return bendOf(thigh, shin, carried(body.frame, scale(body.frame.forward, -1), thigh));
}

/** The limit of a hock whose joint rests at `rest` (world): it bends forward, as far as a knee bends back. */
export function hockLimit(body: BodyGeometry, side: Side, rest: Quat, reach: Reach): HingeLimit {
  const hock = body.hocks[side]!;
  const shin = normalize(subtract(hock, body.at(sided(side, 'LowerLeg'))));
  const below = normalize(subtract(body.at(sided(side, 'Foot')), hock));
  const { axis, atRest } = bendOf(shin, below, carried(body.frame, body.frame.forward, shin));
  const { flexion, extension } = MOTION_RANGES.hock;
  return includingRest(hingeLimit(rest, axis, -reach(extension) - atRest, reach(flexion) - atRest)).limit as HingeLimit;
}

/** The limit of a foot below a hock, where an animal's toes begin: `up` and `ahead` are those of its sole. Neutral is the sole square to the bone before it. */
export function pawLimit(body: BodyGeometry, side: Side, up: Vec3, ahead: Vec3, reach: Reach): SwingTwistLimit {
  const foot = sided(side, 'Foot');
  const upright = shortestArc(scale(up, -1), normalize(subtract(body.at(foot), body.hocks[side]!)));
  const cone = frameAlong(rotate(upright, ahead), rotate(upright, up));
  const { dorsiflexion, plantarflexion, tilt, turn } = MOTION_RANGES.paw;
  const angle = (degrees: number): number => reach(degrees, 'ankle');
  return coneLimit(
    body.restOf(foot),
    cone,
    frameAlong(ahead, up),
    [angle(turn), angle(turn), angle(dorsiflexion), angle(plantarflexion)],
    [-angle(tilt), angle(tilt)],
  );
}
