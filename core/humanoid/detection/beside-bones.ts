import { add, cross, distance, dot, length, scale, subtract, type Vec3 } from '../../math/vec3.ts';

/** A bone that starts at the origin, by where it ends. */
export interface StraightBone {
  readonly end: Vec3;
  /** No further bone hangs from it. */
  readonly isLast: boolean;
}

/** Distances as shares of a bone's length: at its end, and beside its line. */
const SAME_PLACE = 0.01;
const BESIDE = 0.02;
/** Bones that are looked at one by one. */
const FEW = 8;
/** Share of a length that is rounding. */
const ROUNDING = 1e-9;

/** Some of the bones: all of them have their ends in a ball. */
interface Group {
  readonly center: Vec3;
  readonly radius: number;
  readonly shortest: number;
  readonly longest: number;
  readonly areAllLast: boolean;
  /** Indices of the bones, or two smaller groups. */
  readonly parts: readonly number[] | readonly [Group, Group];
}

/**
 * A function that says of a bone of some length, by its index, whether it ends beside another one: on the way to its end, or at its end if that bone goes on. Bones are
 * sorted into a tree of balls, of which only those are looked into that may hold such a bone: a star of n bones takes about n log n steps and not n².
 */
export function bonesBeside(bones: readonly StraightBone[]): (bone: number) => boolean {
  if (bones.length === 0) return () => false;
  const all = groupOf(bones, [...bones.keys()]);
  return (bone) => isBesideAny(all, bone, bones[bone]!.end, bones);
}

function groupOf(bones: readonly StraightBone[], indices: readonly number[]): Group {
  const ends = indices.map((index) => bones[index]!.end);
  const low = ends.reduce((a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.min(a[2], b[2])]);
  const high = ends.reduce((a, b) => [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.max(a[2], b[2])]);
  const size = subtract(high, low);
  const lengths = ends.map(length);
  return {
    center: scale(add(low, high), 0.5),
    radius: length(size) / 2,
    shortest: lengths.reduce((a, b) => Math.min(a, b)),
    longest: lengths.reduce((a, b) => Math.max(a, b)),
    areAllLast: indices.every((index) => bones[index]!.isLast),
    parts: indices.length > FEW && length(size) > 0 ? halves(bones, indices, size) : indices,
  };
}

/** The bones on both sides of the median along the longest axis. */
function halves(bones: readonly StraightBone[], indices: readonly number[], size: Vec3): [Group, Group] {
  const axis = size.indexOf(Math.max(...size)) as 0 | 1 | 2;
  const sorted = indices.toSorted((a, b) => bones[a]!.end[axis] - bones[b]!.end[axis]);
  const middle = sorted.length >> 1;
  return [groupOf(bones, sorted.slice(0, middle)), groupOf(bones, sorted.slice(middle))];
}

function isBesideAny(group: Group, bone: number, end: Vec3, bones: readonly StraightBone[]): boolean {
  if (!mayHold(group, end)) return false;
  return group.parts.some((part) =>
    typeof part === 'number' ? part !== bone && isBeside(end, bones[part]!) : isBesideAny(part, bone, end, bones),
  );
}

/** False where no bone that ends in the ball can have a point beside it. */
function mayHold({ center, radius, shortest, longest, areAllLast }: Group, point: Vec3): boolean {
  const way = length(point);
  const leeway = radius + ROUNDING * (way + longest);
  // All ends that are nearer than that are the same place, where two last bones are not beside each other.
  if (areAllLast && distance(center, point) + leeway <= SAME_PLACE * shortest) return false;
  // No point beside a bone, or at its end, is much farther away than that.
  if (way > (1 + SAME_PLACE) * longest + leeway) return false;
  // p · b > 0 for a bone b, and p is at most BESIDE |b| off its line: |p × b| ≤ BESIDE |b|².
  if (dot(center, point) + leeway * way <= 0) return false;
  return length(cross(center, point)) - leeway * way <= BESIDE * longest * longest;
}

function isBeside(point: Vec3, { end, isLast }: StraightBone): boolean {
  const share = dot(point, end) / (dot(end, end) || 1);
  if (distance(point, scale(end, share)) > BESIDE * length(end)) return false;
  const isThere = distance(point, end) <= SAME_PLACE * length(end);
  return isThere ? !isLast : share > 0 && share < 1;
}
