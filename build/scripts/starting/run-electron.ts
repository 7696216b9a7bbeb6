import { spawn } from 'node:child_process';
import type { ElectronEnd } from './explain-electron.ts';

/** An end with an error within so many milliseconds is a start that failed. */
const STARTING = 15_000;
/** Characters of the errors that are kept, the last ones. */
const KEPT = 65_536;

/** How a run of Electron went: to its end with an exit code, or not beyond its start. */
export type ElectronRun = { readonly kind: 'ended'; readonly code: number } | ({ readonly kind: 'failed' } & ElectronEnd);

/** Runs Electron until it ends; what it prints goes to the terminal. `now` gives milliseconds. */
export function runElectron(
  program: string,
  parameters: readonly string[],
  environment: NodeJS.ProcessEnv,
  now: () => number = () => performance.now(),
): Promise<ElectronRun> {
  const started = now();
  let errors = '';
  let isInterrupted = false;
  return new Promise((resolve) => {
    const child = spawn(program, parameters, { stdio: ['inherit', 'inherit', 'pipe'], env: environment });
    const interrupt = () => {
      isInterrupted = true;
    };
    // The child is in the same process group and gets Ctrl+C itself; this process waits for it.
    process.on('SIGINT', interrupt);
    const endings = (['SIGTERM', 'SIGHUP'] as const).map((signal) => {
      const handOn = () => {
        interrupt();
        child.kill(signal);
      };
      process.on(signal, handOn);
      return () => process.off(signal, handOn);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk);
      errors = (errors + chunk.toString('utf8')).slice(-KEPT);
    });
    child.on('error', (error) => resolve({ kind: 'failed', code: null, signal: null, errors: `${errors}${error.message}` }));
    child.on('close', (code, signal) => {
      process.off('SIGINT', interrupt);
      for (const forget of endings) forget();
      const isFailure = code !== 0 && !isInterrupted && now() - started < STARTING;
      resolve(isFailure ? { kind: 'failed', code, signal, errors } : { kind: 'ended', code: code ?? 1 });
    });
  });
}
