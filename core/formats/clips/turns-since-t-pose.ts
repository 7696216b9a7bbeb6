import type { Rig } from '../../humanoid/body/rig.ts';
import { atan2 } from '../../math/elementary.ts';
import { multiplyPacked } from '../../math/packed-quats.ts';
import { conjugate, fromAxisAngle, multiply, quatAt, rotate, type Quat } from '../../math/quat.ts';
import { add, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { restWorld } from './motion-frames.ts';
import { turnsToTPose } from './t-pose.ts';

/** What is the same for all frames in the rotations of joints since the T-pose. */
export interface TurnsSinceTPose {
  /** F, the turn to the front, and F⁻¹. */
  readonly front: Float64Array;
  readonly back: Float64Array;
  /** (D · W₀)⁻¹ of each joint, 4 each: W₀ is its rotation at rest, D the turn from rest into the T-pose. */
  readonly fromTPose: Float64Array;
}

/** `turns`: D of each joint, where the T-pose is known better. */
export function turnsSinceTPose(rig: Rig, turns: readonly Quat[] = turnsToTPose(rig)): TurnsSinceTPose {
  const rest = restWorld(rig);
  const front = turnToFront(rig);
  const fromTPose = turns.map((turn, joint) => conjugate(multiply(turn, quatAt(rest.rotations, joint))));
  return {
    front: Float64Array.from(front),
    back: Float64Array.from(conjugate(front)),
    fromTPose: Float64Array.from(fromTPose.flat()),
  };
}

/** World rotation of a joint since the T-pose, as a character that faces +Z has it: F · W · (D · W₀)⁻¹ · F⁻¹. */
export function writeTurn(
  { front, back, fromTPose }: TurnsSinceTPose,
  world: WorldTransforms,
  joint: number,
  into: Float64Array,
  at: number,
): void {
  multiplyPacked(world.rotations, 4 * joint, fromTPose, 4 * joint, into, at);
  multiplyPacked(into, at, back, 0, into, at);
  multiplyPacked(front, 0, into, at, into, at);
}

/** World positions of the joints in the T-pose: every joint stands where the turned bones above it carry it. */
export function tPosePositions(rig: Rig, turns: readonly Quat[] = turnsToTPose(rig)): Vec3[] {
  const { count, parents } = rig.skeleton;
  const rest = restWorld(rig);
  const positions: Vec3[] = [];
  for (let joint = 0; joint < count; joint++) {
    const parent = parents[joint]!;
    const own = vec3At(rest.positions, joint);
    positions.push(
      parent < 0 ? own : add(positions[parent]!, rotate(turns[parent]!, subtract(own, vec3At(rest.positions, parent)))),
    );
  }
  return positions;
}

/** The turn about Y after which the character faces +Z. */
export function turnToFront({ report: { facing } }: Rig): Quat {
  return fromAxisAngle([0, 1, 0], -atan2(facing[0], facing[2]));
}

/** A point in the world as seen from the floor. */
export function onFloor({ report: { floor } }: Rig, [x, y, z]: Vec3): Vec3 {
  return [x, y - floor, z];
}
