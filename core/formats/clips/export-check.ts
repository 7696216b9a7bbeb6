import { multiplyPacked } from '../../math/packed-quats.ts';
import { conjugate, quatAt } from '../../math/quat.ts';
import type { Clip } from '../../animation/clip.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { morphWeights } from '../../skeleton/expressions.ts';
import { createWorldTransforms, forwardKinematics } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { createAnimatedWorlds } from '../gltf/animated-worlds.ts';
import type { NodeChannel } from '../gltf/gltf-animation.ts';
import { rotationOfMatrix } from '../gltf/matrix.ts';
import { worldMatrices } from '../gltf/scene-worlds.ts';
import { comparedTimes, type ClipRange } from './clip-range.ts';
import { createErrorMeter, type LargestErrors } from './largest-errors.ts';
import { posesOf, restWorld } from './motion-frames.ts';

/** One moment: the pose that was meant, and when it is in the file. */
export interface ComparedMoment {
  readonly pose: Pose;
  /** Seconds of the file's animation. */
  readonly time: number;
  /** The weights that the file gives for each of the rig's meshes with expressions. Default: not compared. */
  readonly weights?: readonly (readonly number[])[] | undefined;
}

/** A file that was read again: its scene, and what moves its nodes. */
export interface RereadFile {
  readonly scene: CharacterScene;
  readonly channels: readonly NodeChannel[];
}

/** The moments at which a clip is compared; its poses are the same object again and again. */
export function* momentsOf(
  rig: Rig,
  clip: Clip,
  range: ClipRange,
  weightsAt?: (time: number) => ComparedMoment['weights'],
): Generator<ComparedMoment> {
  const times = comparedTimes(range);
  const timeline = times.map((time) => range.from + time);
  let i = 0;
  for (const pose of posesOf(rig, clip, timeline)) {
    const time = times[i++]!;
    yield { pose, time, weights: weightsAt?.(time) };
  }
}

/**
 * Compares poses with what a file, read again, makes of them: the file's side multiplies its nodes' matrices from the scene's roots down
 * and knows nothing of the rig. Turns are compared relative to rest, so that mirrored and unevenly scaled ancestors do not matter.
 */
export function compareWithFile(
  rig: Rig,
  original: CharacterScene,
  { scene, channels }: RereadFile,
  moments: Iterable<ComparedMoment>,
): LargestErrors {
  const { skeleton, binding, expressions } = rig;
  const restFile = worldMatrices(original);
  const rest = restWorld(rig);
  const fromFileRest = packed(binding.nodes, (node) => conjugate(rotationOfMatrix(restFile[node]!)));
  const fromRest = packed(binding.nodes, (_, j) => conjugate(quatAt(rest.rotations, j)));
  const meant = createWorldTransforms(skeleton);
  const written = createAnimatedWorlds(scene, channels, binding.nodes);
  const meter = createErrorMeter();
  let largestWeight = 0;
  for (const { pose, time, weights } of moments) {
    if (expressions && weights) {
      morphWeights(expressions, pose).forEach((shown, m) => {
        shown.forEach((weight, t) => {
          largestWeight = Math.max(largestWeight, Math.abs(weight - weights[m]![t]!));
        });
      });
    }
    forwardKinematics(skeleton, pose, meant);
    written.moveTo(time);
    for (let j = 0; j < skeleton.count; j++) {
      for (let c = 0; c < 3; c++) meter.position[c] = meant.positions[3 * j + c]!;
      multiplyPacked(meant.rotations, 4 * j, fromRest, 4 * j, meter.rotation, 0);
      meter.compare(written.matrices, 16 * binding.nodes[j]!, fromFileRest, 4 * j);
    }
  }
  return { ...meter.largest(), ...(expressions && { weight: largestWeight }) };
}

function packed(nodes: ArrayLike<number>, rotationOf: (node: number, joint: number) => readonly number[]): Float64Array {
  return Float64Array.from(Array.from(nodes, rotationOf).flat());
}
