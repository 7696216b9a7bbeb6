// Stages a file, writes half of it, prints where, and waits for its end: `stage-and-wait.ts RECORD PATH`.
import { writeSync } from 'node:fs';
import { stageFile } from '../../../../electron/files/storage/staged-write.ts';
import { createTemporaryRecord } from '../../../../electron/services/temporary-record.ts';

const [folder = '', path = ''] = process.argv.slice(2);
const { temporary, write } = await stageFile(path, { announce: createTemporaryRecord(folder).add });
await write(Buffer.from('half'));
writeSync(1, `${temporary}\n`);
setInterval(() => {}, 1_000_000);
