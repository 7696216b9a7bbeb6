import { handleKind, checkHandle } from '../body/handles.ts';
import { nearestOnSegments, type NearestOnSegments } from '../../math/segments.ts';
import { shortestArc } from '../../math/quat.ts';
import { cross, distance, lerp, normalize, scale, subtract, UNIT_Y, vec3At, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldAtRest, worldPosition } from '../../skeleton/forward-kinematics.ts';
import { restPose } from '../../skeleton/pose.ts';
import type { HumanoidBone } from '../body/bones.ts';
import { limbHandleOf } from '../body/body-parts.ts';
import { placeShape, type BodyShape } from '../body/body-shape.ts';
import type { HandleName } from '../body/handles.ts';
import { limbOf, limbsOf, turnJoint } from '../body/limbs.ts';
import { checkRig } from '../body/check-rig.ts';
import { perRig } from '../body/per-rig.ts';
import { sizeOf, type Rig } from '../body/rig.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { axesApart, knownApart, nearnessOf, type Surfaces } from './pair-gap.ts';
import { areApart, ballsOf, blocksOf, inBlocks, partsOf, type Block, type Pair } from './parts.ts';
import { hangsFrom } from '../../skeleton/hierarchy.ts';

/** Two capsules that overlap. World, metres. */
export interface Overlap extends Pair {
  /** By how much deeper than they may. */
  readonly depth: number;
  /** Unit vector from the second to the first: the way out for the first. */
  readonly normal: Vec3;
  /** The nearest point of the first's axis. */
  readonly point: Vec3;
}

/** The pairs of a body whose overlaps count, and how deep they overlap at rest. */
export interface Contacts {
  readonly shape: BodyShape;
  /** The handle of the limb that each capsule belongs to; null for trunk and head. */
  readonly limbs: readonly (HandleName | null)[];
  /** The part that each capsule belongs to, see `partsOf`. */
  readonly parts: readonly number[];
  readonly pairs: readonly Pair[];
  /** The pairs by their parts. */
  readonly blocks: readonly Block[];
  /** What is no capsule: the second of each of its pairs. */
  readonly surfaces: Surfaces;
}

/** The same of one body with how deep its pairs are in each other at rest, metres. */
export interface OwnContacts extends Contacts {
  readonly restDepths: Float64Array;
}

/** What of the body may touch what, see {@link mayTouch}. */
export const contactsOf: (rig: Rig) => OwnContacts = perRig((rig) => {
  const { shape, skeleton } = rig;
  // Shoulders are what arms hang from: hands come to touch their own as they touch the chest.
  const limbs = shape.map(({ bone }) => (bone.endsWith('Shoulder') ? null : limbHandleOf(bone)));
  const roots = shape.map((capsule, i) => /Upper(Arm|Leg)$/.test(capsule.bone) && shape[i - 1]?.bone !== capsule.bone);
  const may: Pair[] = [];
  shape.forEach((_, first) => {
    for (let second = 0; second < first; second++) {
      if (areJoined(shape[first]!.bone, shape[second]!.bone)) continue;
      if (mayTouch(limbs, roots, first, second)) may.push({ first, second });
    }
  });
  const placed = placeShape(shape, worldAtRest(skeleton));
  const parts = partsOf(shape);
  const sorted = inBlocks(may, parts);
  const contacts: Contacts = { shape, limbs, parts, pairs: sorted, blocks: blocksOf(sorted, parts), surfaces: [] };
  const depths = depthsOf(contacts, placed);
  const lowered = depthsOf(contacts, placeShape(shape, forwardKinematics(skeleton, armsLowered(rig))));
  const sunk = new Set(limbs.filter((name) => name !== null && isSunk(rig, placed, name)));
  const isJoined = ({ first, second }: Pair, depth: number): boolean => {
    if (limbs[first] !== null && limbs[second] !== null) return false;
    const [own, other] = limbs[first] === null ? [second, first] : [first, second];
    return (
      (sunk.has(limbs[own]!) && isTrunk(shape[other]!.bone)) ||
      depth > JOINED * Math.min(shape[first]!.radius, shape[second]!.radius) ||
      isSquat(rig, placed, own, other)
    );
  };
  const kept = sorted.flatMap((pair, i) => (isJoined(pair, Math.max(depths[i]!, lowered[i]!)) ? [] : [i]));
  const pairs = kept.map((i) => sorted[i]!);
  const restDepths = Float64Array.from(kept, (i) => depths[i]!);
  return { shape, limbs, parts, pairs, blocks: blocksOf(pairs, parts), surfaces: [], restDepths };
});

