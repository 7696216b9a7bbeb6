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
  'help',
] as const;

/** From the sources it is the TypeScript file, from what was built the bundle beside this one: no window waits for it to be read. */
const COMMANDS_FILE = new URL(import.meta.url.endsWith('.ts') ? '../cli/packed.ts' : './cli.js', import.meta.url);

/** What `electron/cli/packed.ts` exports; a bundle of its own, which nothing here imports. */
interface Commands {
  runPacked(parameters: readonly string[]): Promise<number>;
}

/**
 * What the command line is given, or null where a window is to open: everything after `--cli`, which the launchers put there, or everything
 * from a command's name on where that comes first.
 */
export function commandLineOf(parameters: readonly string[]): readonly string[] | null {
  const mark = parameters.indexOf('--cli');
  if (mark > 0) return parameters.slice(mark + 1);
  return COMMAND_WORDS.some((word) => word === parameters[1]) ? parameters.slice(1) : null;
}

/** Runs a command without a window, and ends the program with its exit code. */
export async function runCommandLine(parameters: readonly string[]): Promise<void> {
  app.disableHardwareAcceleration();
  app.dock?.hide();
  const { runPacked } = (await import(COMMANDS_FILE.href)) as Commands;
  const exitCode = await runPacked(parameters);
  // What was printed may still be on its way into a pipe.
  await new Promise<void>((done) => process.stdout.write('', () => done()));
  app.exit(exitCode);
}
