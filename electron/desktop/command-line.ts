import { app } from 'electron';

/** The words with which the program is a command line. A test compares them with the commands, and the launchers with them. */
export const COMMAND_WORDS = [
  'inspect',
  'solve',
  'retarget',
  'bake',
  'convert',
  'lint',
  'render',
  'library',
  'batch',
  'run',
  'mcp',
  'vmc',
  'help',
] as const;

/** From the sources it is the TypeScript file, from what was built the bundle beside this one: no window waits for it to be read. */
const COMMANDS_FILE = new URL(import.meta.url.endsWith('.ts') ? '../cli/packed.ts' : './cli.js', import.meta.url);

/** What `electron/cli/packed.ts` exports; a bundle of its own, which nothing here imports. */
interface Commands {
  runPacked(parameters: readonly string[]): Promise<number>;
}

/** Options that are answered in the terminal, too. */
const ANSWERS: readonly string[] = ['--version', '--help', '-V', '-h'];

/**
 * What the command line is given, or null where a window is to open: everything after `--cli`, which the launchers put there, or everything
 * from a command's name on where that comes first. Switches of Chromium may stand before it: an AppImage puts `--no-sandbox` there where the
 * system refuses user namespaces.
 */
export function commandLineOf(parameters: readonly string[]): readonly string[] | null {
  const mark = parameters.indexOf('--cli');
  if (mark > 0) return parameters.slice(mark + 1);
  const first = parameters.findIndex((each, i) => i > 0 && (!each.startsWith('-') || ANSWERS.includes(each)));
  const word = parameters[first] ?? '';
  return ANSWERS.includes(word) || COMMAND_WORDS.some((each) => each === word) ? parameters.slice(first) : null;
}

async function run(parameters: readonly string[]): Promise<number> {
  const { runPacked } = (await import(COMMANDS_FILE.href)) as Commands;
  return runPacked(parameters);
}

/**
 * Runs a command without a window, and ends the program with its exit code. Called before Electron is ready, and waited for by the module
 * that the program begins with: Chromium starts no process, looks for no display and makes no folder until then.
 */
export async function runCommandLine(parameters: readonly string[]): Promise<never> {
  app.dock?.hide();
  const exitCode = await run(parameters).catch((error: unknown) => {
    // Electron would show a dialog, and go on.
    console.error(error);
    return 1;
  });
  // What was printed may still be on its way into a pipe.
  for (const stream of [process.stdout, process.stderr]) await new Promise<void>((done) => stream.write('', () => done()));
  process.exit(exitCode);
}
