import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../vite-targets.ts';

/** The packages whose commands are not named like them. */
const PACKAGE_OF: Readonly<Record<string, string>> = {
  tsc: 'typescript',
  playwright: '@playwright/test',
  'electron-fuses': '@electron/fuses',
  'install-electron': 'electron',
};

/** Absolute path of the script behind a command of an installed package, to be run with Node on every system. */
export function toolPath(command: string): string {
  const folder = join(projectFolder, 'node_modules', PACKAGE_OF[command] ?? command);
  const { bin }: { bin?: string | Record<string, string> } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const script = typeof bin === 'string' ? bin : bin?.[command];
  if (script === undefined) throw new Error(`the package in ${folder} has no command "${command}"`);
  return join(folder, script);
}

export interface ToolRun {
  readonly succeeded: boolean;
  /** What it printed, when `quiet`; otherwise it went to the terminal. */
  readonly output: string;
}

export interface ToolOptions {
  readonly quiet?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs an installed command in the project's folder and waits for it. */
export function runTool(command: string, parameters: readonly string[], options: ToolOptions = {}): ToolRun {
  return runNode([toolPath(command), ...parameters], options);
}

/** Runs Node, the one that runs this script, in the project's folder and waits for it. */
export function runNode(parameters: readonly string[], { quiet = false, environment = {} }: ToolOptions = {}): ToolRun {
  const result = spawnSync(process.execPath, [...parameters], {
    cwd: projectFolder,
    stdio: quiet ? 'pipe' : 'inherit',
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...environment },
  });
  const output = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error ? `${result.error.message}\n` : ''}`;
  return { succeeded: result.status === 0, output };
}
