import type { Rig } from '../../humanoid/body/rig.ts';
import type { Goal } from '../../ik/request/goals.ts';
import type { SolveOptions } from '../../ik/request/options.ts';
import { createSolver } from '../../ik/solver.ts';
import { quatAt } from '../../math/quat.ts';
import { CONTACT_DISTANCE } from '../../math/tolerances.ts';
import { add, distance, length, vec3At, subtract } from '../../math/vec3.ts';
import { createWorldTransforms, forwardKinematics, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { fillFrameWorlds } from '../frame-worlds.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { type StandingFoot, heldFrames } from './foot-stands.ts';
import type { TouchingHand } from './hand-contacts.ts';
import { placeLimb } from './place-limb.ts';
import { planFoot } from './plan-feet.ts';
import { releaseFrames } from '../fade-between.ts';
import { toRadians } from '../../math/angles.ts';
import { limbPlaces } from '../../humanoid/body/limbs.ts';
import { dropToReach, flexionOf } from '../../math/flexion.ts';
import { lookThrough, type Steps } from '../steps.ts';
import { leastAbove, needsWithin } from '../smoothing.ts';
import type { FootPath } from '../foot-path.ts';

/** Metres within which a hand counts as placed: finer than anybody sees. */
const HAND_TOLERANCE = 2e-3;
/** From the hand up, from where two bones have brought it: no other start is needed. */
const SOLVING: SolveOptions = { order: 'backward', restarts: 0, maxIterations: 40 };

/** The poses with their legs bent to where the feet are planned to be, and toes that do not turn with a raised heel. */
export function* poseFeet(rig: Rig, poses: readonly Pose[], feet: readonly StandingFoot[], fps: number): Steps<Pose[]> {
  const worlds = fillFrameWorlds(rig.skeleton, poses);
  const planned = feet.map((foot) => ({ foot, path: planFoot(foot, worlds, fps) }));
  const drops = dropsWithin(planned, worlds, fps);
  return yield* lookThrough(poses, (pose, frame) => {
    let result: Pose = pose.slice();
    result[1]! -= drops[frame]!;
    for (const { foot, path } of planned) {
      const [place, rotation] = [vec3At(path.positions, frame), quatAt(path.rotations, frame)];
      const toes = foot.toes < 0 ? null : { joint: foot.toes, rotation: quatAt(path.toeRotations, frame) };
      result = placeLimb(rig, result, { limb: foot.limb, place, rotation, toes });
    }
    return [result];
  });
}

/**
 * The poses with their arms bent to where the hands touch something, inside the limits; hands keep their world rotations where they can. What
 * two bones alone cannot reach so, the arm and its clavicle are solved for.
 */
export function* poseHands(rig: Rig, poses: readonly Pose[], hands: readonly TouchingHand[]): Steps<Pose[]> {
  const { skeleton } = rig;
  const world = createWorldTransforms(skeleton);
  const solver = createSolver(skeleton);
  return yield* lookThrough(poses, (pose, frame) => {
    let result = pose;
    for (const { limb, moves } of hands) {
      const move = vec3At(moves, frame);
      if (length(move) < CONTACT_DISTANCE) continue;
      forwardKinematics(skeleton, pose, world);
      const target = add(vec3At(world.positions, limb.end), move);
      const placed = placeLimb(rig, result, { limb, place: target, rotation: quatAt(world.rotations, limb.end) });
      result = clampPose(skeleton, placed).pose;
      const missed = distance(target, vec3At(forwardKinematics(skeleton, result, world).positions, limb.end));
      if (missed < HAND_TOLERANCE) continue;
      const goal: Goal = {
        kind: 'position',
        joint: limb.end,
        target,
        tolerance: HAND_TOLERANCE,
        maxLinks: limb.joints.length + 1,
      };
      result = solver.solve(result, [goal], SOLVING).pose;
    }
    return [result];
  });
}

/** Leg lengths by which the body comes down at most, and those a second in which it does. */
const MOST_DROP = 0.04;
const PACE = 0.25;
/** Radians by which the body may bend another leg as it comes down. */
const MOST_BEND = toRadians(8);

/** A foot and where it was planned to be. */
interface PlannedFoot {
  readonly foot: StandingFoot;
  readonly path: FootPath;
}

/**
 * Metres by which the body comes down in each frame so that legs whose feet have no toes to rise on reach the places where they stand. Where that would be
 * much, or bend another leg much, it comes down less, or stays.
 */
export function dropsWithin(planned: readonly PlannedFoot[], worlds: readonly WorldTransforms[], fps: number): Float64Array {
  const drops = new Float64Array(worlds.length);
  const release = releaseFrames(fps);
  let rate = Infinity;
  for (const each of planned) {
    const { limb, shape } = each.foot;
    if (shape.toes) continue;
    rate = Math.min(rate, (PACE * limb.length) / fps);
    const needed = neededDrops(each, worlds);
    const severities = needed.map((drop, frame) => {
      const bends = planned.map((other) => (other === each ? 0 : bendBy(other, worlds[frame]!, frame, drop)));
      return Math.max(drop / (MOST_DROP * limb.length), ...bends.map((bend) => bend / MOST_BEND));
    });
    for (const [frame, drop] of needsWithin(needed, severities, release).entries()) drops[frame] = Math.max(drops[frame]!, drop);
  }
  return leastAbove(drops, () => rate);
}

/** Metres by which the body would have to come down in each frame in which the foot stands, for its leg to reach. */
function neededDrops({ foot, path }: PlannedFoot, worlds: readonly WorldTransforms[]): Float64Array {
  const held = heldFrames(foot.ankleStands, worlds.length);
  const { limb } = foot;
  return Float64Array.from(worlds, ({ positions }, frame) => {
    if (held[frame] !== 1) return 0;
    return Math.max(0, dropToReach(subtract(vec3At(positions, limb.upper), vec3At(path.positions, frame)), limb.length));
  });
}

/** Radians by which the knee of a leg bends further when the body comes down by `drop` metres. */
function bendBy({ foot: { limb }, path }: PlannedFoot, world: WorldTransforms, frame: number, drop: number): number {
  if (!(drop > 0)) return 0;
  const [top, knee, end] = limbPlaces(world, limb);
  const [upper, lower] = [distance(top, knee), distance(knee, end)];
  const ankle = vec3At(path.positions, frame);
  const lowered = subtract(top, [0, drop, 0]);
  return flexionOf(distance(lowered, ankle), upper, lower) - flexionOf(distance(top, ankle), upper, lower);
}
