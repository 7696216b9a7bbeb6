import type { Command } from 'commander';
import type { Clip } from '../../core/animation/clip.ts';
import { playedActiveClip, playedActors } from '../../core/document/played-scene.ts';
import { checkHasSprings, springClip } from '../../core/animation/spring-clip.ts';
import type { Project } from '../../core/document/project.ts';
import { posesToClip } from '../../core/library/to-clip.ts';
import { buildRig } from '../../core/humanoid/rigging/build-rig.ts';
import type { ActorMotion } from '../../core/formats/clips/actor-motion.ts';
import { exportClips, exportFormatOf, exportScene, type ExportFormat } from '../../core/formats/usd/export-formats.ts';
import type { MotionTarget, WrittenMotion } from '../../core/formats/clips/write-clip.ts';
import { writeChecked } from '../services/exports.ts';
import { checkpoint } from './checkpoint.ts';
import { chooseClip } from './choose-clip.ts';
import { describeReport, isOff, reportOf } from './describe-report.ts';
import { EXIT } from './exit-codes.ts';
import { addKhrOption, khrTarget, type KhrFlags } from './khr-option.ts';
import { openProject, type OpenedProject } from './open-project.ts';
import { addRangeOptions, rangeFlags, type RangeFlags } from './range-options.ts';
import type { Terminal } from './terminal.ts';

const EXAMPLES = `
The extension of --out chooses the format; .glb, .gltf and .vrm are the character's original file with the clip added.

Examples:
  limber bake "My project" --clip Wave --out wave.glb
  limber bake "My project/project.limber" --clip Wave --fps 60 --out wave.vrma --json
  limber bake "My project" --all-clips --out hero.glb
  limber bake "My duel" --actor Knight --out knight.fbx
  limber bake "My duel" --scene --out duel.glb
  limber bake "My project" --clip Walk --springs --out walk.vrm
  limber bake "My project" --library --out poses.glb

Exit codes: 0 done, 3 written, but the file differs from the clip by more than rounding explains, 2 bad input.`;

interface BakeFlags extends KhrFlags, RangeFlags {
  readonly out: string;
  readonly actor?: string;
  readonly clip?: string;
  readonly scene?: boolean;
  readonly library?: boolean;
  readonly allClips?: boolean;
  readonly springs?: boolean;
  readonly json?: boolean;
}

/** `setExitCode` is told 3 when the file differs from the clip. */
export function addBake(program: Command, terminal: Terminal, setExitCode: (code: number) => void): void {
  const command = program
    .command('bake')
    .description("write a project's clip, all its clips, or its pose library as one clip, onto its character")
    .argument('<project>', 'project folder or its project.limber')
    .requiredOption('--out <file>', 'where to write (.glb, .gltf, .vrm, .vrma, .fbx, .bvh, .json, .usda or .usdz)')
    .option('--actor <name>', 'whose motion, by name or id; default: the first of the scene')
    .option('--scene', 'all actors, props and cameras, in one .glb; .fbx and USD files hold no cameras')
    .option('--clip <name>', 'which clip; default: the one on the timeline')
    .option('--all-clips', 'every clip that holds keys, each an animation of one .glb, .gltf or .vrm')
    .option('--library', 'all poses of the library, a second each');
  addKhrOption(addRangeOptions(command))
    .option('--springs', 'with the spring bones of a VRM character in the keys, as the studio plays them')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, flags: BakeFlags) => {
      const format = exportFormatOf(flags.out);
      const choices = [flags.clip !== undefined && '--clip', flags.library && '--library', flags.allClips && '--all-clips'];
      const [chosen, another] = choices.filter(Boolean);
      if (another) throw new Error(`${chosen} and ${another} cannot be given together`);
      if (flags.library && flags.actor !== undefined)
        throw new Error('--library and --actor cannot be given together: the poses are of the first actor');
      const ofOne = [flags.library && '--library', flags.actor !== undefined && '--actor'].find(Boolean);
      if (flags.scene && flags.khrCharacter)
        throw new Error('--scene and --khr-character cannot be given together: KHR_character speaks of one character');
      if (flags.scene && ofOne) throw new Error(`--scene and ${ofOne} cannot be given together: a scene has all actors`);
      const opened = await openProject(path, flags.actor);
      const { project, warnings: notes } = opened;
      await checkpoint(terminal);
      const { clips, write, warnings } = flags.scene ? await sceneOf(opened, flags, format) : clipsAlone(opened, flags, format);
      const report = await writeChecked(flags.out, project.character.hash, write);
      const told = clips.map(({ name, duration }) => ({ clip: name, seconds: duration }));
      const summary = {
        ...(flags.actor !== undefined && { actor: project.character.name }),
        ...(flags.allClips ? { clips: told } : told[0]),
        ...reportOf(report),
        notes: [...notes, ...warnings],
      };
      if (flags.json) terminal.print(JSON.stringify(summary, null, 2));
      else {
        for (const { name, duration } of clips) terminal.print(`clip "${name}", ${duration.toFixed(3)} s`);
        for (const line of [...describeReport(report), ...[...notes, ...warnings].map((warning) => `note: ${warning}`)])
          terminal.print(line);
      }
      if (isOff(report)) setExitCode(EXIT.notReached);
    });
}

