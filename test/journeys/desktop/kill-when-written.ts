// Kills a process as soon as something lies in a folder: kill-when-written.ts PROCESS FOLDER NAME…, where the names lead from a folder that is
// there to one that may come. The system tells of what comes: who looked again and again would come too late on a busy machine. Says so to
// whoever started it once it watches.
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

const [victim, folder = '', ...names] = process.argv.slice(2);

function follow(place: string, [next, ...others]: readonly string[]): void {
  const watcher = watch(place, look);
  look();

  function look(): void {
    const found = readdirSync(place);
    if (next === undefined ? found.length === 0 : !found.includes(next)) return;
    watcher.close();
    if (next !== undefined) follow(join(place, next), others);
    else process.kill(Number(victim), 'SIGKILL');
  }
}

follow(folder, names);
process.send!('watching', () => process.disconnect());
