import { checkUnit } from '../../math/check-numbers.ts';
import { checkObject, spellOut } from '../../math/check-values.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { Side } from './found-bones.ts';

/** Where the sole of a foot is. */
export interface Sole {
  /** Unit vector away from the floor when the foot stands flat, as the foot has it at rest, world. */
  readonly up: Vec3;
  /** Metres from the floor to the foot's joint when the foot stands flat. */
  readonly height: number;
}

/** Soles of feet that do not stand on them at rest; one that is missing does. */
export type Soles = Readonly<Partial<Record<Side, Sole>>>;

/** Feet of a body. */
export const FEET = ['leftFoot', 'rightFoot'] as const;

export type Foot = (typeof FEET)[number];

/**
 * Feet of which somebody said in some pose that they stand flat: what was up then, a unit vector, as the foot has it at rest, world. The
 * lowest that is drawn of such a foot is its sole.
 */
export type FlatFeet = Readonly<Partial<Record<Foot, Vec3>>>;

/** Throws a `RangeError` of one sentence that begins with `what` unless it tells of flat feet. */
export function checkFlatFeet(flatFeet: FlatFeet, what = 'the flat feet'): void {
  checkObject(flatFeet, what);
  for (const [foot, up] of Object.entries(flatFeet)) {
    if (!(FEET as readonly string[]).includes(foot))
      throw new RangeError(`${what} must be of ${FEET.join(' or ')}, got ${spellOut(foot)}`);
    checkUnit(up, 3, `${what}: what is up for ${foot}`);
  }
}
