import { seededRandom, type Random } from '../../core/math/random.ts';
import armFile from './chains/arm.json' with { type: 'json' };
import bipedFile from './chains/biped.json' with { type: 'json' };
import robotsFile from './chains/robot-arms.json' with { type: 'json' };
import {
  chainFromFile,
  chainFromRobot,
  type Chain,
  type ChainFile,
  type ChainJoint,
  type Motion,
  type Quadruple,
  type RobotFile,
  type Triple,
} from './chain.ts';
import { effectorFrames, type Rotations } from './judge.ts';

/** One target for each effector of the workload's chain. */
export interface Case {
  readonly positions: readonly Triple[];
  /** Row-major 3 × 3, for workloads that ask for the orientation too. */
  readonly axes: readonly (readonly number[])[];
}

export interface Workload {
  readonly id: string;
  readonly title: string;
  readonly chain: Chain;
  readonly start: Rotations;
  readonly cases: readonly Case[];
  readonly wantsOrientation: boolean;
  /** Metres; for orientation workloads `angle` radians too. Per component of the error vector when `perComponent`. */
  readonly tolerance: { readonly distance: number; readonly angle: number; readonly perComponent: boolean };
  /** Milliseconds after which a solve counts as failed. */
  readonly timeLimit: number;
  /** Each case starts from the previous result instead of from `start`. */
  readonly warm: boolean;
}

const MILLIMETRE = { distance: 1e-3, angle: Math.PI / 180, perComponent: false } as const;
const ROBOT = { distance: 1e-5, angle: 1e-5, perComponent: true } as const;

export interface WorkloadSizes {
  /** Cases of W1, W1L, W2 and W3. */
  readonly chains: number;
  /** Cases of W4. */
  readonly bipeds: number;
  /** Cases of W6, each arm. */
  readonly robots: number;
}

/** All workloads of the table but the crowd (W7), with targets that are forward kinematics of random poses inside the limits. */
export function createWorkloads(seed: number, sizes: WorkloadSizes): Workload[] {
  const arm = chainFromFile(armFile as unknown as ChainFile);
  const biped = chainFromFile(bipedFile as unknown as ChainFile);
  const robots = (robotsFile.robots as unknown as RobotFile[]).map(chainFromRobot);
  const common = { timeLimit: Infinity, warm: false, wantsOrientation: false, tolerance: MILLIMETRE };
  const straight = (chain: Chain): Rotations => chain.joints.map(() => [0, 0, 0, 1] as const);
  const random = (chain: Chain, count: number, salt: number): Case[] => randomCases(chain, count, seed + salt);
  const free = row('20 free ball joints', () => ({ kind: 'free' }));
  const limited = row('20 joints, cones and hinges', (j) => (j % 2 === 0 ? CONE : HINGE));
  return [
    { ...common, id: 'W1', title: free.name, chain: free, start: straight(free), cases: random(free, sizes.chains, 1) },
    {
      ...common,
      id: 'W1L',
      title: limited.name,
      chain: limited,
      start: straight(limited),
      cases: random(limited, sizes.chains, 2),
    },
    { ...common, id: 'W2', title: 'human arm, position', chain: arm, start: straight(arm), cases: random(arm, sizes.chains, 3) },
    {
      ...common,
      id: 'W3',
      title: 'human arm, position and orientation',
      chain: arm,
      start: straight(arm),
      cases: random(arm, sizes.chains, 4),
      wantsOrientation: true,
    },
    {
      ...common,
      id: 'W4',
      title: 'biped, five effectors',
      chain: biped,
      start: bentStart(biped),
      cases: random(biped, sizes.bipeds, 5),
    },
    {
      ...common,
      id: 'W5',
      title: 'arm on a path, 1 cm a frame',
      chain: arm,
      start: straight(arm),
      cases: pathCases(),
      warm: true,
    },
    ...robots.map((chain, index) => ({
      ...common,
      id: 'W6',
      title: chain.name,
      chain,
      start: midLimits(chain),
      cases: random(chain, sizes.robots, 6 + index),
      wantsOrientation: true,
      tolerance: ROBOT,
      timeLimit: 5,
    })),
  ];
}

const DEGREES = Math.PI / 180;
const CONE: Motion = {
  kind: 'ball',
  axis: [0, 1, 0],
  swingAxis: [1, 0, 0],
  swing: [60 * DEGREES, 60 * DEGREES],
  twist: [-30 * DEGREES, 30 * DEGREES],
};
const HINGE: Motion = { kind: 'hinge', axis: [1, 0, 0], min: -75 * DEGREES, max: 75 * DEGREES };

