import { createRetarget } from '../humanoid/retarget.ts';
import type { Rig } from '../humanoid/rig.ts';
import { quatAt, rotate } from '../math/quat.ts';
import { add, vec3At } from '../math/vec3.ts';
import { forwardKinematics, type WorldTransforms } from '../skeleton/forward-kinematics.ts';
import type { Pose } from '../skeleton/pose.ts';
import type { Clip } from './clip.ts';
import { clipFromPoses } from './clip-from-poses.ts';
import { contactsInPoses, type Contact, type ContactSettings } from './contacts.ts';
import { frameTimes, posesAt } from './joint-paths.ts';
import { hipLowering, type LegReach } from './lower-hips.ts';
import { plantFoot, type FootPath } from './planted-feet.ts';
import { pullLimbs } from './pull-limbs.ts';
import { compareRigs, limbPaths, type FootPlan, type LimbPath } from './retarget-paths.ts';
import { retargetReport, type RetargetReport } from './retarget-report.ts';

export interface RetargetOptions {
  /** Id and name of the new clip. Default: those of the source. */
  readonly id?: string;
  readonly name?: string;
  /** Frames a second of the new clip, one of `FRAME_RATES`. Default: the source's. */
  readonly fps?: number;
  /** Pull hands to where the source had them. Default true. */
  readonly hands?: boolean;
  /** Pull feet to where the source had them and keep planted ones still. Default true. */
  readonly feet?: boolean;
  /** When a foot of the source counts as planted. */
  readonly contacts?: ContactSettings;
}

export interface RetargetedClip {
  readonly clip: Clip;
  readonly report: RetargetReport;
}

/**
 * Brings a clip onto another humanoid: rest-relative rotations by the meaning of the bones, the hips scaled by hip height, then feet and
 * hands pulled by their own limbs, within the joints' limits, to where the source had them; planted feet stay still, and the hips come
 * down where a leg would be too short. One key on every frame.
 */
export function retargetClip(from: Rig, clip: Clip, to: Rig, options: RetargetOptions = {}): RetargetedClip {
  const fps = options.fps ?? clip.fps;
  const source = posesAt(from.skeleton, clip, frameTimes(clip, fps));
  const contacts = contactsInPoses(from, source, fps, options.contacts);
  const comparison = compareRigs(from, to, contacts, source);
  const base = source.map(createRetarget(from, to));
  const sourceWorlds = source.map((pose) => forwardKinematics(from.skeleton, pose));
  const baseWorlds = base.map((pose) => forwardKinematics(to.skeleton, pose));
  const { feet = true, hands = true } = options;
  const wanted = limbPaths(from, to, sourceWorlds, baseWorlds, comparison).filter(({ foot }) => (foot ? feet : hands));
  const planted = feet ? contactsFor(from, to, contacts) : [];
  const paths = wanted.map((limb) => plantLimb(limb, planted, fps));
  const rise = hipRise(paths, baseWorlds, fps);
  const starts = base.map((pose, frame) => raised(pose, rise[frame]!));
  const pulled = pullLimbs(to, starts, paths.map((path) => (path.foot ? path : raisedPath(path, rise))), fps);
  const poses = pulled.outcomes.map(({ pose }) => pose);
  const { id = clip.id, name = clip.name } = options;
  return {
    clip: clipFromPoses(to.skeleton, poses, { id, name, fps, loop: clip.loop }),
    report: retargetReport(to, pulled, planted),
  };
}

function raised(pose: Pose, metres: number): Pose {
  const result = pose.slice();
  result[1] = result[1]! + metres;
  return result;
}

function raisedPath(limb: LimbPath, rise: Float64Array): LimbPath {
  const positions = limb.path.positions.map((value, i) => (i % 3 === 1 ? value + rise[(i - 1) / 3]! : value));
  return { ...limb, path: { ...limb.path, positions } };
}

/**
 * Metres by which the hips go up in each frame: by one height for the whole clip that lets planted legs keep the source's bend, less
 * what a leg that is too short asks for.
 */
function hipRise(paths: readonly LimbPath[], worlds: readonly WorldTransforms[], fps: number): Float64Array {
  const legs = paths.flatMap((path) => (path.foot ? [{ ...path, held: heldFrames(path.foot) }] : []));
  const heights = legs.flatMap(({ limb, path, held }) =>
    worlds.flatMap((world, frame) =>
      held[frame] === 1 ? [path.positions[3 * frame + 1]! - world.positions[3 * limb.end + 1]!] : [],
    ),
  );
  const lift = heights.sort((a, b) => a - b)[heights.length >> 1] ?? 0;
  const reaches = legs.map(({ limb, path, held }): LegReach => {
    const hipJoint = new Float64Array(3 * worlds.length);
    worlds.forEach((world, frame) => hipJoint.set(add(vec3At(world.positions, limb.top), [0, lift, 0]), 3 * frame));
    return { hipJoint, foot: path.positions, reach: limb.reach, held };
  });
  return hipLowering(reaches, worlds.length, fps).map((lowering) => lift - lowering);
}

/** Frames in which the foot or its toes are planted. */
function heldFrames(foot: FootPlan): Uint8Array {
  return foot.footHeld.map((value, frame) => value | foot.toesHeld[frame]!);
}

/**
 * The source's contacts as contacts of the target's joints. Where one of the two has no toes, a foot that stands counts as
 * standing flat, so that it does not turn.
 */
function contactsFor(from: Rig, to: Rig, contacts: readonly Contact[]): Contact[] {
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

/** The limb's path with its contacts made still; arms have none. */
function plantLimb(limb: LimbPath, planted: readonly Contact[], fps: number): LimbPath {
  if (!limb.foot) return limb;
  const side = limb.limb.name.startsWith('left') ? 'left' : 'right';
  const own = planted.filter(({ bone }) => bone.startsWith(side));
  const footHeld = limb.foot.footHeld.slice();
  const toesHeld = limb.foot.toesHeld.slice();
  for (const { bone, first, last } of own) (bone.endsWith('Toes') ? toesHeld : footHeld).fill(1, first, last + 1);
  const plan: FootPlan = { ...limb.foot, footHeld, toesHeld };
  return { ...limb, path: clearFloor(plantFoot(limb.path, own, plan.shape, fps), plan), foot: plan };
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
