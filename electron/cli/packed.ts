import { runLimber } from './run.ts';
import { processTerminal } from './terminal.ts';

/** The studio of a packed program is the program itself. */
const STUDIO_HELP = `
The studio:
  limber [file]         opens it`;

/** The command line of the packed program. Gives its exit code. */
export function runPacked(parameters: readonly string[]): Promise<number> {
  return runLimber(parameters, processTerminal(), STUDIO_HELP);
}
