import type { MotionFigures } from './judge-motion.ts';
import type { Build, JudgedRig, JudgedSource } from './motion-corpus.ts';

/** The most that a motion may be off on rigs of a build; degrees and millimetres. */
const BARS: Readonly<
  Record<Build, { limbs: number; limbsWithoutStanding: number; knees: number; soles: number; solesP95: number }>
> = {
  human: { limbs: 1.5, limbsWithoutStanding: 3, knees: 3, soles: 5, solesP95: 15 },
  chibi: { limbs: 3, limbsWithoutStanding: 3, knees: 5, soles: 5, solesP95: 20 },
  cartoon: { limbs: 3, limbsWithoutStanding: 3, knees: 5, soles: 5, solesP95: 15 },
};
/** Millimetres a second that a planted foot may slide if the source's does not slide more. */
const SLIDE = 45;
/** Degrees a frame by which an arm's twist may be faster than the source's. */
const TWIST = 8;

/** The bars that the figures break, in words; empty for a motion that came over well. */
export function brokenBars(figures: MotionFigures, { build }: JudgedRig, { hasNoStandingZero }: JudgedSource): string[] {
  const bar = BARS[build];
  const limbs = hasNoStandingZero ? bar.limbsWithoutStanding : bar.limbs;
  const rows: [string, number, number][] = [
    ['limbs', figures.limbs, limbs],
    ['knees', figures.knees, bar.knees],
    ['leaps', figures.leaps, 0],
    ['soles', figures.soles, bar.soles],
    ['solesP95', figures.solesP95, bar.solesP95],
    ['slide', figures.slideP95, Math.max(SLIDE, figures.sourceSlideP95)],
    ['twist', figures.twist, TWIST],
  ];
  return rows
    .filter(([, value, most]) => !(value <= most))
    .map(([name, value, most]) => `${name} ${value.toFixed(2)} > ${most.toFixed(2)}`);
}