/** Twenty links of 0.1 m standing on each other. */
function row(name: string, motion: (joint: number) => Motion): Chain {
  const joints: ChainJoint[] = Array.from({ length: 20 }, (_, j) => ({
    name: `joint${j}`,
    parent: j - 1,
    offset: [0, j === 0 ? 0 : 0.1, 0],
    rest: [0, 0, 0, 1],
    motion: motion(j),
  }));
  return { name, joints, effectors: [{ joint: 19, offset: [0, 0.1, 0] }] };
}

export function randomCases(chain: Chain, count: number, seed: number): Case[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => caseOf(chain, randomRotations(chain, random)));
}

export function caseOf(chain: Chain, rotations: Rotations): Case {
  const frames = effectorFrames(chain, rotations);
  return { positions: frames.map((frame) => frame.position), axes: frames.map((frame) => frame.axes) };
}

export function randomRotations(chain: Chain, random: Random): Rotations {
  return chain.joints.map((joint) => randomRotation(joint.motion, random));
}

function randomRotation(motion: Motion, random: Random): Quadruple {
  if (motion.kind === 'hinge') {
    const span = Math.min(motion.max - motion.min, 2 * Math.PI);
    return axisAngle(motion.axis, motion.max - span + span * random());
  }
  if (motion.kind === 'free') return uniformRotation(random);
  let a = 0;
  let b = 0;
  do {
    a = 2 * random() - 1;
    b = 2 * random() - 1;
  } while (a * a + b * b > 1);
  const [low, high] = motion.twist;
  return ballRotation(motion, a * motion.swing[0], b * motion.swing[1], low + (high - low) * random());
}

/** Swing by the rotation vector (a about the swing axis, b about axis × swing axis), radians, after a twist. */
export function ballRotation(motion: Extract<Motion, { kind: 'ball' }>, a: number, b: number, twist: number): Quadruple {
  const [ax, ay, az] = motion.axis;
  const [ux, uy, uz] = motion.swingAxis;
  const v: Triple = [ux * a + (ay * uz - az * uy) * b, uy * a + (az * ux - ax * uz) * b, uz * a + (ax * uy - ay * ux) * b];
  const angle = Math.hypot(...v);
  const swing = angle < 1e-12 ? ([0, 0, 0, 1] as const) : axisAngle([v[0] / angle, v[1] / angle, v[2] / angle], angle);
  return product(swing, axisAngle(motion.axis, twist));
}

/** Shoemake's uniform rotation. */
function uniformRotation(random: Random): Quadruple {
  const u = random();
  const [a, b] = [2 * Math.PI * random(), 2 * Math.PI * random()];
  const [r, s] = [Math.sqrt(1 - u), Math.sqrt(u)];
  return [r * Math.sin(a), r * Math.cos(a), s * Math.sin(b), s * Math.cos(b)];
}

export function axisAngle([x, y, z]: Triple, angle: number): Quadruple {
  const s = Math.sin(angle / 2);
  return [x * s, y * s, z * s, Math.cos(angle / 2)];
}

export function product(a: Quadruple, b: Quadruple): Quadruple {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

/** T-pose with every hinge (knees and elbows) bent by 15°. */
function bentStart(chain: Chain): Rotations {
  return chain.joints.map(({ motion }) => (motion.kind === 'hinge' ? axisAngle(motion.axis, 15 * DEGREES) : [0, 0, 0, 1]));
}

function midLimits(chain: Chain): Rotations {
  return chain.joints.map(({ motion }) =>
    motion.kind === 'hinge' ? axisAngle(motion.axis, (motion.min + motion.max) / 2) : [0, 0, 0, 1],
  );
}

/** 601 points at 1 cm of arc from each other on a closed curve in front of the arm, well inside its reach. */
function pathCases(): Case[] {
  const curve = (t: number): Triple => [0.42 + 0.16 * Math.cos(t), -0.08 + 0.2 * Math.sin(2 * t), 0.3 + 0.12 * Math.sin(t)];
  const cases: Case[] = [];
  let t = 0;
  for (let frame = 0; frame <= 600; frame++) {
    cases.push({ positions: [curve(t)], axes: [] });
    const from = curve(t);
    let step = 0;
    while (Math.hypot(...difference(curve(t + step), from)) < 0.01) step += 1e-5;
    t += step;
  }
  return cases;
}

function difference(a: Triple, b: Triple): Triple {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}
