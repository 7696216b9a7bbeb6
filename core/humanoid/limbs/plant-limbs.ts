import { angleAbout, clamp, wrapAngle } from '../../math/angles.ts';
import { acos, atan2, cos, hypot, sin } from '../../math/elementary.ts';
import { conjugate, fromAxisAngle, multiply, rotate, type Quat } from '../../math/quat.ts';
import { splitSwingTwist } from '../../math/swing-twist.ts';
import { NO_DIRECTION } from '../../math/tolerances.ts';
import { add, cross, distance, dot, length, normalize, rejectFrom, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { limitShare } from '../anatomy/limit-frames.ts';
import type { Rig } from '../body/rig.ts';
import { turnTo } from '../body/limbs.ts';
import { foldLimb, planeFrame, turnWithin, type LimbPlane } from './fold-limb.ts';
import type { PinnedLimb, Sole } from './pinned-limbs.ts';
import { firstWhere, leastOn, overHump } from '../../math/search-interval.ts';

/** Radians by which a heel comes up so that its leg reaches further: a foot on tiptoe. Our choice. */
const TIPTOE = 0.9;
/** Radians by which a heel comes up at most where its ankle cannot bend further. Our choice. */
const HIGHEST_HEEL = 1.3;
/** How many times as long as its leg a way is that this still reaches: hips are drawn back to just there. */
const LONG = 1 + 1e-9;
/** How far in a knee may be beside its foot, as a share of how far in the hip is. Our choice. */
const KNEE_INWARDS = 0.5;
/** Radians by which a leg is swivelled outwards at most. Our choice. */
const MOST_SWIVEL = 0.8;

/** Radians by which a foot turns about its ball at most, and by which it is tried to which side. Our choice. */
const MOST_TURN = 0.6;
const SLIGHT_TURN = 0.02;

/** A pinned limb put back. */
export interface Planted {
  readonly pose: Pose;
  /** How its foot stands: as it is pinned, or turned about its ball where its ankle would have to turn further than it can. */
  readonly stance: Stance;
}

/** A pinned limb with its foot turned about the ball, and by how many radians the heel is up. */
export interface Stance {
  readonly pinned: PinnedLimb;
  readonly heel: number;
}

/** The pose with a pinned hand or foot back in its place and the limb folded in between, in the plane that the snapshot has it in. */
export function plantLimb(rig: Rig, pose: Pose, asPinned: PinnedLimb): Planted {
  const root = worldPosition(forwardKinematics(rig.skeleton, pose), asPinned.limb.upper);
  const stance = stanceOf(asPinned, root);
  const { pinned, heel } = stance;
  const { limb, axis, plane, pole, rotation, sole } = pinned;
  const end = sole && heel > 0 ? ankleAt(pinned, sole, heel) : plane.end;
  let planted = foldLimb(rig, pose, limb, axis, end, sole ? poleOverFoot(pinned, sole, root, end) : pole);
  if (!rotation) return { pose: planted, stance };
  planted = turnTo(rig, planted, limb.end, sole ? multiply(roll(sole, heel), rotation) : rotation);
  return { pose: withToesFlat(rig, planted, asPinned), stance };
}

/** The pose with the toes of a pinned foot flat on the ground, turned with it about the upright and inside their limit, however far its heel is up. */
export function withToesFlat(rig: Rig, pose: Pose, { sole, limb, rotation }: PinnedLimb): Pose {
  if (!sole?.flatToes) return pose;
  const world = forwardKinematics(rig.skeleton, pose);
  const { twist } = splitSwingTwist(multiply(worldRotation(world, limb.end), conjugate(rotation!)), sole.up);
  return turnWithin(rig, pose, sole.toes!, multiply(twist, sole.flatToes));
}

/**
 * How a foot stands under a leg from `root`: its heel up by the smallest angle from which the leg is long enough and the ankle need not bend further than it
 * can, or less where a rising heel bends it even further at first, see `overHump`. A foot whose heel is up also turns about its ball, by no more than the heel
 * is up and by the smallest angle that spares its ankle what it cannot turn.
 */
export function stanceOf(pinned: PinnedLimb, root: Vec3): Stance {
  const { sole } = pinned;
  if (!sole) return { pinned, heel: 0 };
  const reaching = tiptoeToReach(pinned, sole, root);
  const excessAt = (angle: number): number =>
    shinLean(pinned, sole, root, raiseHeel(pinned, sole, angle)) - sole.ankle.dorsiflexion;
  const needed = overHump(
    reaching,
    firstWhere(reaching, HIGHEST_HEEL, (angle) => excessAt(angle) <= 0),
    excessAt,
  );
  const heel = Math.min(sole.spare * needed, Math.max(needed, HIGHEST_HEEL));
  const turned = (turn: number): PinnedLimb & { readonly sole: Sole } => turnedAboutBall(pinned, sole, turn);
  const shareOf = (foot: PinnedLimb & { readonly sole: Sole }): number => ankleShare(foot, foot.sole, root, heel);
  const share = shareOf(turned(0));
  if (heel === 0 || share <= sole.ankle.most) return { pinned, heel };
  const most = Math.min(MOST_TURN, heel);
  const side = shareOf(turned(SLIGHT_TURN)) < share ? 1 : -1;
  const best = leastOn(0, most, (size) => shareOf(turned(side * size)));
  return { pinned: turned(side * firstWhere(0, best, (size) => shareOf(turned(side * size)) <= sole.ankle.most)), heel };
}

/** The limb with its foot turned by so many radians about the upright line through its ball. */
function turnedAboutBall(pinned: PinnedLimb, sole: Sole, angle: number): PinnedLimb & { readonly sole: Sole } {
  const { plane, rotation } = pinned;
  const turn = fromAxisAngle(sole.up, angle);
  return {
    ...pinned,
    plane: { ...plane, end: add(sole.ball, rotate(turn, subtract(plane.end, sole.ball))) },
    rotation: rotation && multiply(turn, rotation),
    sole: { ...sole, ahead: rotate(turn, sole.ahead), lateral: rotate(turn, sole.lateral) },
  };
}

/** Where the ankle is with the heel up by `angle`. */
export function ankleAt({ plane }: PinnedLimb, sole: Sole, angle: number): Vec3 {
  return add(sole.ball, rotate(roll(sole, angle), subtract(plane.end, sole.ball)));
}

/** The same with the heel up as far as helps the leg to reach from `root`. */
export function ankleOnTiptoe(pinned: PinnedLimb, root: Vec3): Vec3 {
  const { sole, plane } = pinned;
  return sole ? ankleAt(pinned, sole, tiptoeTowards(pinned, sole, root)) : plane.end;
}

/** Radians by which a heel comes up until its ankle, which goes round the ball in a circle, is nearest to `root`: on tiptoe at most. */
function tiptoeTowards({ plane }: PinnedLimb, { ball, lateral }: Sole, root: Vec3): number {
  const [now, nearest] = [subtract(plane.end, ball), rejectFrom(subtract(root, ball), lateral)];
  return clamp(angleAbout(lateral, now, nearest), 0, TIPTOE);
}

/**
 * The smallest of these angles at which the leg reaches the ankle, on tiptoe where none is. Of the ways from ball to root and to ankle, r and p, only what is
 * square to the axis turns, ρ and π: with L the longest leg and α₀ where the ankle is nearest, |r − p|² = r² + p² − 2 r·p is L² where
 *
 *   cos(α − α₀) = (r² + p² − 2 r∥ p∥ − L²) / (2 ρ π).
 */
function tiptoeToReach(pinned: PinnedLimb, sole: Sole, root: Vec3): number {
  const { ball, lateral } = sole;
  const [p, r] = [subtract(pinned.plane.end, ball), subtract(root, ball)];
  const longest = LONG * pinned.longest;
  if (distance(p, r) <= longest) return 0;
  const [turning, towards] = [rejectFrom(p, lateral), rejectFrom(r, lateral)];
  const nearest = angleAbout(lateral, turning, towards);
  const alike = 2 * length(turning) * length(towards);
  const along = dot(p, p) + dot(r, r) - 2 * dot(p, lateral) * dot(r, lateral) - longest * longest;
  if (alike === 0) return 0;
  return clamp(nearest - acos(clamp(along / alike, -1, 1)), 0, tiptoeTowards(pinned, sole, root));
}

/** Share of its limit that the ankle takes up when the leg is folded from `root`, the heel up by `angle`. */
function ankleShare(pinned: PinnedLimb, sole: Sole, root: Vec3, angle: number): number {
  const { rotation } = pinned;
  const { limit, shin, resting } = sole.ankle;
  const end = ankleAt(pinned, sole, angle);
  const { bend, normal } = foldedLeg(pinned, sole, root, end);
  const turn = multiply(planeFrame(subtract(end, bend), normal), conjugate(shin));
  return limitShare(limit, multiply(conjugate(multiply(turn, resting)), multiply(roll(sole, angle), rotation!)));
}

/** A foot with its heel up: where the ankle is, where it looks, and the normal of its sole. World. */
interface RaisedFoot {
  readonly ankle: Vec3;
  readonly ahead: Vec3;
  readonly up: Vec3;
}

/** The foot with its heel up by `angle`. */
export function raiseHeel(pinned: PinnedLimb, sole: Sole, angle: number): RaisedFoot {
  const turned = roll(sole, angle);
  return { ankle: ankleAt(pinned, sole, angle), ahead: rotate(turned, sole.ahead), up: rotate(turned, sole.up) };
}

/** Radians by which the shin leans ahead of the sole's normal when the leg is folded from `root` to the raised foot. */
export function shinLean(pinned: PinnedLimb, sole: Sole, root: Vec3, { ankle, ahead, up }: RaisedFoot): number {
  const shin = subtract(foldedLeg(pinned, sole, root, ankle).bend, ankle);
  return atan2(dot(shin, ahead), dot(shin, up));
}

/** A leg as two bones between `root` and `ankle`: unit vector to the ankle, how far along it the knee is, and how far aside. */
function foldBetween({ upperLength: a, lowerLength: b }: LimbPlane, root: Vec3, ankle: Vec3) {
  const way = subtract(ankle, root);
  const span = clamp(length(way), NO_DIRECTION, 0.99999 * (a + b));
  const along = (a * a - b * b + span * span) / (2 * span);
  return { line: normalize(way), along, aside: Math.sqrt(Math.max(0, a * a - along * along)) };
}

/** Where the knee of a leg folded between `root` and `ankle` is, and what it turns about. */
function foldedLeg(pinned: PinnedLimb, sole: Sole, root: Vec3, ankle: Vec3): { readonly bend: Vec3; readonly normal: Vec3 } {
  const fold = foldBetween(pinned.plane, root, ankle);
  const { line, along, aside } = fold;
  const pole = poleOverFoot(pinned, sole, root, ankle, fold);
  return { bend: add(root, add(scale(line, along), scale(pole, aside))), normal: cross(pole, line) };
}

/**
 * Where the knee points, a unit vector square to the line from `root` to `ankle`: as the snapshot has it, swivelled outwards by the least angle that keeps
 * the knee over the foot. Beside the foot's own plane the knee may be half as far in as the hip, or as far as the snapshot has it. In is towards the other
 * leg, on whichever side of its foot the hip is: a bound that changed sides with the hip would let the knee leap.
 *
 * With the knee at c + r (A cos s + B sin s) across the foot for a swivel s, the bound t gives s = atan2(B, A) ± acos((t − c) / (r √(A² + B²))).
 */
function poleOverFoot(
  { name, plane, pole }: PinnedLimb,
  { knee: { lateral, aside: knee } }: Sole,
  root: Vec3,
  ankle: Vec3,
  { line, along, aside } = foldBetween(plane, root, ankle),
): Vec3 {
  const ahead = normalize(rejectFrom(pole, line));
  const across = cross(line, ahead);
  const hip = dot(subtract(root, ankle), lateral);
  const inwards = name === 'leftFoot' ? -1 : 1;
  const most = Math.max(KNEE_INWARDS * inwards * hip, inwards * knee);
  const centre = inwards * (hip + along * dot(line, lateral));
  const [a, b] = [inwards * aside * dot(ahead, lateral), inwards * aside * dot(across, lateral)];
  const radius = hypot(a, b);
  if (centre + a <= most || radius === 0) return ahead;
  const [middle, half] = [atan2(b, a), acos(clamp((most - centre) / radius, -1, 1))];
  const [one, other] = [wrapAngle(middle + half), wrapAngle(middle - half)];
  const swivel = clamp(Math.abs(one) < Math.abs(other) ? one : other, -MOST_SWIVEL, MOST_SWIVEL);
  return add(scale(ahead, cos(swivel)), scale(across, sin(swivel)));
}

/** The turn of a foot whose heel comes up by `angle`. */
export function roll({ lateral }: Sole, angle: number): Quat {
  return fromAxisAngle(lateral, angle);
}
