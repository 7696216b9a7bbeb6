import { slideOfContacts } from '../../core/animation/holding/contact-spans.ts';
import type { MotionTable } from '../../core/animation/propose/learned/motion-table.ts';
import { sampleClip } from '../../core/animation/sampling.ts';
import { clampPose } from '../../core/skeleton/limit-state.ts';
import { FPS } from '../../build/motion-table/takes.ts';
import { between, cubic, proposed, type Window } from './between/fillers.ts';
import { learnedWithout } from './between/learned-without.ts';
import { l2p, l2q, rowsOf, spectrumDifference, type Row } from './between/measures.ts';
import { takes } from './between/takes.ts';

const USAGE = `npm run bench-between -- [TAKE]
Takes frames out of captured takes (or of those whose names hold TAKE) of people who dance, play ball and walk, gives the keys around the gap and one frame beside each, and prints how far
from the take the studio's in-between is: places and rotations of the body as LAFAN1 measures them (L2P, L2Q) in % of straight ways (SLERP), and NPSS,
beside the smooth way and the cubic, without and with what it has learned of captured motion, which for each take is learned of other takes only; walks of people of whom nothing was learned
stand by themselves. Then what is promised of it: keys, contacts, limits, few keys, time, and which takes it comes less near to than the cubic.`;

/** Frames that are taken out, and from one window to the next. */
const GAPS = [5, 15, 30, 45] as const;
const STRIDE = 25;

/** Subjects by what they do. */
const KINDS: Readonly<Record<string, string>> = { '005': 'dance', '006': 'ball', '007': 'walk', other: 'walks of others' };

const METHODS = ['straight', 'smooth', 'cubic', 'by speeds', 'in-between'] as const;
type Method = (typeof METHODS)[number];

/** Sums over windows. */
interface Sums {
  p: number;
  q: number;
  weighted: number;
  power: number;
}

const emptySums = () => new Map(METHODS.map((method): [Method, Sums] => [method, { p: 0, q: 0, weighted: 0, power: 0 }]));

/** The worst of what is promised. */
interface Promises {
  windows: number;
  key: number;
  slide: number;
  overLimits: number;
  tooManyKeys: number;
  distances: number[];
  times: number[];
  /** L2P and L2Q of each take, of the in-between and of the cubic. */
  takes: Map<string, [p: number, q: number, cubicP: number, cubicQ: number]>;
}

