import { app, type BrowserWindow } from 'electron';

/** Milliseconds that writing may still take when the program ends. */
const LAST_WRITES = 10_000;

/**
 * The program ends when everything is `written`, or after a while: a drive that does not answer any more must not keep it. What comes `last`,
 * such as the installation of a later version, is waited for however long it takes; the system's updater on a Mac ends the program itself.
 */
export function endWhenWritten(written: () => Promise<unknown>, last: () => Promise<void>): void {
  let isLast = false;
  app.on('will-quit', (event) => {
    if (isLast) return;
    event.preventDefault();
    const late = new Promise<void>((done) => setTimeout(done, LAST_WRITES).unref());
    void Promise.race([written(), late])
      .catch(() => {
        // What could not be written was told where it was tried.
      })
      .then(() => {
        isLast = true;
        return last();
      })
      .catch(() => {
        // The present program stays.
      })
      .finally(() => app.exit(0));
  });
}

/**
 * Whoever ends the program by a signal, as a terminal does that is closed, answers no question: its window goes at once. What is unsaved is
 * kept for the next start. Must be called when Electron is ready: Chromium has taken the signals then, and closes the window with its question.
 */
export function endBySignals(window: Pick<BrowserWindow, 'destroy' | 'isDestroyed'>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const others = process.listeners(signal);
    // Node takes a signal with its first listener only.
    process.removeAllListeners(signal);
    process.on(signal, () => {
      if (!window.isDestroyed()) window.destroy();
    });
    for (const other of others) process.on(signal, other);
  }
}
