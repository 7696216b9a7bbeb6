import type { Rig } from '../../humanoid/body/rig.ts';
import { solveCholesky } from '../../math/cholesky.ts';
import {
  conjugate,
  fromRotationVector,
  IDENTITY,
  multiply,
  normalizeQuat,
  rotate,
  toRotationVector,
  type Quat,
} from '../../math/quat.ts';
import { add, length, scale, subtract, UNIT_X, UNIT_Y, UNIT_Z, ZERO, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { moveBy, type Pose, rotationOf, setRotation } from '../../skeleton/pose.ts';
import type { Spin } from '../../humanoid/anatomy/mass-points.ts';
import type { Clip } from '../clip.ts';
import { frameTimes, posesAt } from '../joint-paths.ts';
import { bodyMotionOf } from '../lint/body-motion.ts';
import { flightsIn } from '../lint/flights.ts';
import { spinsIn } from '../lint/spins.ts';
import { finish } from '../steps.ts';
import { carryBody } from './carry-body.ts';

/** Times that the momentum is corrected for what the body ends off, at most, and radians that are near enough. */
const SHOTS = 20;
const CLOSE = 1e-7;

/**
 * The clip whose body keeps its angular momentum in the flight that lasts at frame `at`: it is turned about its centre of mass, and leaves and lands as it
 * did. The same clip where nothing flies then.
 */
export function keepSpin(rig: Rig, clip: Clip, at: number): Clip {
  const poses = posesAt(rig.skeleton, clip, frameTimes(clip));
  const motion = finish(bodyMotionOf(rig, poses, clip.fps));
  const flight = flightsIn(motion).find(({ first, last }) => at >= first && at <= last);
  if (!flight) return clip;
  const { first, last } = flight;
  const turns = evenTurns(spinsIn(motion, first, last), 1 / clip.fps);
  const carried = new Map<number, Pose>();
  for (let frame = first + 1; frame < last; frame++)
    carried.set(frame, turnedAbout(rig, poses[frame]!, motion.centres[frame]!, turns[frame - first]!));
  return carryBody(rig, clip, { poses, carried, stays: (frame) => !carried.has(frame) });
}

/**
 * World rotations, one a frame, that give the body one angular momentum L₀ in all steps and none at the first and the last frame. A body turned by R that
 * turns by ω more, in its own terms, has R (L + I ω), so ω = I⁻¹ (Rᵀ L₀ − L); L₀ is corrected by what R is off at the end.
 */
function evenTurns(spins: readonly Spin[], seconds: number): readonly Quat[] {
  const ease = turnsByMomentum(spins);
  let momentum = scale(
    spins.reduce((sum, each) => add(sum, each.momentum), ZERO),
    1 / spins.length,
  );
  for (let shot = 0; ; shot++) {
    const turns: Quat[] = [IDENTITY];
    for (const { momentum: own, inertia } of spins) {
      const turn = turns.at(-1)!;
      const more = divide(inertia, subtract(rotate(conjugate(turn), momentum), own));
      turns.push(normalizeQuat(multiply(turn, fromRotationVector(scale(more, seconds)))));
    }
    const off = toRotationVector(turns.at(-1)!);
    if (length(off) < CLOSE || shot === SHOTS) return withoutRest(turns, off);
    momentum = subtract(momentum, divide(ease, scale(off, 1 / seconds)));
  }
}

/** By how much a body turns in all steps of a second each for each unit of angular momentum: Σ I⁻¹. */
function turnsByMomentum(spins: readonly Spin[]): Float64Array {
  const sum = new Float64Array(9);
  for (const { inertia } of spins)
    for (const [c, axis] of [UNIT_X, UNIT_Y, UNIT_Z].entries())
      divide(inertia, axis).forEach((value, row) => (sum[3 * row + c]! += value));
  return sum;
}

/** The same rotations with what the last is off taken away, evenly. */
function withoutRest(turns: readonly Quat[], off: Vec3): readonly Quat[] {
  return turns.map((turn, i) => multiply(fromRotationVector(scale(off, -i / (turns.length - 1))), turn));
}

/** I⁻¹ v for a moment of inertia. */
function divide(inertia: Float64Array, vector: Vec3): Vec3 {
  const solution = new Float64Array(3);
  solveCholesky(inertia, NONE, Float64Array.from(vector), new Float64Array(9), solution, 3);
  return [solution[0]!, solution[1]!, solution[2]!];
}

const NONE = new Float64Array([0]);

/** The pose turned by a world rotation about a point. */
function turnedAbout({ skeleton }: Rig, pose: Pose, point: Vec3, turn: Quat): Pose {
  const { root } = skeleton;
  const world = forwardKinematics(skeleton, pose);
  const from = subtract(worldPosition(world, root), point);
  const turned = moveBy(pose, subtract(rotate(turn, from), from));
  // W = F r, with the frame F of the joint before its own rotation r; T W = F r′ gives r′ = (F⁻¹ T F) r.
  const own = rotationOf(pose, root);
  const frame = multiply(worldRotation(world, root), conjugate(own));
  setRotation(turned, root, multiply(multiply(conjugate(frame), multiply(turn, frame)), own));
  return turned;
}
