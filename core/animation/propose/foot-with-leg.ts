import { legLength } from '../../humanoid/body/leg-length.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { conjugate, IDENTITY, multiply, quatAt, slerp } from '../../math/quat.ts';
import { smooth } from '../../math/soft-stretch.ts';
import { add, distance, scale, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { FootOnFrame, FootPlan } from './foot-moves.ts';
import type { Gap } from './gap.ts';

/** Leg lengths that a foot which stands at an end may be off its place and yet stands. */
const LEAVES = 0.04;
/** Seconds in which a foot that leaves its place comes to where its leg takes it. */
const RELEASED = 0.2;

/**
 * The plan of a foot that goes as its leg does in some poses: where it stands at an end it stays until its leg has taken it away from there, and comes to its
 * own way then. Null for one that the poses never take away.
 */
export function footWithLeg(rig: Rig, { frames, fps }: Gap, plan: FootPlan, poses: readonly Pose[]): FootPlan | null {
  const { limb } = plan.foot;
  const worlds = poses.map((pose) => forwardKinematics(rig.skeleton, pose));
  const places = worlds.map(({ positions }) => vec3At(positions, limb.end));
  const turns = worlds.map(({ rotations }) => quatAt(rotations, limb.end));
  const near = LEAVES * legLength(rig);
  const isAway = (from: Vec3) => (at: Vec3) => distance(at, from) > near;
  const left = places.findIndex(isAway(plan.start));
  const reached = places.findLastIndex(isAway(plan.end));
  if (left < 0 || reached < 0) return null;
  const from = plan.stands[0] ? left - 1 : 0;
  const to = plan.stands[1] ? reached + 1 : frames;
  if (to - from < 2) return null;
  const release = Math.min(RELEASED * fps, to - from);
  const ends = [
    { at: from, place: plan.start, turn: turns[0]! },
    { at: to, place: plan.end, turn: turns[frames]! },
  ] as const;
  const onFrames = places.map((place, time): FootOnFrame => {
    const end = ends.find(({ at }, side) => plan.stands[side] && (side === 0 ? time <= at : time >= at));
    if (end) return { place: end.place, rotation: end.turn, isPlanted: true };
    return ends.reduce<FootOnFrame>(
      (foot, { at, place: stood, turn }) => {
        const share = 1 - smooth(Math.min(1, Math.abs(time - at) / release));
        return {
          place: add(foot.place, scale(subtract(stood, places[at]!), share)),
          rotation: multiply(slerp(IDENTITY, multiply(turn, conjugate(turns[at]!)), share), foot.rotation),
          isPlanted: false,
        };
      },
      { place, rotation: turns[time]!, isPlanted: false },
    );
  });
  const [move] = plan.moves;
  return { ...plan, moves: [{ ...move!, from, to, isStanding: false }], onFrames };
}
