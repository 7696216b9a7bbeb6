import { Solve3D } from 'inverse-kinematics';
import type { Motion, Quadruple, Triple } from '../chain.ts';
import type { Peer } from '../peer.ts';

const SWEEPS = 300;
type Link = Parameters<typeof Solve3D.solve>[0][number];

/** The npm package `inverse-kinematics`, in its CCD mode: position of a chain's end, Euler ranges as limits. */
export const inverseKinematics: Peer = {
  name: 'inverse-kinematics',
  how: `CCD mode, up to ${SWEEPS} sweeps; cones as Euler ranges of the same half-angles, hinges as one range`,
  prepare({ chain, wantsOrientation }) {
    if (wantsOrientation || chain.effectors.length > 1) return null;
    const tip = chain.effectors[0]!.offset;
    const base = {
      position: chain.joints[0]!.offset as [number, number, number],
      rotation: [0, 0, 0, 1] as [number, number, number, number],
    };
    const shape = chain.joints.map((joint, j) => ({
      position: (chain.joints[j + 1]?.offset ?? tip) as [number, number, number],
      constraints: rangesOf(joint.motion),
    }));
    let links: Link[] = [];
    return {
      solve(goal, from) {
        links = shape.map(({ position, constraints }, j) => ({
          position,
          rotation: [...from[j]!] as [number, number, number, number],
          ...(constraints ? { constraints } : {}),
        }));
        const target = goal.positions[0]! as [number, number, number];
        for (let sweep = 0; sweep < SWEEPS; sweep++) {
          if (Solve3D.getErrorDistance(links, base, target) < 0.9e-3) return;
          links = Solve3D.solve(links, base, target, { method: 'CCD', acceptedError: 0.9e-3 }).links;
        }
      },
      result: () => ({ rotations: links.map((link) => [...link.rotation] as unknown as Quadruple) }),
    };
  },
};

interface Range {
  min: number;
  max: number;
}

function rangesOf(motion: Motion): { pitch: Range; yaw: Range; roll: Range } | undefined {
  if (motion.kind === 'free') return undefined;
  if (motion.kind === 'hinge') {
    const range = (component: number): Range => ({
      min: Math.min(component * motion.min, component * motion.max),
      max: Math.max(component * motion.min, component * motion.max),
    });
    return { pitch: range(motion.axis[0]), yaw: range(motion.axis[1]), roll: range(motion.axis[2]) };
  }
  const { axis: a, swingAxis: u } = motion;
  const v: Triple = [a[1] * u[2] - a[2] * u[1], a[2] * u[0] - a[0] * u[2], a[0] * u[1] - a[1] * u[0]];
  const half = (k: 0 | 1 | 2): Range => {
    const reach =
      Math.abs(u[k]) * motion.swing[0] + Math.abs(v[k]) * motion.swing[1] + Math.abs(a[k]) * Math.max(...motion.twist);
    return { min: -reach, max: reach };
  };
  return { pitch: half(0), yaw: half(1), roll: half(2) };
}
