import type { Solver } from '../../../ik/solver-with.ts';
import { add, distance, length, normalize, scale, subtract, type Vec3 } from '../../../math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition, type WorldTransforms } from '../../../skeleton/forward-kinematics.ts';
import { handleOf, type Handle } from '../../body/handles.ts';
import type { Rig } from '../../body/rig.ts';
import { tryFrom, type Attempt } from '../request/attempt.ts';
import { pinnedLimbs } from '../../limbs/pinned-limbs.ts';
import { plantLimbs } from '../building/planted-goals.ts';
import { goalsOfMove, type PullMove } from '../request/pull-move.ts';
import { hangsFrom } from '../../../skeleton/hierarchy.ts';

/** Share of its length that a finger is stretched to at most. */
const STRAIGHT = 0.999;

/**
 * Pulls a shoulder, toes or a finger: its own joints turn, the rest of the body stays, and only an arm whose pinned hand keeps its place folds. A target that is too
 * far is one in its direction.
 */
export function pullLocal(solver: Solver, move: PullMove): Attempt {
  const { rig, snapshot, pins, handle: name, target, settings } = move;
  const handle = handleOf(rig, name)!;
  const chain = ownJoints(rig, handle);
  const near = withinReach(forwardKinematics(rig.skeleton, snapshot), handle, chain, target);
  // Only what is pulled is asked for: the rest of the body is locked.
  const [goal] = goalsOfMove({
    ...move,
    target: near,
    pins: {},
    keepsDirection: false,
    settings: { ...settings, gaze: null },
  }).goals;
  const limbs = pinnedLimbs(rig, snapshot, pins).filter(({ limb }) => hangsFrom(rig.skeleton.parents, limb.upper, chain.at(-1)!));
  const free = new Set([...chain, ...limbs.flatMap(({ limb: { upper, bend, end } }) => [upper, bend, end])]);
  const stiffness = rig.skeleton.stiffness.map((value, joint) => (free.has(joint) ? value : 1));
  const options = { maxIterations: settings.maxIterations, restarts: 0, rootStiffness: 1, stiffness };
  const alone = tryFrom(solver, snapshot, [goal!], { ...options, reference: snapshot });
  if (limbs.length === 0) return alone;
  const planted = plantLimbs(rig, alone.outcome.pose, limbs);
  return tryFrom(solver, planted.pose, [goal!, ...planted.goals], { ...options, reference: planted.pose });
}

/** From the handle's joint up. */
function ownJoints({ skeleton }: Rig, { joint, links }: Handle): readonly number[] {
  const joints = [joint];
  while (joints.length < links) joints.push(skeleton.parents[joints.at(-1)!]!);
  return joints;
}

/** The target, or the place in its direction as far from the first joint as the tip can be: one joint alone turns it on a sphere. */
function withinReach(world: WorldTransforms, { joint, offset }: Handle, chain: readonly number[], target: Vec3): Vec3 {
  const places = chain.map((each) => worldPosition(world, each));
  const root = places.at(-1)!;
  let full = distance(pointOf(world, joint, offset), places[0]!);
  for (let i = 1; i < places.length; i++) full += distance(places[i]!, places[i - 1]!);
  const way = subtract(target, root);
  if (length(way) === 0) return pointOf(world, joint, offset);
  const reach = chain.length === 1 ? full : Math.min(length(way), STRAIGHT * full);
  return add(root, scale(normalize(way), reach));
}
