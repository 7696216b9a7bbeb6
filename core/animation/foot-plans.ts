import type { Rig } from '../humanoid/body/rig.ts';
import { quatAt, rotate } from '../math/quat.ts';
import { vec3At } from '../math/vec3.ts';
import type { WorldTransforms } from '../skeleton/forward-kinematics.ts';
import type { Contact } from './contacts.ts';
import { fadeBetween } from './fade-between.ts';
import { hipLowering, type LegReach } from './lower-hips.ts';
import { plantFoot, type FootPath } from './planted-feet.ts';
import type { FootPlan, LimbPath } from './retarget-paths.ts';
import { ownStretch } from './soft-reach.ts';

/** A leg's path with its plan. */
export type LegPath = LimbPath & { readonly foot: FootPlan };

/** Heights of a foot above its standing height, in hip heights, from which it follows the leg's own shape, and up to which the floor. */
const FLOOR_BOUND = 0.15;
const AIR_BOUND = 0.4;
/** Seconds in which a planted foot becomes free. */
const RELEASE = 0.2;

/**
 * The source's contacts as contacts of the target's joints. Where one of the two has no toes, a foot that stands counts as
 * standing flat, so that it does not turn.
 */
export function contactsFor(from: Rig, to: Rig, contacts: readonly Contact[]): Contact[] {
  return (['left', 'right'] as const).flatMap((side) => {
    const foot = to.humanoid[`${side}Foot`];
    if (foot === undefined) return [];
    const toes = to.humanoid[`${side}Toes`];
    const ofFoot = contacts.filter(({ bone }) => bone === `${side}Foot`).map((contact) => ({ ...contact, joint: foot }));
    const bothHaveToes = toes !== undefined && from.humanoid[`${side}Toes`] !== undefined;
    const ofToes = bothHaveToes
      ? contacts.filter(({ bone }) => bone === `${side}Toes`)
      : ofFoot.map((contact): Contact => ({ ...contact, bone: `${side}Toes` }));
    return [...ofFoot, ...ofToes.map((contact) => ({ ...contact, joint: toes ?? foot }))];
  });
}

/** The leg's path with the frames of its contacts marked. */
export function withContacts(leg: LegPath, contacts: readonly Contact[]): LegPath {
  const footHeld = leg.foot.footHeld.slice();
  const toesHeld = leg.foot.toesHeld.slice();
  for (const { bone, first, last } of ownContacts(leg, contacts)) {
    (bone.endsWith('Toes') ? toesHeld : footHeld).fill(1, first, last + 1);
  }
  return { ...leg, foot: { ...leg.foot, footHeld, toesHeld } };
}

/**
 * Metres by which the hips of `worlds` have to go up for planted legs to keep their bend: the median over all planted frames. Without
 * any, the lowest foot of all frames counts as planted.
 */
export function bodyLift(legs: readonly LegPath[], worlds: readonly WorldTransforms[]): number {
  const all = legs.flatMap(({ limb, path, foot }) => {
    const held = heldFrames(foot);
    return worlds.map((world, frame) => {
      const height = path.positions[3 * frame + 1]!;
      return { held: held[frame] === 1, height, rise: height - world.positions[3 * limb.end + 1]! };
    });
  });
  const planted = all.filter(({ held }) => held).sort((a, b) => a.rise - b.rise);
  if (planted.length > 0) return planted[planted.length >> 1]!.rise;
  return all.length > 0 ? all.reduce((a, b) => (b.height < a.height ? b : a)).rise : 0;
}

/** The leg's path with its contacts made still: near the floor as the source has it, high in the air as the leg itself is bent. */
export function plantLeg(
  leg: LegPath,
  contacts: readonly Contact[],
  worlds: readonly WorldTransforms[],
  lift: number,
  hipHeight: number,
  fps: number,
): LegPath {
  const { limb, foot } = leg;
  const positions = leg.path.positions.slice();
  worlds.forEach((world, frame) => {
    const height = (positions[3 * frame + 1]! - foot.shape.standing) / hipHeight;
    const share = Math.min(1, Math.max(0, (height - FLOOR_BOUND) / (AIR_BOUND - FLOOR_BOUND)));
    const own = vec3At(world.positions, limb.end);
    for (let c = 0; c < 3; c++) {
      const i = 3 * frame + c;
      positions[i] = (1 - share) * positions[i]! + share * (own[c]! + (c === 1 ? lift : 0));
    }
  });
  const free = clearFloor({ ...leg.path, positions }, foot);
  return { ...leg, path: clearFloor(plantFoot(free, ownContacts(leg, contacts), foot.shape, fps), foot) };
}

/** Metres by which the hips go up in each frame: `lift`, less what a leg that is too short asks for. */
export function hipRise(legs: readonly LegPath[], worlds: readonly WorldTransforms[], lift: number, fps: number): Float64Array {
  const reaches = legs.map(({ limb, path, foot }): LegReach => {
    const hipJoint = new Float64Array(3 * worlds.length);
    worlds.forEach((world, frame) => {
      const [x, y, z] = vec3At(world.positions, limb.top);
      hipJoint.set([x, y + lift, z], 3 * frame);
    });
    const stretched = Float64Array.from(worlds, (world) => ownStretch(limb, world));
    return { hipJoint, foot: path.positions, reach: limb.reach, stretched, held: heldFrames(foot) };
  });
  return hipLowering(reaches, worlds.length, fps).map((lowering) => lift - lowering);
}

/** One a frame: 0 where the foot is planted, 1 where it is free, and smoothly between. */
export function footFreedom(foot: FootPlan, fps: number): Float64Array {
  const held = heldFrames(foot);
  const bound = new Float64Array(3 * held.length);
  held.forEach((value, frame) => bound.fill(value, 3 * frame, 3 * frame + 3));
  fadeBetween(bound, held, Math.max(1, Math.round(RELEASE * fps)));
  return Float64Array.from(held, (_, frame) => 1 - bound[3 * frame]!);
}

/** Frames in which the foot or its toes are planted. */
function heldFrames(foot: FootPlan): Uint8Array {
  return foot.footHeld.map((value, frame) => value | foot.toesHeld[frame]!);
}

function ownContacts(leg: LegPath, contacts: readonly Contact[]): Contact[] {
  const side = leg.limb.name.startsWith('left') ? 'left' : 'right';
  return contacts.filter(({ bone }) => bone.startsWith(side));
}

/** The path with free feet raised where they or their toes would be in the floor. */
function clearFloor(path: FootPath, plan: FootPlan): FootPath {
  const held = heldFrames(plan);
  const { standing, toes, toesStanding } = plan.shape;
  const positions = path.positions.slice();
  for (let frame = 0; frame < held.length; frame++) {
    if (held[frame] === 1) continue;
    const y = positions[3 * frame + 1]!;
    const toesHeight = toes ? y + rotate(quatAt(path.rotations, frame), toes)[1] : toesStanding;
    positions[3 * frame + 1] = y + Math.max(0, standing - y, toesStanding - toesHeight);
  }
  return { ...path, positions };
}
