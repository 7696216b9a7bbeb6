import { checkNumberFields } from '../../math/check-numbers.ts';
import { checkFieldsOf } from '../../math/near-names.ts';
import { checkRig } from '../../humanoid/body/check-rig.ts';
import { checkClip } from '../check-clip.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { ROOT_TRACK, type Clip, type Track } from '../clip.ts';
import { standingSpans } from '../holding/contact-spans.ts';
import { frameTimes } from '../joint-paths.ts';
import { sampleClip } from '../sampling.ts';
import { between, finish, lookThrough, type Steps } from '../steps.ts';
import { goesOn } from './goes-on.ts';
import type { Pose } from '../../skeleton/pose.ts';
import { bodyMotionOf } from './body-motion.ts';
import { flightsIn, heldUpFlights } from './flights.ts';
import { slidingContacts, slidingFeet, sunkenSoles } from './feet.ts';
import { DEFAULT_LINT, isNote, issueSentence, type ClipIssue, type IssueKind, type LintSettings } from './issues.ts';
import { brokenLimits, joinFrames, jumps, type FrameRange } from './joint-motion.ts';
import { doubledKeys, keysSpared, withoutDeadKeys, withoutKeysBehind } from './key-issues.ts';
import { seamsOf } from './seams.ts';
import { hardLandings } from './landings.ts';
import { pushesOnAir } from './pushes.ts';
import { spinsFromNothing } from './spins.ts';
import { unsupportedStands } from './stands.ts';

/**
 * Looks at every frame of a clip, keys and in-betweens alike, and at its keys; issues in order of time, notes last. `shown` is the clip as it is played, where
 * that is another one (see `playedClip`).
 */
export function lintClip(rig: Rig, clip: Clip, settings: LintSettings = {}, shown: Clip = clip): ClipIssue[] {
  return finish(lintSteps(rig, clip, settings, shown));
}

/** The same in steps. */
export function* lintSteps(rig: Rig, clip: Clip, settings: LintSettings = {}, shown: Clip = clip): Steps<ClipIssue[]> {
  checkRig(rig);
  checkClip(clip, 'the clip');
  checkFieldsOf(settings, DEFAULT_LINT, 'the settings');
  const { ignore: _, ...usual } = DEFAULT_LINT;
  checkNumberFields(settings, Object.keys(usual) as (keyof typeof usual)[], 'the settings');
  checkClip(shown, 'the shown');
  const bars = { ...DEFAULT_LINT, ...settings };
  const times = frameTimes(shown);
  const poses = yield* between(
    0,
    0.3,
    lookThrough(times, (time) => [sampleClip(rig.skeleton, shown, time)]),
  );
  const ranges: FrameRange[] = [
    ...joinFrames([
      ...(yield* between(0.3, 0.7, brokenLimits(rig, poses, bars.limit))),
      ...(yield* between(0.7, 0.8, jumps(rig, poses, clip.fps, clip.loop, bars))),
      ...(yield* between(0.8, 0.87, sunkenSoles(rig, poses, bars.floor))),
    ]),
    ...(yield* between(0.87, 0.95, againstPhysics(rig, clip, poses, bars))),
    // What a clip holds says where it stands; without that it is looked for.
    ...(standingSpans(clip).length > 0
      ? slidingContacts(rig, clip, poses, bars.slide)
      : slidingFeet(rig, poses, clip.fps, bars.slide)),
  ];
  const issueOf = (
    kind: IssueKind,
    joint: number | null,
    amount: number,
    from: number,
    to: number,
    worst: number,
  ): ClipIssue => ({
    kind,
    joint,
    from,
    to,
    worst,
    amount,
    message: issueSentence(rig, { kind, joint, amount }),
  });
  const found = [
    ...ranges.map(({ issue: { kind, joint, amount, frame }, first, last }) =>
      issueOf(kind, joint, amount, times[first]!, times[last]!, times[frame]!),
    ),
    ...(clip.loop ? seamsOf(rig, poses, clip.fps, goesOn(rig, shown), bars) : []).map(({ kind, joint, amount }) =>
      issueOf(kind, joint, amount, clip.duration, clip.duration, clip.duration),
    ),
    ...doubledKeys(clip).map(({ joint, frame, spare }) => {
      const at = frame / clip.fps;
      return issueOf('doubled', joint, spare.length, at, at, at);
    }),
    ...spared(clip, (track) => withoutKeysBehind(track, clip.duration)).map((amount) =>
      issueOf('behind', null, amount, clip.duration, clip.duration, clip.duration),
    ),
    ...spared(clip, withoutDeadKeys).map((amount) => issueOf('dead', null, amount, 0, clip.duration, 0)),
  ];
  return inOrder(found, bars);
}

/** The issues of kinds that are looked for, in order of time, notes last. */
export function inOrder(found: readonly ClipIssue[], { ignore = [] }: LintSettings): ClipIssue[] {
  return found
    .filter(({ kind }) => !ignore.includes(kind))
    .sort(
      (a, b) => Number(isNote(a)) - Number(isNote(b)) || a.from - b.from || (a.joint ?? ROOT_TRACK) - (b.joint ?? ROOT_TRACK),
    );
}

/** What a body could not do by its muscles and the floor alone. */
function* againstPhysics(rig: Rig, clip: Clip, poses: readonly Pose[], bars: Required<LintSettings>): Steps<FrameRange[]> {
  const motion = yield* bodyMotionOf(rig, poses, clip.fps);
  const flights = flightsIn(motion);
  return [
    ...heldUpFlights(flights, clip.fps, bars.flight),
    ...hardLandings(motion, flights, bars.landing),
    ...spinsFromNothing(motion, flights, bars.spin),
    ...unsupportedStands(motion, clip, bars.balance),
    ...pushesOnAir(motion, clip, bars.push),
  ];
}

/** The number of keys that an edit would spare, if any. */
function spared(clip: Clip, edit: (track: Track) => Track): number[] {
  const amount = keysSpared(clip, edit);
  return amount > 0 ? [amount] : [];
}
