import { checkFieldsOf, type FieldsOf } from '../math/near-names.ts';
import { spellOut } from '../math/check-values.ts';
import { checkRig } from '../humanoid/body/check-rig.ts';
import { checkClip } from './check-clip.ts';
import type { HumanoidBone } from '../humanoid/body/bones.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { carriedRolls } from '../humanoid/transfer/bend-follower.ts';
import { createMotionRetarget } from '../humanoid/transfer/retarget.ts';
import { copyBetween } from '../humanoid/transfer/same-skeleton.ts';
import { toRadians } from '../math/angles.ts';
import { IDENTITY } from '../math/quat.ts';
import type { WorldTransforms } from '../skeleton/forward-kinematics.ts';
import { fillFrameWorlds, pathsIn, placedWorlds, type JointPlaces } from './frame-worlds.ts';
import { clampPose, limitedJoints } from '../skeleton/limit-state.ts';
import type { Pose } from '../skeleton/pose.ts';
import type { Clip } from './clip.ts';
import { clipFromPoses } from './clip-from-poses.ts';
import { contactsAlong, type Contact, type ContactSettings } from './contacts.ts';
import { frameTimes, posesAt } from './joint-paths.ts';
import { neverStands } from './retarget/carrying-feet.ts';
import { floorBelow, standingFeet, type StandingFoot } from './retarget/foot-stands.ts';
import { withoutTurning } from './retarget/turning-feet.ts';
import { handReport, keptTouches, touchingHands } from './retarget/hand-contacts.ts';
import { fitLimbs, loosenLimbs } from './retarget/limb-ranges.ts';
import { measureFidelity } from './fidelity/measure-fidelity.ts';
import { followFeet } from './retarget/follow-feet.ts';
import { placeBody } from './retarget/place-body.ts';
import { compareRigs, type Comparison } from './retarget/compare-rigs.ts';
import { poseFeet, poseHands } from './retarget/pose-limbs.ts';
import { steadyArms, twistBetween } from './retarget/steady-arms.ts';
import { broughtExpressions } from './retarget/bring-expressions.ts';
import { brokenBars, HAND_KEPT, type RetargetReport } from './fidelity/retarget-report.ts';
import { limitPace } from './smoothing.ts';
import { between, lookThrough, type Steps } from './steps.ts';

/** Radians a second by which a limb may roll to follow the plane in which the source's is bent. */
const MOST_ROLL = toRadians(200);

/** How to bring a clip onto another character. */
export interface RetargetOptions {
  /** Id and name of the new clip. Default: those of the source. */
  readonly id?: string;
  readonly name?: string;
  /** Frames a second of the new clip, one of `FRAME_RATES`. Default: the source's. */
  readonly fps?: number;
  /** Keep hands where the source's touch something. Default true. */
  readonly hands?: boolean;
  /** Keep planted feet still and on the floor. Default true. */
  readonly feet?: boolean;
  /**
   * Keep every joint inside its limits: a copy onto the same skeleton too, and ankles, knees, hips, elbows and shoulders that follow the source beyond theirs. Default
   * false.
   */
  readonly limits?: boolean;
  /** When a foot of the source counts as planted. */
  readonly contacts?: ContactSettings;
  /** Whether the source's rest is a pose in which a body stands: that shows where its floor is, and narrows the report's bars. Default true. */
  readonly sourceStands?: boolean;
  /**
   * Where the source's joints are, of a motion whose bones stretch: a clip holds none of that. Feet that stand only so are planted too. Default: where
   * the clip has them.
   */
  readonly places?: JointPlaces | null;
  /** Hears the share of the work that is done, 0 to 1, often and never less than before. */
  readonly onProgress?: (share: number) => void;
}

const RETARGET_FIELDS: FieldsOf<RetargetOptions> = {
  id: true,
  name: true,
  fps: true,
  hands: true,
  feet: true,
  limits: true,
  contacts: true,
  sourceStands: true,
  places: true,
  onProgress: true,
};

/** What {@link retargetClip} gives. */
export interface RetargetedClip {
  /** The motion of the other character. */
  readonly clip: Clip;
  /** How well it came over. */
  readonly report: RetargetReport;
}

/** The source in motion. */
interface Source {
  readonly rig: Rig;
  readonly poses: readonly Pose[];
  readonly worlds: readonly WorldTransforms[];
  /** The same with joints where stretching bones have them: where feet stand, and what the report compares with. */
  readonly stated: readonly WorldTransforms[];
  readonly fps: number;
}

