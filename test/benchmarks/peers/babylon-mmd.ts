import { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { IkSolver } from 'babylon-mmd/esm/Runtime/ikSolver.js';
import { MmdRuntimeBone } from 'babylon-mmd/esm/Runtime/mmdRuntimeBone.js';
import type { Triple } from '../chain.ts';
import type { Peer } from '../peer.ts';

const SWEEPS = 60;

/** babylon-mmd's IkSolver: CCD for MMD bones; its limits are MMD's own kinds, so it is asked for the unlimited chain only. */
export const babylonMmd: Peer = {
  name: 'babylon-mmd IkSolver',
  how: `unconstrained, ${SWEEPS} iterations, stops at its own 0.1 mm; its own end point is judged`,
  prepare({ chain, id }) {
    if (id !== 'W1') return null;
    const bones = chain.joints.map((joint) => runtimeBone(joint.offset));
    const tip = runtimeBone(chain.effectors[0]!.offset);
    const goal = runtimeBone([0, 0, 0]);
    [...bones, tip].reduce((parent, bone) => {
      bone.parentBone = parent;
      parent.childBones.push(bone);
      return bone;
    });
    const solver = new IkSolver(0, goal, tip);
    solver.iteration = SWEEPS;
    for (const bone of bones.toReversed()) solver.addIkChain(bone, false);
    return {
      solve(target) {
        for (const bone of bones) bone.ikChainInfo!.ikRotation.set(0, 0, 0, 1);
        for (const bone of [...bones, tip]) bone.updateWorldMatrix(false, false);
        goal.setWorldTranslation(Vector3.FromArray(target.positions[0]!));
        solver.solve(false);
      },
      result() {
        const { x, y, z } = tip.getWorldTranslationToRef(new Vector3());
        return { effector: [x, y, z] };
      },
    };
  },
};

/** A runtime bone without an MMD model behind it: the solver reads only these fields. */
function runtimeBone(offset: Triple): MmdRuntimeBone {
  const rest = Matrix.Translation(offset[0], offset[1], offset[2]);
  return Object.assign(Object.create(MmdRuntimeBone.prototype), {
    linkedBone: {
      getRestMatrix: () => rest,
      scaling: new Vector3(1, 1, 1),
      position: Vector3.FromArray(offset),
      rotationQuaternion: Quaternion.Identity(),
    },
    parentBone: null,
    childBones: [],
    worldMatrix: Float32Array.from(Matrix.Identity().asArray()),
    appendTransformSolver: null,
    ikSolver: null,
    ikChainInfo: null,
    getAnimatedRotationToRef: (out: Quaternion) => out.set(0, 0, 0, 1),
    getAnimationPositionOffsetToRef: (out: Vector3) => out.set(0, 0, 0),
  });
}
