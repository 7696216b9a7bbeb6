import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const START_USAGE = `npm start -- [FILE] [--browser] [--no-open] [--port N]

Opens the studio with the mannequin, or with the character or project FILE.

  --browser   in the browser, also where Electron is there
  --no-open   in the browser, but only print its address
  --port N    in the browser, at this port of the loopback address (default: any free one)
  --help      print this`;

export interface StartOptions {
  /** Absolute path of the character or project to show, or null for the mannequin. */
  readonly file: string | null;
  readonly browser: boolean;
  readonly open: boolean;
  /** 0 for any free one. */
  readonly port: number;
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
  return { file, browser: browser || noOpen || values.port !== undefined, open: !noOpen, port, help };
}

function parse(parameters: readonly string[]) {
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: { browser: flag, 'no-open': flag, help: flag, port: { type: 'string' } },
    });
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new Error(sentence.charAt(0).toLowerCase() + sentence.slice(1), { cause: error });
  }
}
