// `npm test`: every check, a summary, and a last line that counts what passed and failed. `npm test -- lint unit` runs only
// those, `npm test -- test/core/skeleton` only the tests of a file or folder. `npm run test-all` tries every rig, seed and journey.
import { addCounts, describeCounts, describeSlowest, lastLine, NOTHING, type Counts } from './testing/counts.ts';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectFolder } from '../vite-targets.ts';
import { stepsOf, type Step } from './testing/steps.ts';

/** Characters and motions of other people, which do not come with the project. */
const SAMPLES = join(projectFolder, '..', 'shared', 'data');

const [first, ...others] = process.argv.slice(2);
const triesAll = first === '--all';
// Tests read it: `test/helpers/extent.ts`.
if (triesAll) process.env['LIMBER_TEST_ALL'] = '1';

try {
  runSteps(stepsOf(triesAll ? others : process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}

function runSteps(steps: readonly Step[]): void {
  const lines: string[] = [];
  const slowest: string[] = [];
  let total = NOTHING;
  for (const step of steps) {
    console.log(`\n> ${step.name}`);
    const started = performance.now();
    const counts = runStep(step);
    total = addCounts(total, counts);
    if (counts.times.length > 0) slowest.push(`Slowest of ${step.name}:`, ...describeSlowest(counts.times), '');
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    lines.push(`${counts.failed > 0 ? '✗' : '✓'} ${step.name.padEnd(16)} ${seconds.padStart(6)} s   ${describeCounts(counts)}`);
  }
  console.log(`\n${lines.join('\n')}\n`);
  for (const line of slowest) console.log(line);
  if (total.skips.length > 0) console.log(`Skipped:\n${total.skips.map((skip) => `- ${skip}`).join('\n')}\n`);
  if (total.repeats.length > 0)
    console.log(`Passed only when repeated:\n${total.repeats.map((each) => `- ${each}`).join('\n')}\n`);
  if (total.failures.length > 0) console.log(`Failed:\n${total.failures.map((failure) => `- ${failure}`).join('\n')}\n`);
  const usesSamples = steps.some(({ name }) => name === 'unit' || name === 'journeys');
  console.log(lastLine(total, { folder: relative(projectFolder, SAMPLES), isThere: !usesSamples || existsSync(SAMPLES) }));
  process.exitCode = total.failed > 0 ? 1 : 0;
}

/** A step that breaks off is a failure of that step; the others still run. */
function runStep({ run }: Step): Counts {
  try {
    return run();
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error));
    return { ...NOTHING, failed: 1 };
  }
}
