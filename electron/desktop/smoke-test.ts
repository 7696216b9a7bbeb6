import { app, type BrowserWindow } from 'electron';

/** Milliseconds that the window has to show a character. */
const PATIENCE = 60_000;

type Result = { readonly ok: true; readonly title: string } | { readonly ok: false; readonly reason: string };

/**
 * `--smoke-test`: whether this very program starts, loads its window and shows a character in it. Prints one line of JSON and ends with 0 or 1:
 * an installer or an update asks so whether the program works on this machine.
 */
export interface SmokeTest {
  /** The window shows a character: it works. */
  passed(title: string): void;
}

/** Whether nobody sits before the program: what fails is printed, not shown. */
export function isSmokeTest(): boolean {
  return process.argv.includes('--smoke-test');
}

/** Ends as the smoke test does, for what failed. */
export function failSmokeTest(error: unknown): void {
  end({ ok: false, reason: error instanceof Error ? error.message : String(error) });
}

export function startSmokeTest(window: BrowserWindow): SmokeTest {
  const fail = (reason: string) => {
    clearTimeout(timer);
    end({ ok: false, reason });
  };
  const timer = setTimeout(() => fail(`the window showed no character within ${PATIENCE / 1000} seconds`), PATIENCE);
  window.webContents.on('did-fail-load', (_event, _code, reason) => fail(reason));
  window.webContents.on('preload-error', (_event, _path, { message }) => fail(message));
  window.webContents.on('render-process-gone', (_event, { reason }) => fail(reason));
  return {
    passed(title) {
      clearTimeout(timer);
      end({ ok: true, title });
    },
  };
}

function end(result: Result): void {
  const { electron, chrome, node } = process.versions;
  process.stdout.write(`${JSON.stringify({ ...result, version: app.getVersion(), electron, chrome, node })}\n`);
  app.exit(result.ok ? 0 : 1);
}
