import { legLength } from '../../humanoid/body/leg-length.ts';
import { sided, SIDES } from '../../humanoid/body/found-bones.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { hypot } from '../../math/elementary.ts';
import { quantile } from '../../math/quantile.ts';
import { quatAt, rotate } from '../../math/quat.ts';
import { dot, subtract, type Vec3 } from '../../math/vec3.ts';
import { worldPosition, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import type { Contact } from '../contacts.ts';
import { footShape } from '../foot-shapes.ts';
import { LOWEST_SHARE } from './foot-stands.ts';

/** Leg lengths above where it stands at rest from which a foot shows no floor by being still alone. */
const ABOVE = 0.12;
/** Leg lengths that the hips go over a still foot that carries them. Our choice: more than a breath. */
const GOES_OVER = 0.04;

/**
 * Whether a body never stands: one that hovers, hangs, swims or spins in the air. Its feet are all the time higher than the skeleton stands at rest, and while one
 * of them is still the hips are so too: it shows no floor, it only hangs still. Feet carry where the hips go over them, on whatever floor.
 */
export function neverStands(rig: Rig, contacts: readonly Contact[], worlds: readonly WorldTransforms[]): boolean {
  const leg = legLength(rig);
  const feet = SIDES.filter((side) => rig.humanoid[sided(side, 'Foot')] !== undefined);
  const { hips } = rig.humanoid;
  if (feet.length === 0 || hips === undefined) return false;
  const lowest = feet.map((side) => {
    const joint = rig.humanoid[sided(side, 'Foot')]!;
    const { standing, ball, up } = footShape(rig, side);
    const heights = worlds.map(({ positions, rotations }) => {
      // On tiptoe a foot shows the floor by its ball, be the ankle high over it.
      const raised = rotate(quatAt(rotations, joint), ball)[1] - dot(ball, up);
      return positions[3 * joint + 1]! + Math.min(0, raised);
    });
    return quantile(heights, LOWEST_SHARE) - standing;
  });
  if (!(Math.min(...lowest) > ABOVE * leg)) return false;
  return contacts.every((contact) => hipsOver(contact, hips, worlds) < GOES_OVER * leg);
}

/** Metres that the hips go over a planted foot, less what the foot moves itself: one that hangs may swing. */
function hipsOver({ joint, first, last }: Contact, hips: number, worlds: readonly WorldTransforms[]): number {
  const during = worlds.slice(first, last + 1);
  const foot = (world: WorldTransforms): Vec3 => worldPosition(world, joint);
  return extentOf(during.map((world) => subtract(worldPosition(world, hips), foot(world)))) - extentOf(during.map(foot));
}

/** Diagonal of the box around places, metres. */
function extentOf(places: readonly Vec3[]): number {
  const span = (axis: 0 | 1 | 2): number => {
    const values = places.map((place) => place[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  return hypot(span(0), span(1), span(2));
}
