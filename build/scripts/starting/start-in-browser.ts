import { dirname } from 'node:path';
import { dataFolder } from '../../../electron/application.ts';
import type { BrowserHostOptions } from '../../../electron/browser/browser-host.ts';
import { runUntilStopped, serve } from '../../../electron/browser/serve.ts';
import { openInBrowser } from '../../../electron/browser/open-in-browser.ts';
import type { StartOptions } from './options.ts';

/** Serves the studio, as it was built or as `window` serves it, and opens it in the user's browser unless the options say otherwise. */
export async function startInBrowser(options: StartOptions, window?: BrowserHostOptions['window']): Promise<void> {
  const { file, port, open, allow, drives, data, takesOver } = options;
  const folder = data ?? dataFolder(process.platform, process.env);
  const allowed = [...allow, ...(file === null ? [] : [dirname(file)])];
  const host = await serve({ port, open: file, allow: allowed, drives, data: folder, takesOver }, window);
  if (open) {
    const forget = openInBrowser(host.url);
    host.onOpened(forget);
    process.once('exit', forget);
  }
  runUntilStopped(host);
}
