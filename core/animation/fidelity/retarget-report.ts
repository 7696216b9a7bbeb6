import { legLength } from '../../humanoid/body/leg-length.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { toDegrees, toRadians } from '../../math/angles.ts';
import type { HandContactReport } from '../retarget/hand-contacts.ts';
import type { WidenedRange } from '../retarget/limb-ranges.ts';
import { PLAIN_WORDING, type Wording } from '../wording.ts';

/** What is measured of a brought motion beside its source; see {@link RetargetReport}. */
export interface Fidelity {
  /** Angle between the directions of upper and lower arms and legs in source and result, radians. */
  readonly limbs: Spread;
  /** Mean difference of the knees' flexion, radians, and the share of frames in which a knee is straight (within 5°) in both. */
  readonly knees: { readonly mean: number; readonly straight: number; readonly straightInSource: number };
  /** Metres that planted ankles and toes are off the height at which they stand; of a copy, off the source's. */
  readonly soles: { readonly median: number; readonly p95: number };
  /** Metres a second that planted feet slide along the floor, 95th percentile; the source's in the target's size. */
  readonly slide: { readonly p95: number; readonly source: number };
  /** Frames after which the body goes farther than three times the source's step and 1 % of the leg. */
  readonly leaps: readonly number[];
  /** Arms that turn about themselves more than 8° a frame (30 a second) faster than the source's. */
  readonly turns: readonly SuddenTurn[];
  /** Metres that a foot or its toes get below the height at which they stand, at most. */
  readonly floorPenetration: number;
}

export interface Spread {
  readonly mean: number;
  readonly p95: number;
}

export interface SuddenTurn {
  readonly joint: number;
  readonly frame: number;
  /** Radians by which the turn is faster than the source's. */
  readonly by: number;
}

/** How well a clip came onto a character. */
export interface RetargetReport extends Fidelity {
  /** Frames of the new clip. */
  readonly frames: number;
  /** Both have the same skeleton: every rotation was copied as it is. */
  readonly isCopy: boolean;
  /** Stretches in which a foot or its toes are planted. */
  readonly contacts: number;
  /** Where hands touch something in the source. */
  readonly hands: HandContactReport;
  /** Joints that may go beyond their limits in this clip because the source's do: ankles, knees, hips, elbows and shoulders. */
  readonly widened: readonly WidenedRange[];
  /** Joints that stand on their limits, or beyond in a copy, with the share of the frames, most often first. */
  readonly limited: readonly { readonly joint: number; readonly share: number }[];
  /** The bars that the motion does not keep; empty for one that came over well. */
  readonly broken: readonly BrokenBar[];
}

/** A figure of the report that is worse than it should be. */
export interface BrokenBar {
  readonly figure: 'limbs' | 'knees' | 'leaps' | 'soles' | 'slide' | 'turns' | 'hands';
  /** The most that the figure may be: radians, metres, metres a second, or a number of frames. Of `soles` that of the 95th percentile. */
  readonly bar: number;
  /** One sentence for the animator, with the figure and the bar. */
  readonly sentence: string;
}

/** Legs in heights of the body below which it is a cartoon, for whom more may be off, and a chibi, whose feet are long besides: people have 0.42 and more. */
const CARTOON_LEGS = 0.38;
const CHIBI_LEGS = 1 / 3;
/** Metres within which a hand keeps its place. */
export const HAND_KEPT = 0.01;
const BARS = {
  limbs: { usual: toRadians(1.5), wide: toRadians(3) },
  knees: { usual: toRadians(3), wide: toRadians(5) },
  soles: { median: 0.005, p95: 0.015, p95Wide: 0.02 },
  slide: 0.045,
  hands: HAND_KEPT,
} as const;

/** Metres a second by which rounding changes how fast feet slide, at most: keys are written in single precision. */
const SLIDE_ROUNDING = 1e-5;

/** The bars that figures break on a rig; `sourceStands` says whether the source's rest pose is one in which a body stands. */
export function brokenBars(rig: Rig, figures: Fidelity & Pick<RetargetReport, 'hands'>, sourceStands: boolean): BrokenBar[] {
  const legs = legLength(rig) / rig.report.height;
  const isWide = legs < CARTOON_LEGS;
  const { limbs, knees, leaps, soles, slide, turns, hands } = figures;
  const limbBar = isWide || !sourceStands ? BARS.limbs.wide : BARS.limbs.usual;
  const kneeBar = isWide ? BARS.knees.wide : BARS.knees.usual;
  const soleBar = legs < CHIBI_LEGS ? BARS.soles.p95Wide : BARS.soles.p95;
  const slideMost = slideBar(slide.source);
  const rows: readonly [BrokenBar['figure'], number, boolean][] = [
    ['limbs', limbBar, limbs.mean > limbBar],
    ['knees', kneeBar, knees.mean > kneeBar],
    ['leaps', 0, leaps.length > 0],
    ['soles', soleBar, soles.median > BARS.soles.median || soles.p95 > soleBar],
    ['slide', slideMost, slide.p95 > slideMost + SLIDE_ROUNDING],
    ['turns', 0, turns.length > 0],
    ['hands', BARS.hands, hands.largest > BARS.hands],
  ];
  return rows
    .filter(([, , isBroken]) => isBroken)
    .map(([figure, bar]) => ({ figure, bar, sentence: barSentence(figures, { figure, bar }) }));
}

/** Metres a second that planted feet may slide where the source's slide so much. */
export function slideBar(source: number): number {
  return Math.max(BARS.slide, source);
}

/** By how much a bar is broken, in one sentence without a capital and a full stop. */
export function barSentence(
  { limbs, knees, leaps, soles, slide, turns, hands }: Fidelity & Pick<RetargetReport, 'hands'>,
  { figure, bar }: Pick<BrokenBar, 'figure' | 'bar'>,
  words: Wording = PLAIN_WORDING,
): string {
  const { length } = words;
  switch (figure) {
    case 'limbs':
      return `arms and legs point ${degrees(limbs.mean)} away from the source's on average, more than ${degrees(bar)}`;
    case 'knees':
      return `knees bend ${degrees(knees.mean)} differently on average, more than ${degrees(bar)}`;
    case 'leaps':
      return `the hips leap in ${inFrames(leaps.length, leaps[0], words)}`;
    case 'soles':
      return `planted feet are ${length(soles.median)} off the floor (${length(soles.p95)} at the 95th percentile), more than ${length(BARS.soles.median)} (${length(bar)})`;
    case 'slide':
      return `planted feet slide ${length(slide.p95)} a second, more than ${length(bar)}`;
    case 'turns':
      return `arms twist much faster than the source's in ${inFrames(turns.length, turns[0]?.frame, words)}`;
    case 'hands':
      return `a hand is ${length(hands.largest)} off what it touches, more than ${length(bar)}`;
  }
}

function degrees(radians: number): string {
  return `${toDegrees(radians).toFixed(1)}°`;
}

/** How many frames, and the first of them. */
function inFrames(count: number, first = 0, { frame }: Wording): string {
  return count === 1 ? frame(first) : `${count} frames, first at ${frame(first)}`;
}
