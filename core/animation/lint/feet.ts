import { SIDES } from '../../humanoid/body/found-bones.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { hypot } from '../../math/elementary.ts';
import { conjugate, rotate } from '../../math/quat.ts';
import { subtract, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, pointOf, worldAtRest, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { type Pose } from '../../skeleton/pose.ts';
import { contactsInPoses, type Contact, type PlantableBone } from '../contacts.ts';
import { jointPaths } from '../joint-paths.ts';
import type { Clip } from '../clip.ts';
import { contactPoints } from '../holding/contact-points.ts';
import { standingSpans } from '../holding/contact-spans.ts';
import { lookThrough, type Steps } from '../steps.ts';
import { slideOf } from '../slide.ts';
import type { FrameIssue, FrameRange } from './joint-motion.ts';

/** Seconds in which a foot comes to rest after it was set down, and starts before it is lifted: there it may move. */
const SETTLING = 0.1;

/** The frames of a contact in which the foot must stand still; none (`last` < `first`) in a short one. At the ends of the clip it has nothing to settle. */
function stillFrames({ first, last }: Contact, fps: number, count: number): { first: number; last: number } {
  const edge = Math.round(SETTLING * fps);
  return { first: first === 0 ? 0 : first + edge, last: last === count - 1 ? last : last - edge };
}

/**
 * Planted feet that move by more than `slide` metres from one frame to the next. A foot whose toes are planted rolls over them: it may move as they
 * allow, and only they must stand still.
 */
export function slidingFeet(rig: Rig, poses: readonly Pose[], fps: number, slide: number): FrameRange[] {
  const contacts = contactsInPoses(rig, poses, fps);
  return contacts.flatMap((contact): FrameRange[] => {
    const { first, last } = stillFrames(contact, fps, poses.length);
    const toes = contacts.filter(({ bone }) => bone === TOES_OF[contact.bone]);
    const isRolling = (frame: number) => toes.some((other) => frame >= other.first && frame <= other.last);
    const [path] = jointPaths(rig.skeleton, poses, [contact.joint]);
    let amount = 0;
    let frame = first;
    for (let at = first; at < last; at++) {
      if (isRolling(at) || isRolling(at + 1)) continue;
      const a = 3 * at;
      const moved = hypot(path![a + 3]! - path![a]!, path![a + 4]! - path![a + 1]!, path![a + 5]! - path![a + 2]!);
      if (moved <= amount) continue;
      amount = moved;
      frame = at;
    }
    return amount > slide ? [{ issue: { kind: 'slide', joint: contact.joint, frame, amount }, first, last }] : [];
  });
}

/** Contacts of a clip that move by more than `slide` metres from one frame to the next, as `poses` show them. */
export function slidingContacts(rig: Rig, clip: Clip, poses: readonly Pose[], slide: number): FrameRange[] {
  const points = contactPoints(rig);
  return standingSpans(clip).flatMap(({ part, from, to }): FrameRange[] => {
    const point = points.find((each) => each.part === part);
    const [first, last] = [from, Math.min(to, clip.duration)].map((time) => Math.round(time * clip.fps)) as [number, number];
    if (!point || first >= last) return [];
    const { largest: amount, worst: frame } = slideOf(rig.skeleton, poses, [{ ...point, first, last }]);
    return amount > slide ? [{ issue: { kind: 'slide', joint: point.joint, frame, amount }, first, last }] : [];
  });
}

/** The toes over which a foot rolls. */
const TOES_OF: Readonly<Partial<Record<PlantableBone, PlantableBone>>> = { leftFoot: 'leftToes', rightFoot: 'rightToes' };

/** A point of a sole: on the floor under a foot's or toes' joint when the character stands at rest. */
export interface SolePoint {
  /** The foot or the toes that it is under. */
  readonly joint: number;
  /** The foot, which carries it. */
  readonly foot: number;
  /** In the frame of the foot's joint, metres. */
  readonly offset: Vec3;
}

/** World height of the floor that the character stands on at rest, metres. */
export function floorOf(rig: Rig): number {
  const rest = worldAtRest(rig.skeleton);
  return worldPosition(rest, rig.humanoid.hips!)[1] - rig.report.hipHeight;
}

/** Under both ankles and both balls of the feet, of what the character has. */
export function solePoints(rig: Rig): SolePoint[] {
  const rest = worldAtRest(rig.skeleton);
  const floor = floorOf(rig);
  return SIDES.flatMap((side) => {
    const [foot, toes] = [rig.humanoid[`${side}Foot`], rig.humanoid[`${side}Toes`]];
    if (foot === undefined) return [];
    const ankle = worldPosition(rest, foot);
    const intoFoot = conjugate(worldRotation(rest, foot));
    return [foot, ...(toes === undefined ? [] : [toes])].map((joint): SolePoint => {
      const [x, , z] = worldPosition(rest, joint);
      return { joint, foot, offset: rotate(intoFoot, subtract([x, floor, z], ankle)) };
    });
  });
}

/** Soles that are more than `depth` metres under the floor. */
export function sunkenSoles(rig: Rig, poses: readonly Pose[], depth: number): Steps<FrameIssue[]> {
  const points = solePoints(rig);
  const floor = floorOf(rig);
  const world = worldAtRest(rig.skeleton);
  return lookThrough(poses, (pose, frame) => {
    forwardKinematics(rig.skeleton, pose, world);
    return points.flatMap(({ joint, foot, offset }): FrameIssue[] => {
      const amount = floor - pointOf(world, foot, offset)[1];
      return amount > depth ? [{ kind: 'floor', joint, frame, amount }] : [];
    });
  });
}
