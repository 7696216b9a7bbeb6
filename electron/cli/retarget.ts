import type { Command } from 'commander';
import { retargetClip } from '../../core/animation/retarget-clip.ts';
import type { LimitPreset } from '../../core/humanoid/body/rig.ts';
import type { MotionRest, RestChoice } from '../../core/formats/clips/source-rest.ts';
import { stretchNotes } from '../../core/formats/clips/clip-deviation.ts';
import { motionSource } from '../../core/formats/clips/motion-source.ts';
import { motionFormatOf, writeClip } from '../../core/formats/clips/motion-formats.ts';
import { writeChecked } from '../services/exports.ts';
import { addBvhOptions, bvhReading, type BvhFlags } from './bvh-options.ts';
import { checkpoint } from './checkpoint.ts';
import { chooseClip } from './choose-clip.ts';
import { describeFidelity, fidelityOf } from './describe-fidelity.ts';
import { describeReport, reportOf } from './describe-report.ts';
import { EXIT } from './exit-codes.ts';
import { loadCharacter } from './load-character.ts';
import { frameRate, limitPreset, sourceRest } from './option-values.ts';
import type { Terminal } from './terminal.ts';

const EXAMPLES = `
The extension of --out chooses the format; .glb, .gltf and .vrm are the character's original file with the clip added.
A source whose rest is no pose to stand in is taken to rest as it was bound, as it stands in the clip or in a T-pose made of it; --rest says otherwise.

Examples:
  limber retarget walk.bvh --onto hero.glb --out hero-walk.glb
  limber retarget knight.glb --clip Running_A --onto avatar.vrm --out run.vrma --json
  limber retarget dance.bvh --bvh-up z --fps 60 --onto hero.glb --out dance.glb
  limber retarget run.glb --rest 0.4 --onto hero.glb --out run.vrma

Exit codes: 0 done, 3 written, but the motion differs from the source by more than it should (it says in what), 2 bad input.`;

interface RetargetFlags extends BvhFlags {
  readonly onto: string;
  readonly out: string;
  readonly clip?: string;
  readonly fps?: number;
  readonly feet: boolean;
  readonly hands: boolean;
  readonly limits?: boolean;
  readonly rest?: RestChoice;
  readonly preset?: LimitPreset;
  readonly json?: boolean;
}

/** `setExitCode` is told 3 when the motion breaks a bar of the fidelity report. */
export function addRetarget(program: Command, terminal: Terminal, setExitCode: (code: number) => void): void {
  addBvhOptions(
    program
      .command('retarget')
      .description('bring a clip of one humanoid onto another, planted feet and touching hands held')
      .argument('<source>', 'GLB, glTF, VRM, VRMA, FBX or BVH file with a clip')
      .requiredOption('--onto <character>', 'GLB, glTF, VRM or FBX file of the character')
      .requiredOption('--out <file>', 'where to write (.glb, .gltf, .vrm, .vrma, .fbx, .bvh or .json)')
      .option('--clip <name>', 'which clip of the source; default: the first')
      .option('--fps <number>', 'frames a second: 24, 25, 30, 48, 60 or 120; default: those of the clip', frameRate)
      .option('--no-feet', 'do not hold planted feet on the floor')
      .option('--no-hands', 'do not hold hands where the source touches something')
      .option(
        '--limits',
        'keep every joint inside its limits, in exact copies and in ankles and knees that follow the source beyond theirs',
      )
      .option('--preset <name>', 'limits of the character: standard, flexible, dancer, stiff or free', limitPreset)
      .option('--rest <pose>', 'what the source rests in: file, bind, t-pose, or a moment of the clip in seconds', sourceRest),
  )
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, flags: RetargetFlags) => {
      const format = motionFormatOf(flags.out);
      terminal.progress('reading');
      const source = await loadCharacter(file, bvhReading(flags));
      const character = await loadCharacter(flags.onto, undefined, flags.preset);
      const animation = chooseClip(source.animations, flags.clip, `"${source.fileName}"`);
      const brought = motionSource(source.asset, source.scene, source.rig, animation, flags.rest, flags.fps);
      const { clip, rest } = brought;
      const notes = [
        ...source.notes,
        ...(rest.choice === 'file' ? [] : [`the source is taken to rest ${restInWords(rest)}`]),
        ...stretchNotes(brought.rig, brought.scene, brought.animation, clip),
      ];
      terminal.progress(`retargeting "${clip.name}", ${clip.duration.toFixed(2)} s`);
      await checkpoint(terminal);
      const { feet, hands, limits = false } = flags;
      const options = { feet, hands, limits, fps: clip.fps, sourceStands: rest.stands && rest.choice !== 'tPose' };
      const retargeted = retargetClip(brought.rig, clip, character.rig, options);
      terminal.progress(`writing ${flags.out}`);
      await checkpoint(terminal);
      const written = await writeChecked(flags.out, character.hash, () => writeClip(format, character, retargeted.clip));
      const { report } = retargeted;
      if (flags.json) {
        const facts = { clip: clip.name, seconds: clip.duration, fps: clip.fps, rest: rest.label };
        terminal.print(JSON.stringify({ ...facts, ...fidelityOf(character.rig, report), ...reportOf(written), notes }, null, 2));
      } else {
        terminal.print(`clip "${clip.name}": ${report.frames} frames at ${clip.fps} a second`);
        for (const line of describeFidelity(character.rig, report)) terminal.print(line);
        for (const { sentence } of report.broken) terminal.warn(`look at this: ${sentence}`);
        for (const line of [...describeReport(written), ...notes.map((note) => `note: ${note}`)]) terminal.print(line);
      }
      if (report.broken.length > 0) setExitCode(EXIT.notReached);
    });
}

function restInWords({ choice, label }: MotionRest): string {
  return choice === 'tPose' ? `in ${label}` : label;
}
