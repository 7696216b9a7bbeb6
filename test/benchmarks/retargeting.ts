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

/** Brings a source's clip onto a rig. */
type Method = (source: JudgedSource, onto: JudgedRig) => Clip;

const METHODS: Readonly<Record<string, Method>> = {
  Limber: ({ rig, clip, places, rest }, onto) =>
    retargetClip(rig, clip, onto.rig, { fps: JUDGED_FPS, places, sourceStands: rest.stands && rest.choice !== 'tPose' }).clip,
  'plain world copy': ({ rig, clip }, onto) => copyWorldTurns(rig, clip, onto.rig, JUDGED_FPS),
  'three.js SkeletonUtils': ({ rig, clip }, onto) => retargetWithThree(rig, clip, onto.rig, JUDGED_FPS),
};

interface Total {
  readonly figures: MotionFigures[];
  readonly milliseconds: number[];
  readonly failing: string[];
}

/** Brings every clip of the sample data onto every rig in three ways, judged by the tests' own judge, and prints a table of means. */
export async function compareRetargeting(): Promise<void> {
  const [sources, rigs] = [await judgedSources({ hasEvery: true }), await judgedRigs({ hasEvery: true })];
  const totals = new Map<string, Total>(
    Object.keys(METHODS).map((name) => [name, { figures: [], milliseconds: [], failing: [] }]),
  );
  for (const onto of rigs) {
    for (const source of sources) {
      for (const [name, method] of Object.entries(METHODS)) {
        const total = totals.get(name)!;
        const start = performance.now();
        const clip = method(source, onto);
        total.milliseconds.push(performance.now() - start);
        const figures = judgeMotion(source.track, await trackOfClip(onto, clip), onto.rest, source.standing);
        total.figures.push(figures);
        const broken = brokenBars(figures, onto, source);
        if (broken.length > 0) total.failing.push(`${source.name} onto ${onto.name}: ${broken.join(', ')}`);
      }
    }
  }
  const pairs = sources.length * rigs.length;
  console.log(`\n${sources.length} clips onto ${rigs.length} rigs, means over ${pairs} pairs (judged through three.js):\n`);
  console.log(
    '| method | failing | limbs ° | knees ° | leaps | soles mm, median / p95 | slide mm/s, p95 | arm twist °, most | foot pitch ° | ms |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|');
  for (const [name, { figures, milliseconds, failing }] of totals) {
    const mean = (figure: keyof MotionFigures) =>
      (figures.reduce((sum, each) => sum + each[figure], 0) / figures.length).toFixed(2);
    const most = Math.max(...figures.map(({ twist }) => twist)).toFixed(1);
    const leaps = figures.reduce((sum, each) => sum + each.leaps, 0);
    const median = milliseconds.toSorted((a, b) => a - b)[milliseconds.length >> 1]!.toFixed(0);
    console.log(
      `| ${name} | ${failing.length} | ${mean('limbs')} | ${mean('knees')} | ${leaps} | ${mean('soles')} / ${mean('solesP95')} | ${mean('slideP95')} | ${most} | ${mean('footPitch')} | ${median} |`,
    );
  }
  for (const line of totals.get('Limber')!.failing) console.log(`fails: ${line}`);
}
