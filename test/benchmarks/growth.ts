import { seededRandom, type Random } from '../../core/math/random.ts';
import type { SolveOptions } from '../../core/ik/request/options.ts';
import { rotate } from '../../core/math/quat.ts';
import { COUNTING_ENGINE } from '../helpers/count-allocations.ts';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bodyRows } from './bodies.ts';
import { memoryRows } from './memory.ts';
import type { Chain, ChainJoint, Triple } from './chain.ts';
import { effectorFrames } from './judge.ts';
import type { Peer } from './peer.ts';
import { closedChain } from './peers/closed-chain.ts';
import { prepareLimber } from './peers/limber.ts';
import { threeCcd } from './peers/three-ccd.ts';
import type { Case, Workload } from './workloads.ts';

const LENGTHS = [5, 20, 100, 500, 1000, 2000, 4000];
const GOALS = [1, 8, 32, 128, 256, 512];
const SOLVES = 7;
/** Default options for chains, and the order that moves the fewest joints; for measured points what the README of core says of them. */
const CHAINS = limberWith({});
const BOUNCING = limberWith({ order: 'smartBounce' });
const POINTS = limberWith({ restarts: 0, rootStiffness: 0 });
/** Milliseconds of solves before measuring. */
const WARM = 500;
/** Milliseconds of one solve after which a solver is not asked for more of the same. */
const TOO_LONG = 1000;
/** Metres, along each axis, by which points that were measured are off at most. */
const NOISE = 5e-3;

/**
 * Tables of how the time of a solve grows with the joints and with the goals, in and out of reach, of pulls, trackers, contradicting goals and clones, of what these
 * allocate, and of what the package costs a page.
 */
export async function growthRows(seed: number): Promise<string[]> {
  const [lengths, goals, bodies] = [lengthRows(seed), goalRows(seed), await bodyRows(seed)];
  return [
    ...lengths,
    '',
    ...goals,
    '',
    ...bodies,
    '',
    ...allocationRows(seed),
    '',
    ...bodyAllocationRows(),
    '',
    ...memoryRows(),
    '',
    ...sizeRows(),
  ];
}

function lengthRows(seed: number): string[] {
  const rows = LENGTHS.flatMap((joints) =>
    [0.6, 1.5].map((share) => {
      const chain = rowOf(joints);
      const dice = seededRandom(seed + joints);
      const cases = Array.from({ length: SOLVES }, (): Case => ({
        positions: [inDirection(dice, share * 0.1 * joints)],
        axes: [],
      }));
      return { name: `${joints} | ${share < 1 ? 'in' : 'out of'} reach`, workload: workloadOf(chain, cases) };
    }),
  );
  return [
    '| free joints | target | ms of Limber | by smart bounce | of three CCDIKSolver | of closed-chain-ik |',
    '|---|---|---|---|---|---|',
    ...timed(rows, [CHAINS, BOUNCING, threeCcd, closedChain]),
  ];
}

function goalRows(seed: number): string[] {
  const rows = GOALS.map((goals) => {
    const dice = seededRandom(seed + goals);
    const chain = bodyWithPoints(goals, dice);
    const cases = Array.from({ length: SOLVES }, () => measuredPoints(chain, dice));
    return { name: `${goals}`, workload: workloadOf(chain, cases) };
  });
  return [
    `| points measured on a body of 21 joints, ±${1000 * NOISE} mm | ms of Limber | of three CCDIKSolver | of closed-chain-ik |`,
    '|---|---|---|---|',
    ...timed(rows, [POINTS, threeCcd, closedChain]),
  ];
}

function allocationRows(seed: number): string[] {
  return tableOf([...COUNTING_ENGINE, join('test', 'benchmarks', 'allocations.ts'), `${seed}`]);
}

/** In an engine that inlines calls as usual. */
function bodyAllocationRows(): string[] {
  const engine = COUNTING_ENGINE.filter((flag) => !flag.includes('inlined'));
  return tableOf([...engine, join('test', 'benchmarks', 'body-allocations.ts')]);
}

function tableOf(args: readonly string[]): string[] {
  return runScript(args).trimEnd().split('\n');
}

/** What a program prints; throws what it complains of when it fails. */
function runScript(args: readonly string[]): string {
  const run = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`${args.join(' ')} failed: ${run.stderr}`);
  return run.stdout;
}

function sizeRows(): string[] {
  const sizes: { name: string; minified: number; gzip: number }[] = JSON.parse(
    runScript([join('build', 'scripts', 'core-sizes.ts')]),
  );
  const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
  const rows = sizes.map(({ name, minified, gzip }) => `| ${name} | ${kilobytes(minified)} | ${kilobytes(gzip)} |`);
  return ['| a page that imports | kB minified | kB by gzip |', '|---|---|---|', ...rows];
}

