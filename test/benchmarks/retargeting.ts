import { showsFloor } from '../../core/formats/clips/source-rest.ts';
import type { Clip } from '../../core/animation/clip.ts';
import { retargetClip } from '../../core/animation/retarget-clip.ts';
import { judgeMotion, type MotionFigures } from '../helpers/motion-judge/judge-motion.ts';
import { brokenBars } from '../helpers/motion-judge/motion-bars.ts';
import {
  JUDGED_FPS,
  judgedRigs,
  judgedSources,
  trackOfClip,
  type JudgedRig,
  type JudgedSource,
} from '../helpers/motion-judge/motion-corpus.ts';
import { copyWorldTurns, retargetWithThree } from './peers/three-retarget.ts';

/** Brings a source's clip onto a rig, and says which bars the motion does not keep if it knows. */
type Method = (source: JudgedSource, onto: JudgedRig) => { readonly clip: Clip; readonly told?: readonly string[] };

const LIMBER = 'Limber';
const METHODS: Readonly<Record<string, Method>> = {
  [LIMBER]: ({ rig, clip, places, rest }, onto) => {
    const sourceStands = showsFloor(rest);
    const brought = retargetClip(rig, clip, onto.rig, { fps: JUDGED_FPS, places, sourceStands });
    return { clip: brought.clip, told: brought.report.broken.map(({ figure }) => figure) };
  },
  'plain world copy': ({ rig, clip }, onto) => ({ clip: copyWorldTurns(rig, clip, onto.rig, JUDGED_FPS) }),
  'three.js SkeletonUtils': ({ rig, clip }, onto) => ({ clip: retargetWithThree(rig, clip, onto.rig, JUDGED_FPS) }),
};

interface JudgedPair {
  readonly name: string;
  readonly figures: MotionFigures;
  readonly milliseconds: number;
  /** The bars that the judge sees broken, each with its figure first, and those that the method tells of. */
  readonly broken: readonly string[];
  readonly told: readonly string[];
}

/**
 * Brings every clip of the sample data onto every rig, judged by the tests' own judge; prints a table of means and the pairs of
 * Limber that break a bar. Beside it three.js and a plain copy do the same unless it `isAlone`.
 */
export async function compareRetargeting({ isAlone = false } = {}): Promise<void> {
  const [sources, rigs] = [await judgedSources({ hasEvery: true }), await judgedRigs({ hasEvery: true })];
  const methods = Object.entries(METHODS).filter(([name]) => !isAlone || name === LIMBER);
  const judged = new Map(methods.map(([name]): [string, JudgedPair[]] => [name, []]));
  for (const onto of rigs) {
    for (const source of sources) {
      for (const [name, method] of methods) judged.get(name)!.push(await judgePair(source, onto, method));
    }
  }
  const pairs = sources.length * rigs.length;
  console.log(`\n${sources.length} clips onto ${rigs.length} rigs, means over ${pairs} pairs (judged through three.js):\n`);
  console.log(
    '| method | failing | limbs ° | knees ° | leaps | soles mm, median / p95 | slide mm/s, p95 | arm twist °, most | foot pitch ° | ms |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|');
  for (const [name, each] of judged) console.log(tableRow(name, each));
  printFailures(judged.get(LIMBER)!);
}

async function judgePair(source: JudgedSource, onto: JudgedRig, method: Method): Promise<JudgedPair> {
  const start = performance.now();
  const { clip, told = [] } = method(source, onto);
  const milliseconds = performance.now() - start;
  const figures = judgeMotion(source.track, await trackOfClip(onto, clip), onto.rest, source.standing);
  return { name: `${source.name} onto ${onto.name}`, figures, milliseconds, broken: brokenBars(figures, onto, source), told };
}

function tableRow(name: string, pairs: readonly JudgedPair[]): string {
  const mean = (figure: keyof MotionFigures) =>
    (pairs.reduce((sum, { figures }) => sum + figures[figure], 0) / pairs.length).toFixed(2);
  const failing = pairs.filter(({ broken }) => broken.length > 0).length;
  const most = Math.max(...pairs.map(({ figures }) => figures.twist)).toFixed(1);
  const leaps = pairs.reduce((sum, { figures }) => sum + figures.leaps, 0);
  const times = pairs.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  const median = times[times.length >> 1]!.toFixed(0);
  return `| ${name} | ${failing} | ${mean('limbs')} | ${mean('knees')} | ${leaps} | ${mean('soles')} / ${mean('solesP95')} | ${mean('slideP95')} | ${most} | ${mean('footPitch')} | ${median} |`;
}

/** Which pairs the judge finds outside the bars, which the report does, and whether it is silent of any. */
function printFailures(pairs: readonly JudgedPair[]): void {
  const outside = pairs.filter(({ broken }) => broken.length > 0);
  const told = pairs.filter((pair) => pair.told.length > 0);
  const silent = outside.filter((pair) => pair.told.length === 0);
  const seen = outside.flatMap(({ broken }) => broken.map((bar) => bar.split(' ')[0]!));
  console.log(`\n${outside.length} of ${pairs.length} pairs outside the bars by the judge: ${counted(seen)}`);
  console.log(`${told.length} by Limber's report: ${counted(told.flatMap((pair) => pair.told))}`);
  console.log(`silent, outside and not told by the report: ${silent.length}\n`);
  for (const pair of outside)
    console.log(`${silent.includes(pair) ? 'silent' : 'outside'}: ${pair.name}: ${pair.broken.join(', ')}`);
}

function counted(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${word} ${count}`).join(', ');
}
