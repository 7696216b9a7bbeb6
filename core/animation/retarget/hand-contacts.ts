import { onOtherSide, type HumanoidBone } from '../../humanoid/body/bones.ts';
import { sided, SIDES, type Side } from '../../humanoid/body/found-bones.ts';
import { legLength } from '../../humanoid/body/leg-length.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { rotate } from '../../math/quat.ts';
import { add, distance, dot, length, lerp, scale, subtract, vec3At, ZERO, type Vec3 } from '../../math/vec3.ts';
import { worldAtRest, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { stretches } from '../contacts.ts';
import { fadeBetween } from '../fade-between.ts';
import { limbsOf, type Limb } from '../../humanoid/body/limbs.ts';
import type { Comparison } from './compare-rigs.ts';

/** What a hand can touch: the floor, the other hand, the trunk, the head or a thigh of its own body. */
type Touched = 'floor' | 'hand' | 'trunk' | 'head' | 'leftThigh' | 'rightThigh';

/** A stretch of frames in which a hand of the source touches something. */
interface Touch {
  readonly touched: Touched;
  readonly first: number;
  readonly last: number;
  /** Mean share of the distance within which it counts as touching. */
  readonly share: number;
}

/** A hand of the target, and where it has to be in frames in which the source's touches something. */
export interface TouchingHand {
  readonly limb: Limb;
  readonly touches: readonly Touch[];
  /** 3 × frames: metres from where the arm itself brings the hand to where it has to be, faded in and out. */
  readonly moves: Float64Array;
}

/** How the hands' contacts came over. */
export interface HandContactReport {
  /** Stretches in which a hand touches something. */
  readonly count: number;
  /** Stretches through which it stays within 1 cm of its place. */
  readonly kept: number;
  /** Metres that a hand is off its place, at most. */
  readonly largest: number;
}

/** A body's lengths that contacts are measured by, metres. */
interface Measures {
  readonly arm: number;
  readonly leg: number;
  /** Half the distance between the shoulders. */
  readonly shoulder: number;
  /** World height of the floor under the motion. */
  readonly floor: number;
}

/** A point that a hand touches, and the length by which the hand's place about it is measured. */
interface Anchor {
  readonly point: Vec3;
  readonly unit: number;
  /** Units within which a wrist counts as touching. */
  readonly near: number;
}

/** Units from wrist to what is touched: a palm on the floor, hands that meet, a hand on the waist, at the face, on a thigh. */
const NEAR: Readonly<Record<Touched, number>> = { floor: 0.12, hand: 0.25, trunk: 1, head: 1.1, leftThigh: 0.5, rightThigh: 0.5 };
/** Leg lengths a second up to which a hand rests on what it touches. */
const SLOW = 0.2;
/** Seconds that a contact lasts at least, and in which a hand comes to its place and leaves it. */
const SHORTEST = 0.2;
const RELEASE = 0.25;
/** Share of the way to what it touches that a hand has to come at least. */
const LEAST_WAY = 0.8;
/** Cosine of the angle by which an upper arm is turned at most for that: beyond a right angle it points away from where the source's does. */
const LEAST_ALONG = 0;

/** Whether the touch of a limb of the target is to be kept. */
type IsKept = (limb: Limb, touch: Touch) => boolean;

/** The hands of the target whose counterparts touch something that is to be kept; `base` is the target before its hands are placed, over the floor on which it rests. */
export function touchingHands(
  from: Rig,
  to: Rig,
  source: readonly WorldTransforms[],
  base: readonly WorldTransforms[],
  comparison: Comparison,
  sourceFloor: number,
  fps: number,
  isKept: IsKept = () => true,
): TouchingHand[] {
  const [sourceLimbs, limbs] = [limbsOf(from), limbsOf(to)];
  const measures = { from: measure(from, sourceFloor), to: measure(to, to.report.floor) };
  const release = Math.max(1, Math.round(RELEASE * fps));
  return SIDES.flatMap((side): TouchingHand[] => {
    const original = sourceLimbs.find(({ name }) => name === sided(side, 'Arm'));
    const limb = limbs.find(({ name }) => name === sided(side, 'Arm'));
    if (!original || !limb) return [];
    const touches = touchesOf(from, side, source, measures.from, fps).filter((touch) => isKept(limb, touch));
    const moves = new Float64Array(3 * base.length);
    const held = new Uint8Array(base.length);
    for (const { touched, first, last } of touches) {
      const earlier = held.slice();
      for (let frame = first; frame <= last; frame++) {
        // From what it touches before all else a hand takes its time to come to the next.
        if (earlier.subarray(Math.max(0, frame - release), frame + release + 1).includes(1)) continue;
        const place = placeFor(
          touched,
          side,
          { rig: from, world: source[frame]! },
          { rig: to, world: base[frame]! },
          measures,
          comparison,
        );
        if (!place) continue;
        moves.set(subtract(place, vec3At(base[frame]!.positions, limb.end)), 3 * frame);
        held[frame] = 1;
      }
    }
    fadeBetween(moves, held, release);
    return touches.length > 0 ? [{ limb, touches, moves }] : [];
  });
}

/**
 * Which touches to keep, where the target's arms were posed for all of them as they are in `worlds`: an arm that does not bring its hand there would only be bent and turned for
 * nothing, and one that has to point elsewhere for it makes another gesture. Null where all are kept.
 */
export function keptTouches(
  hands: readonly TouchingHand[],
  base: readonly WorldTransforms[],
  worlds: readonly WorldTransforms[],
): IsKept | null {
  const lost = hands.flatMap((hand) =>
    hand.touches
      .filter((touch) => {
        const way = framesOf(touch).reduce((sum, frame) => sum + length(vec3At(hand.moves, frame)), 0);
        const missed = framesOf(touch).reduce((sum, frame) => sum + missOf(hand, frame, base, worlds), 0);
        return (
          missed > (1 - LEAST_WAY) * way || framesOf(touch).some((frame) => pointsAway(hand.limb, base[frame]!, worlds[frame]!))
        );
      })
      .map(({ touched, first }) => ({ name: hand.limb.name, touched, first })),
  );
  if (lost.length === 0) return null;
  return ({ name }, { touched, first }) =>
    !lost.some((each) => each.name === name && each.touched === touched && each.first === first);
}

/** Whether an upper arm points elsewhere in two poses. */
function pointsAway({ upper, bend }: Limb, before: WorldTransforms, after: WorldTransforms): boolean {
  const [a, b] = [before, after].map(({ positions }) => subtract(vec3At(positions, bend), vec3At(positions, upper)));
  return dot(a!, b!) < LEAST_ALONG * length(a!) * length(b!);
}

/** How far hands in `worlds` are from their places, which are those of `base` and their moves. */
export function handReport(
  hands: readonly TouchingHand[],
  base: readonly WorldTransforms[],
  worlds: readonly WorldTransforms[],
  kept: number,
): HandContactReport {
  const misses = hands.flatMap((hand) =>
    hand.touches.map((touch) => Math.max(...framesOf(touch).map((frame) => missOf(hand, frame, base, worlds)))),
  );
  return { count: misses.length, kept: misses.filter((miss) => miss <= kept).length, largest: Math.max(0, ...misses) };
}

/** Metres that a hand in `worlds` is from its place, which is that in `base` and its move. */
function missOf(
  { limb, moves }: TouchingHand,
  frame: number,
  base: readonly WorldTransforms[],
  worlds: readonly WorldTransforms[],
): number {
  const place = add(vec3At(base[frame]!.positions, limb.end), vec3At(moves, frame));
  return distance(place, vec3At(worlds[frame]!.positions, limb.end));
}

function framesOf({ first, last }: Pick<Touch, 'first' | 'last'>): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

interface Posed {
  readonly rig: Rig;
  readonly world: WorldTransforms;
}

/** Where the target's hand has to be: about what it touches as the source's is, in the unit of what is touched. */
function placeFor(
  touched: Touched,
  side: Side,
  source: Posed,
  target: Posed,
  measures: { readonly from: Measures; readonly to: Measures },
  { turn }: Comparison,
): Vec3 | null {
  const share = shareAlong(touched, side, source);
  const [a, b] = [anchorOf(touched, side, source, measures.from), anchorOf(touched, side, target, measures.to, share)];
  if (!a || !b) return null;
  const way = subtract(handOf(source, side), a.point);
  const place = add(b.point, rotate(turn, scale(way, b.unit / a.unit)));
  const line = lineOf(touched, target);
  const shoulder = jointOf(target, sided(side, 'UpperArm'));
  return line && shoulder ? withinReach(place, line, share, shoulder, REACH * measures.to.arm) : place;
}

/** Share of its length that an arm is stretched to at most for a place along a part of the body. */
const REACH = 0.985;

/**
 * A place about the point at `share` of a line, slid along the line to the nearest share from which the shoulder is within `reach`: short arms touch
 * the thigh higher up. Where no share is, the place nearest to the shoulder. With p(s) = place + (s − share) d it solves |p(s) − shoulder|² = reach².
 */
function withinReach(place: Vec3, [from, to]: readonly [Vec3, Vec3], share: number, shoulder: Vec3, reach: number): Vec3 {
  const off = subtract(place, shoulder);
  if (dot(off, off) <= reach * reach) return place;
  const d = subtract(to, from);
  const [a, b] = [dot(d, d), dot(off, d)];
  if (!(a > 0)) return place;
  const root = Math.sqrt(Math.max(0, b * b - a * (dot(off, off) - reach * reach)));
  const slides = [(-b - root) / a, (-b + root) / a].toSorted((x, y) => Math.abs(x) - Math.abs(y));
  return add(place, scale(d, Math.max(-share, Math.min(1 - share, slides[0]!))));
}

function handOf({ rig, world }: Posed, side: Side): Vec3 {
  return vec3At(world.positions, rig.humanoid[sided(side, 'Hand')]!);
}

function jointOf({ rig, world }: Posed, bone: HumanoidBone): Vec3 | null {
  const joint = rig.humanoid[bone];
  return joint === undefined ? null : vec3At(world.positions, joint);
}

/** The ends of the line that stands for a part of the body. */
function lineOf(touched: Touched, posed: Posed): readonly [Vec3, Vec3] | null {
  const line = LINES[touched];
  if (!line) return null;
  const from = jointOf(posed, line[0]);
  const to = jointOf(posed, line[1]) ?? (line[2] ? jointOf(posed, line[2]) : null);
  return from && to ? [from, to] : null;
}

/** From which bone to which the line of a part goes; the third is for bodies without the second. */
const LINES: Partial<Record<Touched, readonly [from: HumanoidBone, to: HumanoidBone, orTo?: HumanoidBone]>> = {
  trunk: ['hips', 'neck', 'head'],
  leftThigh: ['leftUpperLeg', 'leftLowerLeg'],
  rightThigh: ['rightUpperLeg', 'rightLowerLeg'],
};

/** Which share of a part's line is nearest to the hand, 0 to 1. */
function shareAlong(touched: Touched, side: Side, posed: Posed): number {
  const line = lineOf(touched, posed);
  if (!line) return 0;
  const along = subtract(line[1], line[0]);
  return Math.max(0, Math.min(1, dot(subtract(handOf(posed, side), line[0]), along) / Math.max(dot(along, along), 1e-12)));
}

function anchorOf(
  touched: Touched,
  side: Side,
  posed: Posed,
  measures: Measures,
  share = shareAlong(touched, side, posed),
): Anchor | null {
  const hand = handOf(posed, side);
  const near = NEAR[touched];
  if (touched === 'floor') return { point: [hand[0], measures.floor, hand[2]], unit: measures.leg, near };
  if (touched === 'hand') {
    const other = jointOf(posed, onOtherSide(sided(side, 'Hand')));
    // From the middle of both hands each is half as far.
    return other && { point: lerp(hand, other, 0.5), unit: measures.arm, near: near / 2 };
  }
  if (touched === 'head') {
    const head = jointOf(posed, 'head');
    return head && { point: head, unit: measures.shoulder, near };
  }
  const line = lineOf(touched, posed);
  return line && { point: lerp(line[0], line[1], share), unit: measures.shoulder, near };
}

function touchesOf(rig: Rig, side: Side, worlds: readonly WorldTransforms[], measures: Measures, fps: number): Touch[] {
  const touches: Touch[] = [];
  for (const touched of ['floor', 'hand', 'head', 'trunk', 'leftThigh', 'rightThigh'] as const) {
    const reaches = worlds.map((world) => {
      const posed = { rig, world };
      const anchor = anchorOf(touched, side, posed, measures);
      if (!anchor) return null;
      const way = subtract(handOf(posed, side), anchor.point);
      return { way, share: length(way) / (anchor.near * anchor.unit) };
    });
    const isSlow = (frame: number) => {
      const [before, after] = [
        reaches[Math.max(0, frame - 1)]?.way ?? ZERO,
        reaches[Math.min(worlds.length - 1, frame + 1)]?.way ?? ZERO,
      ];
      return (distance(before, after) * fps) / 2 < SLOW * measures.leg;
    };
    const shareAt = (frame: number) => reaches[frame]?.share ?? 1;
    for (const [first, last] of stretches(worlds.length, (frame) => shareAt(frame) < 1 && isSlow(frame))) {
      const frames = framesOf({ first, last });
      if (frames.length < SHORTEST * fps) continue;
      touches.push({ touched, first, last, share: frames.reduce((sum, frame) => sum + shareAt(frame), 0) / frames.length });
    }
  }
  return touches.toSorted((a, b) => rank(a) - rank(b));
}

/** What comes first where a hand is near several things: the floor, the other hand, then what it is nearest to. */
function rank({ touched, share }: Touch): number {
  return touched === 'floor' ? -2 : touched === 'hand' ? -1 : share;
}

function measure(rig: Rig, floor: number): Measures {
  const arms = limbsOf(rig).filter(({ name }) => name.endsWith('Arm'));
  const rest = worldAtRest(rig.skeleton);
  const tops = arms.map(({ upper }) => vec3At(rest.positions, upper));
  const arm = arms.reduce((sum, limb) => sum + limb.length, 0) / Math.max(1, arms.length);
  return { arm, leg: legLength(rig), shoulder: tops.length === 2 ? distance(tops[0]!, tops[1]!) / 2 : 0.3 * arm, floor };
}
