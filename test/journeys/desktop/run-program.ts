import { spawn } from 'node:child_process';

/** How a command of the program ended, and what it wrote to its two outputs. */
export interface Run {
  readonly code: number | null;
  readonly printed: string;
  readonly noted: string;
}

/** Where a command runs; `input` is what it reads. */
export interface Place {
  readonly environment: NodeJS.ProcessEnv;
  readonly folder: string;
  readonly input?: string;
}

/** Runs the program as a command, to its end. */
export async function runProgram(
  program: string,
  given: readonly string[],
  { environment, folder, input = '' }: Place,
): Promise<Run> {
  const child = spawn(program, given, { cwd: folder, env: environment });
  child.stdin.end(input);
  let [printed, noted] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (noted += chunk.toString('utf8')));
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, printed, noted };
}
