import { placeShape, type Capsule } from '../../humanoid/body/body-shape.ts';
import { isFinger, type HumanoidBone } from '../../humanoid/body/bones.ts';
import { sided, SIDES, type Side } from '../../humanoid/body/found-bones.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { conjugate, rotate } from '../../math/quat.ts';
import { nearestOnSegments, type NearestOnSegments } from '../../math/segments.ts';
import { distance, lerp, normalize, subtract, UNIT_Y, vec3At, type Vec3 } from '../../math/vec3.ts';
import { worldPosition, worldRotation, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { joinStretches, stretches } from '../contacts.ts';

/** One of several people who move together, in one space: a body, and where its joints are in each frame. */
export interface MovingBody {
  readonly rig: Rig;
  readonly worlds: readonly WorldTransforms[];
}

/** A stretch of frames, both included, in which a hand stays on somebody else. */
export interface Touch {
  /** Whose hand it is, and whose body it is on, by number. */
  readonly person: number;
  readonly side: Side;
  readonly other: number;
  readonly first: number;
  readonly last: number;
  /** The number of the touched capsule among those of its bone, and of how many; where along its axis it is touched, 0 to 1. */
  readonly bone: HumanoidBone;
  readonly nth: number;
  readonly of: number;
  readonly share: number;
  /** Out of the touched capsule towards the hand, a unit vector in the frame of the touched joint. */
  readonly out: Vec3;
  /** Metres between the two surfaces, at least 0. */
  readonly gap: number;
}

/** Of a body's height: how near a hand is that touches, as bodies of captures are known no better, and how far it slides a second. Our choice. */
const NEAR = 0.025;
const SLOW = 0.15;
/** Seconds that a touch lasts at least, and for which a hand may be quick or a little away within one. */
const SHORTEST = 0.15;
const INTERRUPTED = 0.25;

/** The nearest of somebody else's body to a hand, in a frame. */
interface Nearest {
  readonly other: number;
  readonly capsule: number;
  readonly gap: number;
}

/**
 * Where hands stay on other people, all in one space: nearer than a few centimetres, and slow as seen from what they are on. Two hands on each other are one touch, of whoever comes
 * first.
 */
export function findTouches(people: readonly MovingBody[], fps: number): readonly Touch[] {
  const ends = people.map(({ rig, worlds }) => worlds.map((world) => placeShape(rig.shape, world)));
  const found = people.flatMap((_, person) =>
    SIDES.flatMap((side) =>
      touchesOf(people, ends, { person, side, fps }).filter(({ first, last }) => last - first + 1 >= SHORTEST * fps),
    ),
  );
  // A hand on a hand is found from both sides.
  return found.filter(
    (touch) =>
      !found.some(
        (same) =>
          isOfHand(touch.bone) &&
          isOfHand(same.bone) &&
          same.person < touch.person &&
          same.person === touch.other &&
          same.first <= touch.last &&
          same.last >= touch.first,
      ),
  );
}

/** A hand, by whose it is and its side, and the frames a second. */
interface Hand extends Pick<Touch, 'person' | 'side'> {
  readonly fps: number;
}

function touchesOf(
  people: readonly MovingBody[],
  ends: readonly (readonly Float64Array[])[],
  { person, side, fps }: Hand,
): Touch[] {
  const { rig, worlds } = people[person]!;
  const hand = rig.humanoid[sided(side, 'Hand')];
  const own = ownHand(rig, side);
  if (hand === undefined || own < 0) return [];
  const bar = NEAR * rig.report.height;
  const near = worlds.map((_, frame) => nearestTo(people, ends, person, own, frame));
  const isSlow = (frame: number, { other, capsule }: Nearest): boolean => {
    const { joint } = people[other]!.rig.shape[capsule]!;
    const [before, after] = [Math.max(0, frame - 1), Math.min(worlds.length - 1, frame + 1)];
    const seen = [before, after].map((at) => {
      const world = people[other]!.worlds[at]!;
      const way = subtract(worldPosition(worlds[at]!, hand), worldPosition(world, joint));
      return rotate(conjugate(worldRotation(world, joint)), way);
    }) as [Vec3, Vec3];
    return distance(...seen) * fps <= SLOW * rig.report.height * Math.max(1, after - before);
  };
  const held = stretches(worlds.length, (frame, first) => {
    const now = near[frame];
    return now != null && now.gap <= bar && (first < 0 || near[first]!.other === now.other) && isSlow(frame, now);
  });
  const isNearBetween = (from: number, to: number, other: number): boolean =>
    near.slice(from, to + 1).every((each) => each?.other === other && each.gap <= 2 * bar);
  const joined = joinStretches(
    held,
    (before, [first]) => first - before[1] <= INTERRUPTED * fps && isNearBetween(before[1], first, near[before[0]]!.other),
  );
  return joined.map(([first, last]) => {
    const most = mostOften(near.slice(first, last + 1).map((each) => each!.capsule));
    const { other } = near[first]!;
    return touchIn(people, ends, { person, side, own, other, capsule: most, first, last });
  });
}

function nearestTo(
  people: readonly MovingBody[],
  ends: readonly (readonly Float64Array[])[],
  person: number,
  own: number,
  frame: number,
): Nearest | null {
  let nearest: Nearest | null = null;
  let least = Infinity;
  people.forEach(({ rig }, other) => {
    if (other === person) return;
    rig.shape.forEach((_, capsule) => {
      const { gap } = between(people, ends, { person, own, other, capsule, frame });
      // Hands in each other are in each other's wrists and forearms too.
      const away = gap + (rig.shape[capsule]!.bone.endsWith('LowerArm') ? NEAR * rig.report.height : 0);
      if (away < least) [nearest, least] = [{ other, capsule, gap }, away];
    });
  });
  return nearest;
}

interface Pair {
  readonly person: number;
  readonly own: number;
  readonly other: number;
  readonly capsule: number;
  readonly frame: number;
}

/** Where two capsules are nearest: the share along the second's axis, both points, and metres between the surfaces. */
function between(people: readonly MovingBody[], ends: readonly (readonly Float64Array[])[], pair: Pair) {
  const { person, own, other, capsule, frame } = pair;
  const [a, b] = [ends[person]![frame]!, ends[other]![frame]!];
  const points = Float64Array.from([...a.subarray(6 * own, 6 * own + 6), ...b.subarray(6 * capsule, 6 * capsule + 6)]);
  const near: NearestOnSegments = { first: 0, second: 0, square: 0 };
  nearestOnSegments(points, 0, 3, 6, 9, near);
  const [from, on] = [
    lerp(vec3At(points, 0), vec3At(points, 1), near.first),
    lerp(vec3At(points, 2), vec3At(points, 3), near.second),
  ];
  const radii = people[person]!.rig.shape[own]!.radius + people[other]!.rig.shape[capsule]!.radius;
  return { share: near.second, from, on, gap: Math.sqrt(near.square) - radii };
}

function touchIn(
  people: readonly MovingBody[],
  ends: readonly (readonly Float64Array[])[],
  { person, side, own, other, capsule, first, last }: Omit<Pair, 'frame'> & Pick<Touch, 'side' | 'first' | 'last'>,
): Touch {
  const frame = Math.round((first + last) / 2);
  const { share, from, on, gap } = between(people, ends, { person, own, other, capsule, frame });
  const { rig, worlds } = people[other]!;
  const { bone, joint } = rig.shape[capsule]!;
  const alike = ofBone(rig, bone);
  const away = distance(from, on);
  const out = away > 0 ? normalize(subtract(from, on)) : UNIT_Y;
  return {
    person,
    side,
    other,
    first,
    last,
    bone,
    nth: alike.indexOf(rig.shape[capsule]!),
    of: alike.length,
    share,
    out: rotate(conjugate(worldRotation(worlds[frame]!, joint)), out),
    gap: Math.max(0, gap),
  };
}

/** The capsules of a bone, in their order. */
export function ofBone({ shape }: Rig, bone: HumanoidBone): readonly Capsule[] {
  return shape.filter((capsule) => capsule.bone === bone);
}

/** The number of the capsule of a hand; −1 where it has none. */
export function ownHand({ shape }: Rig, side: Side): number {
  return shape.findIndex(({ bone }) => bone === sided(side, 'Hand'));
}

/** Whether a bone is a hand or one of its fingers. */
export function isOfHand(bone: HumanoidBone): boolean {
  return isFinger(bone) || bone.endsWith('Hand');
}

function mostOften(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}
