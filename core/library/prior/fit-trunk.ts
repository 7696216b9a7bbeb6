import { clampJoint } from '../../humanoid/pulling/fold-limb.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { solveCholesky } from '../../math/cholesky.ts';
import { conjugate, fromRotationVector, multiply, normalizeQuat, rotate } from '../../math/quat.ts';
import { cross, distance, dot, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import { createWorldTransforms, forwardKinematics, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import type { BodyPlan } from './body-plan.ts';

/** Turns the joints of the trunk below the head, in place, so that the head comes to `target`; world, metres. */
export type TrunkFit = (pose: Pose, target: Vec3, isKept: (joint: number) => boolean) => void;

/** Each leaves a small part of what was missing. */
const STEPS = 2;
/** What keeps turns small where the trunk is straight and the head asked for along its line, in squares of its length. */
const DAMPING = 0.02;
/** Share of the trunk's length by which a step moves the head at most: what is further off is not on the arc that the joints begin to turn it on. */
const STEP = 0.25;

/**
 * By damped least squares: of all turns ω of the joints that move the head by e, those with the least sum of squares. With r from a joint to the head,
 * ω = r × λ and (Σ (r² 1 − r rᵀ) + damping) λ = e; repeated, as the head moves on an arc. Owns its scratch.
 */
export function createTrunkFit(rig: Rig, plan: BodyPlan): TrunkFit {
  const { skeleton } = rig;
  const head = plan.effectors[0]!;
  const joints = plan.trunk.filter((joint) => joint !== undefined && joint !== head) as number[];
  const world = createWorldTransforms(skeleton);
  const matrix = new Float64Array(9);
  const factor = new Float64Array(9);
  const missing = new Float64Array(3);
  const lambda = new Float64Array(3);
  const damping = Float64Array.of(DAMPING * plan.trunkLength * plan.trunkLength);
  return (pose, target, isKept) => {
    const free = joints.filter((joint) => !isKept(joint));
    if (free.length === 0) return;
    for (let step = 0; step < STEPS; step++) {
      forwardKinematics(skeleton, pose, world, 0, head + 1);
      const at = worldPosition(world, head);
      missing.set(scale(subtract(target, at), Math.min(1, (STEP * plan.trunkLength) / distance(at, target))));
      const arms = free.map((joint) => subtract(at, worldPosition(world, joint)));
      sumUp(arms, matrix);
      if (!solveCholesky(matrix, damping, missing, factor, lambda, 3)) return;
      free.forEach((joint, i) => {
        const turn = cross(arms[i]!, [lambda[0]!, lambda[1]!, lambda[2]!]);
        const own = fromRotationVector(rotate(conjugate(worldRotation(world, joint)), turn));
        setRotation(pose, joint, normalizeQuat(multiply(rotationOf(pose, joint), own)));
        clampJoint(rig, pose, joint);
      });
    }
  };
}

/** Writes Σ (r² 1 − r rᵀ) to `matrix`, row-major, 3 × 3; its lower triangle only. */
function sumUp(arms: readonly Vec3[], matrix: Float64Array): void {
  matrix.fill(0);
  for (const r of arms) {
    const square = dot(r, r);
    for (let i = 0; i < 3; i++) for (let k = 0; k <= i; k++) matrix[3 * i + k]! += (i === k ? square : 0) - r[i]! * r[k]!;
  }
}
