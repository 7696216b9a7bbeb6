import type { Command } from 'commander';
import type { ClipRange } from '../../core/formats/clips/clip-range.ts';
import { positiveNumber, seconds } from './option-values.ts';

/** Which part of a clip is written, and how finely. */
export interface RangeFlags {
  readonly from?: number;
  readonly to?: number;
  readonly fps?: number;
}

export function addRangeOptions(command: Command): Command {
  return command
    .option('--from <seconds>', 'where the written part begins; default: 0', seconds)
    .option('--to <seconds>', 'where it ends; default: the end of the clip', seconds)
    .option('--fps <number>', 'frames a second; default: those of the clip', positiveNumber);
}

export function rangeFlags({ from, to, fps }: RangeFlags): Partial<ClipRange> {
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }), ...(fps !== undefined && { fps }) };
}
