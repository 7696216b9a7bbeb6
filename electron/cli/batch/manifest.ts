import { basename, dirname, resolve } from 'node:path';
import { z } from 'zod';
import { explainProblem } from '../../../core/formats/text/explain-problem.ts';
import { extensionOf } from '../../../core/formats/text/file-name.ts';
import { parseJsonObject } from '../../../core/formats/text/json-text.ts';
import { decodeUtf8 } from '../../../core/formats/text/utf8.ts';
import { readWholeFile } from '../../files/storage/read-file.ts';
import { valuesByName } from '../../files/storage/basic-schemas.ts';
import { readCsv } from './csv.ts';
import { BATCH_COMMANDS, BATCH_COMMAND_NAMES, type OptionValue } from './task.ts';

/** Sources × characters → outputs, as a manifest states them: paths and globs are relative to the manifest's folder. */
export interface ManifestEntry {
  readonly command: string;
  readonly source: readonly string[];
  /** Empty where none is given. */
  readonly character: readonly string[];
  /** What is written, with `{source}`, `{character}` and the like in it. */
  readonly out: string | null;
  /** By the command's options. */
  readonly options: Readonly<Record<string, OptionValue>>;
}

export interface Manifest {
  /** Absolute: what paths are relative to. */
  readonly folder: string;
  readonly entries: readonly ManifestEntry[];
  /** Options of the entries that say nothing else, for the commands that have them. */
  readonly defaults: Readonly<Record<string, OptionValue>>;
}

const text = z.string().min(1).max(4000);
const texts = z.union([text, z.array(text).min(1).max(1_000_000)]);
const value = z.union([z.boolean(), z.number(), text, z.array(z.union([text, z.number()]))]);
const shape = {
  command: text,
  source: texts,
  character: texts.exactOptional(),
  out: text.exactOptional(),
  options: valuesByName(text, value).exactOptional(),
};
const manifestSchema = z.strictObject({
  version: z.literal(1),
  defaults: z.strictObject(shape).partial().exactOptional(),
  tasks: z.array(z.strictObject(shape).partial()).min(1).max(1_000_000),
});
type RawEntry = z.infer<typeof manifestSchema>['tasks'][number];

/** Columns of a table that are no options. */
const COLUMNS = ['command', 'source', 'character', 'out'] as const;

/** Whether an argument names a manifest rather than a source. */
export function isManifest(path: string): boolean {
  return ['.json', '.csv'].includes(extensionOf(path));
}

/** Reads a manifest of JSON, or a table of CSV with a task a row. Throws an `Error` with one sentence. */
export async function readManifest(path: string): Promise<Manifest> {
  const bytes = await readWholeFile(path);
  const name = `"${basename(path)}"`;
  const { tasks, defaults } = extensionOf(path) === '.csv' ? fromTable(bytes, name) : fromJson(bytes, name);
  const entries = tasks.map((entry, i) => complete(entry, `${name}, task ${i + 1}`));
  if (entries.length === 0) throw new Error(`${name} holds no task`);
  return { folder: dirname(resolve(path)), entries, defaults };
}

interface RawManifest {
  readonly tasks: readonly RawEntry[];
  readonly defaults: Readonly<Record<string, OptionValue>>;
}

function fromJson(bytes: Uint8Array, name: string): RawManifest {
  const parsed = manifestSchema.safeParse(parseJsonObject(bytes, name));
  if (!parsed.success) throw new Error(`${name} is no manifest: ${explainProblem(parsed.error)}`);
  const { character, options = {}, ...defaults } = parsed.data.defaults ?? {};
  const tasks = parsed.data.tasks.map((task) => ({
    ...defaults,
    ...(character !== undefined && takesCharacter(task.command ?? defaults.command) && { character }),
    ...task,
  }));
  return { tasks, defaults: options };
}

/** Commands without a character have none by default either; what is no command is refused later. */
function takesCharacter(command: string | undefined): boolean {
  const known = BATCH_COMMAND_NAMES.find((name) => name === command);
  return known === undefined || BATCH_COMMANDS[known].character !== null;
}

function fromTable(bytes: Uint8Array, name: string): RawManifest {
  try {
    const tasks = readCsv(decodeUtf8(bytes)).map((row) => {
      const { command, source, character, out, ...options } = row;
      const given = Object.entries({ command, source, character, out }).filter(([, cell]) => cell !== undefined);
      return {
        ...(Object.fromEntries(given) as Partial<Record<(typeof COLUMNS)[number], string>>),
        options: Object.fromEntries(Object.entries(options).map(([option, cell]) => [option, cellValue(cell)])),
      };
    });
    return { tasks, defaults: {} };
  } catch (error) {
    throw new Error(`${name} cannot be used: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** A table has no switches: they are written as words. */
function cellValue(cell: string): string | boolean {
  if (/^(yes|true)$/i.test(cell)) return true;
  return /^(no|false)$/i.test(cell) ? false : cell;
}

function complete({ command, source, character = [], out, options = {} }: RawEntry, where: string): ManifestEntry {
  if (command === undefined) throw new Error(`${where}: it names no command`);
  if (source === undefined) throw new Error(`${where}: it names no source`);
  return { command, source: [source].flat(), character: [character].flat(), out: out ?? null, options };
}
