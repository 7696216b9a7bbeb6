import { samples, tryDamaged } from './damaged-files.ts';

/** The longer fuzzer: `npm run fuzz -- [CASES] [FIRST SEED]`, 20,000 cases from seed 1 by default. */
const cases = Number(process.argv[2] ?? 20_000);
const first = Number(process.argv[3] ?? 1);

if (!(Number.isInteger(cases) && cases > 0 && Number.isInteger(first)))
  throw new Error('expected a number of cases and a first seed');
const present = samples();
if (present.length === 0) console.log('skipped: the shared data folder is not beside the checkout');
else {
  let opened = 0;
  let failed = 0;
  for (let seed = first; seed < first + cases; seed++) {
    try {
      opened += tryDamaged(present, seed) ? 1 : 0;
    } catch (error) {
      failed++;
      console.log(error instanceof Error ? error.message : String(error));
    }
    if ((seed - first + 1) % 1000 === 0)
      console.log(`${seed - first + 1} of ${cases} damaged files, ${opened} opened, ${failed} failures`);
  }
  console.log(`${cases - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
