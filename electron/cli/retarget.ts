import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Clip } from '../../core/animation/clip.ts';
import { findContacts } from '../../core/animation/holding/find-contacts.ts';
import { retargetClip } from '../../core/animation/retarget-clip.ts';
import type { LimitPreset, Rig } from '../../core/humanoid/body/rig.ts';
import { showsFloor, type MotionRest, type RestChoice } from '../../core/formats/clips/source-rest.ts';
import type { RetargetProfile } from '../../core/formats/clips/retarget-profile.ts';
import { stretchNotes } from '../../core/formats/clips/clip-deviation.ts';
import { motionSource, type MotionSourceClip } from '../../core/formats/clips/motion-source.ts';
import type { FileAnimation } from '../../core/formats/gltf/gltf-animation.ts';
import { refuseUneven } from '../../core/formats/clips/uneven-bones.ts';
import { exportClips, exportFormatOf, type ExportFormat } from '../../core/formats/usd/export-formats.ts';
import { writeChecked } from '../services/exports.ts';
import { addBvhOptions, bvhReading, type BvhFlags } from './bvh-options.ts';
import { checkpoint } from './checkpoint.ts';
import { chooseClip } from './choose-clip.ts';
import { describeFidelity, fidelityOf } from './describe-fidelity.ts';
import { describeReport, isOff, reportOf } from './describe-report.ts';
import { EXIT } from './exit-codes.ts';
import { addKhrOption, khrTarget, type KhrFlags } from './khr-option.ts';
import { loadActor } from './load-actor.ts';
import { loadCharacter, type LoadedCharacter } from './load-character.ts';
import { PROJECT_FILE } from '../files/project/project-file.ts';
import { readProfiles } from '../files/retarget-profile.ts';
import { motionOfProject } from './open-project.ts';
import { collectFiles, frameRate, limitPreset, sourceRest, wholeNumber } from './option-values.ts';
import { addUnitOption, readingNotes, unitReading, type UnitFlags } from './unit-option.ts';
import type { Terminal } from './terminal.ts';

const EXAMPLES = `
The extension of --out chooses the format; .glb, .gltf and .vrm are the character's original file with the clip added, whose extras say what stands when.
A source whose rest is no pose to stand in is taken to rest as it was bound, as it stands in the clip or in a T-pose made of it; --rest says otherwise.
A profile is a JSON file with what holds for a whole folder of sources or for a character; what it leaves out is found, and options go before it:
  { "version": 1, "source": { "bones": { "hips": "Bip01", "leftToes": null }, "bvh": { "up": "z", "unit": 0.01 }, "rest": "bind" },
    "character": { "preset": "flexible", "bones": {} }, "fps": 30, "feet": true, "hands": false, "limits": true, "contacts": { "height": 0.08 } }

Examples:
  limber retarget walk.bvh --onto hero.glb --out hero-walk.glb
  limber retarget knight.glb --clip Running_A --onto avatar.vrm --out run.vrma --json
  limber retarget dance.bvh --bvh-up z --fps 60 --onto hero.glb --out dance.glb
  limber retarget walk.bvh --profile mocap/profile.json --profile hero.profile.json --onto hero.glb --out walk.glb
  limber retarget amass/walk_poses.npz --onto hero.glb --out walk.glb
  limber retarget walk.bvh --onto "My duel" --actor Knight --out knight-walk.glb
  limber retarget "My duel" --from-actor Knight --onto hero.glb --out hero-duel.glb
  limber retarget dance.fbx --person 2 --onto hero.glb --out dance.glb
  limber retarget run.glb --rest 0.4 --onto hero.glb --out run.vrma

Exit codes: 0 done, 3 written, but the motion differs from the source by more than it should (it says in what), 2 bad input.`;

interface RetargetFlags extends BvhFlags, KhrFlags, UnitFlags {
  readonly onto: string;
  readonly fromActor?: string;
  readonly actor?: string;
  readonly out: string;
  readonly clip?: string;
  readonly person?: number;
  readonly fps?: number;
  readonly rest?: RestChoice;
  readonly preset?: LimitPreset;
  readonly profile?: readonly string[];
  readonly json?: boolean;
}

