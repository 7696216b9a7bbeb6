import type { Goal } from '../../../ik/request/goals.ts';
import type { VisitingOrder } from '../../../ik/request/orders.ts';
import type { Quat } from '../../../math/quat.ts';
import type { Vec3 } from '../../../math/vec3.ts';
import type { Pose } from '../../../skeleton/pose.ts';
import { forwardKinematics, pointOf } from '../../../skeleton/forward-kinematics.ts';
import { handleOf, type HandleName, type Pins } from '../../body/handles.ts';
import type { Limb } from '../../body/limbs.ts';
import type { Rig } from '../../body/rig.ts';
import type { BodyMirror } from '../../transfer/body-mirror.ts';
import type { Touching } from '../../touching/touching.ts';
import { pullGoals, type PullGoals, type SolverSettings } from './pull-goals.ts';

/**
 * Poses to start from when the grabbed one does not lead to the goals, best first: what a pose library has to offer. They are asked for
 * at that moment only.
 */
export type SeedSource = (goals: readonly Goal[], present: Pose) => readonly Pose[];

/**
 * How the body would naturally meet the goals, by a `share` of 0 to 1 from the pose `built`, joints that are kept as that has them: what a pose library has to say of it. Null when it says
 * nothing. It is to follow from its arguments alone, without jumps.
 */
export type PriorSource = (goals: readonly Goal[], built: Pose, share: number, isKept: (joint: number) => boolean) => Pose | null;

/** What holds from the beginning to the end of a gesture. */
export interface Grab {
  /** With those joints locked that may not follow. */
  readonly rig: Rig;
  readonly handle: HandleName;
  /** @internal The limb that the handle belongs to, null for the trunk and the head. */
  readonly limb: Limb | null;
  readonly pins: Pins;
  readonly settings: SolverSettings;
  /** The pose in which the handle was grabbed. */
  readonly snapshot: Pose;
  readonly seeds: SeedSource | undefined;
  readonly prior: PriorSource | undefined;
  /** @internal What stops the body: itself, and the bodies beside it. */
  readonly touching: () => Touching;
}

/** Places that other handles go to in the same move, world metres. */
export type Along = Readonly<Partial<Record<HandleName, Vec3>>>;

/** One move of a gesture. Nothing else decides what comes of it: neither the places it has been at, nor the pose on screen. */
export interface PullMove extends Grab {
  readonly order: VisitingOrder;
  /** World, metres. */
  readonly target: Vec3;
  /** Whether a hand, a foot or the head keeps its world rotation as far as limits allow. */
  readonly keepsDirection: boolean;
  /** World rotation that it takes instead, as far as limits allow; null where it takes none. */
  readonly rotation: Quat | null;
  /** Whether no part of the body goes through the floor. */
  readonly floorStops: boolean;
  /** Whether limbs do not go through trunk, head and each other, and nothing of the body through the bodies beside it. */
  readonly bodyStops: boolean;
  /** Where the body is seen from, world metres: what is pulled onto its picture lies on it. Null where nobody looks. */
  readonly eye: Vec3 | null;
  /** @internal The mirror whose other side what is pulled keeps out of, because its counterpart is there; null where there is none. */
  readonly mirror: BodyMirror | null;
  /** Other handles that go to places of their own in the same move. */
  readonly along: Along;
  /** @internal Whether to look for other starts where the built pose does not lead to the target. */
  readonly searches: boolean;
}

/** Where the handle of a move is in a pose, world metres. */
export function placeIn({ rig, handle: name }: Pick<PullMove, 'rig' | 'handle'>, pose: Pose): Vec3 {
  const { joint, offset } = handleOf(rig, name)!;
  return pointOf(forwardKinematics(rig.skeleton, pose), joint, offset);
}

/** A move of a hand or a foot. */
export interface Reaching extends PullMove {
  readonly limb: Limb;
}

/** What the solver is asked by a move. The goal of what is pulled comes first. */
export function goalsOfMove({ rig, snapshot, handle, target, pins, settings, keepsDirection, rotation }: PullMove): PullGoals {
  return pullGoals(rig, snapshot, { targets: { [handle]: target }, pins, settings, keepsDirection, rotation });
}
