import type { Limb } from '../humanoid/body/limbs.ts';
import { fromRotationVector, multiply, quatAt } from '../math/quat.ts';
import { vec3At, type Vec3 } from '../math/vec3.ts';
import { worldPosition, worldRotation, type WorldTransforms } from '../skeleton/forward-kinematics.ts';
import { fadeBetween } from './fade-between.ts';

/** Where an ankle is and how its foot and toes are turned, frame by frame, world. A plan changes it in place. */
export interface FootPath {
  /** 3 × frames, metres. */
  readonly positions: Float64Array;
  /** 4 × frames each; those of the toes are the foot's where it has none. */
  readonly rotations: Float64Array;
  readonly toeRotations: Float64Array;
}

/** The path of a foot as its leg moves it; `toes`: their joint, −1 without. */
export function freePath({ end }: Limb, toes: number, worlds: readonly WorldTransforms[]): FootPath {
  const positions = new Float64Array(3 * worlds.length);
  const rotations = new Float64Array(4 * worlds.length);
  const toeRotations = new Float64Array(4 * worlds.length);
  worlds.forEach((world, frame) => {
    positions.set(worldPosition(world, end), 3 * frame);
    rotations.set(worldRotation(world, end), 4 * frame);
    toeRotations.set(worldRotation(world, toes < 0 ? end : toes), 4 * frame);
  });
  return { positions, rotations, toeRotations };
}

/** Turns a foot about its ankle, its toes along; `turn`: a rotation vector of the world. */
export function turnFoot(path: FootPath, frame: number, turn: Vec3): void {
  turnBy(path.rotations, frame, turn);
  turnToes(path, frame, turn);
}

export function turnToes({ toeRotations }: FootPath, frame: number, turn: Vec3): void {
  turnBy(toeRotations, frame, turn);
}

/** The foot alone: its toes stay as they are in the world. */
export function turnAnkle({ rotations }: FootPath, frame: number, turn: Vec3): void {
  turnBy(rotations, frame, turn);
}

function turnBy(rotations: Float64Array, frame: number, turn: Vec3): void {
  rotations.set(multiply(fromRotationVector(turn), quatAt(rotations, frame)), 4 * frame);
}

/** Turns a foot, or its toes alone, in the frames that are held, and ever less before and after. `turns`: rotation vectors, 3 × frames; filled in place. */
export function fadeTurns(
  path: FootPath,
  turns: Float64Array,
  held: Uint8Array,
  release: number,
  turn: typeof turnFoot = turnFoot,
): void {
  fadeBetween(turns, held, release);
  for (let frame = 0; frame < held.length; frame++) turn(path, frame, vec3At(turns, frame));
}

/** Moves a foot in the frames that are held, and ever less before and after. `moves`: 3 × frames, metres; filled in place. */
export function fadeMoves({ positions }: FootPath, moves: Float64Array, held: Uint8Array, release: number): void {
  fadeBetween(moves, held, release);
  for (let i = 0; i < moves.length; i++) positions[i]! += moves[i]!;
}