/** `setExitCode` is told 3 when the motion breaks a bar of the fidelity report, or the file differs from it. */
export function addRetarget(program: Command, terminal: Terminal, setExitCode: (code: number) => void): void {
  const command = addBvhOptions(
    program
      .command('retarget')
      .description('bring a clip of one humanoid onto another, planted feet and touching hands held')
      .argument(
        '<source>',
        'GLB, glTF, VRM, VRMA, FBX or BVH file with a clip, SMPL motion (.npz), landmarks (.json, or a folder with one a frame), or a project folder',
      )
      .requiredOption('--onto <character>', 'GLB, glTF, VRM or FBX file of the character, or a project folder')
      .option('--actor <name>', 'onto which character of a project, by name or id; default: the first of the scene')
      .requiredOption('--out <file>', 'where to write (.glb, .gltf, .vrm, .vrma, .fbx, .bvh, .json, .usda or .usdz)')
      .option(
        '--from-actor <name>',
        'whose motion of a project that is the source, by name or id; default: the first of the scene',
      )
      .option('--clip <name>', 'which clip of the source; default: the first, of a project the one that was worked on last')
      .option(
        '--person <number>',
        'whose motion of a source that holds several people, from 1; default: the body that is found first',
        wholeNumber(1),
      )
      .option('--fps <number>', 'frames a second: 24, 25, 30, 48, 60 or 120; default: those of the clip', frameRate)
      .option('--no-feet', 'do not hold planted feet on the floor')
      .option('--no-hands', 'do not hold hands where the source touches something')
      .option(
        '--limits',
        'keep every joint inside its limits, in exact copies and in ankles, knees, hips, elbows and shoulders that follow the source beyond theirs',
      )
      .option('--preset <name>', 'limits of the character: standard, flexible, dancer, stiff or free', limitPreset)
      .option('--rest <pose>', 'what the source rests in: file, bind, t-pose, or a moment of the clip in seconds', sourceRest)
      .option('--profile <file>', 'what holds for these sources or this character; may be given several times', collectFiles),
  );
  addKhrOption(addUnitOption(command, 'the file of the character'))
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, flags: RetargetFlags) => {
      const format = exportFormatOf(flags.out);
      terminal.progress('reading');
      const profile = await readProfiles(flags.profile);
      const preset = flags.preset ?? profile.character?.preset;
      const { bones } = profile.character ?? {};
      const character = await loadActor(flags.onto, { actor: flags.actor, reading: unitReading(flags), preset, bones });
      refuseUneven(`"${character.fileName}"`, character.scene, character.rig);
      const brought = holdsProject(file) ? await motionInProject(file, flags, profile) : await motionInFile(file, flags, profile);
      const { clip } = brought;
      const notes = [...brought.notes, ...readingNotes(character)];
      terminal.progress(`retargeting "${clip.name}", ${clip.duration.toFixed(2)} s`);
      await checkpoint(terminal);
      const options = {
        feet: given(command, 'feet') ?? profile.feet ?? true,
        hands: given(command, 'hands') ?? profile.hands ?? true,
        limits: given(command, 'limits') ?? profile.limits ?? false,
        contacts: profile.contacts ?? {},
        fps: clip.fps,
        places: brought.places,
        sourceStands: showsFloor(brought.rest),
      };
      const retargeted = retargetClip(brought.rig, clip, character.rig, options);
      terminal.progress(`writing ${flags.out}`);
      await checkpoint(terminal);
      const written = await writeChecked(flags.out, character.hash, () =>
        exportClips(khrTarget(character, format, flags), format, [withContactsFor(format, character.rig, retargeted.clip)]),
      );
      const { report } = retargeted;
      if (flags.json) {
        const facts = { clip: clip.name, seconds: clip.duration, fps: clip.fps, rest: brought.rest.label };
        terminal.print(JSON.stringify({ ...facts, ...fidelityOf(character.rig, report), ...reportOf(written), notes }, null, 2));
      } else {
        terminal.print(`clip "${clip.name}": ${report.frames} frames at ${clip.fps} a second`);
        for (const line of describeFidelity(character.rig, report)) terminal.print(line);
        for (const { sentence } of report.broken) terminal.warn(`look at this: ${sentence}`);
        for (const line of [...describeReport(written), ...notes.map((note) => `note: ${note}`)]) terminal.print(line);
      }
      if (report.broken.length > 0 || isOff(written)) setExitCode(EXIT.notReached);
    });
}

