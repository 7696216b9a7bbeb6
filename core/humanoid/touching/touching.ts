import { placeSurface } from '../../contact/surface.ts';
import type { Surface } from '../../contact/touch.ts';
import { composeFrames, frameOfPlace, type Frame } from '../../math/frame.ts';
import { IDENTITY } from '../../math/quat.ts';
import { ZERO } from '../../math/vec3.ts';
import { forwardKinematics, pointOf, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { PosedActor } from '../body/actor.ts';
import { placeShape, type Capsule } from '../body/body-shape.ts';
import type { Rig } from '../body/rig.ts';
import { contactsOf, depthsOf, type Contacts } from './overlaps.ts';
import { KNOWN } from './pair-gap.ts';
import { blocksOf, partsOf, type Pair } from './parts.ts';

/** A surface where it stands, in the space of who may touch it. */
export interface Solid extends Frame {
  readonly surface: Surface;
}

/** What stands about a body that is pulled, and stays: other bodies and solids. */
export interface Surroundings {
  readonly beside: readonly PosedActor[];
  readonly solids: readonly Solid[];
}

/**
 * What a body may come to touch while it is pulled: itself, and what stands about it. Its own capsules come first, those of other bodies behind them, with the
 * joint −1, and then one capsule without an extent for each solid.
 */
export interface Touching extends Contacts {
  /** How deep each pair may be in each other: as at rest, or as in the pose that was grabbed. Metres. */
  readonly allowed: Float64Array;
  /** Ends of all capsules in the world, 6 numbers each, metres: those of the others are the same in each pose. */
  readonly place: (world: WorldTransforms) => Float64Array;
}

/** What a body in a pose may touch; the places of the others are in its own space. */
export function touchingOf(rig: Rig, snapshot: Pose, { beside, solids }: Surroundings): Touching {
  const own = contactsOf(rig);
  const others = beside.flatMap(fleshOf);
  const stands = own.shape.length + others.length;
  const shape: readonly Capsule[] = [...own.shape, ...others.map(({ capsule }) => capsule), ...solids.map(() => NO_CAPSULE)];
  const surfaces = shape.map((_, i) => {
    const solid = solids[i - stands];
    return (
      solid && {
        ...placeSurface(solid.surface, solid.position, solid.rotation),
        known: new Float64Array(KNOWN * stands).fill(NaN),
      }
    );
  });
  const still = new Float64Array(6 * shape.length);
  others.forEach(({ ends }, i) => still.set(ends, 6 * (own.shape.length + i)));
  let parts = own.parts;
  for (const { rig: other } of beside) parts = [...parts, ...partsOf(other.shape, Math.max(-1, ...parts) + 1)];
  parts = [...parts, ...solids.map((_, i) => Math.max(-1, ...parts) + 1 + i)];
  const pairs = [...own.pairs, ...pairsBetween(parts, own.shape.length)];
  const limbs = shape.map((_, i) => own.limbs[i] ?? null);
  const contacts: Contacts = { shape, limbs, parts, pairs, blocks: blocksOf(pairs, parts), surfaces };
  const place = (world: WorldTransforms): Float64Array => placeShape(own.shape, world, still.slice());
  const present = depthsOf(contacts, place(forwardKinematics(rig.skeleton, snapshot)));
  const allowed = present.map((depth, i) => Math.max(depth, own.restDepths[i] ?? 0));
  return { ...contacts, allowed, place };
}

/** What two bodies may come to touch of each other: the capsules of the first, behind them those of the second. */
export function contactsBetween(rig: Rig, other: Rig): Contacts {
  const shape = [...rig.shape, ...other.shape];
  const own = partsOf(rig.shape);
  const parts = [...own, ...partsOf(other.shape, Math.max(-1, ...own) + 1)];
  const pairs = pairsBetween(parts, rig.shape.length);
  return { shape, limbs: shape.map(() => null), parts, pairs, blocks: blocksOf(pairs, parts), surfaces: [] };
}

/** What stands for a solid among capsules. */
const NO_CAPSULE: Capsule = { bone: 'hips', joint: -1, start: ZERO, end: ZERO, radius: 0 };

/** Every capsule of the body, the first `own` ones, with every one of the others, part by part. */
function pairsBetween(parts: readonly number[], own: number): Pair[] {
  const inParts = (from: number, to: number): number[][] => {
    const members: number[][] = [];
    for (let i = from; i < to; i++) (members[parts[i]!] ??= []).push(i);
    return members.filter(Boolean);
  };
  const others = inParts(own, parts.length);
  return inParts(0, own).flatMap((part) =>
    others.flatMap((beside) => part.flatMap((first) => beside.map((second): Pair => ({ first, second })))),
  );
}

/** The capsules of a body that stays, and their ends. */
function fleshOf({ rig, place, pose }: PosedActor): { readonly capsule: Capsule; readonly ends: readonly number[] }[] {
  const world = forwardKinematics(rig.skeleton, pose);
  const frame = frameOfPlace(place);
  const inPlace = (point: Frame['position']): Frame['position'] =>
    composeFrames(frame, { position: point, rotation: IDENTITY }).position;
  return rig.shape.map((capsule) => {
    const [start, end] = [capsule.start, capsule.end].map((at) => inPlace(pointOf(world, capsule.joint, at)));
    return { capsule: { ...capsule, joint: -1 }, ends: [...start!, ...end!] };
  });
}
