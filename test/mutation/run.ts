// Mutation testing: `npm run mutants -- [AREA or source file …] [--workers N] [--sample N [--seed N]]`. Changes the sources one place at a
// time in a copy of the project, and tells which changes no test noticed; with a sample only N changes of each area, chosen at random by the
// seed, and between which scores the whole area's is with a certainty of 95 %. Ends with 1 when too few are noticed, or when one that survivors.json judges is
// noticed or gone; with 2 when it could not run.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { projectFolder } from '../../build/vite-targets.ts';
import { chooseAreas, filesOf, type Area } from './areas.ts';
import { describeChange, judge, rangeOfScore, scoreOf, type Judgement, type Mutant, type Verdict } from './judge.ts';
import { SAMPLE_OPTIONS, SAMPLE_VARIABLE, type Sample } from './sample.ts';

/** Percent of the changes that tests notice, without those that are judged. */
const LEAST_SCORE = 85;

try {
  process.chdir(projectFolder);
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}

/** Runs what the command line asks for; whether enough is noticed and no judgement is outdated. */
async function run(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    options: {
      workers: { type: 'string', default: String(Math.max(1, Math.floor(availableParallelism() / 2))) },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
    allowPositionals: true,
  });
  const workers = wholeNumber('workers', values.workers);
  const seed = wholeNumber('seed', values.seed);
  const sample: Sample | null = values.sample === undefined ? null : { size: wholeNumber('sample', values.sample), seed };
  const judgements: readonly Judgement[] = JSON.parse(readFileSync(join(import.meta.dirname, 'survivors.json'), 'utf8'));
  const verdicts: Verdict[] = [];
  for (const area of chooseAreas(projectFolder, positionals)) {
    const started = performance.now();
    const verdict = judge(filesOf(projectFolder, area.sources), await mutantsOf(area, workers, sample), judgements);
    verdicts.push(verdict);
    report(verdict);
    console.log(`${area.name}: ${describe(verdict)}, ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
  }
  const sum: Verdict = {
    noticed: verdicts.reduce((count, { noticed }) => count + noticed, 0),
    judged: verdicts.reduce((count, { judged }) => count + judged, 0),
    open: verdicts.flatMap(({ open }) => open),
    leftOut: verdicts.reduce((count, { leftOut }) => count + leftOut, 0),
    outdated: verdicts.flatMap(({ outdated }) => outdated),
  };
  console.log(`all: ${describe(sum)}`);
  return scoreOf(sum) >= LEAST_SCORE && sum.outdated.length === 0;
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name} expects a whole number, 1 or more, got "${text}"`);
}

async function mutantsOf({ sources, tests }: Area, workers: number, sample: Sample | null): Promise<Mutant[]> {
  if (sample) process.env[SAMPLE_VARIABLE] = JSON.stringify(sample);
  process.env['LIMBER_SAMPLES'] = join(projectFolder, '..', 'shared', 'data');
  process.env['LIMBER_MUTATION_TESTS'] = filesOf(projectFolder, tests).join(',');
  const results = await new Stryker({
    mutate: filesOf(projectFolder, sources),
    configFile: join('test', 'mutation', 'stryker.json'),
    // Of workers up to two one is a checker: the sample is drawn in a single process.
    concurrency: sample ? 1 : workers,
    ...(sample && SAMPLE_OPTIONS),
  }).runMutationTest();
  return results.flatMap(({ fileName, location, replacement, status }): Mutant[] => {
    const isLeftOut = sample !== null && status === 'CompileError';
    if (status === 'Ignored' || status === 'RuntimeError' || (status === 'CompileError' && !isLeftOut)) return [];
    const text = readFileSync(fileName, 'utf8');
    return [
      {
        file: relative(projectFolder, fileName).replaceAll('\\', '/'),
        lineNumber: location.start.line,
        ...describeChange(text, location, replacement),
        isNoticed: isLeftOut ? null : status === 'Killed' || status === 'Timeout',
      },
    ];
  });
}

function report({ open, outdated }: Verdict): void {
  const inOrder = open.toSorted((a, b) => (a.file === b.file ? a.lineNumber - b.lineNumber : a.file < b.file ? -1 : 1));
  for (const { file, lineNumber, line, change } of inOrder) {
    console.log(`not noticed: ${file}:${lineNumber}\n    ${line}\n    ${change}`);
  }
  for (const { file, change } of outdated) console.log(`judged, but noticed or gone: ${file}: ${change}`);
}

function describe(verdict: Verdict): string {
  const { noticed, open, judged, leftOut } = verdict;
  const [low, high] = rangeOfScore(verdict);
  const tried = noticed + open.length + judged;
  const sampled =
    leftOut === 0 ? '' : `; a sample of ${tried} of ${tried + leftOut}: ${low.toFixed(1)} to ${high.toFixed(1)} % by 95 %`;
  return `${scoreOf(verdict).toFixed(1)} %: ${noticed} noticed, ${open.length} not, ${judged} judged${sampled}`;
}
