import { checkArray } from '../../math/check-values.ts';
import { checkFieldsOf, type FieldsOf } from '../../math/near-names.ts';
import { checkRig } from '../../humanoid/body/check-rig.ts';
import { checkClip } from '../check-clip.ts';
import type { Pins } from '../../humanoid/body/handles.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { ROOT_TRACK, tracksOfBody, type Clip } from '../clip.ts';
import { frameTimes } from '../joint-paths.ts';
import { deleteKeys } from '../keys.ts';
import {
  checkIssue,
  DEFAULT_LINT,
  isAgainstPhysics,
  isNote,
  type ClipIssue,
  type IssueKind,
  type LintSettings,
} from '../lint/issues.ts';
import { doubledKeys, withoutDeadKeys, withoutKeysBehind } from '../lint/key-issues.ts';
import { goesOn } from '../lint/goes-on.ts';
import { lintSteps } from '../lint/lint-clip.ts';
import { playedClip } from '../played-clip.ts';
import { between, finish, type Steps } from '../steps.ts';
import { isSameTime, keysOf, trackOf, withTracks } from '../track-keys.ts';
import { bringInside } from './bring-inside.ts';
import { closeLoop } from './close-loop.ts';
import { flyFreely, giveAfter } from './fly-freely.ts';
import { keepSpin } from './keep-spin.ts';
import { holdFoot, isFootOfLeg, liftFoot } from './move-feet.ts';
import { moveNearer } from './move-nearer.ts';
import { setFootDown } from './set-foot-down.ts';
import { standOverFeet } from './stand-over-feet.ts';

/** What a repair does, in words for a button; null where nothing can be repaired without knowing what was meant. */
export function repairOf(rig: Rig, clip: Clip, issue: ClipIssue): string | null {
  checkRig(rig);
  checkClip(clip, 'the clip');
  checkIssue(issue);
  const { kind, joint, worst } = issue;
  switch (kind) {
    case 'limit':
      return 'Bring inside';
    case 'pop':
      return hasKeyOf(clip, joint, worst) ? 'Remove the key' : null;
    case 'slide':
      return joint !== null && isFootOfLeg(rig, joint) ? 'Hold the foot' : null;
    case 'floor':
      return joint !== null && isFootOfLeg(rig, joint) ? 'Lift the foot' : null;
    case 'flight':
      return 'Let it fall freely';
    case 'landing':
      return 'Let it give';
    case 'spin':
      return 'Keep its rotation';
    case 'balance':
      return 'Stand over the feet';
    case 'push':
      return 'Set the foot down';
    case 'contact':
      return moveNearer(clip, [issue]) === clip ? null : 'Move the body nearer';
    case 'seam':
    case 'seamSpeed':
      return 'Close the loop';
    case 'doubled':
      return 'Keep one';
    case 'behind':
    case 'dead':
      return 'Remove them';
    case 'overlap':
      return 'Bring it out';
    case 'direction':
    case 'flip':
    case 'speed':
      return null;
  }
}

/** How to repair. */
export interface RepairOptions {
  /** What was looked for: a repair ends where it is found no more. */
  readonly settings?: LintSettings;
  /** What is pinned: a foot that slides between keys that agree on it is kept by its pin, without further keys. */
  readonly pins?: Pins;
  /** The kinds that {@link repairClip} repairs. Default: all that are seen; notes about spare keys are left. */
  readonly kinds?: readonly IssueKind[];
}

const REPAIR_FIELDS: FieldsOf<RepairOptions> = { settings: true, pins: true, kinds: true };

/**
 * The clip without the issue; the same clip where it cannot be repaired, where it is about another body too, or where
 * carrying the body would make joints wrong in more ways than it ends.
 */
export function repairIssue(rig: Rig, clip: Clip, issue: ClipIssue, options: RepairOptions = {}): Clip {
  return finish(repairIssueSteps(rig, clip, issue, options));
}

/** The same in steps. */
export function* repairIssueSteps(rig: Rig, clip: Clip, issue: ClipIssue, options: RepairOptions = {}): Steps<Clip> {
  checkRig(rig);
  checkClip(clip, 'the clip');
  checkIssue(issue);
  checkFieldsOf(options, REPAIR_FIELDS, 'the options');
  if (repairOf(rig, clip, issue) === null) return clip;
  if (!isAgainstPhysics(issue)) return yield* repairedSteps(rig, clip, issue, options);
  const { settings = {}, pins = {} } = options;
  const repaired = yield* between(0, 0.4, repairedSteps(rig, clip, issue, options));
  const before = yield* between(0.4, 0.7, lintSteps(rig, clip, settings, playedClip(rig, clip, pins)));
  const after = yield* between(0.7, 1, lintSteps(rig, repaired, settings, playedClip(rig, repaired, pins)));
  return troubles(after) > troubles(before) ? clip : repaired;
}

/** In how many ways joints are wrong: a joint that is wrong in one way in several stretches is so once, as a repair may part them. */
export function troubles(issues: readonly ClipIssue[]): number {
  return new Set(issues.filter((each) => !isNote(each)).map(({ kind, joint }) => `${kind} ${joint}`)).size;
}

