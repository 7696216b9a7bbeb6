// `npm run dev`: the studio in the browser, from its sources. What is changed under renderer/ and core/ shows at once; changes under electron/
// need another start. Takes the options of `npm start`.
import { join } from 'node:path';
import type { Server } from 'node:http';
import { createServer } from 'vite';
import type { FileServer } from '../../electron/browser/browser-host.ts';
import { projectFolder, rendererTarget } from '../vite-targets.ts';
import { copyAssets } from './starting/copy-assets.ts';
import { readStartOptions } from './starting/options.ts';
import { startInBrowser } from './starting/start-in-browser.ts';

try {
  const options = readStartOptions(process.argv.slice(2), process.cwd());
  copyAssets();
  await startInBrowser(options, serveSources);
} catch (error) {
  console.error(`Limber cannot start: ${error instanceof Error ? error.message : String(error)}.`);
  process.exitCode = 2;
}

/** Vite's development server, which shares the host's address and port. */
async function serveSources(server: Server): Promise<FileServer> {
  const vite = await createServer({
    ...rendererTarget,
    base: '/',
    appType: 'spa',
    cacheDir: join(projectFolder, 'dist', 'vite'),
    server: { middlewareMode: true, hmr: { server }, fs: { allow: [projectFolder] } },
  });
  server.once('close', () => void vite.close());
  return (request, response) => vite.middlewares(request, response);
}
