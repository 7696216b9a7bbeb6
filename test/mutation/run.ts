// Mutation testing: `npm run mutants -- [AREA or source file …] [--workers N]`. Changes the sources one place at a time in a copy of the
// project, and tells which changes no test noticed. Ends with 1 when such a change is not judged in survivors.json and the score is too low.
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

const { values, positionals } = parseArgs({
  options: { workers: { type: 'string', default: String(Math.max(1, Math.floor(availableParallelism() / 2))) } },
  allowPositionals: true,
});
process.chdir(projectFolder);
const judgements: readonly Judgement[] = JSON.parse(readFileSync(join(import.meta.dirname, 'survivors.json'), 'utf8'));
const verdicts: Verdict[] = [];
for (const area of chooseAreas(projectFolder, positionals)) {
  const started = performance.now();
  const mutants = await mutantsOf(area);
  const verdict = judge(filesOf(projectFolder, area.sources), mutants, judgements);
  verdicts.push(verdict);
  for (const { file, lineNumber, line, change } of verdict.open.toSorted((a, b) => a.lineNumber - b.lineNumber)) {
    console.log(`not noticed: ${file}:${lineNumber}\n    ${line}\n    ${change}`);
  }
  for (const { file, change } of verdict.outdated) console.log(`judged, but noticed or gone: ${file}: ${change}`);
  console.log(`${area.name}: ${describe(verdict)}, ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
}
const sum: Verdict = {
  noticed: verdicts.reduce((count, { noticed }) => count + noticed, 0),
  judged: verdicts.reduce((count, { judged }) => count + judged, 0),
  open: verdicts.flatMap(({ open }) => open),
  outdated: verdicts.flatMap(({ outdated }) => outdated),
};
console.log(`all: ${describe(sum)}`);
process.exitCode = scoreOf(sum) < LEAST_SCORE || sum.outdated.length > 0 ? 1 : 0;

async function mutantsOf({ sources, tests }: Area): Promise<Mutant[]> {
  process.env['LIMBER_MUTATION_TESTS'] = filesOf(projectFolder, tests).join(',');
  const results = await new Stryker({
    mutate: filesOf(projectFolder, sources),
    configFile: join('test', 'mutation', 'stryker.json'),
    concurrency: Number(values.workers),
  }).runMutationTest();
  const texts = new Map<string, string>();
  return results.flatMap(({ fileName, location, replacement, status }): Mutant[] => {
    if (status === 'Ignored' || status === 'CompileError' || status === 'RuntimeError') return [];
    const file = relative(projectFolder, fileName).replaceAll('\\', '/');
    const text = texts.get(file) ?? readFileSync(join(projectFolder, file), 'utf8');
    texts.set(file, text);
    const isNoticed = status === 'Killed' || status === 'Timeout';
    return [{ file, lineNumber: location.start.line, ...describeChange(text, location, replacement), isNoticed }];
  });
}

function describe(verdict: Verdict): string {
  const { noticed, open, judged } = verdict;
  return `${scoreOf(verdict).toFixed(1)} %: ${noticed} noticed, ${open.length} not, ${judged} judged`;
}
