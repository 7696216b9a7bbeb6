import type { Rig } from '../../humanoid/body/rig.ts';
import type { Goal } from '../../ik/request/goals.ts';
import type { SolveOptions } from '../../ik/request/options.ts';
import { createSolver } from '../../ik/solver.ts';
import type { Solver } from '../../ik/solver-with.ts';
import { dropToReach } from '../../math/flexion.ts';
import { angleBetween, quatAt, type Quat } from '../../math/quat.ts';
import { AT_LIMIT, CONTACT_ANGLE, CONTACT_DISTANCE } from '../../math/tolerances.ts';
import { distance, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import {
  createWorldTransforms,
  forwardKinematics,
  pointOf,
  worldPosition,
  worldRotation,
} from '../../skeleton/forward-kinematics.ts';
import { clampPose, limitExcess } from '../../skeleton/limit-state.ts';
import { rotationOf, type Pose } from '../../skeleton/pose.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { ROOT_TRACK, type Clip } from '../clip.ts';
import type { FootPath } from '../foot-path.ts';
import { fadeBetween, releaseFrames } from '../fade-between.ts';
import { frameTimes } from '../joint-paths.ts';
import type { Limb } from '../../humanoid/body/limbs.ts';
import { placeLimb } from '../retarget/place-limb.ts';
import { withSolvedKeys } from '../solved-keys.ts';

/** Share of its length to which a leg is stretched at most, and hip heights by which the body comes down at most, so that a foot stays in its place. */
const FULLEST = 0.9998;
const MOST_DROP = 0.06;
/** Metres and radians by which a limb must be moved to be solved at all: less is its own motion. */
const UNMOVED = 1e-7;
/** From where two bones have brought it: no other start is needed. */
const SOLVING: SolveOptions = { restarts: 0, maxIterations: 60 };
/** Times that a foot is lifted: it turns a little as it comes up. */
const LIFTS = 4;

/** A point of a limb that keeps its place. */
export interface HeldPlace {
  readonly joint: number;
  readonly offset: Vec3;
  /** World, metres. */
  readonly place: Vec3;
  /** Which of several comes first where the limb cannot keep all of them: the highest. */
  readonly priority: number;
}

/** Where a limb has to be in one frame. */
export interface LimbGoal {
  readonly place: Vec3;
  readonly rotation: Quat;
  /** World rotation of the toes; null: as they are against the foot. */
  readonly toes: Quat | null;
  /** What must be met, whatever becomes of the rest. */
  readonly held: readonly HeldPlace[];
}

/** A limb whose way was planned. */
export interface PlannedLimb {
  readonly limb: Limb;
  /** The joint of the toes; −1 without. */
  readonly toes: number;
  readonly goal: (frame: number) => LimbGoal;
  /** What must not be under the ground, where the limits turn the foot otherwise than planned; null for a limb that may be anywhere. */
  readonly sole: Sole | null;
}

/** A limb whose end and toes go along a path. `toes`: their joint, −1 without; `heldIn`: what must be met in a frame. */
export function limbAlong(
  limb: Limb,
  toes: number,
  path: FootPath,
  heldIn: (frame: number) => readonly HeldPlace[],
  sole: Sole | null = null,
): PlannedLimb {
  const goal = (frame: number): LimbGoal => ({
    place: vec3At(path.positions, frame),
    rotation: quatAt(path.rotations, frame),
    toes: toes < 0 ? null : quatAt(path.toeRotations, frame),
    held: heldIn(frame),
  });
  return { limb, toes, goal, sole };
}

/** The points under a foot and the world height of the ground, metres. */
export interface Sole {
  readonly points: readonly { readonly joint: number; readonly offset: Vec3 }[];
  readonly ground: number;
}

/**
 * The clip with its limbs where they were planned to be: every frame of those is solved, and the body comes down a little where a leg is too short for what it
 * holds. A limb that stays inside its limits does so here too. `poses` are those that the plans speak of; the clip's own begin at number `start`.
 */
export function solveLimbs(rig: Rig, clip: Clip, limbs: readonly PlannedLimb[], allPoses: readonly Pose[], start: number): Clip {
  const { skeleton } = rig;
  const times = frameTimes(clip);
  const drops = rootDrops(rig, allPoses, limbs, releaseFrames(clip.fps));
  const poses = allPoses.slice(start, start + times.length);
  const bent = bentBeyond(skeleton, poses);
  const solver = createSolver(skeleton);
  const solved = new Map<number, Map<number, readonly number[]>>();
  const keep = (joint: number, frame: number, value: readonly number[]) => {
    const values = solved.get(joint) ?? new Map<number, readonly number[]>();
    solved.set(joint, values.set(times[frame]!, value));
  };
  poses.forEach((own, frame) => {
    const pose = own.slice();
    const drop = drops[start + frame]!;
    if (drop > 0) {
      pose[1]! -= drop;
      keep(ROOT_TRACK, frame, [...pose.subarray(0, 3)]);
    }
    for (const { limb, toes, goal, sole } of limbs) {
      const now = goal(start + frame);
      if (isThere(rig, pose, limb, toes, now)) continue;
      const joints = toes < 0 ? limb.joints : [...limb.joints, toes];
      const turned = now.toes && { joint: toes, rotation: now.toes };
      const placed = placeLimb(rig, pose, { limb, place: now.place, rotation: now.rotation, toes: turned });
      const isFree = joints.some((joint) => bent.has(joint));
      const isInside = isFree || !clampPose(skeleton, placed).clamped.some((joint) => joints.includes(joint));
      const result = isInside ? placed : solveAbove(skeleton, solver, placed, limb, now, sole);
      for (const joint of joints) keep(joint, frame, rotationOf(result, joint));
    }
  });
  return solved.size === 0 ? clip : withSolvedKeys(rig, clip, solved);
}

/** The pose with a limb at its goal within its limits. A foot that nothing holds comes up where the limits bring its sole under the ground. */
function solveAbove(skeleton: Skeleton, solver: Solver, pose: Pose, limb: Limb, goal: LimbGoal, sole: Sole | null): Pose {
  let lift = 0;
  for (let round = 0; ; round++) {
    const [x, y, z] = goal.place;
    const found = solver.solve(pose, goalsFor(limb, { ...goal, place: [x, y + lift, z] }), SOLVING).pose;
    if (!sole || goal.held.length > 0 || round === LIFTS) return found;
    const world = forwardKinematics(skeleton, found);
    const sunk = sole.ground - Math.min(...sole.points.map(({ joint, offset }) => pointOf(world, joint, offset)[1]));
    if (!(sunk > CONTACT_DISTANCE)) return found;
    lift += sunk;
  }
}

/** Joints that a clip itself takes beyond their limits, and not only along their boundary. */
function bentBeyond(skeleton: Skeleton, poses: readonly Pose[]): ReadonlySet<number> {
  const bent = new Set<number>();
  for (const pose of poses) {
    for (const joint of clampPose(skeleton, pose).clamped) {
      if (!bent.has(joint) && limitExcess(skeleton, pose, joint) > AT_LIMIT) bent.add(joint);
    }
  }
  return bent;
}

/** One a frame: metres by which the body comes down so that every leg reaches what it holds; faded before and after. */
function rootDrops(rig: Rig, poses: readonly Pose[], limbs: readonly PlannedLimb[], release: number): Float64Array {
  const drops = new Float64Array(poses.length);
  const dropped = new Uint8Array(poses.length);
  const most = MOST_DROP * rig.report.hipHeight;
  const world = createWorldTransforms(rig.skeleton);
  poses.forEach((pose, frame) => {
    forwardKinematics(rig.skeleton, pose, world);
    for (const { limb, goal } of limbs) {
      const { held, place } = goal(frame);
      if (held.length === 0 || !limb.name.endsWith('Leg')) continue;
      const way = subtract(worldPosition(world, limb.upper), place);
      const drop = Math.min(most, dropToReach(way, FULLEST * limb.length));
      if (!(drop > drops[frame]!)) continue;
      drops[frame] = drop;
      dropped[frame] = 1;
    }
  });
  fadeBetween(drops, dropped, release);
  return drops;
}

/** Whether a limb is where it has to be by itself. */
function isThere({ skeleton }: Rig, pose: Pose, limb: Limb, toes: number, goal: LimbGoal): boolean {
  const world = forwardKinematics(skeleton, pose);
  if (distance(worldPosition(world, limb.end), goal.place) > UNMOVED) return false;
  if (angleBetween(worldRotation(world, limb.end), goal.rotation) > UNMOVED) return false;
  return goal.toes === null || angleBetween(worldRotation(world, toes), goal.toes) <= UNMOVED;
}

/** What is held comes first, then where the limb was planned to be. */
function goalsFor(limb: Limb, { place, rotation, held }: LimbGoal): Goal[] {
  const maxLinks = limb.joints.length;
  const points = held.map(({ joint, offset, place: target, priority }): Goal => {
    const links = joint === limb.end ? maxLinks : maxLinks + 1;
    return { kind: 'position', joint, offset, target, tolerance: CONTACT_DISTANCE / 2, priority, maxLinks: links };
  });
  const turned: Goal = { kind: 'orientation', joint: limb.end, target: rotation, tolerance: CONTACT_ANGLE, maxLinks };
  if (points.length > 0) return [...points, turned];
  return [{ kind: 'position', joint: limb.end, target: place, tolerance: CONTACT_DISTANCE, priority: 1, maxLinks }, turned];
}
