import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runLimber } from '../../../electron/cli/run.ts';

export interface Ran {
  readonly exitCode: number;
  readonly printed: string;
  readonly noted: string;
}

/** Runs the command line inside this process and keeps what it says. */
export async function limber(...parameters: string[]): Promise<Ran> {
  return limberUntil(new AbortController().signal, ...parameters);
}

export async function limberUntil(signal: AbortSignal, ...parameters: string[]): Promise<Ran> {
  const printed: string[] = [];
  const noted: string[] = [];
  const exitCode = await runLimber(parameters, {
    print: (line) => printed.push(line),
    warn: (line) => printed.push(line),
    note: (line) => noted.push(line),
    progress: () => {},
    signal,
  });
  return { exitCode, printed: printed.join('\n'), noted: noted.join('\n') };
}

export async function emptyFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'limber-cli-'));
}
