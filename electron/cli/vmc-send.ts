import type { Command } from 'commander';
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Clip } from '../../core/animation/clip.ts';
import { sampleClip } from '../../core/animation/sampling.ts';
import { clipFromAnimation } from '../../core/formats/clips/clip-import.ts';
import { VMC_RATE } from '../../core/formats/vmc/vmc-place.ts';
import { createFrameWriter } from '../../core/formats/vmc/humanoid-frames.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { PROJECT_FILE } from '../files/project/project-file.ts';
import type { LiveClock } from '../services/live/live-clock.ts';
import { openVmcSender } from '../services/live/vmc-sender.ts';
import { chooseClip } from './choose-clip.ts';
import { loadCharacter } from './load-character.ts';
import { motionOfProject } from './open-project.ts';
import { numberWithin, positiveNumber } from './option-values.ts';
import type { Terminal } from './terminal.ts';
import type { VmcFlags } from './vmc-flags.ts';

const EXAMPLES = `
The character's pose, expressions and root go out as one bundle a frame, over UDP. Programs that draw a character, such as VSeeFace, listen at port 39539.

Examples:
  limber vmc send dance.glb
  limber vmc send "My project" --clip Wave --loop
  limber vmc send walk.vrm --address 192.168.1.20 --fps 30 --seconds 20 --json

Exit codes: 0 done, 2 bad input.`;

interface SendFlags extends VmcFlags {
  readonly fps: number;
  readonly actor?: string;
  readonly clip?: string;
  readonly loop?: boolean;
}

export function addVmcSend(command: Command, terminal: Terminal, clock: LiveClock): void {
  command
    .description('stream a clip to a program that speaks VMC')
    .argument('<file>', 'project folder, or a GLB, glTF, VRM, VRMA, FBX or BVH file with a motion')
    .option('--fps <number>', 'frames a second, 1 to 120', numberWithin(1, 120), VMC_RATE)
    .option('--actor <name>', "whose motion of a project, by name or id; default: the first of the scene's")
    .option('--clip <name>', 'which clip; default: the one on the timeline, or the first')
    .option('--loop', 'begin again at the end, until Ctrl+C or --seconds')
    .option('--seconds <number>', 'how long; default: once through the clip', positiveNumber)
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, flags: SendFlags) => {
      const { rig, clip } = await loadMotion(path, flags);
      const sent = await stream(rig, clip, flags, terminal, clock);
      const { address, port, fps } = flags;
      const seconds = Number((sent.frames / fps).toFixed(3));
      if (flags.json)
        terminal.print(JSON.stringify({ clip: clip.name, address, port, fps, frames: sent.frames, seconds }, null, 2));
      else terminal.print(`sent clip "${clip.name}" to ${address}, port ${port}: ${sent.frames} frames, ${seconds} s`);
    });
}

async function loadMotion(path: string, { clip: name, actor }: SendFlags): Promise<{ rig: Rig; clip: Clip }> {
  if (basename(path) === PROJECT_FILE || statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    return motionOfProject(path, { actor, clip: name });
  }
  if (actor !== undefined) throw new Error('--actor is for projects: a file holds one character');
  const { rig, scene, animations, fileName } = await loadCharacter(path);
  return { rig, clip: clipFromAnimation(rig, scene, chooseClip(animations, name, `"${fileName}"`)) };
}

/** Resolves when the clip is over, the time is up, or the user pressed Ctrl+C. Rejects where nothing can be sent. */
async function stream(
  rig: Rig,
  clip: Clip,
  { address, port, fps, loop = false, seconds }: SendFlags,
  terminal: Terminal,
  clock: LiveClock,
): Promise<{ readonly frames: number }> {
  const write = createFrameWriter(rig);
  const end = seconds ?? (loop ? Number.POSITIVE_INFINITY : clip.duration);
  const { promise: over, resolve: finish } = Promise.withResolvers<void>();
  const sender = await openVmcSender({
    to: { address, port },
    fps,
    clock,
    frameAt(time) {
      if (terminal.signal.aborted || time > end + 1e-9) {
        finish();
        return null;
      }
      terminal.progress(`sending "${clip.name}", ${time.toFixed(1)} s`);
      const shown = loop ? time % clip.duration : Math.min(time, clip.duration);
      return write(sampleClip(rig.skeleton, clip, shown));
    },
  });
  await over;
  await sender.sent();
  const problem = sender.problem();
  sender.close();
  if (problem !== null) throw new Error(problem);
  return { frames: sender.count() };
}
