import { rotate, type Quat } from '../../../math/quat.ts';
import { add, subtract, type Vec3 } from '../../../math/vec3.ts';
import { moveBy, type Pose } from '../../../skeleton/pose.ts';
import type { Handle } from '../../body/handles.ts';
import type { Rig } from '../../body/rig.ts';
import { hangArms } from './hang-arms.ts';
import { applyLean, leanTrunk, tiltOf, type Trunk } from './lean-trunk.ts';
import type { PinnedLimb } from '../../limbs/pinned-limbs.ts';
import { unfolded, withinReach } from './place-hips.ts';

/** What is carried, and how. World, metres. */
export interface TrunkPull {
  readonly rig: Rig;
  readonly snapshot: Pose;
  /** What is brought to a target: a point of the hips or of what they carry. */
  readonly grabbed: Pick<Handle, 'joint' | 'offset'>;
  readonly legs: readonly PinnedLimb[];
  /** How far the hips go along at first with what is grabbed, for the way that it goes. */
  readonly along: (way: Vec3) => Vec3;
  /** Whether the hips keep their place, and whether they keep their turn. */
  readonly hipsStay: boolean;
  readonly hipsKeepTurn: boolean;
  /** Whether hips stay between their feet from side to side, and tilt aside, before heels come up. */
  readonly tilts: boolean;
  /** Whether hips stop where a leg folds no further; else that is left to a solve. */
  readonly unfolds: boolean;
  /** 0 to 1: how far hips go back for a centre of mass that would leave the soles. */
  readonly weight: number;
  /** 0 to 1: how far arms that hang keep hanging while the trunk leans. */
  readonly hangs: number;
  /** Share of its way to a target by which the point may miss that for the balance. */
  readonly mayMiss: number;
  /** World rotation that neck and head give what is grabbed, as far as their limits allow; null where that turns with the trunk. */
  readonly turn?: Quat | null;
}

/** Share of the body's height within which a place counts as reached while the body is carried. */
export const NEAR = 1e-4;

/** A body that is carried: how its trunk leans, by how much its hips have moved, and what its point misses. World, metres. */
export interface Carried {
  readonly trunk: Trunk;
  readonly by: Vec3;
  readonly missing: Vec3;
}

export function stand(trunk: Trunk, target: Vec3, by: Vec3): Carried {
  const left = subtract(target, by);
  return { trunk, by, missing: subtract(left, leanTrunk(trunk, left)) };
}

/** The pose that a carried body is in, its pinned limbs not yet put back. */
export function carriedPose({ rig, snapshot, hangs }: TrunkPull, { trunk, by }: Carried): Pose {
  const pose = moveBy(snapshot, by);
  applyLean(trunk, pose);
  return hangs > 0 ? hangArms(rig, snapshot, pose, hangs) : pose;
}

/** `by` as far as the legs reach, and fold. */
export function legsReach({ unfolds }: TrunkPull, legs: readonly PinnedLimb[], by: Vec3, onTiptoe: boolean): Vec3 {
  const reached = withinReach(legs, by, onTiptoe);
  return unfolds ? unfolded(legs, reached) : reached;
}

/** The legs with their roots as hips have them that tilt with the trunk. */
export function legsBelow(trunk: Trunk, legs: readonly PinnedLimb[]): readonly PinnedLimb[] {
  const tilt = tiltOf(trunk);
  if (!tilt) return legs;
  const { centre, turn } = tilt;
  return legs.map((leg) => {
    const { plane } = leg;
    return { ...leg, plane: { ...plane, root: add(centre, rotate(turn, subtract(plane.root, centre))) } };
  });
}
