/** Where a command writes, and how it learns that it should stop. */
export interface Terminal {
  /** Results: standard output. */
  print(line: string): void;
  /** Everything else, refusals and progress too: standard error. */
  note(line: string): void;
  /** A line that the next one replaces; nothing where nobody watches. */
  progress(line: string): void;
  /** Aborted when the user presses Ctrl+C. */
  readonly signal: AbortSignal;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const abort = new AbortController();
  process.once('SIGINT', () => abort.abort());
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
