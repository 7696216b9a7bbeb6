/** A kinematic chain or tree in the form of `chains/*.json`: world = parent · translate(offset) · rotate(rest) · q. Metres, radians. */
export interface Chain {
  readonly name: string;
  readonly joints: readonly ChainJoint[];
  readonly effectors: readonly Effector[];
}

export interface ChainJoint {
  readonly name: string;
  readonly parent: number;
  readonly offset: Triple;
  readonly rest: Quadruple;
  readonly motion: Motion;
}

export type Motion =
  | { readonly kind: 'free' }
  | { readonly kind: 'hinge'; readonly axis: Triple; readonly min: number; readonly max: number }
  | {
      /** q = swing · twist about `axis`; the swing's rotation vector lies in an ellipse about `swingAxis` and axis × swingAxis. */
      readonly kind: 'ball';
      readonly axis: Triple;
      readonly swingAxis: Triple;
      readonly swing: readonly [about: number, across: number];
      readonly twist: readonly [min: number, max: number];
    };

export interface Effector {
  readonly joint: number;
  readonly offset: Triple;
}

export type Triple = readonly [number, number, number];
export type Quadruple = readonly [number, number, number, number];

const DEGREES = Math.PI / 180;

/** The contents of `arm.json` or `biped.json`. */
export interface ChainFile {
  readonly name: string;
  readonly joints: readonly {
    readonly name: string;
    readonly parent: number;
    readonly offset: Triple;
    readonly type: 'ball' | 'hinge';
    readonly axis: Triple;
    readonly limits?: readonly [number, number];
    readonly swing?: number | readonly [number, number];
    readonly swingAxis?: Triple;
    readonly twist?: readonly [number, number];
  }[];
  readonly effectors: readonly { readonly joint: number; readonly offset: Triple }[];
}

/** Reads the contents of `arm.json` or `biped.json` (degrees in the file). */
export function chainFromFile(file: ChainFile): Chain {
  return {
    name: file.name,
    joints: file.joints.map((joint) => ({
      name: joint.name,
      parent: joint.parent,
      offset: joint.offset,
      rest: [0, 0, 0, 1],
      motion: joint.type === 'hinge' ? hinge(joint.axis, joint.limits ?? [-180, 180]) : ball(joint),
    })),
    effectors: file.effectors,
  };
}

function hinge(axis: Triple, [min, max]: readonly [number, number]): Motion {
  return { kind: 'hinge', axis, min: min * DEGREES, max: max * DEGREES };
}

function ball(joint: ChainFile['joints'][number]): Motion {
  const swing = joint.swing ?? 180;
  const [about, across] = typeof swing === 'number' ? [swing, swing] : swing;
  const [min, max] = joint.twist ?? [-180, 180];
  return {
    kind: 'ball',
    axis: joint.axis,
    swingAxis: joint.swingAxis ?? anyPerpendicular(joint.axis),
    swing: [about * DEGREES, across * DEGREES],
    twist: [min * DEGREES, max * DEGREES],
  };
}

function anyPerpendicular([x, y, z]: Triple): Triple {
  const other: Triple = Math.abs(x) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const v: Triple = [y * other[2] - z * other[1], z * other[0] - x * other[2], x * other[1] - y * other[0]];
  const n = Math.hypot(...v);
  return [v[0] / n, v[1] / n, v[2] / n];
}

/** One robot of `robot-arms.json`. */
export interface RobotFile {
  readonly name: string;
  readonly joints: readonly {
    readonly name: string;
    readonly type: string;
    readonly xyz: Triple;
    readonly rpy: Triple;
    readonly axis?: Triple;
    readonly lower?: number;
    readonly upper?: number;
  }[];
}

/** Reads one robot of `robot-arms.json` (URDF origins; fixed joints at the end become the effector's offset). */
export function chainFromRobot(robot: RobotFile): Chain {
  const moving = robot.joints.filter((joint) => joint.type !== 'fixed');
  const last = robot.joints.at(-1)!;
  return {
    name: robot.name,
    joints: moving.map((joint, index) => ({
      name: joint.name,
      parent: index - 1,
      offset: joint.xyz,
      rest: rollPitchYaw(joint.rpy),
      motion: { kind: 'hinge', axis: joint.axis!, min: joint.lower ?? -2 * Math.PI, max: joint.upper ?? 2 * Math.PI },
    })),
    effectors: [{ joint: moving.length - 1, offset: last.type === 'fixed' ? last.xyz : [0, 0, 0] }],
  };
}

/** Fixed-axis roll, pitch, yaw: q = yaw(z) · pitch(y) · roll(x). */
function rollPitchYaw([roll, pitch, yaw]: Triple): Quadruple {
  const [cr, sr] = [Math.cos(roll / 2), Math.sin(roll / 2)];
  const [cp, sp] = [Math.cos(pitch / 2), Math.sin(pitch / 2)];
  const [cy, sy] = [Math.cos(yaw / 2), Math.sin(yaw / 2)];
  return [sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy, cr * cp * sy - sr * sp * cy, cr * cp * cy + sr * sp * sy];
}
