import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFolder } from '../../vite-targets.ts';
import { digestOfSources, isBuilt } from '../starting/built.ts';
import { runNode, runTool } from '../tools.ts';
import { bringDisplay } from './display-packages.ts';
import { bringElectron, type UnpackedElectron } from './electron-for-tests.ts';

/** What the packed program depends on beside the built sources. */
const INPUTS = ['build/electron-builder.config.mjs', 'build/file-kinds.mjs', 'build/launchers/*', 'package.json'];

/** Limber, packed with its own fuses and a real Electron. */
export interface PackedProgram {
  /** The folder that holds the program's own file. */
  readonly folder: string;
  /** The program's own file. */
  readonly program: string;
  /** The version of Electron that it was packed with. */
  readonly electron: string;
}

/** Why there is no packed program to try: a machine that lacks something is no failure. */
export interface NotPacked {
  /** The end of a sentence, without its full stop. */
  readonly reason: string;
}

/**
 * Packs the program for the desktop journeys, where that was not done for these sources yet, into a cache beside the installed packages.
 * Throws an `Error` with one sentence where building or packing fails.
 */
export async function packForTests(): Promise<PackedProgram | NotPacked> {
  const electron = await bringAll();
  if ('reason' in electron) return electron;
  const output = join(projectFolder, 'node_modules', '.cache', 'packed');
  if (!isBuilt() && !runNode([join('build', 'scripts', 'build.ts')]).succeeded) throw new Error('the build failed');
  const stamp = join(output, 'packed.sha256');
  const digest = digestOfInputs(electron);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== digest) {
    rmSync(output, { recursive: true, force: true });
    pack(electron, output);
    writeFileSync(stamp, digest);
  }
  const program = programIn(output);
  if (program === null) throw new Error(`nothing that can be started was packed into "${output}"`);
  return { folder: dirname(program), program, electron: electron.version };
}

/** The systems that can be packed here: what the packer is told, and where it puts the program. */
const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, { readonly target: string; readonly program: string }>>> = {
  linux: { target: '--linux', program: 'linux*-unpacked/limber' },
  darwin: { target: '--mac', program: 'mac*/Limber.app/Contents/MacOS/Limber' },
  win32: { target: '--win', program: 'win*-unpacked/Limber.exe' },
};

function programIn(output: string): string | null {
  const [found] = globSync(SYSTEMS[process.platform]?.program ?? '', { cwd: output });
  return found === undefined ? null : join(output, found);
}

/** An Electron, and a display to run it on. */
async function bringAll(): Promise<UnpackedElectron | NotPacked> {
  if (!SYSTEMS[process.platform]) return { reason: `nothing is packed for ${process.platform}` };
  try {
    const electron = await bringElectron();
    if (process.platform === 'linux') bringDisplay(join(electron.folder, 'electron'));
    return electron;
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

function pack({ folder, version }: UnpackedElectron, output: string): void {
  console.log(`Packing Limber with Electron ${version} for the desktop journeys.`);
  const { succeeded, output: printed } = runTool(
    'electron-builder',
    [
      '--config',
      join('build', 'electron-builder.config.mjs'),
      '--publish',
      'never',
      SYSTEMS[process.platform]!.target,
      '--dir',
      `-c.directories.output=${output}`,
    ],
    // What is only tried here is not signed with anybody's name.
    { quiet: true, environment: { ELECTRON_DIST: folder, CSC_IDENTITY_AUTO_DISCOVERY: 'false' } },
  );
  if (!succeeded) throw new Error(`Limber cannot be packed: ${printed}`);
}

function digestOfInputs({ folder, version }: UnpackedElectron): string {
  const hash = createHash('sha256').update(`${digestOfSources()} ${folder} ${version}`);
  for (const file of globSync(INPUTS, { cwd: projectFolder }).toSorted()) hash.update(readFileSync(join(projectFolder, file)));
  return hash.digest('hex');
}
