import type { Goal } from '../../ik/request/goals.ts';
import type { SolveOptions } from '../../ik/request/options.ts';
import { ALL_MECHANISMS } from '../../ik/search/mechanisms.ts';
import { createPoseSolver, type PoseSolver } from '../../ik/solver-with.ts';
import { copyPacked } from '../../math/packed-quats.ts';
import { IDENTITY, quatAt } from '../../math/quat.ts';
import { vec3At, ZERO } from '../../math/vec3.ts';
import { createWorldTransforms, forwardKinematics, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { restPose, rotationIndex, type Pose } from '../../skeleton/pose.ts';
import type { Coupling } from '../../skeleton/couplings.ts';
import { createSkeleton, type Skeleton } from '../../skeleton/skeleton.ts';
import { isLocked } from '../body/limbs.ts';
import type { Rig } from '../body/rig.ts';

/** Metres and radians within which an end counts as where it is asked to be. */
const NEAR = 2e-4;
const NEARLY = 5e-3;
/** Steps of a solve: what is built in closed form is near to its goal already. */
const STEPS = 8;

/** A row of joints from one that carries them to an end, as a skeleton of its own with its solver: small, so that a solve takes microseconds. */
export interface Chain {
  /** Of the rig, from the one that carries the others. */
  readonly joints: readonly number[];
  readonly skeleton: Skeleton;
  readonly solve: PoseSolver;
  /** The chain as it is built, the first joint as the world has it, and as it is solved. */
  readonly built: Pose;
  readonly solved: Pose;
  readonly goals: readonly Goal[];
  readonly options: SolveOptions;
  /** What the goals ask for. */
  readonly place: [number, number, number];
  readonly turn: [number, number, number, number];
  readonly world: WorldTransforms;
}

/** The joints from `top`, which stays, down to `end`, of which those for which `moves` holds turn; `isTurned`: whether the end is to have a rotation, too. */
export function createChain(rig: Rig, top: number, end: number, moves: (joint: number) => boolean, isTurned: boolean): Chain {
  const { skeleton } = rig;
  const joints: number[] = [];
  for (let joint = end; joint !== top; joint = skeleton.parents[joint]!) joints.unshift(joint);
  joints.unshift(top);
  const own = createSkeleton(
    joints.map((joint, i) => ({
      name: skeleton.names[joint]!,
      parent: i - 1,
      offset: i === 0 ? ZERO : vec3At(skeleton.offsets, joint),
      rest: i === 0 ? IDENTITY : quatAt(skeleton.rest, joint),
      limit: i === 0 ? { kind: 'free' as const } : skeleton.limits[joint]!,
      stiffness: i === 0 || isLocked(rig, joint) || !moves(joint) ? 1 : skeleton.stiffness[joint]!,
    })),
    0,
    skeleton.couplings.flatMap((coupling): Coupling[] => {
      const joint = joints.indexOf(coupling.joint);
      if (coupling.kind === 'twistBySwing') return joint > 0 ? [{ ...coupling, joint }] : [];
      const hinge = joints.indexOf(coupling.hinge);
      return joint > 0 && hinge > 0 ? [{ ...coupling, joint, hinge }] : [];
    }),
  );
  const place: Chain['place'] = [0, 0, 0];
  const turn: Chain['turn'] = [0, 0, 0, 1];
  const [built, solved] = [restPose(own), restPose(own)];
  const joint = joints.length - 1;
  const at: Goal = { kind: 'position', joint, target: place, tolerance: NEAR };
  const as: Goal = { kind: 'orientation', joint, target: turn, tolerance: NEARLY, soft: true };
  return {
    joints,
    skeleton: own,
    solve: createPoseSolver(own, ALL_MECHANISMS),
    built,
    solved,
    goals: isTurned ? [at, as] : [at],
    options: { restarts: 0, maxIterations: STEPS, into: solved },
    place,
    turn,
    world: createWorldTransforms(own),
  };
}

/**
 * Solves the chain for the place and the world rotation of its end at `places[at…]`, beginning as `pose` has it, and writes the joints to that. The place comes
 * before the rotation, and limits before both. What is there stays, or as near as it can be: `short` metres. `world` has the joint that carries the chain.
 */
export function solveChain(
  chain: Chain,
  places: Float64Array,
  at: number,
  short: number,
  pose: Pose,
  world: WorldTransforms,
): void {
  const { joints, solve, built, solved, goals, options, place, turn } = chain;
  const [top] = joints;
  for (let c = 0; c < 3; c++) {
    built[c] = world.positions[3 * top! + c]!;
    place[c] = places[at + c]!;
  }
  for (let c = 0; c < 4; c++) turn[c] = places[at + 3 + c]!;
  copyPacked(world.rotations, 4 * top!, built, rotationIndex(0));
  for (let i = 1; i < joints.length; i++) copyPacked(pose, rotationIndex(joints[i]!), built, rotationIndex(i));
  if (missOf(chain) < NEAR + short) return;
  solve(built, goals, options);
  for (let i = 1; i < joints.length; i++) copyPacked(solved, rotationIndex(i), pose, rotationIndex(joints[i]!));
}

/** How far what is built has its end from its place; its rotation was given to it as far as limits allow. */
function missOf({ skeleton, built, place, world }: Chain): number {
  const { positions } = forwardKinematics(skeleton, built, world);
  const end = 3 * (skeleton.count - 1);
  let squares = 0;
  for (let c = 0; c < 3; c++) squares += (positions[end + c]! - place[c]!) ** 2;
  return Math.sqrt(squares);
}
