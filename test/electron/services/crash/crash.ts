import { runCrashRounds } from './crash-rounds.ts';

/** The longer crash harness: `npm run crash -- [ROUNDS] [SEED]`, 1,000 rounds by default. */
const rounds = Number(process.argv[2] ?? 1000);
const seed = Number(process.argv[3] ?? 1);
if (!(Number.isInteger(rounds) && rounds > 0 && Number.isInteger(seed)))
  throw new Error('expected a number of rounds and a seed');

const { acknowledged, assisted, saves, lost, unreadable, outside, overwritten, media } = await runCrashRounds(
  rounds,
  seed,
  (report) => {
    if (report.rounds % 50 === 0)
      console.log(
        `${report.rounds} of ${rounds} rounds, ${report.acknowledged} edits, ${report.saves} saves, ${report.lost.length} lost`,
      );
  },
);
for (const sentence of [...lost, ...unreadable, ...outside, ...overwritten, ...media].slice(0, 100)) console.log(sentence);
console.log(
  `${rounds} rounds, ${acknowledged} acknowledged edits (${assisted} of assistants), ${saves} saves: ${lost.length} edits lost, ${unreadable.length} unreadable, ${outside.length} changes outside, ${overwritten.length} left-out files overwritten, ${media.length} files of media lost or changed`,
);
if (lost.length + unreadable.length + outside.length + overwritten.length + media.length > 0) process.exitCode = 1;
