import type { Chain, Motion, Quadruple, Triple } from './chain.ts';

/**
 * The judge shares no code with `core`: forward kinematics by 4 × 4 matrices, limits by its own decomposition.
 * A joint's rotation is its rest-relative quaternion.
 */
export type Rotations = readonly Quadruple[];

/** Row-major 3 × 4. */
type Matrix = readonly number[];

/** World position and rotation matrix (row-major 3 × 3) of each effector. */
export function effectorFrames(chain: Chain, rotations: Rotations): { position: Triple; axes: number[] }[] {
  const world: Matrix[] = [];
  chain.joints.forEach((joint, j) => {
    const local = compose(matrixOf(joint.rest, joint.offset), matrixOf(rotations[j]!, [0, 0, 0]));
    world.push(joint.parent < 0 ? local : compose(world[joint.parent]!, local));
  });
  return chain.effectors.map(({ joint, offset }) => {
    const m = world[joint]!;
    const [x, y, z] = offset;
    return {
      position: [
        m[0]! * x + m[1]! * y + m[2]! * z + m[3]!,
        m[4]! * x + m[5]! * y + m[6]! * z + m[7]!,
        m[8]! * x + m[9]! * y + m[10]! * z + m[11]!,
      ],
      axes: [m[0]!, m[1]!, m[2]!, m[4]!, m[5]!, m[6]!, m[8]!, m[9]!, m[10]!],
    };
  });
}

function matrixOf(q: Quadruple, [tx, ty, tz]: Triple): Matrix {
  const n = Math.hypot(...q);
  const [x, y, z, w] = [q[0] / n, q[1] / n, q[2] / n, q[3] / n];
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    tx,
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    ty,
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
    tz,
  ];
}

function compose(a: Matrix, b: Matrix): Matrix {
  const out: number[] = [];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) {
      let sum = column === 3 ? a[4 * row + 3]! : 0;
      for (let k = 0; k < 3; k++) sum += a[4 * row + k]! * b[4 * k + column]!;
      out.push(sum);
    }
  }
  return out;
}

/** Rotation vector (axis · angle) that turns frame `a` into frame `b`, both row-major 3 × 3, world axes. */
export function rotationBetween(a: readonly number[], b: readonly number[]): Triple {
  const r: number[] = [];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += b[3 * i + k]! * a[3 * j + k]!;
      r.push(sum);
    }
  }
  const v: Triple = [r[7]! - r[5]!, r[2]! - r[6]!, r[3]! - r[1]!];
  const sine = Math.hypot(...v) / 2;
  const angle = Math.atan2(sine, (r[0]! + r[4]! + r[8]! - 1) / 2);
  const factor = sine < 1e-12 ? 0.5 : angle / (2 * sine);
  return [v[0] * factor, v[1] * factor, v[2] * factor];
}

/** Radians by which the worst joint stands outside its limits; 0 when all are inside. */
export function largestExcess(chain: Chain, rotations: Rotations): number {
  let worst = 0;
  chain.joints.forEach((joint, j) => {
    worst = Math.max(worst, excess(joint.motion, rotations[j]!));
  });
  return worst;
}

function excess(motion: Motion, rotation: Quadruple): number {
  const n = Math.hypot(...rotation);
  const sign = rotation[3] < 0 ? -1 / n : 1 / n;
  const q: Quadruple = [rotation[0] * sign, rotation[1] * sign, rotation[2] * sign, rotation[3] * sign];
  if (motion.kind === 'free') return 0;
  const along = q[0] * motion.axis[0] + q[1] * motion.axis[1] + q[2] * motion.axis[2];
  const twist = 2 * Math.atan2(along, q[3]);
  if (motion.kind === 'hinge') {
    const off = Math.hypot(q[0] - along * motion.axis[0], q[1] - along * motion.axis[1], q[2] - along * motion.axis[2]);
    return Math.max(2 * Math.asin(Math.min(1, off)), outsideRange(twist, motion.min, motion.max));
  }
  return Math.max(swingExcess(motion, swingVector(motion, q, along)), outsideRange(twist, ...motion.twist));
}

/** Smallest distance on the circle from `angle` to [min, max]. */
function outsideRange(angle: number, min: number, max: number): number {
  let least = Infinity;
  for (let turn = -1; turn <= 1; turn++) {
    const a = angle + turn * 2 * Math.PI;
    least = Math.min(least, Math.max(0, min - a, a - max));
  }
  return least;
}

type BallMotion = Extract<Motion, { kind: 'ball' }>;

/** The swing's rotation vector in the (swingAxis, axis × swingAxis) plane: swing = q · conj(twist). */
function swingVector(motion: BallMotion, q: Quadruple, along: number): [number, number] {
  const s = Math.hypot(along, q[3]);
  const [ax, ay, az] = motion.axis;
  const t: Quadruple = s < 1e-12 ? [0, 0, 0, 1] : [(ax * along) / s, (ay * along) / s, (az * along) / s, q[3] / s];
  // q · conj(t), vector part and scalar part.
  const x = -q[3] * t[0] + q[0] * t[3] - q[1] * t[2] + q[2] * t[1];
  const y = -q[3] * t[1] + q[1] * t[3] - q[2] * t[0] + q[0] * t[2];
  const z = -q[3] * t[2] + q[2] * t[3] - q[0] * t[1] + q[1] * t[0];
  const w = q[3] * t[3] + q[0] * t[0] + q[1] * t[1] + q[2] * t[2];
  const sine = Math.hypot(x, y, z);
  const factor = sine < 1e-12 ? 2 : (2 * Math.atan2(sine, w)) / sine;
  const [ux, uy, uz] = motion.swingAxis;
  const [vx, vy, vz] = [ay * uz - az * uy, az * ux - ax * uz, ax * uy - ay * ux];
  return [(x * ux + y * uy + z * uz) * factor, (x * vx + y * vy + z * vz) * factor];
}

/** Radians outside the ellipse along the ray from its centre: never less than the distance to the boundary. */
function swingExcess(motion: BallMotion, [a, b]: [number, number]): number {
  const level = Math.hypot(a / motion.swing[0], b / motion.swing[1]);
  return level <= 1 ? 0 : Math.hypot(a, b) * (1 - 1 / level);
}
