import { fromPlace, placeSeenFrom, turnOf } from '../../math/place.ts';
import { rotate } from '../../math/quat.ts';
import { distance, dot, lerp, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import { clamp } from '../../math/angles.ts';
import { forwardKinematics, pointOf } from '../../skeleton/forward-kinematics.ts';
import { hangsFrom } from '../../skeleton/hierarchy.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { PosedActor } from '../body/actor.ts';
import { placeShape, type Capsule } from '../body/body-shape.ts';
import { isFinger } from '../body/bones.ts';
import { sided, sideOf } from '../body/found-bones.ts';
import { perRig } from '../body/per-rig.ts';
import { sizeOf, type Rig } from '../body/rig.ts';
import { overlapsIn, type Contacts, type Overlap } from '../touching/overlaps.ts';
import { contactsBetween } from '../touching/touching.ts';
import type { ContactEnd, MeetingEnds } from './body-contact.ts';

/** Metres that bodies may be in each other, for a figure 1.75 m tall, and by how many of them they end clear of that. */
const UNNOTICED = 3e-3;
export const CLEAR = 1e-3;
/** Metres apart, for the same, up to which parts are looked at: they may come into each other by the next step. */
const NEAR = 0.012;
/** Pairs of two parts that are looked at, the deepest first. */
const OF_A_PART = 3;

/** Keeps bodies that share a contact out of each other. */
export interface KeepingApart {
  /** Metres by which the deepest two are deeper in each other than may go unnoticed; 0 where none are. */
  deepest(poses: readonly Pose[]): number;
  /** What is in something else or near to it. */
  near(poses: readonly Pose[]): readonly NearParts[];
}

/** Parts of two bodies near to each other, in the scene. */
export interface NearParts {
  readonly actor: number;
  readonly joint: number;
  readonly other: number;
  readonly otherJoint: number;
  readonly point: Vec3;
  /** The way out for `actor`. */
  readonly normal: Vec3;
  /** Metres deeper than may go unnoticed, negative where it is not. */
  readonly depth: number;
  readonly size: number;
}

/** Two bodies that share a contact. */
interface Two {
  readonly first: number;
  readonly second: number;
  readonly contacts: Contacts;
  /** How deep each pair is at least, as their contact has it; metres. */
  readonly allowed: Float64Array;
}

const between = perRig((rig) => perRig((other) => contactsBetween(rig, other)));

export function createKeepingApart(actors: readonly PosedActor[], contacts: readonly MeetingEnds[]): KeepingApart {
  const twos = twosOf(actors, contacts);
  const slackOf = ({ first, second }: Two): number =>
    UNNOTICED * Math.min(sizeOf(actors[first]!.rig), sizeOf(actors[second]!.rig));
  return {
    deepest: (poses) =>
      twos.reduce(
        (most, two) => Math.max(most, (overlapsBetween(actors, poses, two, slackOf(two))[0]?.depth ?? 0) - slackOf(two)),
        0,
      ),
    near: (poses) => twos.flatMap((two) => nearParts(actors, poses, two, slackOf(two))),
  };
}

function nearParts(actors: readonly PosedActor[], poses: readonly Pose[], two: Two, slack: number): NearParts[] {
  const size = slack / UNNOTICED;
  const parts = new Map<string, number>();
  const { place } = actors[two.first]!;
  const turn = turnOf(place);
  return overlapsBetween(actors, poses, two, -NEAR * size).flatMap(({ first, second, depth, normal, point }): NearParts[] => {
    const block = `${two.contacts.parts[first]} ${two.contacts.parts[second]}`;
    const before = parts.get(block) ?? 0;
    if (before >= OF_A_PART) return [];
    parts.set(block, before + 1);
    const [own, other] = [actors[two.first]!.rig, actors[two.second]!.rig];
    return [
      {
        actor: two.first,
        joint: carrierOf(own, own.shape[first]!),
        other: two.second,
        otherJoint: carrierOf(other, other.shape[second - own.shape.length]!),
        point: fromPlace(place, point),
        normal: rotate(turn, normal),
        depth: depth - slack,
        size,
      },
    ];
  });
}

/** The bodies that share a contact. */
function twosOf(actors: readonly PosedActor[], contacts: readonly MeetingEnds[]): Two[] {
  const twos = new Map<string, Two>();
  for (const { from, on, turns } of contacts) {
    if (on.actor < 0 || on.actor === from.actor) continue;
    const [mine, its] = from.actor < on.actor ? [from, on] : [on, from];
    const [first, second] = [mine.actor, its.actor];
    const [own, other] = [actors[first]!.rig, actors[second]!.rig];
    const key = `${first} ${second}`;
    const shapes = between(own)(other);
    const two = twos.get(key) ?? { first, second, contacts: shapes, allowed: new Float64Array(shapes.pairs.length) };
    twos.set(key, two);
    const [ownDepths, otherDepths] = [depthsOf(actors[first]!, mine), depthsOf(actors[second]!, its)];
    shapes.pairs.forEach((pair, i) => {
      const depth = ownDepths[pair.first]! + otherDepths[pair.second - own.shape.length]!;
      if (depth > -Infinity) two.allowed[i] = Math.max(two.allowed[i]!, turns ? Infinity : depth);
    });
  }
  return [...twos.values()];
}

/** How deep the point that touches is in each capsule that its joint carries, metres; −∞ for all others. */
function depthsOf({ rig, pose }: PosedActor, { joint, point }: ContactEnd): readonly number[] {
  const world = forwardKinematics(rig.skeleton, pose);
  const at = pointOf(world, joint, point);
  return rig.shape.map((capsule) => {
    if (capsule.joint !== joint && !(isFinger(capsule.bone) && hangsFrom(rig.skeleton.parents, capsule.joint, joint)))
      return -Infinity;
    const [start, end] = [pointOf(world, capsule.joint, capsule.start), pointOf(world, capsule.joint, capsule.end)];
    return capsule.radius - toSegment(at, start, end);
  });
}

function toSegment(point: Vec3, start: Vec3, end: Vec3): number {
  const way = subtract(end, start);
  const square = dot(way, way);
  return distance(point, square > 0 ? lerp(start, end, clamp(dot(subtract(point, start), way) / square, 0, 1)) : start);
}

/** The pairs by which two bodies are deeper than `least` in each other, the deepest first, in the space of the first. */
function overlapsBetween(
  actors: readonly PosedActor[],
  poses: readonly Pose[],
  { first, second, contacts, allowed }: Two,
  least: number,
): readonly Overlap[] {
  const [{ rig, place }, { rig: otherRig, place: otherPlace }] = [actors[first]!, actors[second]!];
  const placed = new Float64Array(6 * contacts.shape.length);
  placeShape(rig.shape, forwardKinematics(rig.skeleton, poses[first]!), placed);
  const ends = placed.subarray(6 * rig.shape.length);
  placeShape(otherRig.shape, forwardKinematics(otherRig.skeleton, poses[second]!), ends);
  const seen = placeSeenFrom(otherPlace, place);
  for (let end = 0; end < ends.length / 3; end++) ends.set(fromPlace(seen, vec3At(ends, end)), 3 * end);
  return overlapsIn(contacts, placed, allowed, least);
}

/** What carries a capsule: fingers go with their hand. */
function carrierOf({ humanoid }: Rig, { bone, joint }: Capsule): number {
  return isFinger(bone) ? (humanoid[sided(sideOf(bone), 'Hand')] ?? joint) : joint;
}
