import type { MotionFigures } from '../../helpers/motion-judge/judge-motion.ts';
import { RETARGET_MECHANISMS } from './retarget-mechanisms.ts';
import { runWithout } from './run-without.ts';

/** What came of a motion that was brought onto a character. */
export interface MotionBrought {
  readonly name: string;
  readonly figures: MotionFigures;
  /** Bars that the tests' judge sees broken. */
  readonly broken: number;
  /** Touches of hands that are kept. */
  readonly hands: number;
  /** Metres that a foot is in the floor, at most. */
  readonly sunk: number;
  /** World metres of a point of each bone in all frames, 32-bit numbers in base 64. */
  readonly places: string;
  readonly milliseconds: number;
}

/** Metres by which a bone has to be elsewhere for a motion to count as another. */
const CHANGED = 1e-3;

export const RETARGET_HEADER = [
  '| without | motions changed by more than 1 mm (at most, mm) | bars broken | touches kept | limbs ° | knees ° | soles mm, p95 | in the floor mm, most | slide mm/s, p95 | leaps | arm twist °, most | ms a motion |',
  '|---|---|---|---|---|---|---|---|---|---|---|---|',
];

/** The rows of the table, as each is known: all motions as they are, and without each mechanism. */
export function* retargetRows(root: string): Generator<string> {
  const bring = (without: string): readonly MotionBrought[] => JSON.parse(runWithout(root, 'run-retargets.ts', [], without));
  const whole = bring('');
  yield `| nothing | of ${whole.length} | ${cells(whole)} |`;
  for (const { name } of RETARGET_MECHANISMS) {
    const without = bring(name);
    const moves = whole.map(({ places }, i) => largestMove(places, without[i]!.places));
    const changed = moves.filter((move) => move > CHANGED).length;
    yield `| ${name} | ${changed} (${(1000 * Math.max(...moves)).toFixed(0)}) | ${cells(without)} |`;
  }
}

function cells(brought: readonly MotionBrought[]): string {
  const sum = (of: (motion: MotionBrought) => number) => brought.reduce((total, motion) => total + of(motion), 0);
  const mean = (figure: keyof MotionFigures) => (sum(({ figures }) => figures[figure]) / brought.length).toFixed(2);
  return [
    sum(({ broken }) => broken),
    sum(({ hands }) => hands),
    ...(['limbs', 'knees', 'solesP95'] as const).map(mean),
    (1000 * (sum(({ sunk }) => sunk) / brought.length)).toFixed(2),
    mean('slideP95'),
    sum(({ figures }) => figures.leaps),
    Math.max(...brought.map(({ figures }) => figures.twist)).toFixed(1),
    (sum(({ milliseconds }) => milliseconds) / brought.length).toFixed(0),
  ].join(' | ');
}

function largestMove(a: string, b: string): number {
  const [one, other] = [a, b].map((text) => {
    const bytes = Buffer.from(text, 'base64');
    return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  }) as [Float32Array, Float32Array];
  let largest = 0;
  for (let i = 0; i < one.length; i += 3)
    largest = Math.max(largest, Math.hypot(one[i]! - other[i]!, one[i + 1]! - other[i + 1]!, one[i + 2]! - other[i + 2]!));
  return largest;
}
