import { createRetarget } from '../humanoid/transfer/retarget.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { forwardKinematics } from '../skeleton/forward-kinematics.ts';
import type { Pose } from '../skeleton/pose.ts';
import type { Clip } from './clip.ts';
import { clipFromPoses } from './clip-from-poses.ts';
import { contactsInPoses, type ContactSettings } from './contacts.ts';
import { bodyLift, contactsFor, footFreedom, hipRise, plantLeg, withContacts, type LegPath } from './foot-plans.ts';
import { frameTimes, posesAt } from './joint-paths.ts';
import { pullLimbs } from './pull-limbs.ts';
import { compareRigs, limbPaths, type LimbPath } from './retarget-paths.ts';
import { retargetReport, type RetargetReport } from './retarget-report.ts';
import { softenReach } from './soft-reach.ts';

/** How to bring a clip onto another character. */
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
  /** Hears the share of the work that is done, 0 to 1, often and never less than before. */
  readonly onProgress?: (share: number) => void;
}

/** What {@link retargetClip} gives. */
export interface RetargetedClip {
  /** The motion of the other character. */
  readonly clip: Clip;
  /** How well it came over. */
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
  const marked = wanted.filter(isLeg).map((leg) => withContacts(leg, planted));
  const lift = bodyLift(marked, baseWorlds);
  const legs = marked.map((leg) => plantLeg(leg, planted, baseWorlds, lift, to.report.hipHeight, fps));
  const rise = hipRise(legs, baseWorlds, lift, fps);
  const always = new Float64Array(base.length).fill(1);
  const paths = [
    ...legs.map((leg) => softenReach(leg, baseWorlds, rise, footFreedom(leg.foot, fps))),
    ...wanted.filter((limb) => !isLeg(limb)).map((arm) => softenReach(raisedPath(arm, rise), baseWorlds, rise, always)),
  ];
  const pulled = pullLimbs(
    to,
    base.map((pose, frame) => raised(pose, rise[frame]!)),
    paths,
    fps,
    options.onProgress,
  );
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

function isLeg(limb: LimbPath): limb is LegPath {
  return limb.foot !== null;
}
