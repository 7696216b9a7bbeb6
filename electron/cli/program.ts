import { Command, CommanderError } from 'commander';
import { findApplication } from '../application.ts';
import { sentenceOf } from '../files/storage/explain-failure.ts';
import { EXIT } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

/** Adds commands to a program; `setExitCode` is told what it answers when that is not 0. */
export type AddCommands = (program: Command, terminal: Terminal, setExitCode: (code: number) => void) => void;

/** A program without commands that says everything to the terminal and ends nothing. */
export function createProgram(terminal: Terminal): Command {
  return new Command('limber')
    .description('Pose, solve, retarget and convert 3D characters.')
    .version(findApplication().version)
    .showHelpAfterError('(see --help)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
    });
}

const EXIT_HELP = `
limber help [command] shows a command's options and examples. Exit codes of all commands: 0 done, 2 bad input, 3 done, but something should be
looked at (the command says what), 130 ended by Ctrl+C, 1 a mistake of the program itself.
`;

/** Runs one of the commands that `add` gives, and answers the exit code. */
export async function runProgram(
  parameters: readonly string[],
  terminal: Terminal,
  add: AddCommands,
  help: string = '',
): Promise<number> {
  let exitCode: number = EXIT.done;
  const program = createProgram(terminal).addHelpText('after', `${EXIT_HELP}${help}`);
  add(program, terminal, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(parameters, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (terminal.signal.aborted) {
      terminal.note('cancelled: nothing was written');
      return EXIT.cancelled;
    }
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.badInput;
    terminal.note(`limber: ${sentenceOf(error)}`);
    return isRefusal(error) ? EXIT.badInput : EXIT.failed;
  }
}

/** Files and arguments are refused with plain errors, numbers with range errors; anything else is a mistake of the program. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && (error.constructor === Error || error.constructor === RangeError);
}
