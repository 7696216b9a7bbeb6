import { readdir } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Command } from 'commander';
import type { Clip } from '../../core/animation/clip.ts';
import { retargetClip } from '../../core/animation/retarget-clip.ts';
import { createProject } from '../../core/document/create-project.ts';
import { projectToData } from '../../core/document/serialize.ts';
import type { BvhReading } from '../../core/formats/bvh/bvh-reading.ts';
import type { RetargetProfile } from '../../core/formats/clips/retarget-profile.ts';
import type { LimitPreset } from '../../core/humanoid/body/rig.ts';
import { sampleMotion } from '../../core/library/from-motion.ts';
import { clipFromAnimation } from '../../core/formats/clips/clip-import.ts';
import { motionSource } from '../../core/formats/clips/motion-source.ts';
import { sentenceOf } from '../files/storage/explain-failure.ts';
import { writeProjectFolder } from '../files/project/save-project.ts';
import { addBvhOptions, bvhReading, type BvhFlags } from './bvh-options.ts';
import { checkpoint } from './checkpoint.ts';
import { loadCharacter, type LoadedCharacter } from './load-character.ts';
import { collectFiles, limitPreset, positiveNumber } from './option-values.ts';
import { readProfiles } from '../files/retarget-profile.ts';
import type { Terminal } from './terminal.ts';

const EXAMPLES = `
Every clip of the sources is brought onto the character and sampled; poses that are nearly the same as an earlier one,
or as its mirror image, are dropped.
The folder becomes a Limber project with the character and the poses; it must be empty or not there yet.
A profile says how the files are to be read and what holds for the character, as for "limber retarget".

Examples:
  limber library build walk.bvh dance.bvh --for hero.glb --out "Hero library"
  limber library build mocap/*.bvh --profile mocap/profile.json --for hero.glb --out "Hero library"
  limber library build knight.glb --for knight.glb --per-second 4 --difference 0.12 --out "Knight library" --json

Exit codes: 0 done, 2 bad input.`;

interface LibraryFlags extends BvhFlags {
  readonly for: string;
  readonly out: string;
  readonly perSecond: number;
  readonly difference: number;
  readonly mirrored?: boolean;
  readonly preset?: LimitPreset;
  readonly profile?: readonly string[];
  readonly json?: boolean;
}

export function addLibrary(program: Command, terminal: Terminal): void {
  const library = program.command('library').description('make pose libraries');
  const command = library
    .command('build')
    .description('sample the poses of motion clips into a library for a character')
    .argument(
      '<clips...>',
      'GLB, glTF, VRM, VRMA, FBX, BVH, SMPL (.npz) or landmark (.json) files; those that cannot be used are named and left out',
    )
    .requiredOption('--for <character>', 'GLB, glTF, VRM or FBX file of the character')
    .requiredOption('--out <folder>', 'the new project folder')
    .option('--per-second <number>', 'poses looked at in a second of motion', positiveNumber, 10)
    .option('--difference <share>', 'how far a joint must be from every earlier pose, in hip heights', positiveNumber, 0.08)
    .option('--mirrored', 'keep poses that only mirror an earlier one; they are dropped, as every pose can be applied mirrored')
    .option('--preset <name>', 'limits of the character: standard, flexible, dancer, stiff or free', limitPreset)
    .option('--profile <file>', 'what holds for these sources or this character; may be given several times', collectFiles);
  addBvhOptions(command)
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(async (files: readonly string[], flags: LibraryFlags) => {
      await refuseFull(flags.out);
      const profile = await readProfiles(flags.profile);
      const preset = flags.preset ?? profile.character?.preset;
      const character = await loadCharacter(flags.for, { preset, bones: profile.character?.bones });
      const how = { ...profile, reading: { ...profile.source?.bvh, ...bvhReading(flags) } };
      const clips: Clip[] = [];
      const notes: string[] = [];
      const unusable: string[] = [];
      for (const [i, file] of files.entries()) {
        terminal.progress(`reading ${i + 1} of ${files.length}: ${basename(file)}`);
        await checkpoint(terminal);
        const brought = await clipsOfFile(file, how, character).catch((error: unknown) => sentenceOf(error));
        if (typeof brought === 'string') {
          unusable.push(brought);
          continue;
        }
        notes.push(...brought.notes);
        for (const clip of brought.clips) {
          try {
            clips.push(clip());
          } catch (error) {
            unusable.push(`${basename(file)}: ${sentenceOf(error)}`);
          }
          terminal.progress(`${i + 1} of ${files.length}: ${basename(file)}, ${clips.length} clips`);
          await checkpoint(terminal);
        }
      }
      if (clips.length === 0) throw new Error(noneUsable(unusable));
      notes.push(...unusable.map((sentence) => `left out: ${sentence}`));
      const { perSecond: fps, difference, mirrored = false } = flags;
      const poses = sampleMotion(character.rig, clips, { fps, difference, mirrored });
      terminal.progress(`writing ${poses.length} poses`);
      await checkpoint(terminal);
      const name = basename(character.fileName, extname(character.fileName));
      const project = createProject(character.rig, { name, fileName: character.fileName, hash: character.hash });
      const data = projectToData(character.rig, { ...project, name: basename(flags.out), poses });
      const { bytes, original } = character;
      await writeProjectFolder(flags.out, data, async () => bytes, { readOriginal: async () => original });
      const summary = {
        out: flags.out,
        clips: clips.length,
        leftOut: unusable.length,
        seconds: clips.reduce((sum, clip) => sum + clip.duration, 0),
        poses: poses.length,
      };
      if (flags.json) terminal.print(JSON.stringify({ ...summary, notes }, null, 2));
      else {
        terminal.print(`${summary.poses} poses from ${summary.clips} clips (${summary.seconds.toFixed(1)} s of motion)`);
        terminal.print(`wrote ${flags.out}`);
        for (const note of notes) terminal.print(`note: ${note}`);
      }
    });
}

