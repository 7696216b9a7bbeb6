import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { createPuller } from '../../core/humanoid/pulling/puller.ts';
import { add } from '../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../core/skeleton/forward-kinematics.ts';
import { FEET } from './posing/figure.ts';
import { cast } from './scene/casts.ts';
import { measurePairing, type SceneFigures } from './scene/measures.ts';
import { chainOf, PAIRINGS } from './scene/pairings.ts';
import { stand } from './scene/stander.ts';
import { measureCarried } from './carried.ts';
import { measureThings } from './things.ts';

const USAGE = `npm run bench-scene -- [--only name] [--pairs] [--save]
Lets two characters touch in six ways, each with each, and up to eight hold hands, and prints how well contacts hold on all frames between two keys.
  --only   the pairings whose name contains this
  --pairs  a line for every two characters, not one for every way
  --things surfaces, grips of hands, walks over stairs and slopes, and things in hands instead
  --save   keep the table under test/benchmarks/results with the version`;

const COLUMNS: readonly (readonly [title: string, tell: (figures: SceneFigures) => string])[] = [
  ['frames that hold', ({ held, frames }) => `${held} of ${frames}`],
  ['place', ({ place }) => `${place.toFixed(2)} mm`],
  ['direction', ({ direction }) => `${direction.toFixed(2)}°`],
  ['in each other, frames within 5 mm', ({ deep, apart }) => `${deep.toFixed(1)} mm ${apart}`],
  ['over a limit', ({ excess }) => `${excess.toFixed(4)}°`],
  ['feet moved', ({ feet }) => `${feet.toFixed(3)} mm`],
  ['largest step, as keyed', ({ step, keyed }) => `${step.toFixed(1)}° ${keyed.toFixed(1)}°`],
  ['ms: median, worst', ({ median, slowest }) => `${median.toFixed(2)} ${slowest.toFixed(1)}`],
];

/** How many hold hands. */
const CHAINS = [2, 4, 8];
const PULLS = 200;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      pairs: { type: 'boolean', default: false },
      things: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const lines: string[] = [];
  const print = (line: string): void => {
    lines.push(line);
    console.log(line);
  };
  const row = (name: string, figures: SceneFigures): void =>
    print(`| ${name} | ${COLUMNS.map(([, tell]) => tell(figures)).join(' | ')} |`);
  if (values.things) {
    measureThings(print);
    measureCarried(print);
    return;
  }
  const members = cast();
  print(`Limber ${manifest.version}, Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}\n`);
  print(`One pull of the mannequin's hand: ${pullTime(members[0]!.rig).toFixed(2)} ms\n`);
  print(`| pairing | ${COLUMNS.map(([title]) => title).join(' | ')} |`);
  print(`|---|${COLUMNS.map(() => '---|').join('')}`);
  for (const [name, pair] of Object.entries(PAIRINGS)) {
    if (!name.includes(values.only)) continue;
    const all = members.flatMap((a) =>
      members.map((b) => {
        const figures = measurePairing(pair(a.rig, b.rig));
        if (values.pairs) row(`${name}: ${a.name}, ${b.name}`, figures);
        return figures;
      }),
    );
    row(name, worstOf(all));
  }
  for (const count of CHAINS) {
    const name = `chain of ${count}`;
    if (!name.includes(values.only)) continue;
    row(name, measurePairing(chainOf(Array.from({ length: count }, (_, i) => members[i % members.length]!.rig))));
  }
  if (!values.save) return;
  const folder = join(process.cwd(), 'test', 'benchmarks', 'results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `scene-${manifest.version}.md`), `${lines.join('\n')}\n`);
}

/** Milliseconds of one pull of a hand, feet pinned: the median. */
function pullTime(rig: Rig): number {
  const puller = createPuller(rig);
  const { pose } = stand(rig, [0, 0, 0], 1);
  const hand = worldPosition(forwardKinematics(rig.skeleton, pose), rig.humanoid.rightHand!);
  const times = Array.from({ length: PULLS }, (_, i) => {
    const start = performance.now();
    puller.begin(pose, 'rightHand', FEET, { restarts: 0 }).to(add(hand, [0, (0.4 * i) / PULLS, 0.2]), { keepsDirection: false });
    return performance.now() - start;
  });
  return times.toSorted((a, b) => a - b)[PULLS >> 1]!;
}

/** The worst of all pairs; of the times the median of the medians. */
function worstOf(all: readonly SceneFigures[]): SceneFigures {
  const worst = (tell: (figures: SceneFigures) => number): number => Math.max(...all.map(tell));
  const sum = (tell: (figures: SceneFigures) => number): number => all.reduce((total, figures) => total + tell(figures), 0);
  const medians = all.map(({ median }) => median).toSorted((a, b) => a - b);
  return {
    held: sum(({ held }) => held),
    frames: sum(({ frames }) => frames),
    place: worst(({ place }) => place),
    direction: worst(({ direction }) => direction),
    excess: worst(({ excess }) => excess),
    deep: worst(({ deep }) => deep),
    apart: sum(({ apart }) => apart),
    feet: worst(({ feet }) => feet),
    step: worst(({ step }) => step),
    keyed: worst(({ keyed }) => keyed),
    median: medians[medians.length >> 1]!,
    slowest: worst(({ slowest }) => slowest),
  };
}

await main();
