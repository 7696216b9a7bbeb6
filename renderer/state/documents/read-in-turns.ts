import { readPackedPoses } from '../../../core/document/read-poses.ts';
import { packedSlice, type PackedPoses } from '../../../core/document/packed-poses.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import type { Skeleton } from '../../../core/skeleton/skeleton.ts';
import { nextTurn } from '../../next-turn.ts';

/** Poses that are read at once: fewer milliseconds than a frame has. */
const AT_ONCE = 400;

/** Reads packed poses a few at a time; in between the window draws and answers. */
export async function readPosesInTurns(
  skeleton: Skeleton,
  packed: PackedPoses,
): Promise<{ readonly poses: readonly SavedPose[]; readonly warnings: readonly string[] }> {
  const poses: SavedPose[] = [];
  const warnings: string[] = [];
  for (let from = 0; from < packed.items.length; from += AT_ONCE) {
    if (from > 0) await nextTurn();
    const read = readPackedPoses(skeleton, packedSlice(packed, from, from + AT_ONCE));
    poses.push(...read.poses);
    warnings.push(...read.warnings);
  }
  return { poses, warnings };
}
