import { app, type BrowserWindow } from 'electron';

/** Milliseconds that the window has to show a character. */
const PATIENCE = 60_000;

/**
 * `--smoke-test`: whether this very program starts, loads its window and shows a character in it. Prints one line of JSON and ends with 0 or 1:
 * an installer or an update asks so whether the program works on this machine.
 */
export interface SmokeTest {
  /** The window shows a character: it works. */
  passed(title: string): void;
}

export function startSmokeTest(window: BrowserWindow): SmokeTest {
  const end = (result: { readonly ok: boolean; readonly title?: string; readonly reason?: string }) => {
    clearTimeout(timer);
    const { electron, chrome, node } = process.versions;
    process.stdout.write(`${JSON.stringify({ ...result, version: app.getVersion(), electron, chrome, node })}\n`);
    app.exit(result.ok ? 0 : 1);
  };
  const timer = setTimeout(
    () => end({ ok: false, reason: `the window showed no character within ${PATIENCE / 1000} seconds` }),
    PATIENCE,
  );
  window.webContents.on('did-fail-load', (_event, _code, reason) => end({ ok: false, reason }));
  window.webContents.on('render-process-gone', (_event, { reason }) => end({ ok: false, reason }));
  return { passed: (title) => end({ ok: true, title }) };
}
