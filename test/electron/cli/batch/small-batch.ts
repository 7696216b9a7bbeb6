import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Clip } from '../../../../core/animation/clip.ts';
import { writeClip } from '../../../../core/formats/clips/motion-formats.ts';
import { runLimber } from '../../../../electron/cli/run.ts';
import { loadCharacter } from '../../../../electron/cli/load-character.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { emptyFolder, type Ran } from '../fake-terminal.ts';

/** Writes short clips of a turning arm, each another one. */
export async function writeMotions(paths: readonly string[]): Promise<void> {
  const character = await loadCharacter(MANNEQUIN);
  const arm = character.rig.humanoid.leftUpperArm!;
  for (const [i, path] of paths.entries()) {
    const half = 0.1 + 0.02 * i;
    const clip: Clip = {
      id: 'turn',
      name: 'turn',
      duration: 0.2,
      fps: 30,
      loop: false,
      tracks: [
        { joint: arm, interpolation: 'linear', times: [0, 0.2], values: [0, 0, 0, 1, Math.sin(half), 0, 0, Math.cos(half)] },
      ],
    };
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, writeClip(character, 'bvh', clip).bytes);
  }
}

/** A folder with spaces and letters of all kinds in its name, motions in it, and two characters. */
export async function smallBatch(motions: readonly string[]): Promise<string> {
  const folder = join(await emptyFolder(), 'Nächte “eins” & zwei');
  await writeMotions(motions.map((path) => join(folder, path)));
  await cp(MANNEQUIN, join(folder, 'hero.glb'));
  await cp(MANNEQUIN, join(folder, 'élan vital.glb'));
  return folder;
}

export async function writeManifest(folder: string, tasks: readonly object[], name = 'night.json'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, JSON.stringify({ version: 1, tasks }));
  return path;
}

/** SHA-256 of every file below a folder, by its path in it. */
export async function filesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.sort().map(hashOfFile));
  return new Map(files.map((path, i) => [relative(folder, path).split(sep).join('/'), contents[i]!]));
}

export async function hashOfFile(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}

/** Runs the command line; `onProgress` hears each line that replaces itself, and may press Ctrl+C. */
export async function limberWith(
  onProgress: (line: string, abort: AbortController) => void,
  ...parameters: string[]
): Promise<Ran> {
  const abort = new AbortController();
  const printed: string[] = [];
  const noted: string[] = [];
  const exitCode = await runLimber(parameters, {
    print: (line) => printed.push(line),
    warn: (line) => printed.push(line),
    note: (line) => noted.push(line),
    progress: (line) => onProgress(line, abort),
    signal: abort.signal,
  });
  return { exitCode, printed: printed.join('\n'), noted: noted.join('\n') };
}
