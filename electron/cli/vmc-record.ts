import type { Command } from 'commander';
import { exportClips, exportFormatOf } from '../../core/formats/usd/export-formats.ts';
import { createFrameReader } from '../../core/formats/vmc/humanoid-frames.ts';
import { clipFromLive, LONGEST_RECORDING, type LivePose } from '../../core/formats/vmc/live-clip.ts';
import { VMC_RATE } from '../../core/formats/vmc/vmc-place.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import type { DroppedPackets } from '../contract.ts';
import { writeChecked } from '../services/exports.ts';
import type { LiveClock } from '../services/live/live-clock.ts';
import { openVmcReceiver } from '../services/live/vmc-receiver.ts';
import { describeReport, isOff, reportOf } from './describe-report.ts';
import { EXIT } from './exit-codes.ts';
import { loadCharacter } from './load-character.ts';
import { frameRate, numberWithin, positiveNumber } from './option-values.ts';
import type { Terminal } from './terminal.ts';
import type { VmcFlags } from './vmc-flags.ts';

const EXAMPLES = `
Begins with the first frame that arrives, and ends after --seconds or with Ctrl+C; then the clip is written.

Examples:
  limber vmc record --onto hero.vrm --out take.glb --seconds 20
  limber vmc record --onto avatar.glb --address 0.0.0.0 --port 39540 --fps 30 --out take.vrma --json

Exit codes: 0 done, 3 nothing arrived, or the file differs from the clip by more than rounding explains, 2 bad input.`;

interface RecordFlags extends VmcFlags {
  readonly onto: string;
  readonly out: string;
  readonly fps: number;
  readonly wait: number;
}

export function addVmcRecord(command: Command, terminal: Terminal, setExitCode: (code: number) => void, clock: LiveClock): void {
  command
    .description('record what a program sends over VMC, as a clip of a character')
    .requiredOption('--onto <file>', 'the character: GLB, glTF, VRM, FBX or BVH file')
    .requiredOption('--out <file>', 'where to write (.glb, .gltf, .vrm, .vrma, .fbx, .bvh, .json, .usda or .usdz)')
    .option('--fps <number>', 'frames a second of the clip: 24, 25, 30, 48, 60 or 120', frameRate, VMC_RATE)
    .option(
      '--seconds <number>',
      `how long, from the first frame on; default: until Ctrl+C, ${LONGEST_RECORDING} minutes at most`,
      positiveNumber,
    )
    .option('--wait <seconds>', 'how long to wait for the first frame', numberWithin(0, 86_400), 30)
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: RecordFlags) => {
      const format = exportFormatOf(flags.out);
      const character = await loadCharacter(flags.onto);
      const { poses, dropped } = await record(character.rig, flags, terminal, clock);
      if (poses.length === 0) {
        terminal.note(`limber: nothing arrived at ${flags.address}, port ${flags.port}${inWords(dropped)}`);
        return setExitCode(EXIT.notReached);
      }
      const clip = clipFromLive(character.rig.skeleton, poses, { id: 'live', name: 'Live', fps: flags.fps });
      const report = await writeChecked(flags.out, character.hash, () => exportClips(character, format, [clip]));
      const summary = { clip: clip.name, seconds: clip.duration, heard: poses.length, dropped, ...reportOf(report) };
      if (flags.json) terminal.print(JSON.stringify(summary, null, 2));
      else {
        terminal.print(`recorded ${clip.duration.toFixed(3)} s of ${poses.length} frames that were heard${inWords(dropped)}`);
        for (const line of describeReport(report)) terminal.print(line);
      }
      if (isOff(report)) setExitCode(EXIT.notReached);
    });
}

/** Resolves when the time is up or the user pressed Ctrl+C. */
async function record(
  rig: Rig,
  { address, port, wait, seconds = 60 * LONGEST_RECORDING }: RecordFlags,
  { signal, progress }: Terminal,
  clock: LiveClock,
): Promise<{ readonly poses: readonly LivePose[]; readonly dropped: DroppedPackets }> {
  const read = createFrameReader(rig);
  const poses: LivePose[] = [];
  const { promise: over, resolve: finish } = Promise.withResolvers<void>();
  let cancelEnd = clock.after(1000 * wait, finish);
  const receiver = await openVmcReceiver({
    at: { address, port },
    clock,
    heard(frame, milliseconds) {
      if (poses.length === 0) {
        cancelEnd();
        cancelEnd = clock.after(1000 * Math.min(seconds, 60 * LONGEST_RECORDING), finish);
      }
      poses.push({ pose: read(frame, poses.at(-1)?.pose), milliseconds });
      progress(`recording, ${((milliseconds - poses[0]!.milliseconds) / 1000).toFixed(1)} s`);
    },
  }).catch((error: unknown) => {
    cancelEnd();
    throw error;
  });
  progress(`waiting at ${address}, port ${port}`);
  signal.addEventListener('abort', () => finish(), { once: true });
  if (signal.aborted) finish();
  await over;
  cancelEnd();
  receiver.close();
  return { poses, dropped: receiver.dropped() };
}

function inWords({ notOsc, unusable, tooMany }: DroppedPackets): string {
  const sum = notOsc + unusable + tooMany;
  return sum === 0 ? '' : ` (${sum} ${sum === 1 ? 'packet or message was' : 'packets and messages were'} of no use)`;
}
