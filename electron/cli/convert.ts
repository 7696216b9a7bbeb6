import type { Command } from 'commander';
import { restPose } from '../../core/skeleton/pose.ts';
import { writeAtomically } from '../files/storage/atomic-write.ts';
import { stretchNotes } from '../../core/formats/clips/clip-deviation.ts';
import { clipFromAnimation } from '../../core/formats/clips/clip-import.ts';
import { toEmbeddedGltf } from '../../core/formats/gltf/gltf-embed.ts';
import { checkIsVrm } from '../../core/formats/clips/motion-formats.ts';
import { exportClips, exportFormatOf, exportPose, type ExportFormat } from '../../core/formats/usd/export-formats.ts';
import { writeChecked } from '../services/exports.ts';
import { addRangeOptions, rangeFlags, type RangeFlags } from './range-options.ts';
import { addBvhOptions, bvhReading, type BvhFlags } from './bvh-options.ts';
import { checkpoint } from './checkpoint.ts';
import { chooseClip } from './choose-clip.ts';
import { describeReport, reportOf } from './describe-report.ts';
import { addKhrOption, khrTarget, type KhrFlags } from './khr-option.ts';
import { loadCharacter, type LoadedCharacter } from './load-character.ts';
import { addUnitOption, sizeNotes, unitReading, type UnitFlags } from './unit-option.ts';
import type { Terminal } from './terminal.ts';
import { CLIP_OPTIONS, isWholeFile, type WholeFileFormat } from './whole-files.ts';

const EXAMPLES = `
The extension of --out chooses the format. To .glb, .gltf and .vrm the whole file goes over as it is; to .vrma, .fbx, .bvh, .json, .usda and .usdz one clip does
(the rest pose where the file has none).

Examples:
  limber convert walk.bvh --out walk.vrma
  limber convert openpose-output --out pose.bvh
  limber convert hero.gltf --out hero.glb
  limber convert knight.glb --clip Walking_A --fps 60 --out walk.bvh --json

Exit codes: 0 done, 2 bad input.`;

interface ConvertFlags extends BvhFlags, KhrFlags, UnitFlags, RangeFlags {
  readonly out: string;
  readonly clip?: string;
  readonly json?: boolean;
}

export function addConvert(program: Command, terminal: Terminal): void {
  const command = program
    .command('convert')
    .description('write a character or a clip in another format')
    .argument(
      '<file>',
      'GLB, glTF, VRM, VRMA, FBX or BVH file, SMPL motion (.npz), landmarks (.json, or a folder with one a frame)',
    )
    .requiredOption('--out <file>', 'where to write (.glb, .gltf, .vrm, .vrma, .fbx, .bvh, .json, .usda or .usdz)')
    .option('--clip <name>', 'which clip; default: the first');
  addKhrOption(addBvhOptions(addUnitOption(addRangeOptions(command))))
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, flags: ConvertFlags) => {
      const format = exportFormatOf(flags.out);
      const loaded = await loadCharacter(file, { reading: { ...unitReading(flags), ...bvhReading(flags) }, plainBones: true });
      const source = khrTarget(loaded, format, flags);
      await checkpoint(terminal);
      const result = isWholeFile(format)
        ? await convertContainer(source, format, flags)
        : await convertMotion(source, format, flags);
      const notes = [...source.notes, ...sizeNotes(source.rig), ...result.notes];
      if (flags.json) terminal.print(JSON.stringify({ ...result.summary, notes }, null, 2));
      else for (const line of [...result.lines, ...notes.map((note) => `note: ${note}`)]) terminal.print(line);
    });
}

interface Converted {
  readonly summary: object;
  readonly lines: readonly string[];
  readonly notes: readonly string[];
}

async function convertContainer({ bytes }: LoadedCharacter, format: WholeFileFormat, flags: ConvertFlags): Promise<Converted> {
  if (CLIP_OPTIONS.some((name) => flags[name] !== undefined)) {
    throw new Error(
      `--clip, --from, --to and --fps have no meaning for a .${format} file, which takes over all clips as they are`,
    );
  }
  if (format === 'vrm') checkIsVrm(bytes);
  const written = format === 'gltf' ? toEmbeddedGltf(bytes) : bytes;
  await writeAtomically(flags.out, written, { followLink: true });
  return { summary: { out: flags.out, bytes: written.byteLength }, lines: [`wrote ${flags.out}`], notes: [] };
}

async function convertMotion(source: LoadedCharacter, format: ExportFormat, flags: ConvertFlags): Promise<Converted> {
  const { rig, scene, animations, fileName, hash } = source;
  const animation =
    animations.length === 0 && flags.clip === undefined ? null : chooseClip(animations, flags.clip, `"${fileName}"`);
  const clip = animation && clipFromAnimation(rig, scene, animation);
  const report = await writeChecked(flags.out, hash, () =>
    clip ? exportClips(source, format, [clip], rangeFlags(flags)) : exportPose(source, format, restPose(rig.skeleton)),
  );
  const what = clip ? `clip "${clip.name}", ${clip.duration.toFixed(3)} s` : 'rest pose';
  return {
    summary: { ...reportOf(report), clip: clip?.name ?? null, seconds: clip?.duration ?? 0 },
    lines: [what, ...describeReport(report)],
    notes: animation && clip ? stretchNotes(rig, scene, animation, clip) : [],
  };
}
