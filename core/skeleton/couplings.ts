import { areNumbersFrom } from '../math/check-numbers.ts';
import { checkArray, checkObject, spellOut } from '../math/check-values.ts';
import { COUPLING_RISE } from '../math/tolerances.ts';
import type { Limit } from './limits.ts';

/** A limit that is not a constant: it depends on another joint, or on another coordinate of the same joint. */
export type Coupling = SwingByHinge | TwistBySwing;

/**
 * A side of a cone whose half-angle follows the angle of a hinge: the hip bends less far while the knee is straight. Where several hinges narrow
 * the same side, the narrowest holds.
 */
export interface SwingByHinge {
  readonly kind: 'swingByHinge';
  /** The joint with the cone. */
  readonly joint: number;
  /** The joint with the hinge, with less than a full turn of range. */
  readonly hinge: number;
  /** Which half-angle: 0 is about +x, 1 about −x, 2 about +y, 3 about −y of the cone's frame. */
  readonly side: 0 | 1 | 2 | 3;
  /** [hinge angle, half-angle], radians, hinge angles rising by at least 1e-6; straight lines between, constant beyond. Never wider than the limit itself. */
  readonly points: readonly (readonly [angle: number, half: number])[];
}

/** A twist range that follows the joint's own swing angle: an arm lifted high turns less. One a joint. */
export interface TwistBySwing {
  readonly kind: 'twistBySwing';
  /** The joint with the swing-twist limit. */
  readonly joint: number;
  /** [swing angle, twist min, twist max], radians, swing angles rising by at least 1e-6; straight lines between, constant beyond. Never wider than the limit. */
  readonly points: readonly (readonly [swing: number, min: number, max: number])[];
}

/** Throws a `RangeError` of one sentence when a coupling does not fit the limits. */
export function checkCouplings(limits: readonly Limit[], couplings: readonly Coupling[]): void {
  checkArray(couplings, 'the couplings');
  for (const [index, coupling] of couplings.entries()) {
    const where = `coupling ${index}`;
    checkObject(coupling, where);
    const { kind } = coupling;
    if (kind !== 'swingByHinge' && kind !== 'twistBySwing') {
      throw new RangeError(`${where}: the kind must be swingByHinge or twistBySwing, got ${spellOut(kind)}`);
    }
    if (!Number.isInteger(coupling.joint) || limits[coupling.joint]?.kind !== 'swingTwist') {
      throw new RangeError(`${where}: joint ${spellOut(coupling.joint)} must have a swing-twist limit`);
    }
    if (coupling.kind === 'swingByHinge' && !(Number.isInteger(coupling.hinge) && canDrive(limits[coupling.hinge]))) {
      throw new RangeError(`${where}: joint ${spellOut(coupling.hinge)} must have a hinge limit of less than a full turn`);
    }
    if (coupling.kind === 'swingByHinge' && ![0, 1, 2, 3].includes(coupling.side)) {
      throw new RangeError(`${where}: the side must be 0, 1, 2 or 3, got ${spellOut(coupling.side)}`);
    }
    const isSame = (earlier: Coupling) => earlier.kind === 'twistBySwing' && earlier.joint === coupling.joint;
    const other = kind === 'twistBySwing' ? couplings.slice(0, index).findIndex(isSame) : -1;
    if (other >= 0) {
      throw new RangeError(`${where}: the twist of joint ${coupling.joint} may follow its swing once, got coupling ${other} too`);
    }
    checkArray(coupling.points, `${where}: the points`);
    if (coupling.points.length === 0) throw new RangeError(`${where}: there must be at least one point`);
    for (const [i, point] of coupling.points.entries()) {
      const isPoint = areNumbersFrom(point, kind === 'swingByHinge' ? 2 : 3, -Number.MAX_VALUE, Number.MAX_VALUE);
      if (!isPoint || (i > 0 && !(point[0] - coupling.points[i - 1]![0] >= COUPLING_RISE))) {
        const got = `${spellOut(point)} at ${i}`;
        throw new RangeError(`${where}: the points must be finite and rise by ${COUPLING_RISE} rad or more, got ${got}`);
      }
      const bad = coupling.kind === 'swingByHinge' ? point[1] < 0 : point[1] > point[2]!;
      if (bad) throw new RangeError(`${where}: point ${i} leaves no range, got ${point.join(', ')}`);
    }
  }
}

/** Whether a limit can drive a cone: a hinge whose angle is the same number wherever it stands. */
export function canDrive(limit: Limit | undefined): boolean {
  return limit?.kind === 'hinge' && limit.max - limit.min < 2 * Math.PI;
}