/** Files that are named where none can be used. */
const MOST_NAMED = 5;

/** One sentence that names each of them, or the first few and how many more there are. */
function noneUsable(unusable: readonly string[]): string {
  if (unusable.length <= 1) return unusable[0] ?? 'none of the files holds a clip';
  const more = unusable.length - MOST_NAMED;
  const named = [...unusable.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])];
  return `none of the files can be used: ${named.join('; ')}`;
}

/** How the sources are read and brought over. */
interface SourceReading extends RetargetProfile {
  readonly reading: Partial<BvhReading>;
}

/** What a file gives to the library. Throws an `Error` with one sentence when it cannot be read or holds no clip. */
async function clipsOfFile(file: string, how: SourceReading, character: LoadedCharacter) {
  const source = await loadCharacter(file, { reading: how.reading, bones: how.source?.bones });
  if (source.animations.length === 0) throw new Error(`"${source.fileName}" holds no clip`);
  return { clips: clipsOf(source, how, character), notes: source.notes.map((note) => `${source.fileName}: ${note}`) };
}

/** The clips of a source on the character, each made when it is asked for; the character's own clips need no retargeting. */
function clipsOf(source: LoadedCharacter, how: SourceReading, character: LoadedCharacter): (() => Clip)[] {
  const prefix = basename(source.fileName, extname(source.fileName));
  return source.animations.map((animation) => () => {
    const name = source.animations.length > 1 ? `${prefix} ${animation.name}` : prefix;
    const named = { id: name.slice(0, 60), name };
    if (source.hash === character.hash) return { ...clipFromAnimation(source.rig, source.scene, animation), ...named };
    const { rig, clip, places } = motionSource(source, animation, {
      rest: how.source?.rest,
      corrections: source.corrections,
      keepsFirst: how.reading.skipFirstFrame === false,
      takes: source.animations,
      ...(how.source?.rest === undefined && { known: source.restOfTakes() }),
    });
    return retargetClip(rig, clip, character.rig, {
      ...named,
      places,
      feet: how.feet ?? true,
      hands: false,
      limits: true,
      contacts: how.contacts ?? {},
    }).clip;
  });
}

async function refuseFull(folder: string): Promise<void> {
  const present = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new Error(`"${folder}" is not a folder`, { cause: error });
  });
  if (present.length > 0) throw new Error(`"${folder}" is not empty: choose a new folder`);
}
