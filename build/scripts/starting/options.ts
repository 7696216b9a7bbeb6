import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ALL_DRIVES } from '../../../electron/services/volumes.ts';

export const START_USAGE = `limber [open] [FILE] [--browser] [--no-open] [--port N] [--allow FOLDER]… [--data FOLDER] [--take-over]

Opens the studio with the mannequin, or with the character or project FILE.

  --take-over     bring back unsaved work that another Limber holds which does not answer
  --browser       in the browser, also where Electron is there
  --no-open       in the browser, but only print its address
  --port N        in the browser, at this port of the loopback address (default: any free one)
  --allow FOLDER  in the browser, let the studio open and save files there too
  --allow drives  in the browser, on all drives and mounted volumes
  --data FOLDER   in the browser, keep recovery files, recent files and characters there
  --help          print this

The command line has its own: limber --help. limber doctor looks at this machine. "npm start" is "npx limber".`;

export interface StartOptions {
  /** Absolute path of the character or project to show, or null for the mannequin. */
  readonly file: string | null;
  readonly browser: boolean;
  readonly open: boolean;
  /** 0 for any free one. */
  readonly port: number;
  /** Absolute paths of folders that the studio in the browser may use too. */
  readonly allow: readonly string[];
  /** Whether it may use every drive and mounted volume. */
  readonly drives: boolean;
  /** Where the studio in the browser keeps its own files; null for its usual place. */
  readonly data: string | null;
  /** Whether unsaved work is taken from programs that do not answer. */
  readonly takesOver: boolean;
  readonly help: boolean;
}

/** Reads the command line; relative files are seen from `folder`. Throws an `Error` with one sentence. */
export function readStartOptions(parameters: readonly string[], folder: string): StartOptions {
  const { values, positionals } = parse(parameters);
  const port = Number(values.port ?? 0);
  if (values.port !== undefined && (!/^\d+$/.test(values.port) || port > 65_535)) {
    throw new Error(`--port must be a number from 0 to 65535, got "${values.port}"`);
  }
  const [given, second] = positionals;
  if (second !== undefined) throw new Error(`expected one file to open, got also "${second}"`);
  const file = given === undefined ? null : resolve(folder, given);
  if (file !== null && !existsSync(file)) throw new Error(`"${file}" does not exist`);
  const { browser = false, help = false } = values;
  const noOpen = values['no-open'] ?? false;
  const takesOver = values['take-over'] ?? false;
  const drives = values.allow?.includes(ALL_DRIVES) ?? false;
  const allow = (values.allow ?? []).flatMap((path) => (path === ALL_DRIVES ? [] : [existingFolder(resolve(folder, path))]));
  const data = values.data === undefined ? null : resolve(folder, values.data);
  const needsBrowser = noOpen || values.port !== undefined || values.allow !== undefined || data !== null;
  return { file, browser: browser || needsBrowser, open: !noOpen, port, allow, drives, data, takesOver, help };
}

function existingFolder(folder: string): string {
  if (!existsSync(folder)) throw new Error(`--allow names "${folder}", which does not exist`);
  return folder;
}

function parse(parameters: readonly string[]) {
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: {
        browser: flag,
        'no-open': flag,
        'take-over': flag,
        help: flag,
        port: { type: 'string' },
        allow: { type: 'string', multiple: true },
        data: { type: 'string' },
      },
    });
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new Error(sentence.charAt(0).toLowerCase() + sentence.slice(1), { cause: error });
  }
}