/** The pose of rest with both arms turned about the forward axis until they point aside and down by equal shares: above this nobody carries them at rest. */
function armsLowered(rig: Rig): Pose {
  const left = cross(UNIT_Y, rig.report.facing);
  return limbsOf(rig).reduce((pose, { name, upper, end }) => {
    if (!name.endsWith('Arm')) return pose;
    const world = forwardKinematics(rig.skeleton, pose);
    const way = normalize(subtract(worldPosition(world, end), worldPosition(world, upper)));
    const lowered = normalize(subtract(scale(left, name.startsWith('left') ? 1 : -1), UNIT_Y));
    return turnJoint(rig, pose, upper, shortestArc(way, lowered));
  }, restPose(rig.skeleton));
}

function isTrunk(bone: HumanoidBone): boolean {
  return /^(hips|spine|chest|upperChest)$/.test(bone);
}

/** Whether the root of a limb is so deep in the trunk that the limb is in it however it folds: feet of squat figures come into their hips with any crouch. */
function isSunk(rig: Rig, placed: Float64Array, name: HandleName): boolean {
  const limb = limbOf(rig, name);
  if (!limb) return false;
  const world = worldAtRest(rig.skeleton);
  const [root, bend, end] = [limb.upper, limb.bend, limb.end].map((joint) => worldPosition(world, joint)) as [Vec3, Vec3, Vec3];
  const reach = distance(root, bend) + distance(bend, end);
  return rig.shape.some(({ bone, radius }, i) => isTrunk(bone) && radius - awayFrom(placed, i, root) > SUNK * reach);
}

/** Metres from a place to the axis of a capsule. */
function awayFrom(placed: Float64Array, capsule: number, place: Vec3): number {
  const points = Float64Array.from([...place, ...placed.subarray(6 * capsule, 6 * capsule + 6)]);
  const near: NearestOnSegments = { first: 0, second: 0, square: 0 };
  nearestOnSegments(points, 0, 0, 3, 6, near);
  return Math.sqrt(near.square);
}

/** Share of its length by which a limb's root is at least in the trunk that the limb cannot be told from. Our choice. */
const SUNK = 0.3;

/**
 * Whether a capsule of a limb, turned about the limb's root, is in a part of the trunk for much of its way: squat figures have thighs that are not much
 * longer than their hips are thick.
 */
function isSquat(rig: Rig, placed: Float64Array, own: number, other: number): boolean {
  const limb = limbOf(rig, limbHandleOf(rig.shape[own]!.bone)!);
  if (!limb) return false;
  const root = worldPosition(worldAtRest(rig.skeleton), limb.upper);
  const middle = lerp(vec3At(placed, 2 * own), vec3At(placed, 2 * own + 1), 0.5);
  const touching = rig.shape[own]!.radius + rig.shape[other]!.radius;
  return awayFrom(placed, other, root) + SQUAT * distance(root, middle) < touching;
}

/** Share of a capsule's way from its limb's root that has to lead out of the trunk. */
const SQUAT = 0.6;

/**
 * Share of the thinner one's radius that a limb may overlap the trunk at rest, or with lowered arms, and still be told from it: squat figures have shins in
 * their hips, and upper arms in their belly.
 */
const JOINED = 0.25;

/**
 * Limbs touch the trunk, the head and each other. A limb's own joints keep its parts from each other, and the upper half of an upper arm or a thigh is
 * joined to the trunk and lies beside its counterpart.
 */
function mayTouch(limbs: readonly (HandleName | null)[], roots: readonly boolean[], a: number, b: number): boolean {
  if (limbs[a] === limbs[b]) return false;
  if (roots[a] && (limbs[b] === null || roots[b])) return false;
  return !(roots[b] && limbs[a] === null);
}

/** Whether one is a thigh or an upper arm and the other what it hangs from, the hips or its own shoulder: limits keep them from each other. */
function areJoined(one: HumanoidBone, other: HumanoidBone): boolean {
  const hangs = (limb: HumanoidBone, from: HumanoidBone): boolean =>
    limb.endsWith('UpperLeg') ? from === 'hips' : limb.endsWith('UpperArm') && from === limb.replace('UpperArm', 'Shoulder');
  return hangs(one, other) || hangs(other, one);
}

