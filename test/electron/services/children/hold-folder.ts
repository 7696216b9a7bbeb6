// Takes the lock of a folder and holds it until it is killed: `hold-folder.ts FOLDER`.
import { writeSync } from 'node:fs';
import { takeFolderLock } from '../../../../electron/files/storage/folder-lock.ts';

await takeFolderLock(process.argv[2]!, () => {});
writeSync(1, 'held\n');
setInterval(() => {}, 1000);
