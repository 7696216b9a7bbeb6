import { Command, CommanderError } from 'commander';
import { findApplication } from '../application.ts';
import { sentenceOf } from '../files/storage/explain-failure.ts';
import { EXIT } from './exit-codes.ts';
import { addBake } from './bake.ts';
import { addConvert } from './convert.ts';
import { addInspect } from './inspect.ts';
import { addLibrary } from './library-build.ts';
import { addLint } from './lint.ts';
import { addRetarget } from './retarget.ts';
import { addSolve } from './solve.ts';
import type { Terminal } from './terminal.ts';

/** These two begin before anything is installed, in `build/scripts`. */
const STUDIO_HELP = `
The studio:
  limber [open] [file]  opens it; limber open --help lists its options
  limber doctor         looks at this machine and says what to do`;

/** Runs one command with the arguments after the program's name, and gives the exit code. `studioHelp` tells how the studio is opened. */
export async function runLimber(
  parameters: readonly string[],
  terminal: Terminal,
  studioHelp: string = STUDIO_HELP,
): Promise<number> {
  let exitCode: number = EXIT.done;
  const setExitCode = (code: number) => {
    exitCode = code;
  };
  const program = new Command('limber')
    .description('Pose, solve, retarget and convert 3D characters.')
    .version(findApplication().version)
    .showHelpAfterError('(see --help)')
    .addHelpText('after', studioHelp)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
    });
  addInspect(program, terminal);
  addSolve(program, terminal, setExitCode);
  addRetarget(program, terminal, setExitCode);
  addBake(program, terminal);
  addConvert(program, terminal);
  addLint(program, terminal, setExitCode);
  addLibrary(program, terminal);
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