/** The clip without the issue, whatever else comes of it. */
function* repairedSteps(rig: Rig, clip: Clip, issue: ClipIssue, options: RepairOptions): Steps<Clip> {
  const { settings = {} } = options;
  const { kind, joint, from, to, worst, amount } = issue;
  const within = frameTimes(clip).filter((time) => time >= from && time <= to);
  switch (kind) {
    case 'limit':
      return bringInside(rig, clip, joint!, within, settings.limit ?? DEFAULT_LINT.limit);
    case 'pop':
      return deleteKeys(clip, worst, [joint!]);
    case 'slide':
      return yield* withoutSlide(rig, clip, issue, options);
    case 'floor':
      return liftFoot(rig, clip, joint!);
    case 'flight':
      return flyFreely(rig, clip, Math.round(worst * clip.fps));
    case 'landing':
      return giveAfter(rig, clip, Math.round(worst * clip.fps));
    case 'spin':
      return keepSpin(rig, clip, Math.round(worst * clip.fps));
    case 'balance':
      return standOverFeet(rig, clip, Math.round(from * clip.fps), Math.round(to * clip.fps));
    case 'push':
      return setFootDown(rig, clip, joint!, Math.round(from * clip.fps), Math.round(to * clip.fps), amount);
    case 'contact':
      return moveNearer(clip, [issue]);
    case 'seam':
    case 'seamSpeed':
      return closeLoop(clip, { joints: [joint ?? ROOT_TRACK], goesOn: goesOn(rig, clip) });
    case 'doubled':
      return withoutDoubledKeys(clip, joint!, worst);
    case 'behind':
      return withTracks(
        clip,
        clip.tracks.map((track) => withoutKeysBehind(track, clip.duration)),
      );
    case 'dead':
      return withTracks(clip, clip.tracks.map(withoutDeadKeys));
    case 'direction':
    case 'flip':
    case 'speed':
    case 'overlap':
      return clip;
  }
}

/** The order in which repairs do not undo each other: closing a loop may break limits, and what stands on the floor comes last. */
const REPAIR_ORDER: readonly IssueKind[] = [
  'behind',
  'dead',
  'doubled',
  'pop',
  'push',
  'flight',
  'landing',
  'spin',
  'balance',
  'seam',
  'seamSpeed',
  'limit',
  'floor',
  'slide',
];

/** The clip with everything repaired that can be, or everything of the kinds that are asked for, looked at anew after each kind. */
export function repairClip(rig: Rig, clip: Clip, options: RepairOptions = {}): Clip {
  return finish(repairClipSteps(rig, clip, options));
}

/** The same in steps. */
export function* repairClipSteps(rig: Rig, clip: Clip, options: RepairOptions = {}): Steps<Clip> {
  checkRig(rig);
  checkClip(clip, 'the clip');
  checkFieldsOf(options, REPAIR_FIELDS, 'the options');
  const { settings = {}, pins = {}, kinds } = options;
  if (kinds !== undefined) checkArray(kinds, 'the kinds');
  const order = REPAIR_ORDER.filter((kind) => kinds?.includes(kind) ?? !isNote({ kind }));
  let repaired = clip;
  for (const [k, kind] of order.entries()) {
    const [begun, looked, ended] = [k, k + 0.2, k + 1].map((at) => at / order.length) as [number, number, number];
    const found = yield* between(begun, looked, lintSteps(rig, repaired, settings, playedClip(rig, repaired, pins)));
    const issues = found.filter((issue) => issue.kind === kind);
    if (kind === 'seam' && issues.length > 0) {
      // Joints that are too little open to be told put the feet elsewhere at the end too, where they would be held then.
      repaired = closeLoop(repaired, { joints: tracksOfBody(rig.skeleton), goesOn: goesOn(rig, repaired) });
      yield ended;
      continue;
    }
    for (const [i, issue] of issues.entries()) {
      const at = (done: number) => looked + ((ended - looked) * done) / issues.length;
      repaired = yield* between(at(i), at(i + 1), repairIssueSteps(rig, repaired, issue, options));
      yield at(i + 1);
    }
  }
  return repaired;
}

/** Whether two issues are of the same kind, joint and other body and overlap in time. */
export function isSameTrouble(a: ClipIssue, b: ClipIssue): boolean {
  return a.kind === b.kind && a.joint === b.joint && a.other === b.other && a.from <= b.to && a.to >= b.from;
}

/** Times that a foot is held at most: a foot that stands still longer than before is planted longer, and may slide there too. */
const HOLDS = 3;

function* withoutSlide(rig: Rig, clip: Clip, issue: ClipIssue, { settings = {}, pins = {} }: RepairOptions): Steps<Clip> {
  // Each look is one of so many.
  let looks = 0;
  const share = () => Math.min(1, looks / (HOLDS + 1));
  function* slideIn(edited: Clip): Steps<ClipIssue | undefined> {
    const from = share();
    looks += 1;
    const found = yield* between(from, share(), lintSteps(rig, edited, settings, playedClip(rig, edited, pins)));
    return found.find((other) => isSameTrouble(other, issue));
  }
  const kept: Clip = { ...clip, keepsPins: true };
  if (!clip.keepsPins && !(yield* slideIn(kept))) return kept;
  let edited = clip;
  let slide: ClipIssue | undefined = issue;
  for (let hold = 0; hold < HOLDS && slide; hold++) {
    const [first, last] = [slide.from, slide.to].map((time) => Math.round(time * clip.fps));
    edited = holdFoot(rig, edited, slide.joint!, first!, last!);
    slide = yield* slideIn(edited);
  }
  return edited;
}

function hasKeyOf(clip: Clip, joint: number | null, time: number): boolean {
  return clip.tracks.some(
    (track) => track.joint === joint && track.times.length > 1 && track.times.some((at) => isSameTime(at, time)),
  );
}

function withoutDoubledKeys(clip: Clip, joint: number, time: number): Clip {
  const frame = Math.round(time * clip.fps);
  const spare = doubledKeys(clip).find((each) => each.joint === joint && each.frame === frame)?.spare ?? [];
  const tracks = clip.tracks.map((track) =>
    track.joint === joint
      ? trackOf(
          track,
          keysOf(track).filter((key) => !spare.includes(key.time)),
        )
      : track,
  );
  return withTracks(clip, tracks);
}
