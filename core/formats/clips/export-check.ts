import { conjugate, multiply, quatAt, angleBetween } from '../../math/quat.ts';
import { distance, vec3At, type Vec3 } from '../../math/vec3.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { morphWeights } from '../../skeleton/expressions.ts';
import { createWorldTransforms, forwardKinematics } from '../../skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../../skeleton/pose.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { rotationOfMatrix, type Matrix, type Transform } from '../gltf/matrix.ts';
import { worldMatrices } from '../gltf/scene-worlds.ts';

/** How far a written file is from what was meant, over all joints and all moments that were compared. */
export interface LargestErrors {
  /** Metres. */
  readonly distance: number;
  /** Radians. */
  readonly angle: number;
  /** Of an expression or a morph target; missing where there is none to compare. */
  readonly weight?: number;
}

/** One moment: the pose that was meant, and the local transforms that the file gives for it. */
export interface ComparedMoment {
  readonly pose: Pose;
  readonly locals: readonly Transform[];
  /** The weights that the file gives for each of the rig's meshes with expressions. Default: not compared. */
  readonly weights?: readonly (readonly number[])[];
}

/**
 * Compares poses with what a file, read again, makes of them: the file's side multiplies its nodes' matrices from the scene's roots down
 * and knows nothing of the rig. Turns are compared relative to rest, so that mirrored and unevenly scaled ancestors do not matter.
 */
export function compareWithFile(
  rig: Rig,
  original: CharacterScene,
  reread: CharacterScene,
  moments: Iterable<ComparedMoment>,
): LargestErrors {
  const { skeleton, binding } = rig;
  const restFile = worldMatrices(original);
  const fromFileRest = Array.from(binding.nodes, (node) => conjugate(rotationOfMatrix(restFile[node]!)));
  const rest = forwardKinematics(skeleton, restPose(skeleton));
  const fromRest = Array.from(binding.nodes, (_, j) => conjugate(quatAt(rest.rotations, j)));
  const meant = createWorldTransforms(skeleton);
  let largestDistance = 0;
  let largestAngle = 0;
  let largestWeight = 0;
  const { expressions } = rig;
  for (const { pose, locals, weights } of moments) {
    if (expressions && weights) {
      morphWeights(expressions, pose).forEach((shown, m) => {
        shown.forEach((weight, t) => {
          largestWeight = Math.max(largestWeight, Math.abs(weight - weights[m]![t]!));
        });
      });
    }
    forwardKinematics(skeleton, pose, meant);
    const written = worldMatrices(reread, locals);
    for (let j = 0; j < skeleton.count; j++) {
      const node = binding.nodes[j]!;
      largestDistance = Math.max(largestDistance, distance(vec3At(meant.positions, j), positionOf(written[node]!)));
      const turnMeant = multiply(quatAt(meant.rotations, j), fromRest[j]!);
      const turnWritten = multiply(rotationOfMatrix(written[node]!), fromFileRest[j]!);
      largestAngle = Math.max(largestAngle, angleBetween(turnMeant, turnWritten));
    }
  }
  return { distance: largestDistance, angle: largestAngle, ...(expressions && { weight: largestWeight }) };
}

function positionOf(matrix: Matrix): Vec3 {
  return [matrix[12]!, matrix[13]!, matrix[14]!];
}