function limberWith(options: SolveOptions): Peer {
  return { name: 'Limber', how: 'own options', prepare: (workload) => prepareLimber(workload, options) };
}

/** A row of the table for each workload, with a cell for each peer; those that have become too slow are not asked again. */
function timed(rows: readonly { readonly name: string; readonly workload: Workload }[], peers: readonly Peer[]): string[] {
  const slow = new Set<Peer>();
  return rows.map(({ name, workload }) => {
    const cells = peers.map((peer) => {
      if (slow.has(peer)) return 'not asked';
      const time = medianTime(peer, workload);
      if (time !== null && time > TOO_LONG) slow.add(peer);
      return time === null ? 'cannot' : time.toPrecision(3);
    });
    return `| ${name} | ${cells.join(' | ')} |`;
  });
}

/** Milliseconds of the median solve; null where the peer cannot be asked. */
function medianTime(peer: Peer, workload: Workload): number | null {
  const prepared = peer.prepare(workload);
  if (prepared === null) return null;
  const times: number[] = [];
  const end = performance.now() + WARM;
  // Solves before the engine has compiled what they need are not counted, as long as there is time for it.
  for (let i = 0; times.length < SOLVES; i = (i + 1) % workload.cases.length) {
    const before = performance.now();
    try {
      prepared.solve(workload.cases[i]!, workload.start);
    } catch {
      return null;
    }
    const time = performance.now() - before;
    if (time > TOO_LONG) return time;
    if (before > end) times.push(time);
  }
  return times.sort((a, b) => a - b)[Math.floor(SOLVES / 2)]!;
}

function workloadOf(chain: Chain, cases: readonly Case[]): Workload {
  return {
    id: 'growth',
    title: chain.name,
    chain,
    start: chain.joints.map(() => [0, 0, 0, 1]),
    cases,
    wantsOrientation: false,
    tolerance: { distance: 1e-3, angle: Math.PI / 180, perComponent: false },
    timeLimit: Infinity,
    warm: false,
  };
}

function jointOf(name: string, parent: number, offset: Triple): ChainJoint {
  return { name, parent, offset, rest: [0, 0, 0, 1], motion: { kind: 'free' } };
}

function rowOf(joints: number): Chain {
  const links = Array.from({ length: joints }, (_, j) => jointOf(`link${j}`, j - 1, [0, j === 0 ? 0 : 0.1, 0]));
  return { name: `${joints} joints`, joints: links, effectors: [{ joint: joints - 1, offset: [0, 0.1, 0] }] };
}

/** A body of 21 joints, with points on its joints in turn. */
function bodyWithPoints(points: number, dice: Random): Chain {
  const joints = [jointOf('hips', -1, [0, 0.9, 0])];
  const add = (name: string, parent: number, offset: Triple): number => joints.push(jointOf(name, parent, offset)) - 1;
  const chest = add('chest', add('spine', 0, [0, 0.12, 0]), [0, 0.2, 0]);
  add('head', add('neck', chest, [0, 0.15, 0]), [0, 0.1, 0]);
  for (const side of [1, -1]) {
    const shoulder = add('shoulder', chest, [0.05 * side, 0.1, 0]);
    const elbow = add('elbow', add('arm', shoulder, [0.12 * side, 0, 0]), [0.28 * side, 0, 0]);
    add('hand', elbow, [0.25 * side, 0, 0]);
    const ankle = add('ankle', add('knee', add('hip', 0, [0.1 * side, 0, 0]), [0, -0.42, 0]), [0, -0.42, 0]);
    add('toes', ankle, [0, -0.05, 0.12]);
  }
  const effectors = Array.from({ length: points }, (_, i) => ({ joint: i % joints.length, offset: inBox(dice, 0.1) }));
  return { name: `${points} points`, joints, effectors };
}

function measuredPoints(chain: Chain, dice: Random): Case {
  const turned = chain.joints.map(() => {
    const angle = 0.4 * (dice() - 0.5);
    return [0.6 * Math.sin(angle / 2), 0, 0.8 * Math.sin(angle / 2), Math.cos(angle / 2)] as const;
  });
  const frames = effectorFrames(chain, turned);
  const positions = frames.map(({ position }): Triple => {
    const [x, y, z] = inBox(dice, 2 * NOISE);
    return [position[0] + x, position[1] + y, position[2] + z];
  });
  return { positions, axes: [] };
}

function inBox(dice: Random, size: number): Triple {
  return [size * (dice() - 0.5), size * (dice() - 0.5), size * (dice() - 0.5)];
}

function inDirection(dice: Random, length: number): Triple {
  const angle = Math.PI * dice();
  return rotate([0, Math.sin(angle), 0, Math.cos(angle)], [0.6 * length, 0.64 * length, 0.48 * length]);
}
