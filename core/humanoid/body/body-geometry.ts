import { atan2 } from '../../math/elementary.ts';
import { rotate, shortestArc, type Quat } from '../../math/quat.ts';
import { add, cross, dot, length, normalize, rejectFrom, scale, subtract, ZERO, type Vec3 } from '../../math/vec3.ts';
import type { BodyFrame } from './body-frame.ts';
import { HUMANOID_BONES, type HumanoidBone, type HumanoidMap } from './bones.ts';
import { sided, type Side } from './found-bones.ts';
import type { Soles } from './sole.ts';

/** The rest shape of a mapped body, world space: what limits, handles and frames are derived from. */
export interface BodyGeometry {
  readonly frame: BodyFrame;
  readonly has: (bone: HumanoidBone) => boolean;
  /** Rest position of a bone's joint, metres. Only for bones the body has. */
  readonly at: (bone: HumanoidBone) => Vec3;
  /** Rest rotation of a bone's joint. Only for bones the body has. */
  readonly restOf: (bone: HumanoidBone) => Quat;
  /**
   * Unit direction of a bone at rest, from its joint to the next; the previous bone's direction where nothing follows, the usual one
   * where the body has no such bone.
   */
  readonly direction: (bone: HumanoidBone) => Vec3;
  /** Soles of feet that do not stand on them at rest. */
  readonly soles: Soles;
  /** Where hocks are at rest, metres, by side: joints between knee and foot of legs that stand on their toes. */
  readonly hocks: Hocks;
}

export type Hocks = Readonly<Partial<Record<Side, Vec3>>>;

/** Where joints are at rest, and where the bone of a joint without mapped child ends. */
export interface RestShape {
  readonly positions: readonly Vec3[];
  readonly rotations: readonly Quat[];
  /** End of a joint's bone when no humanoid bone follows, or null. */
  readonly tip: (joint: number) => Vec3 | null;
  /** Default: no hocks. */
  readonly hocks?: Hocks;
}

const NEXT: Readonly<Record<string, readonly string[]>> = {
  Shoulder: ['UpperArm'],
  UpperArm: ['LowerArm'],
  LowerArm: ['Hand'],
  UpperLeg: ['LowerLeg'],
  LowerLeg: ['Foot'],
  Foot: ['Toes'],
  ThumbMetacarpal: ['ThumbProximal'],
  ThumbProximal: ['ThumbDistal'],
  ...Object.fromEntries(
    ['Index', 'Middle', 'Ring', 'Little'].flatMap((finger): [string, string[]][] => [
      [`${finger}Proximal`, [`${finger}Intermediate`]],
      [`${finger}Intermediate`, [`${finger}Distal`]],
    ]),
  ),
};

const PREVIOUS: Readonly<Record<string, string>> = {
  Hand: 'LowerArm',
  Toes: 'Foot',
  ThumbDistal: 'ThumbProximal',
  ThumbProximal: 'ThumbMetacarpal',
  ...Object.fromEntries(
    ['Index', 'Middle', 'Ring', 'Little'].flatMap((finger): [string, string][] => [
      [`${finger}Distal`, `${finger}Intermediate`],
      [`${finger}Intermediate`, `${finger}Proximal`],
      [`${finger}Proximal`, 'Hand'],
    ]),
  ),
};

const KNUCKLES = ['IndexProximal', 'MiddleProximal', 'RingProximal', 'LittleProximal'] as const;

