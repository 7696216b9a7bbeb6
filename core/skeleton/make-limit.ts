import { areNumbersFrom, checkCoordinates } from '../math/check-numbers.ts';
import { checkObject, spellOut } from '../math/check-values.ts';
import { checkFields } from '../math/near-names.ts';
import { multiply, shortestArc } from '../math/quat.ts';
import { length, normalize, UNIT_Z, type Vec3 } from '../math/vec3.ts';
import { checkLimit, degreesHint } from './check-limit.ts';
import type { HingeLimit, Limit, PrismaticLimit, SwingTwistLimit } from './limits.ts';

/** What a {@link hinge} turns about, and how far. */
export interface HingeRange {
  /** Direction in the joint's rest frame, of any length above 0. */
  readonly axis: Vec3;
  /** The range about it, radians, at most four turns to either side. Default: −π to π, a full turn. */
  readonly min?: number;
  readonly max?: number;
}

/** What a {@link slide} moves along, and how far. */
export interface SlideRange {
  /** Direction in the joint's rest frame, of any length above 0. */
  readonly axis: Vec3;
  /** The range, metres from where the joint rests. */
  readonly min: number;
  readonly max: number;
}

/** Where the bone of a {@link cone} may point, and how far it may twist. */
export interface ConeRange {
  /** The bone's direction in the joint's own frame, of any length above 0: what it twists about. */
  readonly axis: Vec3;
  /** The middle of the cone in the joint's rest frame. Default: `axis`, a cone about where the bone points at rest. */
  readonly centre?: Vec3;
  /**
   * Half-angle in radians, from 0 to π: one for a round cone, or four for the swings about the +x, −x, +y and −y axes of the cone's frame, which
   * is the joint's own, turned by the shortest way so that its z axis is the middle of the cone.
   */
  readonly half: number | readonly [plusX: number, minusX: number, plusY: number, minusY: number];
  /** The range of twist about the bone, radians, from −π to π. Default: any. */
  readonly min?: number;
  readonly max?: number;
}

const RANGE_FIELDS: ReadonlySet<string> = /* @__PURE__ */ new Set(['axis', 'min', 'max']);
const CONE_FIELDS: ReadonlySet<string> = /* @__PURE__ */ new Set(['axis', 'centre', 'half', 'min', 'max']);

/** A joint that turns about one axis. Throws a `RangeError` of one sentence. */
export function hinge(range: HingeRange): HingeLimit {
  checkObject(range, 'a hinge');
  checkFields(range, RANGE_FIELDS, 'a hinge');
  const { axis, min = -Math.PI, max = Math.PI } = range;
  return checked({ kind: 'hinge', axis: direction(axis, 'a hinge: the axis'), min, max }, 'a hinge');
}

/** A joint that slides along one axis and does not turn. Throws a `RangeError` of one sentence. */
export function slide(range: SlideRange): PrismaticLimit {
  checkObject(range, 'a slide');
  checkFields(range, RANGE_FIELDS, 'a slide');
  const { axis, min, max } = range;
  return checked({ kind: 'prismatic', axis: direction(axis, 'a slide: the axis'), min, max }, 'a slide');
}

/** A ball joint whose bone stays inside a cone and within a range of twist. Throws a `RangeError` of one sentence. */
export function cone(range: ConeRange): SwingTwistLimit {
  checkObject(range, 'a cone');
  checkFields(range, CONE_FIELDS, 'a cone');
  const { axis, centre = axis, half, min = -Math.PI, max = Math.PI } = range;
  const bone = direction(axis, 'a cone: the axis');
  const middle = direction(centre, 'a cone: the centre');
  const swing = typeof half === 'number' ? ([half, half, half, half] as const) : half;
  if (!areNumbersFrom(swing, 4, 0, Math.PI)) {
    throw new RangeError(
      `a cone: half must be a number from 0 to π radians, or four of them, got ${spellOut(half)}${degreesHint(swing)}`,
    );
  }
  const childFrame = shortestArc(UNIT_Z, bone);
  const parentFrame = multiply(shortestArc(bone, middle), childFrame);
  return checked({ kind: 'swingTwist', parentFrame, childFrame, swing, twist: [min, max] }, 'a cone');
}

/** A joint that does not move. */
export function fixed(): HingeLimit {
  return { kind: 'hinge', axis: UNIT_Z, min: 0, max: 0 };
}

function direction(vector: Vec3, what: string): Vec3 {
  checkCoordinates(vector, 3, what);
  if (!(length(vector) > 0)) throw new RangeError(`${what} must have a length above 0, got ${spellOut(vector)}`);
  return normalize(vector);
}

function checked<Made extends Limit>(limit: Made, what: string): Made {
  checkLimit(limit, what);
  return limit;
}