/** By how much each pair overlaps, metres; 0 where it does not. `placed` are the ends of all capsules, see `placeShape`. */
export function depthsOf(contacts: Contacts, placed: Float64Array): Float64Array {
  const depths = new Float64Array(contacts.pairs.length);
  visitNear(
    contacts,
    placed,
    depths,
    () => 0,
    (i, depth) => (depths[i] = depth),
  );
  return depths;
}

/**
 * Calls `visit` with each pair that overlaps by more than `least()` metres beyond what is allowed, and with how deep it does. With a `limb`, only
 * pairs of that limb with the rest are looked at.
 */
function visitNear(
  { shape, limbs, parts, blocks, pairs, surfaces }: Contacts,
  placed: Float64Array,
  allowed: Float64Array,
  least: () => number,
  visit: (pair: number, depth: number) => void,
  limb?: HandleName,
): void {
  const balls = ballsOf(shape, parts, placed);
  for (const block of blocks) {
    // What is known of each capsule says as much of a surface.
    if (!surfaces[pairs[block.from]!.second] && areApart(balls, block, -least())) continue;
    for (let i = block.from; i < block.to; i++) {
      const { first, second } = pairs[i]!;
      if (limb && (limbs[first] === limb) === (limbs[second] === limb)) continue;
      const touching = shape[first]!.radius + shape[second]!.radius - allowed[i]!;
      const reach = touching - least();
      const apart = knownApart(surfaces, placed, first, second, reach);
      if (apart < reach) visit(i, touching - apart);
    }
  }
}

/** The pairs that overlap by more than `slack` beyond what is allowed, the deepest first. */
export function overlapsIn(contacts: Contacts, placed: Float64Array, allowed: Float64Array, slack: number): Overlap[] {
  const { pairs, surfaces } = contacts;
  const found: Overlap[] = [];
  visitNear(
    contacts,
    placed,
    allowed,
    () => slack,
    (i, depth) => {
      const { first, second } = pairs[i]!;
      const apart = axesApart(surfaces, placed, first, second, Infinity);
      found.push({ first, second, depth, ...nearnessOf(surfaces, placed, first, second, apart) });
    },
  );
  return found.sort((a, b) => b.depth - a.depth);
}

/** By how much more than `slack` the deepest pair overlaps beyond what is allowed, with the slack; 0 where none does. The first of {@link overlapsIn}, without a list. */
export function deepestIn(contacts: Contacts, placed: Float64Array, allowed: Float64Array, slack: number): number {
  let deepest = 0;
  visitNear(
    contacts,
    placed,
    allowed,
    () => Math.max(slack, deepest),
    (_, depth) => (deepest = depth),
  );
  return deepest;
}

/**
 * Metres between a limb and what is nearest of the rest of the body, beyond the depths that are no overlaps; negative inside it, infinite where nothing may
 * be touched. `placed` are the ends of all capsules, see `placeShape`.
 */
export function gapOf(contacts: Contacts, placed: Float64Array, allowed: Float64Array, limb: HandleName): number {
  let gap = Infinity;
  visitNear(
    contacts,
    placed,
    allowed,
    () => -gap,
    (_, depth) => (gap = -depth),
    limb,
  );
  return gap;
}

/** Metres within which a hand or a foot of a figure 1.75 m tall lies on another part of its body. */
const LYING_ON = 0.012;

/** The bone that the hand or foot of a handle lies on, of another limb, the trunk or the head; null where it touches nothing. */
export function touchedBone<Names>(rig: Rig<Names>, pose: Pose<Names>, handle: HandleName): HumanoidBone | null {
  checkRig(rig);
  checkHandle(handle);
  const limb = limbOf(rig, handle);
  if (!limb || handleKind(handle) === 'pole') return null;
  const contacts = contactsOf(rig);
  const placed = placeShape(rig.shape, forwardKinematics(rig.skeleton, pose));
  const near: NearestOnSegments = { first: 0, second: 0, square: 0 };
  let touched: HumanoidBone | null = null;
  let least = LYING_ON * sizeOf(rig);
  for (const { first, second } of contacts.pairs) {
    const [one, other] = [rig.shape[first]!, rig.shape[second]!];
    const isFirst = hangsFrom(rig.skeleton.parents, one.joint, limb.end);
    if (!isFirst && !hangsFrom(rig.skeleton.parents, other.joint, limb.end)) continue;
    nearestOnSegments(placed, 6 * first, 6 * first + 3, 6 * second, 6 * second + 3, near);
    const gap = Math.sqrt(near.square) - one.radius - other.radius;
    if (gap < least) [least, touched] = [gap, isFirst ? other.bone : one.bone];
  }
  return touched;
}
