import { EXIT } from './exit-codes.ts';

/** Where a command writes, and how it learns that it should stop. */
export interface Terminal {
  /** Results: standard output. */
  print(line: string): void;
  /** What the user should look at: standard output, orange where a screen shows it. */
  warn(line: string): void;
  /** Everything else, refusals and progress too: standard error. */
  note(line: string): void;
  /** A line that the next one replaces; nothing where nobody watches. */
  progress(line: string): void;
  /** Aborted when the user presses Ctrl+C. */
  readonly signal: AbortSignal;
}

/** Codes of the 256 colours that terminals have. */
const ORANGE = '\u001b[38;5;208m';
const PLAIN = '\u001b[0m';

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const abort = new AbortController();
  // The listener stays: where none is left, those who remove half written files end the process by the signal. A second Ctrl+C ends it at once.
  process.on('SIGINT', () => (abort.signal.aborted ? process.exit(EXIT.cancelled) : abort.abort()));
  // Whoever reads the results may stop reading, as `head` does: then there is nothing left to do.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  let shown = false;
  const clear = () => {
    if (shown) process.stderr.write('\r\u001b[2K');
    shown = false;
  };
  return {
    print(line) {
      clear();
      process.stdout.write(`${line}\n`);
    },
    warn(line) {
      clear();
      process.stdout.write(process.stdout.isTTY ? `${ORANGE}${line}${PLAIN}\n` : `${line}\n`);
    },
    note(line) {
      clear();
      process.stderr.write(`${line}\n`);
    },
    progress(line) {
      if (!process.stderr.isTTY) return;
      clear();
      process.stderr.write(line.slice(0, Math.max(20, (process.stderr.columns ?? 80) - 1)));
      shown = true;
    },
    signal: abort.signal,
  };
}
