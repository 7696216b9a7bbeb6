import { runLimber } from './run.ts';
import { processTerminal } from './terminal.ts';

process.exitCode = await runLimber(process.argv.slice(2), processTerminal());
