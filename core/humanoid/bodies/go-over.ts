import { angleBetween, conjugate, rotate, slerp } from '../../math/quat.ts';
import { add, distance, lerp, subtract, type Vec3 } from '../../math/vec3.ts';
import { worldPosition, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import type { Reach } from './build-body.ts';
import { frameIn } from './body-contact.ts';

/** Radians and metres that a joint goes in one stage. */
const TURN = 0.2;
const WAY = 0.15;
const MOST_STAGES = 8;

/** In how many stages what touches is brought from where it is to where it goes: further ones would let a solve leap from one way to bend to another. */
export function stagesOf(world: WorldTransforms, reaches: readonly Reach[]): number {
  const stages = reaches.map((reach) => {
    const { from, to } = wayOf(world, reach);
    const angle = reach.turns ? angleBetween(frameIn(world, reach.end).rotation, reach.to.rotation) : 0;
    return Math.max(angle / TURN, distance(from, to) / WAY);
  });
  return Math.min(Math.max(1, Math.ceil(Math.max(...stages))), MOST_STAGES);
}

/** The reach as it is a share of the way from where `world` has its end: the joint goes straight there and turns evenly. */
export function shareOfReach(world: WorldTransforms, reach: Reach, share: number): Reach {
  if (share >= 1) return reach;
  const { end, to, turns } = reach;
  const frame = frameIn(world, end);
  const way = wayOf(world, reach);
  const rotation = turns ? slerp(frame.rotation, to.rotation, share) : frame.rotation;
  const position = add(lerp(way.from, way.to, share), rotate(rotation, way.offset));
  return { ...reach, to: { position, rotation } };
}

/** Where the joint of a reach is and where it goes, and from it to what touches in the frame of that. */
export function wayOf(world: WorldTransforms, { end, to, turns }: Reach): { from: Vec3; to: Vec3; offset: Vec3 } {
  const { position, rotation } = frameIn(world, end);
  const from = worldPosition(world, end.joint);
  const offset = rotate(conjugate(rotation), subtract(position, from));
  return { from, to: subtract(to.position, rotate(turns ? to.rotation : rotation, offset)), offset };
}
