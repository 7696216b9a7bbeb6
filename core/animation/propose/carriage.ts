import { SIDES, sided } from '../../humanoid/body/found-bones.ts';
import { legLength } from '../../humanoid/body/leg-length.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { conjugate, fromAxisAngle, multiply, quatAt, rotate, type Quat } from '../../math/quat.ts';
import { add, cross, dot, normalize, scale, subtract, UNIT_X, UNIT_Y, ZERO, type Vec3 } from '../../math/vec3.ts';
import { createWorldTransforms, forwardKinematics } from '../../skeleton/forward-kinematics.ts';
import { rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import { GRAVITY } from '../../math/gravity.ts';
import { smooth } from '../../math/soft-stretch.ts';
import type { FootPlan, StepKind } from './foot-moves.ts';
import { footAt } from './foot-at.ts';
import type { Gap } from './gap.ts';

/** Seconds by which the hips go before the feet, and over which, before and after, they go with them; how finely that is looked at. */
const EARLIER = 0.08;
const WHILE = 0.3;
const SAMPLES = 16;
/** By how much the hips are ahead of an even start and stop in a jump. */
const LEAD = 0.3;
/** Share of the way to a foot that stands alone by which the hips go over it, sideways. */
const SWAY = 0.3;
/** Radians that an arm swings for each leg length that the other side's foot is ahead of where an even way would have it. */
const ARM_SWING = 0.7;
/** Leg lengths that the hips are lower while the feet go, and seconds in which they come to it. */
const BEND = 0.03;
const BENDING = 0.15;
/** Leg lengths that the hips go down before a jump and after it. */
const CROUCH = 0.12;

/**
 * Changes the poses of a gap, in place, by what a body does whose feet change their places from standing to standing: the hips lead, go over the foot that
 * stands alone, and the arms swing against the legs; in a jump the hips go down, fly and give. `strength` says by how much.
 */
export function carryBody(
  rig: Rig,
  gap: Gap,
  plans: readonly FootPlan[],
  kind: StepKind,
  poses: readonly Pose[],
  strength: number,
  overFeet = false,
): void {
  const { frames, fps, first, last } = gap;
  const size = legLength(rig);
  const world = createWorldTransforms(rig.skeleton);
  const whole = subtract([last[0]!, 0, last[2]!], [first[0]!, 0, first[2]!]);
  const ahead = normalize(whole);
  const swung = frames / 2;
  const bend = BEND * size;
  const ramp = (time: number) => smooth(time / (BENDING * fps));
  for (let time = 1; time < frames; time++) {
    const pose = poses[time]!;
    const u = time / frames;
    const feet = plans.map((plan) => footAt(plan, time, fps));
    let moved = scale(
      whole,
      strength * (hipShare(plans, kind, time, frames, fps) - (overFeet ? shareOf(pose, first, whole) : smooth(u))),
    );
    if (kind === 'jump') moved = add(moved, scale(UNIT_Y, strength * jumpHeight(plans, time, frames, fps, size)));
    else
      moved = add(
        moved,
        scale(add(swayOf(plans, time, fps, ahead), scale(UNIT_Y, -bend * Math.min(ramp(time), ramp(frames - time)))), strength),
      );
    for (let c = 0; c < 3; c++) pose[c]! += moved[c]!;
    forwardKinematics(rig.skeleton, pose, world);
    for (const [i, plan] of plans.entries()) {
      const upperArm = rig.humanoid[sided(plan.foot.side === SIDES[0] ? SIDES[1] : SIDES[0], 'UpperArm')];
      if (upperArm === undefined || kind === 'jump') continue;
      const stray = dot(subtract(feet[i]!.place, add(plan.start, scale(subtract(plan.end, plan.start), u))), ahead);
      const angle = (strength * ARM_SWING * stray * Math.min(1, time / swung, (frames - time) / swung)) / size;
      swingAhead(rig, pose, quatAt(world.rotations, upperArm), upperArm, ahead, angle);
    }
  }
}

/** Share of its way over the floor that a body has gone. */
function shareOf(pose: Pose, first: Pose, whole: Vec3): number {
  const long = dot(whole, whole);
  return long > 0 ? dot([pose[0]! - first[0]!, 0, pose[2]! - first[2]!], whole) / long : 0;
}

/** Share of their way that the hips have gone: they go with the feet, evenly and a little before them; in a jump from rest to rest. */
function hipShare(plans: readonly FootPlan[], kind: StepKind, time: number, frames: number, fps: number): number {
  const u = time / frames;
  if (kind === 'jump') return smooth(u + LEAD * u * (1 - u));
  const [first, here, last] = [0, time, frames].map((at) => feetShare(plans, at, frames, fps)) as [number, number, number];
  return here - (1 - u) * first + u * (1 - last);
}

/** Share of their way that both feet have gone on average, over a while that lies mostly ahead. */
function feetShare(plans: readonly FootPlan[], time: number, frames: number, fps: number): number {
  let sum = 0;
  const [from, to] = [(EARLIER - WHILE) * fps, (EARLIER + WHILE) * fps];
  for (let i = 0; i <= SAMPLES; i++) {
    const at = Math.min(frames, Math.max(0, time + from + ((to - from) * i) / SAMPLES));
    for (const plan of plans) sum += footAt(plan, at, fps).share;
  }
  return sum / (plans.length * (SAMPLES + 1));
}

/** Turns a hanging arm ahead by an angle about the axis across, whatever way the arm's own axes go. */
function swingAhead(rig: Rig, pose: Pose, rotation: Quat, joint: number, ahead: Vec3, angle: number): void {
  // A point below goes ahead when it turns about ahead × up, as (ahead × up) × (−up) = ahead.
  const across = rotate(conjugate(rotation), cross(ahead, UNIT_Y));
  setRotation(pose, joint, multiply(rotationOf(pose, joint), fromAxisAngle(normalize(across, UNIT_X), angle)));
}

/** World metres by which the hips go sideways over a foot while it stands alone. */
function swayOf(plans: readonly FootPlan[], time: number, fps: number, ahead: Vec3): Vec3 {
  const across = cross(ahead, UNIT_Y);
  for (const plan of plans) {
    const move = plan.moves.find((each) => time > each.from && time < each.to && each.lift > 0);
    const other = plans.find((each) => each !== plan);
    if (!move || !other) continue;
    const u = (time - move.from) / (move.to - move.from);
    // The hips are halfway between the feet; what lies from there to the one that stands is half of what lies between them.
    const aside = dot(subtract(footAt(other, time, fps).place, footAt(plan, time, fps).place), across) / 2;
    return scale(across, SWAY * 16 * u * u * (1 - u) * (1 - u) * aside);
  }
  return ZERO;
}

/** Metres above the straight way: down before the feet leave, a parabola while they fly, down again where they land. */
function jumpHeight(plans: readonly FootPlan[], time: number, frames: number, fps: number, size: number): number {
  const flight = plans.flatMap(({ moves }) => moves).find(({ lift }) => lift > 0);
  if (!flight) return 0;
  const { from, to } = flight;
  if (time > from && time < to) {
    // ½ g (t − t₀)(t₁ − t): rises and falls freely.
    return (GRAVITY / 2) * ((time - from) / fps) * ((to - time) / fps);
  }
  const u = time <= from ? time / from : (frames - time) / (frames - to);
  return -CROUCH * size * 16 * u * u * (1 - u) * (1 - u);
}
