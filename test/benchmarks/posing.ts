import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { figureOf } from './posing/figure.ts';
import { measurePosing, type PosingFigures } from './posing/measures.ts';
import { rigFiles } from './posing/rig-files.ts';

const USAGE = `npm run bench-posing -- [folder…] [--seeds N] [--only name] [--save]
Pulls the mannequin, the sample characters and those of further folders, and prints how well their bodies move.
  --seeds N  smooth paths a handle (default 3)
  --only     the rigs whose name contains this
  --save     keep the table under test/benchmarks/results with the version`;

const COLUMNS: readonly (readonly [title: string, tell: (figures: PosingFigures) => string])[] = [
  ['knee gap', ({ kneeGap }) => percent(kneeGap)],
  ['crouch missed', ({ crouch }) => `${crouch.toFixed(1)} mm`],
  ['fast steps', ({ fast }) => percent(fast, 2)],
  ['sudden steps', ({ sudden }) => percent(sudden, 2)],
  ['crossed', ({ crossed }) => `${crossed}`],
  ['between ways', ({ ways }) => degrees(ways)],
  ['carried', ({ carried }) => degrees(carried)],
  ['pins moved', ({ pins }) => `${pins.toFixed(3)} mm`],
  ['reached', ({ reached, targets }) => `${percent(reached, 1)} of ${targets}`],
  ['median ms: hips, chest, head, hands, feet', ({ milliseconds }) => times(milliseconds)],
];

function percent(share: number, digits = 0): string {
  return `${(100 * share).toFixed(digits)} %`;
}

function degrees(value: number): string {
  return `${value.toFixed(1)}°`;
}

function times(milliseconds: PosingFigures['milliseconds']): string {
  return [...milliseconds.values()].map((value) => value.toFixed(2)).join(' ');
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seeds: { type: 'string', default: '3' },
      only: { type: 'string', default: '' },
      save: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const seeds = Number(values.seeds);
  if (!Number.isInteger(seeds) || seeds < 1) throw new Error(`--seeds must be a whole number above 0, got "${values.seeds}"`);
  const lines: string[] = [];
  const print = (line: string): void => {
    lines.push(line);
    console.log(line);
  };
  print(
    `Limber ${manifest.version}, ${seeds} paths a handle, Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}\n`,
  );
  print(`| rig | ${COLUMNS.map(([title]) => title).join(' | ')} |`);
  print(`|---|${COLUMNS.map(() => '---|').join('')}`);
  const skipped: string[] = [];
  for (const file of rigFiles(positionals)) {
    if (!file.name.includes(values.only)) continue;
    if ('reason' in file) {
      skipped.push(`- ${file.name} is left out: ${file.reason}.`);
      continue;
    }
    const figures = measurePosing(figureOf(file.rig), seeds);
    print(`| ${file.name} | ${COLUMNS.map(([, tell]) => tell(figures)).join(' | ')} |`);
  }
  if (skipped.length > 0) print(`\n${skipped.join('\n')}`);
  if (!values.save) return;
  const folder = join(process.cwd(), 'test', 'benchmarks', 'results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `posing-${manifest.version}.md`), `${lines.join('\n')}\n`);
}

main();
