import { addBatch } from './batch/batch.ts';
import { addCommands } from './commands.ts';
import { addMcp } from './mcp/mcp.ts';
import { runProgram, type AddCommands } from './program.ts';
import { addRun } from './scripts/run-script.ts';
import { addVmc } from './vmc.ts';
import type { Terminal } from './terminal.ts';

/** These two begin before anything is installed, in `build/scripts`. */
const STUDIO_HELP = `
The studio:
  limber [open] [file]  opens it; limber open --help lists its options
  limber doctor         looks at this machine and says what to do`;

/** Runs one command with the arguments after the program's name, and gives the exit code. `studioHelp` tells how the studio is opened. */
export function runLimber(parameters: readonly string[], terminal: Terminal, studioHelp: string = STUDIO_HELP): Promise<number> {
  const add: AddCommands = (program, to, setExitCode) => {
    addCommands(program, to, setExitCode);
    addBatch(program, to, setExitCode);
    addRun(program, to);
    addMcp(program, to, setExitCode);
    addVmc(program, to, setExitCode);
  };
  return runProgram(parameters, terminal, add, studioHelp);
}