function main(): void {
  const only = process.argv[2] ?? '';
  if (only === '--help') return console.log(USAGE);
  const all = [...takes(only)];
  console.log(
    '| frames | motion | windows | smooth: L2P / L2Q % | cubic | by speeds | in-between, learned | NPSS straight, smooth, cubic, by speeds, in-between |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  const promises: [number, Promises][] = [];
  for (const gap of GAPS) {
    const groups = new Map<string, { windows: number; sums: Map<Method, Sums> }>();
    const kept: Promises = {
      windows: 0,
      key: 0,
      slide: 0,
      overLimits: 0,
      tooManyKeys: 0,
      distances: [],
      times: [],
      takes: new Map(),
    };
    const learned = learnedWithout(all, gap + 1);
    for (const take of all) {
      for (let from = 1; from + gap + 2 < take.poses.length; from += STRIDE) {
        const window: Window = { take, from, to: from + gap + 1 };
        const real = rowsOf(take.rig, take.poses.slice(from + 1, from + gap + 1));
        const made = proposalOf(window, learned(take), kept);
        const rows: Record<Method, readonly Row[]> = {
          straight: rowsOf(take.rig, between(window, 'linear')),
          smooth: rowsOf(take.rig, between(window, 'cubic')),
          cubic: rowsOf(take.rig, cubic(window)),
          'by speeds': rowsOf(take.rig, proposed(window).poses),
          'in-between': rowsOf(take.rig, made),
        };
        const sums = kept.takes.get(take.name) ?? [0, 0, 0, 0];
        kept.takes.set(take.name, sums);
        (['in-between', 'cubic'] as const).forEach((method, i) => {
          sums[2 * i]! += l2p(rows[method], real);
          sums[2 * i + 1]! += l2q(rows[method], real);
        });
        const kind = KINDS[take.subject] ?? take.subject;
        for (const name of take.subject === 'other' ? [kind] : ['all', kind]) {
          const group = groups.get(name) ?? { windows: 0, sums: emptySums() };
          groups.set(name, group);
          group.windows++;
          for (const method of METHODS) add(group.sums.get(method)!, rows[method], real);
        }
      }
    }
    for (const [name, { windows, sums }] of groups) {
      const base = sums.get('straight')!;
      const share = (method: Method) => {
        const { p, q } = sums.get(method)!;
        return `${Math.round((100 * p) / base.p)} / ${Math.round((100 * q) / base.q)}`;
      };
      const npss = METHODS.map((method) => (sums.get(method)!.weighted / sums.get(method)!.power).toFixed(3)).join(', ');
      console.log(
        `| ${gap} | ${name} | ${windows} | ${share('smooth')} | ${share('cubic')} | ${share('by speeds')} | ${share('in-between')} | ${npss} |`,
      );
    }
    promises.push([gap, kept]);
  }
  console.log(
    '\n| frames | keys off, rad or m | contacts, mm a frame | windows beyond limits | with too many keys | keys off the motion, mm: median, 90 %, most | ms, median | takes above the cubic by more than 2 % |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const [gap, { windows, key, slide, overLimits, tooManyKeys, distances, times, takes: each }] of promises) {
    const cells = [key.toExponential(0), (1000 * slide).toFixed(2), `${overLimits} of ${windows}`, tooManyKeys];
    const away = [0.5, 0.9, 1].map((share) => (1000 * ranked(distances, share)).toFixed(1)).join(', ');
    const above = [...each].filter(([, [p, q, cubicP, cubicQ]]) => p > ABOVE * cubicP || q > ABOVE * cubicQ);
    console.log(
      `| ${gap} | ${cells.join(' | ')} | ${away} | ${ranked(times, 0.5).toFixed(0)} | ${above.length} of ${each.size}: ${above.map(([name]) => name).join(', ')} |`,
    );
  }
}

/** How much more than the cubic a take may be off. */
const ABOVE = 1.02;

/** The value that a share of all is not above. */
function ranked(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;
}

function add(sums: Sums, made: readonly Row[], real: readonly Row[]): void {
  sums.p += l2p(made, real);
  sums.q += l2q(made, real);
  const { weighted, power } = spectrumDifference(made, real);
  sums.weighted += weighted;
  sums.power += power;
}

/** The in-between, and how it keeps what is promised of it. */
function proposalOf(window: Window, learned: MotionTable, kept: Promises) {
  const { take, from, to } = window;
  const begun = performance.now();
  const { poses, shown, proposal } = proposed(window, learned);
  kept.times.push(performance.now() - begun);
  kept.windows++;
  for (const [frame, key] of [
    [1, from],
    [to - from + 1, to],
  ] as const) {
    const there = sampleClip(take.rig.skeleton, shown, frame / FPS);
    const real = take.poses[key]!;
    const away = there.map((value, i) => Math.min(Math.abs(value - real[i]!), i < 3 ? Infinity : Math.abs(value + real[i]!)));
    kept.key = Math.max(kept.key, ...away);
  }
  kept.slide = Math.max(kept.slide, slideOfContacts(take.rig, proposal.clip, shown).largest);
  // What an end itself takes beyond a limit may be beyond it between, too.
  const outside = new Set([from, to].flatMap((frame) => clampPose(take.rig.skeleton, take.poses[frame]!).clamped));
  if (poses.some((pose) => clampPose(take.rig.skeleton, pose).clamped.some((joint) => !outside.has(joint)))) kept.overLimits++;
  if (proposal.keys > Math.floor((to - from) / 8)) kept.tooManyKeys++;
  kept.distances.push(proposal.distance);
  return poses;
}

main();
