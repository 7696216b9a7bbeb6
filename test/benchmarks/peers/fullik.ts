import { Bone3D, Chain3D, V3 } from '@aminere/fullik/build/fik.module.js';
import type { Peer } from '../peer.ts';

/** @aminere/fullik: FABRIK on bone positions; it knows no joint rotations, so only the unlimited chain is a fair question. */
export const fullik: Peer = {
  name: '@aminere/fullik',
  how: 'FABRIK, unconstrained, up to 60 iterations, threshold 1 mm; its own end point is judged',
  prepare({ chain, id }) {
    if (id !== 'W1') return null;
    let solved: InstanceType<typeof Chain3D> | null = null;
    return {
      solve(goal) {
        const row = new Chain3D();
        chain.joints.forEach((_, j) => row.addBone(new Bone3D(new V3(0, 0.1 * j, 0), new V3(0, 0.1 * (j + 1), 0))));
        row.setMaxIterationAttempts(60);
        row.setSolveDistanceThreshold(0.9e-3);
        row.setMinIterationChange(1e-7);
        const [x, y, z] = goal.positions[0]!;
        row.solveForTarget(new V3(x, y, z));
        solved = row;
      },
      result() {
        const { x, y, z } = solved!.getEffectorLocation();
        return { effector: [x, y, z] };
      },
    };
  },
};
