import { Option, type Command } from 'commander';
import type { BvhReadingOverrides } from '../../core/formats/read-character.ts';
import { UP_AXES, type UpAxis } from '../../core/formats/text/up-axes.ts';
import { positiveNumber, restPoseOf } from './option-values.ts';

/** What the user may know better than the program about an ambiguous BVH file. */
export interface BvhFlags {
  readonly bvhUp?: UpAxis;
  readonly bvhRoot?: 'absolute' | 'added';
  readonly bvhUnit?: number;
  readonly bvhFirstFrame?: 'keep' | 'skip';
  readonly bvhRest?: 'zero' | { readonly frame: number };
}

export function addBvhOptions(command: Command): Command {
  return command
    .addOption(new Option('--bvh-up <axis>', 'axis that points up in a source of any kind').choices(UP_AXES))
    .addOption(
      new Option('--bvh-root <reading>', "whether a BVH root's position replaces its OFFSET or is added").choices([
        'absolute',
        'added',
      ]),
    )
    .option('--bvh-unit <metres>', 'metres for one unit of a BVH source', positiveNumber)
    .addOption(
      new Option(
        '--bvh-first-frame <what>',
        'whether the first frame of a source is part of the motion; keep: of any file',
      ).choices(['keep', 'skip']),
    )
    .option('--bvh-rest <pose>', 'rest pose of a BVH source: "zero" (all channels at zero) or the number of a frame', restPoseOf);
}

export function bvhReading({ bvhUp, bvhRoot, bvhUnit, bvhFirstFrame, bvhRest }: BvhFlags): BvhReadingOverrides {
  return {
    ...(bvhUp && { up: bvhUp, axis: bvhUp }),
    ...(bvhRoot && { rootPosition: bvhRoot }),
    ...(bvhUnit && { unit: bvhUnit }),
    ...(bvhFirstFrame && { skipFirstFrame: bvhFirstFrame === 'skip' }),
    ...(bvhRest && { rest: bvhRest }),
  };
}
