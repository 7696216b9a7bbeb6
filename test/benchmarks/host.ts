// `npm run bench-host`: how the program beside the window opens and brings back very much, and gives its memory back.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { builtInto, jobWorkerTarget, nodeTarget } from '../../build/vite-targets.ts';
import type { ClipData, SavedPoseData } from '../../core/document/project-data.ts';
import { layOutClip } from '../../electron/files/project/project-parts.ts';
import { readProjectFolder } from '../../electron/files/project/project-folder.ts';
import { createJournal } from '../../electron/services/journal.ts';
import { largeCharacter } from '../helpers/large-character.ts';
import { MANNEQUIN } from '../helpers/mannequin.ts';
import type { Figures, What } from './measured-host.ts';
import { writeLibraryProject } from './library/write-project.ts';
import { median } from './statistics.ts';

const USAGE = `npm run bench-host -- [--poses N] [--keys N] [--edits N] [--megabytes N] [--rounds N]
Builds the program as it ships, opens a project of N poses (default 10000) and N keys (100000), brings back N unsaved edits (8000) beside its poses, and opens a character of
N MB (200). Prints the time that each takes, the longest step of the program's own thread meanwhile, by the clock and by its processor, and
the memory that is left. The machine should have nothing else to do.`;

const PROGRAM = 'measured-host.js';

const { values } = parseArgs({
  options: {
    poses: { type: 'string', default: '10000' },
    keys: { type: 'string', default: '100000' },
    edits: { type: 'string', default: '8000' },
    megabytes: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    help: { type: 'boolean' },
  },
});
if (values.help) console.log(USAGE);
else {
  const { poses, keys, edits, megabytes, rounds } = values;
  await main(Number(poses), Number(keys), Number(edits), Number(megabytes), Number(rounds));
}

async function main(poses: number, keys: number, edits: number, megabytes: number, rounds: number): Promise<void> {
  if (![poses, keys, edits, megabytes, rounds].every((count) => Number.isInteger(count) && count > 0))
    throw new Error('all numbers must be whole and above 0');
  const base = mkdtempSync(join(tmpdir(), 'limber-host-'));
  try {
    await buildProgram(join(base, 'program'));
    const { path } = await writeLibraryProject(join(base, 'Many'), poses);
    writeFileSync(join(path, 'clips', 'long.json'), layOutClip(longClip(keys)));
    console.log(`a project of ${poses} poses and ${keys} keys:`);
    print(often(rounds, 'project', base));
    await writeEdits(base, path, edits);
    console.log(`${edits} unsaved edits beside ${poses} poses:`);
    print(often(rounds, 'edits', base));
    const file = join(base, 'large.glb');
    writeFileSync(file, largeCharacter({ ktx2: megabytes * 1e6 }));
    console.log(`a character of ${megabytes} MB:`);
    print(often(rounds, 'character', base));
    console.log('its bytes alone, read and told from others by their hash:');
    print(often(rounds, 'bytes', base));
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function often(rounds: number, what: What, folder: string): readonly Figures[] {
  return Array.from({ length: rounds }, () => {
    const given = [join(folder, 'program', PROGRAM), what, folder, MANNEQUIN];
    return JSON.parse(execFileSync(process.execPath, given, { encoding: 'utf8' })) as Figures;
  });
}

/** What is measured is built as what ships is: each program and each thread one file. */
async function buildProgram(folder: string): Promise<void> {
  const target = nodeTarget({ entry: 'test/benchmarks/measured-host.ts', folder: '', fileName: PROGRAM, format: 'es' });
  for (const each of [target, jobWorkerTarget]) await build(builtInto(folder, each));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
}

function print(rounds: readonly Figures[]): void {
  const of = (field: keyof Figures) => Math.round(median(rounds.map((figures) => figures[field])));
  console.log(
    `  ${of('milliseconds')} ms (${of('processor')} ms of the processor on all threads), longest step ${of('step')} ms (${of('stepOfProcessor')} ms of the processor)`,
  );
  console.log(`  ${of('most')} MB more at the most, ${of('left')} MB afterwards`);
}

/** A clip with keys on all of fifty joints. */
function longClip(keys: number): ClipData {
  const joints = 50;
  const times = Array.from({ length: Math.ceil(keys / joints) }, (_, i) => i / 30);
  const turns = times.flatMap((time) => [0, 0, Math.sin(time) / 4, Math.sqrt(1 - Math.sin(time) ** 2 / 16)]);
  const tracks = Array.from({ length: joints }, (_, i) => ({
    joint: `joint ${i}`,
    interpolation: 'linear' as const,
    times,
    values: turns,
  }));
  return { id: 'long', name: 'Long', duration: times.length / 30, fps: 30, loop: false, tracks };
}

/** Edits of one pose each, on the project as it is saved, kept by a program that was killed then. */
async function writeEdits(base: string, path: string, edits: number): Promise<void> {
  const { project, revisions } = await readProjectFolder(path);
  const folder = join(base, 'data', 'recovery');
  mkdirSync(folder, { recursive: true });
  const journal = createJournal(folder, { longest: Infinity });
  await journal.append({ label: 'Begin', folder: path, onSaved: true, changed: { name: 'Many' } });
  for (let edit = 1; edit < edits; edit++) {
    const item: SavedPoseData = { ...project.poses[(7 * edit) % project.poses.length]!, name: `Edit ${edit}` };
    const bases = { [item.id]: revisions[`poses/${item.id}.json`] ?? null };
    await journal.append({ label: 'Rename', folder: path, changed: {}, poses: { removed: [], put: [{ item }], bases } });
  }
}