/** What is written, the clips that are told of it, and what is left out. */
interface Baked {
  readonly clips: readonly Clip[];
  readonly write: () => WrittenMotion;
  readonly warnings: readonly string[];
}

/** One actor's clips. */
function clipsAlone({ project, target, rigOf }: OpenedProject, flags: BakeFlags, format: ExportFormat): Baked {
  const played = flags.library
    ? [libraryClip(project, target)]
    : clipsOf(project, flags).map(({ id }) => playedActiveClip({ ...project, activeClip: id }, target.rig, rigOf));
  if (flags.springs) checkHasSprings(target.rig);
  const clips = flags.springs ? played.map((clip) => springClip(target.rig, clip)) : played;
  const { length } = project.props;
  const warnings = length > 0 && !flags.library ? ['the props of the scene are left out: --scene writes them too'] : [];
  return { clips, write: () => exportClips(khrTarget(target, format, flags), format, clips, rangeFlags(flags)), warnings };
}

/** The whole scene. An actor or a prop whose file cannot be read is left out. */
async function sceneOf(
  { project, target, rigOf, fileOf }: OpenedProject,
  flags: BakeFlags,
  format: ExportFormat,
): Promise<Baked> {
  const chosen = clipsOf(project, flags).map(({ id }) => id);
  const acting = playedActors(project, target.rig, rigOf, { clips: chosen, swings: flags.springs ?? false });
  const actors: ActorMotion[] = [];
  for (const { id, name, place, characterHash: hash, rig, clips } of acting) {
    const file = await fileOf({ name, fileName: name, hash });
    actors.push({ id, name, place, target: { ...file, rig: buildRig(file.scene, rig) }, clips });
  }
  const files = new Map<string, Uint8Array>();
  const warnings: string[] = [];
  for (const { name, form } of project.props) {
    if (form.kind !== 'file' || files.has(form.hash)) continue;
    try {
      files.set(form.hash, (await fileOf({ ...form, name })).bytes);
    } catch (error) {
      warnings.push(`"${name}" is left out: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const props = project.props.filter(({ form }) => form.kind !== 'file' || files.has(form.hash));
  const parts = { range: rangeFlags(flags), props, cameras: project.cameras, fileOf: (hash: string) => files.get(hash)! };
  return { clips: acting[0]!.clips, write: () => exportScene(actors, format, parts), warnings };
}

function clipsOf({ clips, activeClip }: Project, { clip: name, allClips = false }: BakeFlags): readonly Clip[] {
  if (!allClips)
    return [name === undefined ? clips.find((clip) => clip.id === activeClip)! : chooseClip(clips, name, 'the project')];
  const keyed = clips.filter(({ tracks }) => tracks.length > 0);
  if (keyed.length === 0) throw new Error("none of the project's clips holds keys");
  return keyed;
}

function libraryClip({ poses }: Project, { rig }: MotionTarget) {
  if (poses.length === 0) throw new Error("the project's pose library is empty");
  return posesToClip(rig.skeleton, poses);
}
