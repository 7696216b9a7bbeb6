import { Bone, BufferGeometry, MeshBasicMaterial, Skeleton, SkinnedMesh, Vector3 } from 'three';
import { CCDIKSolver } from 'three/addons/animation/CCDIKSolver.js';
import type { Motion, Quadruple } from '../chain.ts';
import type { Peer } from '../peer.ts';

const SWEEPS = 60;

/** three.js' CCDIKSolver: position of one effector, Euler boxes as limits. */
export const threeCcd: Peer = {
  name: 'three CCDIKSolver',
  how: `one update with up to ${SWEEPS} iterations; cones as Euler boxes of the same half-angles, hinges as one free Euler axis`,
  prepare({ chain, wantsOrientation }) {
    if (wantsOrientation || chain.effectors.length > 1) return null;
    const bones = chain.joints.map((joint) => {
      const bone = new Bone();
      bone.position.set(...joint.offset);
      return bone;
    });
    chain.joints.forEach((joint, j) => {
      if (joint.parent >= 0) bones[joint.parent]!.add(bones[j]!);
    });
    const { joint, offset } = chain.effectors[0]!;
    const effector = new Bone();
    effector.position.set(...offset);
    bones[joint]!.add(effector);
    const target = new Bone();
    const mesh = new SkinnedMesh(new BufferGeometry(), new MeshBasicMaterial());
    mesh.add(bones[0]!, target);
    mesh.bind(new Skeleton([...bones, effector, target]));
    const links = chain.joints.map((_, j) => ({
      index: chain.joints.length - 1 - j,
      ...eulerBox(chain.joints.at(-1 - j)!.motion),
    }));
    const solver = new CCDIKSolver(mesh, [{ target: bones.length + 1, effector: bones.length, links, iteration: SWEEPS }]);
    return {
      solve(goal, from) {
        from.forEach((q, j) => bones[j]!.quaternion.set(...q));
        target.position.set(...goal.positions[0]!);
        mesh.updateMatrixWorld(true);
        solver.update();
      },
      result: () => ({ rotations: bones.map((bone) => bone.quaternion.toArray() as unknown as Quadruple) }),
    };
  },
};

function eulerBox(motion: Motion): { rotationMin?: Vector3; rotationMax?: Vector3 } {
  if (motion.kind === 'free') return {};
  if (motion.kind === 'hinge') {
    const ends = [motion.min, motion.max].map((angle) => new Vector3(...motion.axis).multiplyScalar(angle));
    return { rotationMin: ends[0]!.clone().min(ends[1]!), rotationMax: ends[0]!.clone().max(ends[1]!) };
  }
  const axis = new Vector3(...motion.axis);
  const along = new Vector3(...motion.swingAxis);
  const across = axis.clone().cross(along);
  const half = (v: Vector3, angle: number): Vector3 =>
    new Vector3(Math.abs(v.x), Math.abs(v.y), Math.abs(v.z)).multiplyScalar(angle);
  const box = half(along, motion.swing[0])
    .add(half(across, motion.swing[1]))
    .add(half(axis, Math.max(...motion.twist)));
  return { rotationMin: box.clone().negate(), rotationMax: box };
}
