// Mutation testing: `npm run mutants -- [AREA or source file …] [--workers N]`. Changes the sources one place at a time in a copy of the
// project, and tells which changes no test noticed. Ends with 1 when too few are noticed, or when one that survivors.json judges is
// noticed or gone; with 2 when it could not run.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { projectFolder } from '../../build/vite-targets.ts';
import { chooseAreas, filesOf, type Area } from './areas.ts';
import { describeChange, judge, scoreOf, type Judgement, type Mutant, type Verdict } from './judge.ts';

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
    options: { workers: { type: 'string', default: String(Math.max(1, Math.floor(availableParallelism() / 2))) } },
    allowPositionals: true,
  });
  const workers = Number(values.workers);
  if (!(Number.isInteger(workers) && workers > 0))
    throw new Error(`expected a number of workers, 1 or more, got "${values.workers}"`);
  const judgements: readonly Judgement[] = JSON.parse(readFileSync(join(import.meta.dirname, 'survivors.json'), 'utf8'));
  const verdicts: Verdict[] = [];
  for (const area of chooseAreas(projectFolder, positionals)) {
    const started = performance.now();
    const verdict = judge(filesOf(projectFolder, area.sources), await mutantsOf(area, workers), judgements);
    verdicts.push(verdict);
    report(verdict);
    console.log(`${area.name}: ${describe(verdict)}, ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
  }
  const sum: Verdict = {
    noticed: verdicts.reduce((count, { noticed }) => count + noticed, 0),
    judged: verdicts.reduce((count, { judged }) => count + judged, 0),
    open: verdicts.flatMap(({ open }) => open),
    outdated: verdicts.flatMap(({ outdated }) => outdated),
  };
  console.log(`all: ${describe(sum)}`);
  return scoreOf(sum) >= LEAST_SCORE && sum.outdated.length === 0;
}

async function mutantsOf({ sources, tests }: Area, workers: number): Promise<Mutant[]> {
  process.env['LIMBER_MUTATION_TESTS'] = filesOf(projectFolder, tests).join(',');
  const results = await new Stryker({
    mutate: filesOf(projectFolder, sources),
    configFile: join('test', 'mutation', 'stryker.json'),
    concurrency: workers,
  }).runMutationTest();
  return results.flatMap(({ fileName, location, replacement, status }): Mutant[] => {
    if (status === 'Ignored' || status === 'CompileError' || status === 'RuntimeError') return [];
    const text = readFileSync(fileName, 'utf8');
    return [
      {
        file: relative(projectFolder, fileName).replaceAll('\\', '/'),
        lineNumber: location.start.line,
        ...describeChange(text, location, replacement),
        isNoticed: status === 'Killed' || status === 'Timeout',
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
  const { noticed, open, judged } = verdict;
  return `${scoreOf(verdict).toFixed(1)} %: ${noticed} noticed, ${open.length} not, ${judged} judged`;
}
