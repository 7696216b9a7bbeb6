import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { readGltf } from '../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../core/formats/gltf/gltf-scene.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import { MANNEQUIN } from '../helpers/mannequin.ts';
import { measureClips, noErrors, TASKS, type Errors, type Task } from './poses/measure.ts';
import { measureSpeed } from './poses/speed.ts';
import { capturedClips, type CapturedClip } from './poses/motions.ts';
import { atShare } from './statistics.ts';

const USAGE = `npm run bench-poses -- [--frames N] [--task S6] [--files]
npm run bench-poses -- --speed [--sizes 2500,100000]
Completes poses of motion that the library does not hold, on the mannequin, and prints how far its inner joints are from the truth. The hips are given, and
  S6   the places of head, hands and feet
  S6R  these with their directions
  3    the places of head and hands
  2–10 places of as many of head, chest, hands, elbows, knees and feet, at random
The two oracles know the truth and blend the poses that are nearest to it, of the whole body or of each part: no blend of the library's poses can be expected to come nearer.
"file": the library holds all other clips; "set": it holds only what others captured. Below stand the files that the library makes worse by more than 5 %.
  --frames N  poses of each clip (default 12, and two of clips of game characters)
  --task      only this one
  --files     a line for each clip, too, that the library makes worse by more than 5 %
  --speed     only how long it takes with libraries of these sizes, made of poses between captured ones: the library's answer, with the solve after it, and
              the solve alone`;

const SIZES = '2500,100000';

interface Split {
  readonly name: 'file' | 'set';
  readonly held: readonly CapturedClip[];
  readonly others: readonly CapturedClip[];
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      frames: { type: 'string', default: '12' },
      task: { type: 'string', default: '' },
      files: { type: 'boolean', default: false },
      speed: { type: 'boolean', default: false },
      sizes: { type: 'string', default: SIZES },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const frames = Number(values.frames);
  if (!Number.isInteger(frames) || frames < 1) throw new Error(`--frames must be a whole number above 0, got "${values.frames}"`);
  const sizes = values.sizes.split(',').map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size > 0))
    throw new Error(`--sizes must be whole numbers above 0, got "${values.sizes}"`);
  const rig = buildRig(readCharacterScene(readGltf(new Uint8Array(readFileSync(MANNEQUIN)))));
  const clips = await capturedClips(rig);
  if (clips.length === 0) {
    console.log('SKIP bench-poses: the folder ../shared/data is not there');
    return;
  }
  const count = clips.reduce((sum, { poses }) => sum + poses.length, 0);
  console.log(`Limber ${manifest.version}, ${clips.length} clips, ${count} poses, Node ${process.version}\n`);
  if (values.speed) return printSpeed(rig, clips, sizes);
  console.log('| task | held out | set | way | mean mm | p95 mm | mean ° | p95 ° | median ms | missed | outside limits |');
  console.log('|---|---|---|---|---|---|---|---|---|---|---|');
  for (const task of TASKS.filter((each) => values.task === '' || each === values.task)) {
    for (const set of new Set(clips.map((clip) => clip.set))) {
      for (const split of ['file', 'set'] as const) printSet(rig, clips, task, set, split, frames, values.files);
    }
  }
}

function printSpeed(rig: Rig, clips: readonly CapturedClip[], sizes: readonly number[]): void {
  const captured = clips.flatMap(({ poses }) => poses);
  console.log('| task | poses | library, median ms | library and solve | solve without it |');
  console.log('|---|---|---|---|---|');
  for (const { task, poses, ...times } of sizes.flatMap((size) => measureSpeed(rig, captured, size))) {
    const shown = [times.predict, times.complete, times.solve].map((value) => value.toFixed(2)).join(' | ');
    console.log(`| ${task} | ${poses} | ${shown} |`);
  }
}

function printSet(
  rig: Rig,
  clips: readonly CapturedClip[],
  task: Task,
  set: string,
  name: Split['name'],
  frames: number,
  files: boolean,
): void {
  const found = new Map<string, Map<string, Errors>>();
  const isGame = clips.filter((clip) => clip.set === set).length > 10;
  for (const { held, others } of splitsOf(clips, set, name, isGame)) {
    for (const [way, byClip] of measureClips(rig, held, others, task, isGame ? 2 : frames)) {
      found.set(way, new Map([...(found.get(way) ?? []), ...byClip]));
    }
  }
  for (const [way, byClip] of found) {
    const all = noErrors();
    for (const errors of byClip.values()) {
      for (const key of ['millimetres', 'degrees', 'milliseconds'] as const) all[key].push(...errors[key]);
      all.missed += errors.missed;
      all.outside += errors.outside;
    }
    const numbers = [mean(all.millimetres), atShare(all.millimetres, 0.95), mean(all.degrees), atShare(all.degrees, 0.95)];
    const shown = numbers.map((value) => value.toFixed(1)).join(' | ');
    console.log(
      `| ${task} | ${name} | ${set} | ${way} | ${shown} | ${atShare(all.milliseconds, 0.5).toFixed(2)} | ${all.missed} of ${all.milliseconds.length} | ${all.outside} |`,
    );
  }
  const measured = clips.filter((clip) => found.get('library')?.has(clip.name));
  const namesOf = (file: string) => measured.filter((clip) => clip.file === file).map((clip) => clip.name);
  for (const file of new Set(measured.map((clip) => clip.file))) tellWorse(found, file, namesOf(file));
  if (files) for (const clip of measured) if (clip.name !== clip.file) tellWorse(found, clip.name, [clip.name]);
}

/** A line where the library makes these clips worse by more than 5 %. */
function tellWorse(found: ReadonlyMap<string, ReadonlyMap<string, Errors>>, title: string, clips: readonly string[]): void {
  const [without, withIt] = ['no library', 'library'].map((way) =>
    mean(clips.flatMap((clip) => found.get(way)!.get(clip)!.millimetres)),
  ) as [number, number];
  if (withIt > 1.05 * without)
    console.log(`  ${title}: ${without.toFixed(1)} mm without a library, ${((100 * withIt) / without).toFixed(0)} % with it`);
}

/** Of game characters every fourth clip is held out alone. */
function splitsOf(clips: readonly CapturedClip[], set: string, name: Split['name'], isGame: boolean): Split[] {
  const own = clips.filter((clip) => clip.set === set);
  if (name === 'set') return [{ name, held: own, others: clips.filter((clip) => clip.set !== set) }];
  if (own.length < 2) return [];
  return own
    .filter((_, i) => !isGame || i % 4 === 0)
    .map((clip) => ({ name, held: [clip], others: clips.filter((other) => other !== clip) }));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

await main();
