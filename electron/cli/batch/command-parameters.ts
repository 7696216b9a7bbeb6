import { CommanderError, type Command, type Option } from 'commander';
import { suggestNames } from '../../../core/math/near-names.ts';
import { addCommands } from '../commands.ts';
import { createProgram } from '../program.ts';
import type { Terminal } from '../terminal.ts';
import { BATCH_COMMANDS, type BatchCommandName, type BatchTask, type OptionValue } from './task.ts';

/** Set by the batch itself. */
const OWN = new Set(['out', 'html', 'json', 'onto', 'for', 'help']);

/** The task as one writes it by hand, after `limber`. Paths are given as `show` writes them. */
export function parametersOf(task: BatchTask, show: (path: string) => string = (path) => path): string[] {
  const { words, character, paths, out } = BATCH_COMMANDS[task.command];
  const command = commandOf(task.command);
  const options = Object.entries(task.options).flatMap(([name, value]) => {
    const option = optionOf(command, name)!;
    return optionParameters(option, paths.includes(name) ? shown(value, show) : value);
  });
  return [
    ...words,
    ...options,
    ...(character !== null && task.character !== null ? [character, show(task.character)] : []),
    ...(task.out === null ? [] : [out, show(task.out)]),
    '--json',
    '--',
    ...task.sources.map(show),
  ];
}

/** Throws an `Error` with one sentence when the command would refuse these parameters before it reads a file. */
export async function checkParameters(parameters: readonly string[]): Promise<void> {
  const refusals: string[] = [];
  const program = createProgram({ ...SILENT, note: (line) => refusals.push(line) });
  addCommands(program, SILENT, () => {});
  forEachCommand(program, (command) => void command.exitOverride().action(() => {}));
  try {
    await program.parseAsync(parameters, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw new Error(error.message.replace(/^error: /, ''), { cause: error });
  }
}

/** The name by which commander knows an option, whether it is given as `bvhUp`, `bvh-up` or `--bvh-up`. Throws an `Error` with one sentence. */
export function optionName(command: BatchCommandName, given: string): string {
  const name = findOption(command, given);
  if (name !== null) return name;
  const names = ownOptions(command).map((option) => option.name().replace(/^no-/, ''));
  throw new Error(`limber ${command} has no option "${given}"${suggestNames(names, plainName(given))}`);
}

/** The same; null for a command without such an option. */
export function findOption(command: BatchCommandName, given: string): string | null {
  const plain = plainName(given);
  const found = ownOptions(command).find((option) => [option.attributeName(), option.name()].includes(plain));
  return found ? found.attributeName() : null;
}

function ownOptions(command: BatchCommandName): readonly Option[] {
  return commandOf(command).options.filter((option) => !OWN.has(option.attributeName()));
}

function plainName(given: string): string {
  return given.trim().replace(/^--/, '');
}

/** A switch is given or left out, or, where leaving it out means yes, refused by its `--no-` form; a list is given once for each value. */
function optionParameters(option: Option, value: OptionValue): string[] {
  if (typeof value === 'object') return value.flatMap((each) => optionParameters(option, each));
  if (typeof value !== 'boolean') return [`${option.long}=${value}`];
  if (option.negate) return value ? [] : [option.long!];
  return value ? [option.long!] : [];
}

function shown(value: OptionValue, show: (path: string) => string): OptionValue {
  if (typeof value === 'object') return value.map((each) => show(String(each)));
  return typeof value === 'boolean' ? value : show(String(value));
}

function optionOf(command: Command, name: string): Option | undefined {
  return command.options.find((option) => option.attributeName() === name);
}

const SILENT: Terminal = {
  print() {},
  warn() {},
  note() {},
  progress() {},
  signal: new AbortController().signal,
};

const known = new Map<BatchCommandName, Command>();

function commandOf(name: BatchCommandName): Command {
  const present = known.get(name);
  if (present) return present;
  const program = createProgram(SILENT);
  addCommands(program, SILENT, () => {});
  const command = BATCH_COMMANDS[name].words.reduce(
    (parent, word) => parent.commands.find((child) => child.name() === word)!,
    program,
  );
  known.set(name, command);
  return command;
}

function forEachCommand(command: Command, visit: (command: Command) => void): void {
  for (const child of command.commands) {
    if (child.commands.length === 0) visit(child);
    forEachCommand(child, visit);
  }
}

/** Parameters as one types them: in quotes where a shell would take them apart. */
export function commandText(parameters: readonly string[]): string {
  return parameters.map((text) => (/^[\w./:=,+-]+$/.test(text) ? text : `"${text.replaceAll(/(["\\$`])/g, '\\$1')}"`)).join(' ');
}
