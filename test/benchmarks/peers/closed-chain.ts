import { Goal } from 'closed-chain-ik/src/core/Goal.js';
import { Joint } from 'closed-chain-ik/src/core/Joint.js';
import { Link } from 'closed-chain-ik/src/core/Link.js';
import { Solver } from 'closed-chain-ik/src/core/Solver.js';
import type { Chain, Motion, Quadruple, Triple } from '../chain.ts';
import type { Peer } from '../peer.ts';
import { axisAngle, product } from '../workloads.ts';

/** The package's own numbers of the degrees of freedom; its declarations offer them only as an ambient enum. */
const DOF = { X: 0, Y: 1, Z: 2, EX: 3, EY: 4, EZ: 5 } as const;

/** The package's status of a solve whose goals are all met. */
const CONVERGED = 0;
const ROUNDS = 40;

/** closed-chain-ik: damped least squares with Euler degrees of freedom and their limits. */
export const closedChain: Peer = {
  name: 'closed-chain-ik',
  how: `up to ${ROUNDS} rounds of its default 5 iterations (a round unlocks joints that met a limit), its thresholds at the workload’s tolerance; balls as three Euler angles with the cone’s half-angles and twist as limits, hinges as one; where it throws, the pose it left is judged`,
  prepare({ chain, wantsOrientation, tolerance }) {
    const model = build(chain);
    const goals = chain.effectors.map(({ joint, offset }) => {
      const tip = new Link();
      tip.setPosition(...offset);
      model.links[joint]!.addChild(fixedJoint(tip));
      const goal = new Goal();
      if (wantsOrientation) goal.setGoalDoF(DOF.X, DOF.Y, DOF.Z, DOF.EX, DOF.EY, DOF.EZ);
      else goal.setGoalDoF(DOF.X, DOF.Y, DOF.Z);
      goal.makeClosure(tip);
      return goal;
    });
    const solver = new Solver(model.root);
    solver.translationConvergeThreshold = tolerance.distance * 0.9;
    solver.rotationConvergeThreshold = tolerance.angle * 0.9;
    solver.stallThreshold = 1e-6;
    return {
      solve(target, from) {
        chain.joints.forEach((_, j) => model.set(j, from[j]!));
        goals.forEach((goal, index) => {
          goal.setPosition(...target.positions[index]!);
          if (wantsOrientation) goal.setQuaternion(...quaternionOf(target.axes[index]!));
        });
        try {
          for (let round = 0; round < ROUNDS; round++) if (solver.solve().every((status) => status === CONVERGED)) return;
        } catch {
          // With every degree of freedom at a limit its matrix has no columns and it throws: the pose so far is judged.
        }
      },
      result: () => ({ rotations: chain.joints.map((_, j) => model.get(j)) }),
    };
  },
};

interface Model {
  readonly root: InstanceType<typeof Link>;
  readonly links: InstanceType<typeof Link>[];
  set(joint: number, rotation: Quadruple): void;
  get(joint: number): Quadruple;
}

/** Each joint turns in a frame whose x axis is the hinge axis, or the ball's twist axis (its Euler order turns x first: swing · twist). */
function build(chain: Chain): Model {
  const root = new Link();
  const frames = chain.joints.map(({ motion }) => frameOf(motion));
  const joints = chain.joints.map(() => new Joint());
  const links = chain.joints.map((joint, j) => {
    const node = joints[j]!;
    node.setPosition(...joint.offset);
    node.setQuaternion(...product(joint.rest, frames[j]!));
    setMotion(node, joint.motion);
    const link = new Link();
    link.setQuaternion(...conjugate(frames[j]!));
    node.addChild(link);
    return link;
  });
  chain.joints.forEach((joint, j) => (joint.parent < 0 ? root : links[joint.parent]!).addChild(joints[j]!));
  return {
    root,
    links,
    set(j, q) {
      const local = product(conjugate(frames[j]!), product(q, frames[j]!));
      if (chain.joints[j]!.motion.kind === 'hinge') joints[j]!.setDoFValue(DOF.EX, 2 * Math.atan2(local[0], local[3]));
      else joints[j]!.setDoFValues(...eulerZyx(local));
    },
    get(j) {
      const turn = (axis: Triple, freedom: number): Quadruple => axisAngle(axis, Number(joints[j]!.getDoFValue(freedom)));
      const xy = product(turn([0, 1, 0], DOF.EY), turn([1, 0, 0], DOF.EX));
      return product(frames[j]!, product(product(turn([0, 0, 1], DOF.EZ), xy), conjugate(frames[j]!)));
    },
  };
}

function setMotion(joint: InstanceType<typeof Joint>, motion: Motion): void {
  if (motion.kind === 'hinge') {
    joint.setDoF(DOF.EX);
    joint.setMinLimits(motion.min);
    joint.setMaxLimits(motion.max);
    return;
  }
  joint.setDoF(DOF.EX, DOF.EY, DOF.EZ);
  if (motion.kind === 'ball') {
    joint.setMinLimits(motion.twist[0], -motion.swing[0], -motion.swing[1]);
    joint.setMaxLimits(motion.twist[1], motion.swing[0], motion.swing[1]);
  }
}

/** Angles about x, y and z of q = z(c) · y(b) · x(a), the order the package turns in. */
function eulerZyx([x, y, z, w]: Quadruple): Triple {
  return [
    Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
    Math.asin(Math.max(-1, Math.min(1, 2 * (w * y - z * x)))),
    Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
  ];
}

function fixedJoint(link: InstanceType<typeof Link>): InstanceType<typeof Joint> {
  const joint = new Joint();
  joint.addChild(link);
  return joint;
}

function frameOf(motion: Motion): Quadruple {
  if (motion.kind === 'free') return [0, 0, 0, 1];
  const x = motion.axis;
  const y = motion.kind === 'hinge' ? perpendicular(x) : motion.swingAxis;
  const z = cross(x, y);
  return quaternionOf([x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]]);
}

function perpendicular([x, y, z]: Triple): Triple {
  const v = Math.abs(x) < 0.6 ? cross([x, y, z], [1, 0, 0]) : cross([x, y, z], [0, 1, 0]);
  const n = Math.hypot(...v);
  return [v[0] / n, v[1] / n, v[2] / n];
}

function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function conjugate([x, y, z, w]: Quadruple): Quadruple {
  return [-x, -y, -z, w];
}

/** The quaternion of a row-major rotation matrix. */
export function quaternionOf(m: readonly number[]): Quadruple {
  const [a, b, c, d, e, f, g, h, i] = m as [number, number, number, number, number, number, number, number, number];
  const options: Quadruple[] = [
    [h - f, c - g, d - b, 1 + a + e + i],
    [1 + a - e - i, b + d, c + g, h - f],
    [b + d, 1 + e - a - i, f + h, c - g],
    [c + g, f + h, 1 + i - a - e, d - b],
  ];
  const best = options.reduce((p, q) => (Math.hypot(...q) > Math.hypot(...p) ? q : p));
  const n = Math.hypot(...best);
  return [best[0] / n, best[1] / n, best[2] / n, best[3] / n];
}
