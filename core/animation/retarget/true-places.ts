import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';

/** Writes where a motion has the joints of its rig `time` seconds after its start: 3 × joints, world metres. */
export type JointPlaces = (time: number, positions: Float64Array) => void;

/** The world transforms with the joints where the motion has them at `times`, one a frame; rotations stay. */
export function placedWorlds(
  worlds: readonly WorldTransforms[],
  times: readonly number[],
  places: JointPlaces,
): readonly WorldTransforms[] {
  return worlds.map(({ positions, rotations }, frame) => {
    const placed = positions.slice();
    places(times[frame]!, placed);
    return { positions: placed, rotations };
  });
}
