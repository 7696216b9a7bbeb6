import type { Outcome } from '../../core/ik/outcome.ts';
import { createSolver, type Solver } from '../../core/ik/solver.ts';
import type { Goal } from '../../core/ik/goals.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import { seededRandom } from '../../core/math/random.ts';
import type { Skeleton } from '../../core/skeleton/skeleton.ts';
import type { SolveRequest } from '../../electron/services/solver-pool.ts';
import type { Triple } from './chain.ts';
import { effectorFrames, largestExcess } from './judge.ts';
import { packPose, skeletonOf, unpackPose } from './peers/limber.ts';
import type { Workload } from './workloads.ts';

export interface CrowdMeasurement {
  readonly bipeds: number;
  /** Milliseconds for one frame of the whole crowd. */
  readonly median: number;
  readonly p95: number;
  /** Per cent of all goals met within 1 cm, in poses inside the limits. */
  readonly reached: number;
  /** Bipeds that can be served at 60 frames a second, at the median. */
  readonly atSixtyFrames: number;
}

const FRAMES = 120;
const OPTIONS = { restarts: 0, maxIterations: 8 };

/** Solves one frame of the crowd. */
export type SolveFrame = (skeleton: Skeleton, requests: readonly SolveRequest[]) => Promise<readonly Outcome[]>;

/** On the thread of the caller. */
export function solveAlone(): SolveFrame {
  let solver: Solver | null = null;
  return async (skeleton, requests) => {
    solver ??= createSolver(skeleton);
    const own = solver;
    return requests.map(({ start, goals, options }) => own.solve(start, goals, options));
  };
}

/** W7: bipeds whose hands, feet and head circle by about 1 cm a frame around reachable places, each solve started from the last. */
export async function measureCrowd(biped: Workload, bipeds: number, solveFrame: SolveFrame): Promise<CrowdMeasurement> {
  const skeleton = skeletonOf(biped.chain);
  const random = seededRandom(7);
  const centres = effectorFrames(biped.chain, biped.start).map((frame) => frame.position);
  const phases = Array.from({ length: bipeds }, () => centres.map(() => 2 * Math.PI * random()));
  const start = packPose(skeleton, biped.start);
  let poses: Pose[] = phases.map(() => start);
  const times: number[] = [];
  let met = 0;
  let asked = 0;
  for (let frame = 0; frame < FRAMES; frame++) {
    const requests = phases.map((offsets, index) => ({
      start: poses[index]!,
      goals: goalsAt(biped, centres, offsets, frame),
      options: OPTIONS,
    }));
    const before = performance.now();
    const outcomes = await solveFrame(skeleton, requests);
    times.push(performance.now() - before);
    poses = outcomes.map((outcome) => outcome.pose);
    if (frame % 20 !== 19) continue;
    requests.forEach(({ goals }, index) => {
      const rotations = unpackPose(skeleton, poses[index]!);
      const inside = largestExcess(biped.chain, rotations) <= 1e-6;
      effectorFrames(biped.chain, rotations).forEach((found, effector) => {
        const goal = goals[effector]!;
        if (goal.kind !== 'position') return;
        asked++;
        if (inside && Math.hypot(...goal.target.map((value, k) => value - found.position[k]!)) <= 0.01) met++;
      });
    });
  }
  times.sort((a, b) => a - b);
  const median = times[FRAMES / 2]!;
  return {
    bipeds,
    median,
    p95: times[Math.floor(FRAMES * 0.95)]!,
    reached: (100 * met) / asked,
    atSixtyFrames: Math.floor((bipeds * 1000) / 60 / median),
  };
}

/** Each effector circles in its own plane: 6 cm out, 1 cm a frame. */
function goalsAt(biped: Workload, centres: readonly Triple[], phases: readonly number[], frame: number): Goal[] {
  return biped.chain.effectors.map(({ joint, offset }, index) => {
    const turn = phases[index]! + frame / 6;
    const [x, y, z] = centres[index]!;
    const inward = x > 0.3 ? -0.1 : x < -0.3 ? 0.1 : 0;
    const lift = y < 0.5 ? 0.08 : y > 1.5 ? -0.07 : 0;
    return {
      kind: 'position',
      joint,
      offset,
      target: [x + inward, y + lift + 0.06 * Math.sin(turn), z + 0.06 * Math.cos(turn)],
      tolerance: 5e-3,
    };
  });
}
