import type { AddCommands } from './program.ts';
import { addBake } from './bake.ts';
import { addConvert } from './convert.ts';
import { addInspect } from './inspect.ts';
import { addLibrary } from './library-build.ts';
import { addLint } from './lint.ts';
import { addRender } from './render.ts';
import { addRetarget } from './retarget.ts';
import { addSolve } from './solve.ts';

/** The commands that do one piece of work each: what batches are made of. */
export const addCommands: AddCommands = (program, terminal, setExitCode) => {
  addInspect(program, terminal);
  addSolve(program, terminal, setExitCode);
  addRetarget(program, terminal, setExitCode);
  addBake(program, terminal, setExitCode);
  addConvert(program, terminal);
  addLint(program, terminal, setExitCode);
  addRender(program, terminal);
  addLibrary(program, terminal);
};