export function bodyGeometry(map: HumanoidMap, frame: BodyFrame, shape: RestShape, soles: Soles = {}): BodyGeometry {
  const has = (bone: HumanoidBone) => map[bone] !== undefined;
  const at = (bone: HumanoidBone) => shape.positions[map[bone]!]!;
  const restOf = (bone: HumanoidBone) => shape.rotations[map[bone]!]!;
  const known = HUMANOID_BONES.filter(has);
  const size = Math.max(...known.map((bone) => at(bone)[1])) - Math.min(...known.map((bone) => at(bone)[1]));
  const shortest = 1e-4 * size;

  const between = (from: HumanoidBone, to: Vec3 | null): Vec3 | null => {
    if (!to) return null;
    const way = subtract(to, at(from));
    return length(way) > shortest ? normalize(way) : null;
  };
  const direction = (bone: HumanoidBone): Vec3 => {
    const [, side, part] = /^(left|right)(.+)$/.exec(bone) ?? [];
    if (!side || !part) return frame.up;
    const name = (other: string) => `${side}${other}` as HumanoidBone;
    const next = part === 'Hand' ? KNUCKLES.map(name).filter(has) : (NEXT[part] ?? []).map(name).filter(has);
    const middle = next.reduce((sum: Vec3, each) => add(sum, at(each)), ZERO);
    const ahead = has(bone) && next.length > 0 ? between(bone, scale(middle, 1 / next.length)) : null;
    if (ahead) return ahead;
    const previous = PREVIOUS[part];
    const before = previous && has(name(previous)) ? direction(name(previous)) : null;
    const tip = has(bone) ? between(bone, shape.tip(map[bone]!)) : null;
    // An end that points back along the bone before it is a slip of the file.
    if (tip && !(before && dot(tip, before) < -0.2)) return tip;
    if (before) return before;
    return part === 'Foot' || part === 'Toes'
      ? frame.forward
      : part.endsWith('Leg')
        ? scale(frame.up, -1)
        : outward(frame, side as Side);
  };
  return { frame, has, at, restOf, direction, soles, hocks: shape.hocks ?? {} };
}

/** The direction away from the body's middle on one side. */
export function outward(frame: BodyFrame, side: Side): Vec3 {
  return side === 'left' ? frame.left : scale(frame.left, -1);
}

/** `reference`, a direction of the hanging limb, as the limb carries it when it swings the short way from hanging to `direction`. */
export function carried(frame: BodyFrame, reference: Vec3, direction: Vec3): Vec3 {
  // Special case for a limb straight up: every way is equally short; it is raised sideways, which keeps what looks forward.
  if (dot(direction, frame.up) > 0.98) return normalize(rejectFrom(reference, direction), frame.left);
  return rotate(shortestArc(scale(frame.up, -1), direction), reference);
}

/** How an elbow or knee bends: world unit axis, and the flexion in radians that the rest pose already has. */
export interface Bend {
  readonly axis: Vec3;
  readonly atRest: number;
}

/** Radians of rest flexion above which the bend plane of the model is believed when it agrees with anatomy, and above which always. */
const BEND_SEEN = 0.1;
const BEND_CERTAIN = 0.6;

/**
 * The flexion of a two-bone limb: positive turns about `axis` bring the lower bone towards `towards`. The plane is the model's own
 * where the rest pose is bent, else it follows from the body's directions, never from bone axes.
 */
export function bendOf(upper: Vec3, lower: Vec3, towards: Vec3): Bend {
  const expected = normalize(cross(upper, towards));
  const seen = cross(upper, lower);
  const angle = atan2(length(seen), dot(upper, lower));
  const unit = normalize(seen);
  const agrees = dot(unit, expected) > 0.3;
  // A limb that is folded straight back lies in no plane of its own.
  const isSeen = length(seen) > 0 && (angle > BEND_CERTAIN || (angle > BEND_SEEN && agrees));
  const axis = isSeen ? unit : expected;
  return { axis, atRest: atan2(dot(axis, seen), dot(rejectFrom(upper, axis), rejectFrom(lower, axis))) };
}

export function armBend(body: BodyGeometry, side: Side): Bend {
  const upper = body.direction(sided(side, 'UpperArm'));
  return bendOf(upper, body.direction(sided(side, 'LowerArm')), carried(body.frame, body.frame.forward, upper));
}

export function legBend(body: BodyGeometry, side: Side): Bend {
  const upper = body.direction(sided(side, 'UpperLeg'));
  const back = scale(body.frame.forward, -1);
  return bendOf(upper, body.direction(sided(side, 'LowerLeg')), carried(body.frame, back, upper));
}
