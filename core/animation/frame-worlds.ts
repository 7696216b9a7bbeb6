import { forwardKinematics, type WorldTransforms } from '../skeleton/forward-kinematics.ts';
import type { Pose } from '../skeleton/pose.ts';
import type { Skeleton } from '../skeleton/skeleton.ts';

/** Room for the world transforms of a skeleton's joints in so many frames, all of it in two blocks of memory. */
export function createFrameWorlds({ count }: Skeleton, frames: number): WorldTransforms[] {
  const positions = new Float64Array(3 * count * frames);
  const rotations = new Float64Array(4 * count * frames);
  return Array.from({ length: frames }, (_, frame) => ({
    positions: positions.subarray(3 * count * frame, 3 * count * (frame + 1)),
    rotations: rotations.subarray(4 * count * frame, 4 * count * (frame + 1)),
  }));
}

/** Fills the room with the joints' world transforms in each of the poses, one a frame, and returns it. */
export function fillFrameWorlds(
  skeleton: Skeleton,
  poses: readonly Pose[],
  room: readonly WorldTransforms[] = createFrameWorlds(skeleton, poses.length),
): readonly WorldTransforms[] {
  for (let frame = 0; frame < poses.length; frame++) forwardKinematics(skeleton, poses[frame]!, room[frame]);
  return room;
}

/** The ways of some joints through the frames: for each 3 × frames, world metres. */
export function pathsIn(worlds: readonly WorldTransforms[], joints: readonly number[]): Float64Array[] {
  return joints.map((joint) =>
    Float64Array.from(worlds.flatMap(({ positions }) => [...positions.subarray(3 * joint, 3 * joint + 3)])),
  );
}

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
