import { existsSync, fstatSync, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dataFolder, documentsFolder, findApplication, platformName } from '../application.ts';
import { startBrowserHost, type BrowserHost, type BrowserHostOptions } from './browser-host.ts';
import type { Place } from '../contract.ts';
import { BROWSER_SHELL, createServices } from '../services/create-services.ts';
import { thumbnailFolder } from '../services/desktop-thumbnails.ts';
import { createPathGuard, type PathGuard } from '../services/path-guard.ts';
import { ALL_DRIVES, findVolumes } from '../services/volumes.ts';

export const SERVE_USAGE = `Serves the studio to a browser of this machine.

  serve [--port N] [--open FILE] [--allow FOLDER]… [--data FOLDER] [--take-over]

  --port N        listen on this port of the loopback address; default: any free one
  --open FILE     show this character or project first
  --allow FOLDER  let the studio open and save files there too, besides the home folder and the present one
  --allow drives  on all drives and mounted volumes
  --data FOLDER   keep recovery files, recent files and characters there
  --take-over     bring back unsaved work that another Limber holds which does not answer`;

export interface ServeOptions {
  readonly port: number;
  readonly open: string | null;
  readonly allow: readonly string[];
  /** Whether the studio may use every drive and mounted volume, also one that is mounted later; default false. */
  readonly drives?: boolean;
  readonly data: string;
  /** Whether unsaved work is taken from programs that do not answer; default false: the window offers it. */
  readonly takesOver?: boolean;
}

/** Reads the command line. Throws an `Error` with one sentence. */
export function readServeOptions(parameters: readonly string[]): ServeOptions {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      port: { type: 'string', default: '0' },
      open: { type: 'string' },
      allow: { type: 'string', multiple: true, default: [] },
      data: { type: 'string', default: dataFolder(process.platform, process.env) },
      'take-over': { type: 'boolean', default: false },
    },
  });
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535)
    throw new Error(`--port must be a number from 0 to 65535, got "${values.port}"`);
  const open = values.open === undefined ? null : resolve(values.open);
  if (open !== null && !existsSync(open)) throw new Error(`"${open}" does not exist`);
  const allow = values.allow.filter((folder) => folder !== ALL_DRIVES).map((folder) => resolve(folder));
  return {
    port,
    open,
    allow,
    drives: values.allow.includes(ALL_DRIVES),
    data: resolve(values.data),
    takesOver: values['take-over'],
  };
}

/** Starts the studio for a browser; `window` serves it from its sources instead of what was built. Throws an `Error` with one sentence. */
export async function serve(options: ServeOptions, window?: BrowserHostOptions['window']): Promise<BrowserHost> {
  const { version, rendererFolder, mannequinPath } = findApplication();
  if (!window && !existsSync(join(rendererFolder, 'index.html')))
    throw new Error('the window is not built yet: run "npm run build" first');
  const named: readonly Place[] = differentPlaces([
    { name: 'Documents', folder: documentsFolder() },
    { name: 'Home', folder: homedir() },
    { name: 'Working folder', folder: process.cwd() },
    ...options.allow.map((folder) => ({ name: folder, folder })),
  ]);
  const paths = createPathGuard(named.map(({ folder }) => folder));
  let host: BrowserHost | null = null;
  const { services, close } = createServices({
    app: { version, host: 'browser', platform: platformName(process.platform), documentsFolder: documentsFolder() },
    dataFolder: options.data,
    mannequinPath,
    thumbnails: thumbnailFolder(process.platform, process.env),
    startupFile: options.open,
    paths,
    places: async () => differentPlaces([...named, ...(await openedVolumes(paths, options.drives ?? false))]),
    shell: BROWSER_SHELL,
    hasWindow: () => host?.hasPage() ?? false,
    takesOver: options.takesOver ?? false,
    emit: (name, event) => host?.emit(name, event),
  });
  try {
    host = await startBrowserHost({ window: window ?? rendererFolder, services, port: options.port, closing: close });
    return host;
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw isTaken ? new Error(`port ${options.port} is taken by another program`, { cause: error }) : error;
  }
}

/** Prints the host's address, and the next one whenever that was used, until a signal ends the program, or whoever feeds its input is gone. */
export function runUntilStopped(host: BrowserHost): void {
  console.log(`Limber is ready at ${host.url}`);
  host.onOpened(() => console.log(`Limber was opened. Another tab opens with ${host.url}`));
  const stop = () => void host.close().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
  // At a terminal, or without an input, nothing follows from its end.
  const input = inputOf();
  if (input?.isFIFO() || input?.isSocket()) process.stdin.on('end', stop).resume();
}

/** What stands at the standard input; null where it was closed before the program began. */
function inputOf(): Stats | null {
  try {
    return fstatSync(0);
  } catch {
    return null;
  }
}

/** The drives that there are now, opened where `drives` says so; of others it is told how. */
async function openedVolumes(paths: PathGuard, drives: boolean): Promise<readonly Place[]> {
  const volumes = await findVolumes();
  if (drives) for (const { folder } of volumes) paths.allow(folder);
  return volumes.map((place) => (paths.allows(place.folder) ? place : { ...place, closed: `--allow ${ALL_DRIVES}` }));
}

function differentPlaces(places: readonly Place[]): Place[] {
  return places.filter(({ folder }, i) => places.findIndex((other) => other.folder === folder) === i);
}

if (import.meta.main) {
  try {
    runUntilStopped(await serve(readServeOptions(process.argv.slice(2))));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}.\n\n${SERVE_USAGE}`);
    process.exitCode = 2;
  }
}
