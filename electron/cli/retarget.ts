import type { Command } from 'commander';
import { retargetClip, type RetargetedClip } from '../../core/animation/retarget-clip.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { stretchNotes } from '../files/clips/clip-deviation.ts';
import { clipFromAnimation } from '../files/clips/clip-import.ts';
import { motionFormatOf, writeClip } from '../files/clips/motion-formats.ts';
import { writeChecked } from '../services/exports.ts';
import { addBvhOptions, bvhReading, type BvhFlags } from './bvh-options.ts';
import { checkpoint } from './checkpoint.ts';
import { chooseClip } from './choose-clip.ts';
import { describeReport, reportOf, rounded } from './describe-report.ts';
import { EXIT } from './exit-codes.ts';
import { loadCharacter } from './load-character.ts';
import { frameRate } from './option-values.ts';
import type { Terminal } from './terminal.ts';

/** Metres by which a planted foot may move from frame to frame. */
const SLIDE_ALLOWED = 1e-3;

const EXAMPLES = `
The extension of --out chooses the format; .glb, .gltf and .vrm are the character's original file with the clip added.

Examples:
  limber retarget walk.bvh --onto hero.glb --out hero-walk.glb
  limber retarget knight.glb --clip Running_A --onto avatar.vrm --out run.vrma --json
  limber retarget dance.bvh --bvh-up z --fps 60 --onto hero.glb --out dance.glb

Exit codes: 0 done, 3 written, but a planted foot slides more than 1 mm a frame, 2 bad input.`;

interface RetargetFlags extends BvhFlags {
  readonly onto: string;
  readonly out: string;
  readonly clip?: string;
  readonly fps?: number;
  readonly feet: boolean;
  readonly hands: boolean;
  readonly json?: boolean;
}

/** `setExitCode` is told 3 when planted feet could not be held. */
export function addRetarget(program: Command, terminal: Terminal, setExitCode: (code: number) => void): void {
  addBvhOptions(
    program
      .command('retarget')
      .description('bring a clip of one humanoid onto another, planted feet held')
      .argument('<source>', 'GLB, glTF, VRM, VRMA or BVH file with a clip')
      .requiredOption('--onto <character>', 'GLB, glTF or VRM file of the character')
      .requiredOption('--out <file>', 'where to write (.glb, .gltf, .vrm, .vrma, .bvh or .json)')
      .option('--clip <name>', 'which clip of the source; default: the first')
      .option('--fps <number>', 'frames a second: 24, 25, 30, 48, 60 or 120; default: those of the clip', frameRate)
      .option('--no-feet', 'do not pull feet to where the source had them')
      .option('--no-hands', 'do not pull hands to where the source had them'),
  )
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, flags: RetargetFlags) => {
      const format = motionFormatOf(flags.out);
      terminal.progress('reading');
      const source = await loadCharacter(file, bvhReading(flags));
      const character = await loadCharacter(flags.onto);
      const animation = chooseClip(source.animations, flags.clip, `"${source.fileName}"`);
      const clip = clipFromAnimation(source.rig, source.scene, animation, flags.fps);
      const notes = [...source.notes, ...stretchNotes(source.rig, source.scene, animation, clip)];
      terminal.progress(`retargeting "${clip.name}", ${clip.duration.toFixed(2)} s`);
      await checkpoint(terminal);
      const { feet, hands } = flags;
      const retargeted = retargetClip(source.rig, clip, character.rig, { feet, hands, fps: clip.fps });
      terminal.progress(`writing ${flags.out}`);
      await checkpoint(terminal);
      const report = await writeChecked(flags.out, character.hash, () => writeClip(format, character, retargeted.clip));
      const quality = qualityOf(character.rig, retargeted);
      const summary = {
        clip: clip.name,
        seconds: clip.duration,
        fps: clip.fps,
        ...quality,
        ...reportOf(report),
        notes,
      };
      if (flags.json) terminal.print(JSON.stringify(summary, null, 2));
      else {
        terminal.print(
          `clip "${clip.name}": ${quality.frames} frames at ${clip.fps} a second, ${quality.contacts} foot contacts`,
        );
        terminal.print(
          `planted feet slide ${quality.slide.largest} mm a frame at most, feet ${quality.floorPenetration} mm into the floor at most`,
        );
        terminal.print(`hands ${quality.handError.mean} mm off on average, ${quality.handError.largest} mm at most`);
        if (quality.limited.length > 0) {
          const joints = quality.limited.slice(0, 8).map(({ joint, share }) => `${joint} (${Math.round(100 * share)} %)`);
          terminal.print(`on their limits: ${joints.join(', ')}`);
        }
        for (const line of [...describeReport(report), ...notes.map((note) => `note: ${note}`)]) terminal.print(line);
      }
      if (feet && retargeted.report.footSlide.largest > SLIDE_ALLOWED) setExitCode(EXIT.notReached);
    });
}

/** The report in millimetres and joint names. */
function qualityOf(rig: Rig, { report }: RetargetedClip) {
  const millimetres = (metres: number) => rounded(1000 * metres);
  const { frames, contacts, footSlide, floorPenetration, footError, handError, limited } = report;
  return {
    frames,
    contacts,
    slide: { largest: millimetres(footSlide.largest), mean: millimetres(footSlide.mean) },
    floorPenetration: millimetres(floorPenetration),
    footError: { largest: millimetres(footError.largest), mean: millimetres(footError.mean) },
    handError: { largest: millimetres(handError.largest), mean: millimetres(handError.mean) },
    limited: limited.map(({ joint, share }) => ({ joint: rig.skeleton.names[joint]!, share: rounded(share) })),
  };
}
