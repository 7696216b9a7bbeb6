import { existsSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { exportFormatOf } from '../../../core/formats/usd/export-formats.ts';
import { suggestNames } from '../../../core/math/near-names.ts';
import { extensionOf, withoutExtension } from '../../../core/formats/text/file-name.ts';
import { comparablePath } from '../../files/storage/file-names.ts';
import { checkParameters, findOption, optionName, parametersOf } from './command-parameters.ts';
import { filesMatching } from './files-matching.ts';
import type { Manifest, ManifestEntry } from './manifest.ts';
import { BATCH_COMMANDS, BATCH_COMMAND_NAMES, type BatchCommandName, type BatchTask, type OptionValue } from './task.ts';

/** A file that an entry names, and the folders between it and the fixed part of the glob that found it. */
interface Found {
  readonly path: string;
  readonly folder: string;
}

/** The signs of a glob. */
const MAGIC = /[*?[\]{}]/;

/** Every task of a manifest, in its order: each entry's sources by characters. Throws an `Error` with one sentence. */
export async function expandManifest({ folder, entries, defaults }: Manifest): Promise<BatchTask[]> {
  const tasks: BatchTask[] = [];
  const checked = new Set<string>();
  const check = async (task: BatchTask) => {
    const options = JSON.stringify([task.command, extensionOf(task.out ?? ''), task.options]);
    if (!checked.has(options)) await checkParameters(parametersOf(task));
    checked.add(options);
  };
  const found = new Map<string, Promise<readonly Found[]>>();
  const find = (pattern: string) => {
    const files = found.get(pattern) ?? findFiles(folder, pattern);
    found.set(pattern, files);
    return files;
  };
  for (const [i, entry] of entries.entries()) {
    try {
      await expandEntry(entry, { base: folder, defaults, find, check, tasks });
    } catch (error) {
      const where = entries.length > 1 ? `task ${i + 1} of the manifest: ` : '';
      throw new Error(`${where}${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
  refuseUnused(defaults, entries);
  refuseCollisions(tasks);
  return tasks;
}

/** What the entries of a manifest share. */
interface Expansion {
  readonly base: string;
  readonly defaults: Manifest['defaults'];
  readonly find: (pattern: string) => Promise<readonly Found[]>;
  readonly check: (task: BatchTask) => Promise<void>;
  /** To which each entry adds its own. */
  readonly tasks: BatchTask[];
}

async function expandEntry(entry: ManifestEntry, { base, defaults, find, check, tasks }: Expansion): Promise<void> {
  const command = commandNamed(entry.command);
  const { character: takes, gathers, paths, output, idle } = BATCH_COMMANDS[command];
  if (entry.out === null && output !== 'page') throw new Error(`${command} needs "out": where it writes`);
  if (takes === null && entry.character.length > 0) throw new Error(`${command} takes no character`);
  if (takes !== null && entry.character.length === 0) throw new Error(`${command} needs "character": onto whom`);
  const usual = Object.entries(defaults).flatMap(([given, value]) => {
    const name = findOption(command, given);
    return name === null ? [] : [[name, value] as const];
  });
  const own = Object.entries(entry.options).map(([name, value]) => [optionName(command, name), value] as const);
  const options = Object.fromEntries([...usual, ...own]);
  const sources = (await Promise.all(entry.source.map(find))).flat();
  const characters: readonly (Found | null)[] = takes === null ? [null] : (await Promise.all(entry.character.map(find))).flat();
  const groups = gathers ? [sources] : sources.map((source) => [source]);
  for (const group of groups) {
    for (const character of characters) {
      const fill = placesOf(gathers ? null : group[0]!, character, options, base);
      const out = entry.out === null ? null : resolve(base, fill(entry.out));
      const format = out !== null && output === 'motion' ? exportFormatOf(out) : null;
      const unused = (format && idle?.(format)) ?? [];
      const meant = Object.fromEntries([...usual.filter(([name]) => !unused.includes(name)), ...own]);
      if (out !== null && output === 'picture') refuseFrames(out);
      const task: BatchTask = {
        index: tasks.length,
        command,
        sources: group.map(({ path }) => path),
        character: character?.path ?? null,
        out,
        options: filled(meant, paths, (text) => resolve(base, fill(text))),
      };
      await check(task);
      tasks.push(task);
    }
  }
}

/** Throws an `Error` with one sentence when none of the commands has an option of the defaults. */
function refuseUnused(defaults: Manifest['defaults'], entries: readonly ManifestEntry[]): void {
  const commands = new Set(entries.map(({ command }) => commandNamed(command)));
  for (const name of Object.keys(defaults)) {
    if (![...commands].some((command) => findOption(command, name) !== null)) optionName([...commands][0]!, name);
  }
}

/** A folder of frames is none of the files that a batch keeps account of; an archive of them is. */
function refuseFrames(out: string): void {
  if (extensionOf(out) === '')
    throw new Error(`"${out}" names no file: a batch draws .png, .mp4, .webm, .gif, .apng, or .zip with the frames`);
}

function commandNamed(name: string): BatchCommandName {
  const command = BATCH_COMMAND_NAMES.find((known) => known === name.trim());
  if (command) return command;
  throw new Error(
    `"${name}" is no command of a batch (${BATCH_COMMAND_NAMES.join(', ')})${suggestNames(BATCH_COMMAND_NAMES, name)}`,
  );
}

/**
 * A path that is there is that file, whatever signs it has; else it is a glob, in which folders that are there are these folders up to the
 * first that is not. Throws an `Error` with one sentence when nothing is there.
 */
async function findFiles(base: string, pattern: string): Promise<readonly Found[]> {
  const path = resolve(base, pattern);
  if (existsSync(path)) return [{ path, folder: '' }];
  if (!MAGIC.test(pattern)) throw new Error(`"${pattern}" does not exist`);
  const parts = pattern.split(sep === '\\' ? /[/\\]/ : '/');
  const isThere = (end: number) => existsSync(resolve(base, parts.slice(0, end).join('/')));
  let begin = 0;
  while (begin < parts.length - 1 && (!MAGIC.test(parts[begin]!) || isThere(begin + 1))) begin++;
  const fixed = resolve(base, parts.slice(0, begin).join('/') || '.');
  const files = await filesMatching(fixed, parts.slice(begin).join('/'));
  const found = files.map((file) => ({ path: file, folder: relative(fixed, dirname(file)) }));
  if (found.length === 0) throw new Error(`no file is named as "${pattern}" says`);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Fills `{source}`, `{folder}`, `{character}` and options by name, such as `{clip}`, into a text. */
function placesOf(
  source: Found | null,
  character: Found | null,
  options: Readonly<Record<string, OptionValue>>,
  base: string,
): (text: string) => string {
  const places = new Map<string, string>(
    Object.entries({
      ...(source && {
        source: withoutExtension(basename(source.path)),
        folder: source.folder,
        sourceFolder: relative(base, dirname(source.path)) || '.',
      }),
      ...(character && {
        character: withoutExtension(basename(character.path)),
        characterFolder: relative(base, dirname(character.path)) || '.',
      }),
    }),
  );
  for (const [name, value] of Object.entries(options)) {
    if (typeof value !== 'object' && !places.has(name)) places.set(name, String(value).replaceAll(/[/\\]/g, '_'));
  }
  return (text) =>
    text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
      const filling = places.get(name);
      if (filling !== undefined) return filling;
      throw new Error(`"${text}" has {${name}} in it, but there is only {${[...places.keys()].join('}, {')}}`);
    });
}

function filled(
  options: Readonly<Record<string, OptionValue>>,
  paths: readonly string[],
  fill: (text: string) => string,
): Readonly<Record<string, OptionValue>> {
  if (!paths.some((name) => name in options)) return options;
  const entries = Object.entries(options).map(([name, value]): [string, OptionValue] => {
    if (!paths.includes(name)) return [name, value];
    return [name, typeof value === 'object' ? value.map((each) => fill(String(each))) : fill(String(value))];
  });
  return Object.fromEntries(entries);
}

/** Throws an `Error` with one sentence when two tasks would write to one place, or one over what another reads. */
function refuseCollisions(tasks: readonly BatchTask[]): void {
  const comparable = (path: string) => comparablePath(path, process.platform);
  const writers = new Map<string, BatchTask>();
  for (const task of tasks) {
    if (task.out === null) continue;
    const other = writers.get(comparable(task.out));
    if (other) {
      const [first, second] = [other, task].map(({ sources }) => basename(sources[0]!));
      throw new Error(
        `"${task.out}" would be written twice, of "${first}" and of "${second}": put {source}, {folder}, {character} or {clip} into "out"`,
      );
    }
    writers.set(comparable(task.out), task);
  }
  const read = new Set(tasks.flatMap(({ sources, character }) => [...sources, ...(character === null ? [] : [character])]));
  for (const path of read) {
    if (writers.has(comparable(path))) throw new Error(`"${path}" would be read and written over in one batch`);
  }
}