/** What became of it. */
interface Brought {
  readonly poses: readonly Pose[];
  readonly feet: readonly StandingFoot[];
  readonly comparison: Comparison;
  /** Both have the same skeleton: feet are to be where the source's are, and not on the floor. */
  readonly isSame: boolean;
  readonly isCopy: boolean;
  readonly hands: RetargetReport['hands'];
  readonly widened: RetargetReport['widened'];
}

const NO_HANDS: RetargetReport['hands'] = { count: 0, kept: 0, largest: 0 };

/**
 * Brings a clip onto another humanoid. Rotations come over by the meaning of the bones. The body goes where the source's goes, in leg lengths,
 * as high as its planted soles need to stand on the character's floor, or as high over it as a source that never stands is. Planted feet stay still, and hands stay where the source's touch
 * something; limbs do that by themselves, by as little as possible. On the same skeleton the clip is copied exactly; where the source's bones stretch, the body goes along with feet that stand. Joints stay inside their
 * limits, but for ankles, knees, hips, elbows and shoulders that leave them in the source too, which the report names. One key on every frame; expressions that both have keep
 * their keys.
 */
export function retargetClip(from: Rig, clip: Clip, to: Rig, options: RetargetOptions = {}): RetargetedClip {
  const steps = retargetSteps(from, clip, to, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    options.onProgress?.(value);
  }
}

/** The same in steps. */
export function* retargetSteps(from: Rig, clip: Clip, to: Rig, options: RetargetOptions = {}): Steps<RetargetedClip> {
  checkRig(from);
  checkClip(clip, 'the clip');
  checkRig(to);
  checkFieldsOf(options, RETARGET_FIELDS, 'the options');
  if (options.places != null && typeof options.places !== 'function')
    throw new TypeError(`the places must be a function, got ${spellOut(options.places)}`);
  const fps = options.fps ?? clip.fps;
  const times = frameTimes(clip, fps);
  const poses = posesAt(from.skeleton, clip, times);
  const worlds = fillFrameWorlds(from.skeleton, poses);
  const stated = options.places ? placedWorlds(worlds, times, options.places) : worlds;
  const source = { rig: from, poses, worlds, stated, fps };
  const brought = copyOnto(source, to, options) ?? (yield* bringOnto(source, to, options));
  yield 0.9;
  const { id = clip.id, name = clip.name } = options;
  const body = clipFromPoses(to.skeleton, brought.poses, { id, name, fps, loop: clip.loop });
  const faces = broughtExpressions(from.skeleton, clip, to.skeleton);
  return {
    clip: { ...body, tracks: [...faces, ...body.tracks].sort((a, b) => a.joint - b.joint) },
    report: reportOn(source, to, brought, options),
  };
}

/** The same skeleton: no joint is turned or limited unless that is asked for. Where bones stretch the body goes along with the feet that stand. */
function copyOnto(
  { rig, poses, worlds, stated, fps }: Source,
  to: Rig,
  { contacts, feet: keepsFeet = true, limits = false }: RetargetOptions,
): Brought | null {
  const copy = copyBetween(rig.skeleton, to.skeleton);
  if (!copy) return null;
  const feet = standingFeet(rig, to, contactsIn(rig, stated, fps, contacts), stated, 1);
  const copied = poses.map(copy);
  const standing = stated === worlds || !keepsFeet ? copied : followFeet(rig, to, copied, stated, feet, fps);
  const limited = limits ? standing.map((pose) => clampPose(to.skeleton, pose)) : [];
  return {
    poses: limits ? limited.map(({ pose }) => pose) : standing,
    feet,
    comparison: { turn: IDENTITY, size: 1 },
    isSame: true,
    isCopy: limited.every(({ clamped }) => clamped.length === 0),
    hands: NO_HANDS,
    widened: [],
  };
}

/** Where feet stand still on the floor and do not turn. */
function contactsIn(rig: Rig, worlds: readonly WorldTransforms[], fps: number, settings?: ContactSettings): Contact[] {
  return withoutTurning(
    rig,
    contactsAlong(rig, (joints) => pathsIn(worlds, joints), fps, settings),
    worlds,
    fps,
  );
}

