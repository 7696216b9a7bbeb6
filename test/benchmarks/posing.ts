import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { measureContacts, type ContactFigures } from './posing/contacts.ts';
import { figureOf } from './posing/figure.ts';
import { measurePosing, type PosingFigures } from './posing/measures.ts';
import { measureNature, type NatureFigures } from './posing/nature.ts';
import type { Continuity } from './posing/continuity.ts';
import { rigFiles } from './posing/rig-files.ts';

const USAGE = `npm run bench-posing -- [folder…] [--seeds N] [--only name] [--save]
Pulls the mannequin, the sample characters and those of further folders, and prints how well their bodies move.
  --seeds N  smooth paths a handle (default 3)
  Smooth paths are as wide as the arms (hands) or legs (all else) are long, so that a squat figure is pulled through what it can reach.
  --only     the rigs whose name contains this
  --nature   instead: continuity, weight, rhythm, spine and floor
  --contacts N  instead: N random drags a rig, and how often the body goes through itself without and with its stops
  --save     keep the table under test/benchmarks/results with the version`;

const COLUMNS: readonly (readonly [title: string, tell: (figures: PosingFigures) => string])[] = [
  ['knee gap', ({ kneeGap }) => percent(kneeGap)],
  ['crouch missed', ({ crouch }) => `${crouch.toFixed(1)} mm`],
  ['hips turned out of reach', ({ turned }) => degrees(turned)],
  ['fast steps', ({ fast }) => percent(fast, 2)],
  ['sudden steps', ({ sudden }) => percent(sudden, 2)],
  ['crossed', ({ crossed }) => `${crossed}`],
  ['between ways', ({ ways }) => degrees(ways)],
  ['carried', ({ carried }) => degrees(carried)],
  ['pins moved', ({ pins }) => `${pins.toFixed(3)} mm`],
  ['reached', ({ reached, targets }) => `${percent(reached, 1)} of ${targets}`],
  ['median ms: hips, chest, head, hands, feet', ({ milliseconds }) => times(milliseconds)],
];

const CONTACT_COLUMNS: readonly (readonly [title: string, tell: (figures: ContactFigures) => string])[] = [
  ['drags', ({ drags }) => `${drags}`],
  ['deeper than 5 mm: free, stopped', ({ free, stopped }) => `${free} ${stopped}`],
  ['touching within 2 mm where the body holds a limb back', ({ held, touching }) => `${touching} of ${held}`],
  ['target missed: free, stopped', ({ missedFree, missedStopped }) => `${missedFree} ${missedStopped}`],
  ['ms more: median, one in ten', ({ median, tenth }) => `${median.toFixed(2)} ${tenth.toFixed(1)}`],
];

const NATURE_COLUMNS: readonly (readonly [title: string, tell: (figures: NatureFigures) => string])[] = [
  ['arm: far, most, breaks', ({ arm }) => continuity(arm)],
  ['direction let go', ({ armFree }) => continuity(armFree)],
  ['behind', ({ behind }) => continuity(behind)],
  ['foot', ({ foot }) => continuity(foot)],
  ['crouch', ({ crouch }) => continuity(crouch)],
  ['weight: worst, mean', ({ weight }) => weight.map((each) => each.toFixed(0)).join(' ')],
  ['hips ahead', ({ hips }) => `${hips.toFixed(0)} mm`],
  ['level: outside, missed', ({ level }) => level.map((each) => each.toFixed(0)).join(' ')],
  ['rhythm', ({ rhythm }) => rhythm?.map((each) => each.toFixed(2)).join(' ') ?? '–'],
  ['spine: arrives, one joint', ({ spine }) => spine.map((each) => percent(each)).join(' ')],
  ['rise', ({ rise }) => rise.toFixed(2)],
  ['deep', ({ deep }) => `${deep.toFixed(0)} mm`],
  ['miss, slip', ({ miss, slip }) => `${miss.toFixed(1)} ${slip.toFixed(3)} mm`],
  ['ms: median, worst', ({ milliseconds }) => milliseconds.map((each) => each.toFixed(2)).join(' ')],
];

function continuity({ far, steps, most, breaks, reached }: Continuity): string {
  const share = steps === 0 ? 0 : far / steps;
  return `${percent(share, 1)} ${most.toFixed(0)}° ${breaks} (${percent(steps === 0 ? 1 : reached / steps)} reached)`;
}

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
      nature: { type: 'boolean', default: false },
      contacts: { type: 'string', default: '0' },
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
  const drags = Number(values.contacts);
  if (!Number.isInteger(drags) || drags < 0)
    throw new Error(`--contacts must be a whole number from 0, got "${values.contacts}"`);
  const columns: readonly (readonly [title: string, ...rest: unknown[]])[] =
    drags > 0 ? CONTACT_COLUMNS : values.nature ? NATURE_COLUMNS : COLUMNS;
  const titles = columns.map(([title]) => title);
  print(`| rig | ${titles.join(' | ')} |`);
  print(`|---|${titles.map(() => '---|').join('')}`);
  const skipped: string[] = [];
  for (const file of rigFiles(positionals)) {
    if (!file.name.includes(values.only)) continue;
    if ('reason' in file) {
      skipped.push(`- ${file.name} is left out: ${file.reason}.`);
      continue;
    }
    if (drags > 0) {
      const contacts = measureContacts(file.rig, drags);
      print(`| ${file.name} | ${CONTACT_COLUMNS.map(([, tell]) => tell(contacts)).join(' | ')} |`);
      continue;
    }
    if (values.nature) {
      const nature = measureNature(figureOf(file.rig), seeds);
      print(`| ${file.name} | ${NATURE_COLUMNS.map(([, tell]) => tell(nature)).join(' | ')} |`);
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
