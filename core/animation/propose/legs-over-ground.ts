import type { Ground } from '../../contact/ground.ts';
import { legLength } from '../../humanoid/body/leg-length.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { clamp } from '../../math/angles.ts';
import { asin } from '../../math/elementary.ts';
import { quatAt, rotate } from '../../math/quat.ts';
import { smooth } from '../../math/soft-stretch.ts';
import { add, length, scale, UNIT_Y, vec3At, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import { rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import { CONTACT_SETTINGS } from '../contacts.ts';
import { solesOf, type WalkingFoot } from '../ground/ground-path.ts';
import { smoothEnvelope } from '../ground/smooth-envelope.ts';
import type { FootPoints } from '../holding/contact-points.ts';
import type { HeldPoint, PlannedFoot } from '../holding/plan-foot.ts';
import type { LimbGoal, PlannedLimb } from '../holding/solve-limbs.ts';
import { placeLimb } from '../retarget/place-limb.ts';
import { rollFoot, type FootStand } from '../roll-foot.ts';
import type { FootPlan } from './foot-moves.ts';
import { goalOf, STEEPEST, stretchedRise, type GapFoot } from './gap-foot.ts';

/** The leg of a foot over ground: its heel rises where it has to while it stands, and comes down while it moves. */
export function legOverGround(rig: Rig, { foot }: FootPlan, at: (time: number) => GapFoot, poses: readonly Pose[]): PlannedLimb {
  const { limb, toes } = foot;
  const feet = poses.map((_, time) => at(time));
  const rises = feet.map((flat, time) => (flat.isPlanted ? riseInside(rig, foot, flat, poses[time]!) : 0));
  const goals = feet.map(({ isPlanted, toes: toesAt, ...flat }, time): LimbGoal => {
    const before = feet.findLastIndex((each, i) => i <= time && each.isPlanted);
    const after = feet.findIndex((each, i) => i >= time && each.isPlanted);
    const share = isPlanted ? 0 : (time - before) / ((after < 0 ? feet.length : after) - before);
    const left = before < 0 ? 0 : rises[before]! * (1 - smooth(Math.min(1, 2 * share)));
    const coming = isPlanted || after < 0 ? 0 : rises[after]! * smooth(Math.max(0, 2 * share - 1));
    const rolled = rollFoot(flat, rotate(flat.rotation, foot.ball), left + coming);
    return goalOf(limb, isPlanted ? rolled : pitchedInside(rig, foot, rolled, poses[time]!), toesAt, isPlanted);
  });
  return { limb, toes, sole: null, goal: (time) => goals[time]! };
}

/** A foot of a gap on a level floor as one that walks there: where it is planted its lowest points are held. */
export function walkingFoot(rig: Rig, { foot }: FootPlan, at: (time: number) => GapFoot, frames: number): WalkingFoot {
  const feet = Array.from({ length: frames + 1 }, (_, time) => at(time));
  const held = feet.map(({ place, rotation, toes, isPlanted }): readonly HeldPoint[] => {
    if (!isPlanted) return [];
    const [heel, , ball] = solesOf(foot, place, rotation, toes ?? rotation) as [Vec3, Vec3, Vec3];
    const level = Math.min(heel[1], ball[1]) + CONTACT_SETTINGS.rise * legLength(rig);
    return [
      ...(heel[1] < level ? [{ part: 'heel' as const, place: heel }] : []),
      ...(ball[1] < level ? [{ part: 'ball' as const, place: add(place, rotate(rotation, foot.ball)) }] : []),
    ];
  });
  return {
    foot,
    plan: {
      positions: Float64Array.from(feet.flatMap(({ place }) => place)),
      rotations: Float64Array.from(feet.flatMap(({ rotation }) => rotation)),
      toeRotations: Float64Array.from(feet.flatMap(({ rotation, toes }) => toes ?? rotation)),
      held,
    },
  };
}

/** A foot on its way over ground, lifted by so many metres a frame. */
export function footAlong(
  { foot: { toes } }: FootPlan,
  way: PlannedFoot,
  flat: (time: number) => GapFoot,
  lifts: Float64Array,
): (time: number) => GapFoot {
  return (time) => ({
    place: add(vec3At(way.positions, time), scale(UNIT_Y, lifts[time]!)),
    rotation: quatAt(way.rotations, time),
    toes: toes < 0 ? null : quatAt(way.toeRotations, time),
    isPlanted: flat(time).isPlanted,
  });
}

/** Times that a heel is raised by what the ankle still lacks, and radians that it may lack. */
const RAISED = 8;
const LACKING = 2e-3;

/** Radians by which the heel of a foot that stands rises for its leg to be long enough, and as far as it takes for the ankle to keep its limits: the shin of a bent leg leans forward until the heel has to go up. */
function riseInside(rig: Rig, foot: FootPoints, flat: FootStand, pose: Pose): number {
  const arm = rotate(flat.rotation, foot.ball);
  let rise = stretchedRise(rig, foot, flat, pose);
  for (let round = 0; round < RAISED && rise < STEEPEST; round++) {
    const lacking = lackingPitch(rig, foot, rollFoot(flat, arm, rise), pose);
    if (!(lacking > LACKING)) break;
    rise = Math.min(STEEPEST, rise + lacking);
  }
  return rise;
}

/** Radians by which a foot, where it is brought to, is pitched down by its ankle's limits. */
function lackingPitch(rig: Rig, { limb, ball }: FootPoints, { place, rotation }: FootStand, pose: Pose): number {
  const placed = placeLimb(rig, pose, { limb, place, rotation });
  const { pose: inside, clamped } = clampPose(rig.skeleton, placed);
  if (!clamped.includes(limb.end)) return 0;
  setRotation(placed, limb.end, rotationOf(inside, limb.end));
  const now = worldRotation(forwardKinematics(rig.skeleton, placed), limb.end);
  const pitchOf = ([, y]: Vec3) => asin(clamp(y / length(ball), -1, 1));
  return pitchOf(rotate(rotation, ball)) - pitchOf(rotate(now, ball));
}

/** A foot in the air as its ankle lets it be: its toes stay as they are. */
function pitchedInside(rig: Rig, foot: FootPoints, flat: FootStand, pose: Pose): FootStand {
  const lacking = lackingPitch(rig, foot, flat, pose);
  if (!(lacking > LACKING)) return flat;
  return { place: flat.place, rotation: rollFoot(flat, rotate(flat.rotation, foot.ball), lacking).rotation };
}

/** Times that feet are lifted by what limits of joints leave of them in the ground. */
const LIFTED = 4;

/** The poses that `solve` finds with feet lifted, while they move, by what else they would be in the ground: metres a frame, one list a foot. */
export function solveClear(
  rig: Rig,
  ground: Ground,
  walking: readonly WalkingFoot[],
  solve: (lifts: readonly Float64Array[]) => readonly Pose[],
): readonly Pose[] {
  const lifts = walking.map(({ plan }) => new Float64Array(plan.held.length));
  for (let round = 0; ; round++) {
    const poses = solve(lifts);
    if (round === LIFTED) return poses;
    const worlds = poses.map((pose) => forwardKinematics(rig.skeleton, pose));
    const more = walking.map(({ foot, plan: { held } }) => {
      const isStill = (time: number) => time === 0 || time === held.length - 1 || held[time]!.length > 0;
      const still = [...held.keys()].filter(isStill);
      return smoothEnvelope(
        worlds.map((world, time) => (isStill(time) ? 0 : depthOf(rig, foot, world, ground))),
        (time) => still.findLast((each) => each < time)!,
        (time) => still.find((each) => each > time)!,
      );
    });
    if (more.every((each) => each.every((by) => by < CLEAR))) return poses;
    more.forEach((each, k) => each.forEach((by, time) => (lifts[k]![time]! += by)));
  }
}

/** Metres that a sole may be in the ground, and leg lengths above a sole from where the ground under it is sought. */
const CLEAR = 5e-4;
const SUNK = 0.35;

/** Metres that the deepest point of a sole is in the ground; 0 where none is. */
export function depthOf(rig: Rig, foot: FootPoints, world: WorldTransforms, ground: Ground): number {
  const depths = solesIn(foot, world).map(([x, y, z]) => {
    const height = ground.heightBelow(x, y + SUNK * legLength(rig), z);
    return Number.isFinite(height) ? height - y : 0;
  });
  return Math.max(0, ...depths);
}

function solesIn(foot: FootPoints, world: WorldTransforms): readonly Vec3[] {
  const { limb, toes } = foot;
  return solesOf(
    foot,
    worldPosition(world, limb.end),
    worldRotation(world, limb.end),
    worldRotation(world, toes < 0 ? limb.end : toes),
  );
}