function* bringOnto(source: Source, to: Rig, options: RetargetOptions): Steps<Brought> {
  const { rig: from, worlds, stated, fps } = source;
  const comparison = compareRigs(from, to);
  const seen = contactsIn(from, stated, fps, options.contacts);
  // Only a rest in which somebody stands shows where the floor of the source is.
  const floats = (options.sourceStands ?? true) && neverStands(from, seen, stated);
  const contacts = floats ? [] : seen;
  const loose = options.limits ? to : loosenLimbs(to);
  const stands = standingFeet(from, to, contacts, stated, comparison.size);
  const held = options.feet === false ? stands.map(withoutStands) : stands;
  const carried = yield* between(0, 0.3, transferred(source, loose));
  const steady = steadyArms(from, loose, worlds, carried, fps);
  yield 0.35;
  const { poses: placed, feet } = placeBody(from, loose, stated, steady, { stands, feet: held, floats }, comparison, fps);
  const walking = options.feet === false ? placed : yield* between(0.4, 0.6, poseFeet(loose, placed, feet, fps));
  const { rig: fitted, widened } = options.limits ? { rig: to, widened: [] } : fitLimbs(to, walking);
  const limited = walking.map((pose) => clampPose(fitted.skeleton, pose).pose);
  if (options.hands === false)
    return { poses: limited, feet, comparison, isSame: false, isCopy: false, hands: NO_HANDS, widened };
  const base = fillFrameWorlds(fitted.skeleton, limited);
  const floor = floorBelow(from, contacts, worlds);
  const handsWith = (isKept?: Parameters<typeof touchingHands>[7]) =>
    touchingHands(from, to, worlds, base, comparison, floor, fps, isKept);
  const hands = handsWith();
  const reached = yield* between(0.7, 0.85, poseHands(fitted, limited, hands));
  const isKept = keptTouches(hands, base, fillFrameWorlds(fitted.skeleton, reached));
  const posed = isKept ? yield* between(0.85, 0.9, poseHands(fitted, limited, handsWith(isKept))) : reached;
  const report = handReport(hands, base, fillFrameWorlds(fitted.skeleton, posed), HAND_KEPT);
  return { poses: posed, feet, comparison, isSame: false, isCopy: false, hands: report, widened };
}

function reportOn(source: Source, to: Rig, brought: Brought, options: RetargetOptions): RetargetReport {
  const { rig, stated, fps } = source;
  const { poses, feet, comparison, isSame, isCopy, hands, widened } = brought;
  const fidelity = measureFidelity(
    { rig, worlds: stated },
    { rig: to, worlds: fillFrameWorlds(to.skeleton, poses) },
    feet,
    comparison,
    fps,
    { unplanned: options.feet !== false, asInSource: isSame },
  );
  const counts = new Map<number, number>();
  for (const pose of poses) for (const joint of limitedJoints(to.skeleton, pose)) counts.set(joint, (counts.get(joint) ?? 0) + 1);
  return {
    ...fidelity,
    frames: poses.length,
    isCopy,
    contacts: feet.reduce((sum, { ankleStands, toeStands }) => sum + ankleStands.length + toeStands.length, 0),
    hands,
    widened,
    limited: [...counts].map(([joint, count]) => ({ joint, share: count / poses.length })).sort((a, b) => b.share - a.share),
    broken: brokenBars(to, { ...fidelity, hands }, options.sourceStands ?? true),
  };
}

/** The poses by the meaning of the bones. A limb that straightens loses the plane of its bend: its roll must not jump then. */
function* transferred({ rig, worlds, fps }: Source, to: Rig): Steps<Pose[]> {
  const retarget = createMotionRetarget(rig, to);
  const rolls = worlds.map(retarget.rollsIn);
  const steady = [...rolls[0]!.keys()].map((bone) => {
    const twists = twistsOf(rig, bone, worlds);
    const { rolls: carried, leeways } = carriedRolls(
      rolls.map((each) => each.get(bone)!),
      twists,
    );
    // As much faster as the source's bone turns about itself.
    const rates = twists.map((twist) => MOST_ROLL / fps + Math.abs(twist));
    return [bone, limitPace(carried, rates, leeways)] as const;
  });
  return yield* lookThrough(worlds, (world, frame) => [
    retarget.apply(world, new Map(steady.map(([bone, values]) => [bone, values[frame]!]))),
  ]);
}

/** Radians by which an upper arm or thigh turns about itself from each frame to the next. */
function twistsOf({ humanoid }: Rig, bone: HumanoidBone, worlds: readonly WorldTransforms[]): Float64Array {
  const ends = { joint: humanoid[bone]!, end: humanoid[bone.replace('Upper', 'Lower') as HumanoidBone]! };
  return Float64Array.from({ length: Math.max(0, worlds.length - 1) }, (_, frame) => {
    return twistBetween(worlds[frame]!, worlds[frame + 1]!, ends);
  });
}

function withoutStands(foot: StandingFoot): StandingFoot {
  return { ...foot, ankleStands: [], toeStands: [], sourceFloor: -Infinity };
}
