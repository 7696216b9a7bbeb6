import { execFileSync } from 'node:child_process';

const PROGRAM = 'mkfifo';

/** Makes a named pipe, which no program writes to. Not on Windows. */
export function makePipe(path: string): void {
  execFileSync(PROGRAM, [path]);
}
