// `npm run kill-batch -- [KILLS] [SEED]`: kills a batch at so many random moments and goes on with it each time.
import { killBatch } from './kill-rounds.ts';

const [kills = '100', seed = '1'] = process.argv.slice(2);
if (!(Number(kills) > 0 && Number.isInteger(Number(seed)))) throw new Error('expected a number of kills and a seed');
const result = await killBatch(Number(kills), Number(seed));
console.log(
  `${result.kills} kills (seed ${seed}): ${result.repeated} tasks done again that were done, ${result.faults.length} faults`,
);
for (const fault of result.faults) console.log(`- ${fault}`);
if (result.kills < Number(kills)) console.log(`- expected ${kills} kills: the batch ended before`);
process.exitCode = result.kills < Number(kills) || result.faults.length + result.repeated > 0 ? 1 : 0;