/** The clip with what stands in it, where the format tells that. */
function withContactsFor(format: ExportFormat, rig: Rig, clip: Clip): Clip {
  const tells = format === 'glb' || format === 'gltf' || format === 'vrm';
  return tells ? { ...clip, contacts: findContacts(rig, clip) } : clip;
}

/** What is brought onto the character, and what a user should know of it, in sentences. */
type Source = Pick<ToldMotion, 'rig' | 'clip' | 'places' | 'rest' | 'notes'>;

async function motionInFile(file: string, flags: RetargetFlags, profile: RetargetProfile): Promise<Source> {
  if (flags.fromActor !== undefined)
    throw new Error('--from-actor is for projects: of a file --person says whose motion is meant');
  const reading = { ...profile.source?.bvh, ...bvhReading(flags) };
  const source = await loadCharacter(file, { reading, bones: profile.source?.bones, person: flags.person && flags.person - 1 });
  const animation = chooseClip(source.animations, flags.clip, `"${source.fileName}"`);
  const [rest, fps] = [flags.rest ?? profile.source?.rest, flags.fps ?? profile.fps];
  const brought = motionOf(source, animation, rest, fps, reading.skipFirstFrame === false);
  const taken = brought.rest.choice === 'file' ? [] : [`the source is taken to rest ${restInWords(brought.rest)}`];
  return { ...brought, notes: [...source.notes, ...taken, ...brought.notes] };
}

/** Whether a path is a project: other folders hold landmarks. */
function holdsProject(path: string): boolean {
  return path.endsWith('.limber') || existsSync(join(path, PROJECT_FILE));
}

/** What a project's rig rests in. */
const SET_UP: MotionRest = { choice: 'file', label: 'as it is set up in its project', score: 1, stands: true };

async function motionInProject(path: string, flags: RetargetFlags, profile: RetargetProfile): Promise<Source> {
  const { fromActor, clip: name, person, rest, fps = profile.fps } = flags;
  if (person !== undefined) throw new Error('--person is for files: of a project --from-actor says whose motion is meant');
  if (rest !== undefined) throw new Error('--rest is for files: a project says what its characters rest in');
  const { rig, clip, warnings } = await motionOfProject(path, { actor: fromActor, clip: name });
  return { rig, clip: fps === undefined ? clip : { ...clip, fps }, places: null, rest: SET_UP, notes: warnings };
}

/** The motion that was brought from each file last: a batch brings one onto many characters, one after the other. */
const lastMotions = new WeakMap<LoadedCharacter, { readonly key: string; readonly motion: ToldMotion }>();

/** A motion, and what a user should know of how it was read, in sentences. */
interface ToldMotion extends MotionSourceClip {
  readonly notes: readonly string[];
}

function motionOf(
  source: LoadedCharacter,
  animation: FileAnimation,
  rest: RestChoice | undefined,
  fps: number | undefined,
  keepsFirst: boolean,
): ToldMotion {
  const key = JSON.stringify([source.animations.indexOf(animation), rest, fps, keepsFirst]);
  const last = lastMotions.get(source);
  if (last?.key === key) return last.motion;
  const found = motionSource(source, animation, {
    rest,
    fps,
    corrections: source.corrections,
    keepsFirst,
    takes: source.animations,
    ...(rest === undefined && { known: source.restOfTakes() }),
  });
  // What a clip cannot hold of it is told too.
  const left = found.leavesFirst ? ['the first frame is a calibration pose and was left out'] : [];
  const notes = [...left, ...stretchNotes(found.rig, found.scene, found.animation, found.clip)];
  const motion = { ...found, notes };
  lastMotions.set(source, { key, motion });
  return motion;
}

/** A switch that was given; undefined where its value is only the default. */
function given(command: Command, name: string): boolean | undefined {
  return command.getOptionValueSource(name) === 'cli' ? (command.getOptionValue(name) as boolean) : undefined;
}

function restInWords({ choice, label }: MotionRest): string {
  return choice === 'tPose' ? `in ${label}` : label;
}
