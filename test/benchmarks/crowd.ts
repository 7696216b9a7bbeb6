import type { Outcome } from '../../core/ik/request/outcome.ts';
import { createSolver } from '../../core/ik/solver.ts';
import type { Solver } from '../../core/ik/solver-with.ts';
import type { Goal } from '../../core/ik/request/goals.ts';
import type { SolveOptions } from '../../core/ik/request/options.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import { seededRandom } from '../../core/math/random.ts';
import type { Skeleton } from '../../core/skeleton/skeleton.ts';
import type { SolveRequest } from '../../electron/services/solver-messages.ts';
import type { Motion, Quadruple, Triple } from './chain.ts';
import { effectorFrames, largestExcess } from './judge.ts';
import { angleBetween } from './measure.ts';
import { goalsFor, optionsFor, packPose, skeletonOf, unpackPose } from './peers/limber.ts';
import { axisAngle, ballRotation, type Workload } from './workloads.ts';

export interface CrowdMeasurement {
  readonly bipeds: number;
  /** Milliseconds for one frame of the whole crowd. */
  readonly median: number;
  readonly p95: number;
  /** Per cent of all goals met within 1 cm, in poses inside the limits. */
  readonly reached: number;
  /** Degrees that a joint turns from frame to frame. */
  readonly meanStep: number;
  readonly largestStep: number;
  /** Bipeds that can be served at 60 frames a second, at the median. */
  readonly atSixtyFrames: number;
}

const FRAMES = 120;
/** A biped that has danced into a corner of its limits, out of which no step leads, starts anew. */
const OPTIONS: SolveOptions = { restarts: 4, maxIterations: 20 };
/** Metres: half of what counts as met. */
const TOLERANCE = 5e-3;

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

/** In turn into one of two poses for each of the crowd: this frame's and the last. */
export function intoTwoPoses(solve: SolveFrame): SolveFrame {
  let poses: Pose[] = [];
  let former: Pose[] = [];
  return (skeleton, requests) => {
    [poses, former] = [former, poses];
    const into = (index: number, { length }: Pose): Pose => (poses[index] ??= new Float64Array(length));
    return solve(
      skeleton,
      requests.map((request, index) => ({ ...request, options: { ...request.options, into: into(index, request.start) } })),
    );
  };
}

/**
 * W7: bipeds whose hands, feet and head go where those of a swaying pose inside the limits go, about 1 cm a frame, each solve started
 * from the last. Every target is reachable: it is the forward kinematics of such a pose.
 */
export async function measureCrowd(biped: Workload, bipeds: number, solveFrame: SolveFrame): Promise<CrowdMeasurement> {
  const skeleton = skeletonOf(biped.chain);
  const dancers = swayingBipeds(biped, bipeds);
  // The way from the T-pose to the first places is not timed.
  let poses = (
    await solveFrame(
      skeleton,
      requestsAt(
        biped,
        dancers,
        0,
        dancers.map(() => packPose(skeleton, biped.start)),
        {},
      ),
    )
  ).map(({ pose }) => pose);
  const times: number[] = [];
  const steps: number[] = [];
  let met = 0;
  let asked = 0;
  for (let frame = 1; frame <= FRAMES; frame++) {
    const requests = requestsAt(biped, dancers, frame, poses, OPTIONS);
    const before = performance.now();
    const outcomes = await solveFrame(skeleton, requests);
    times.push(performance.now() - before);
    const former = poses;
    poses = outcomes.map((outcome) => outcome.pose);
    if (frame % 20 !== 0) continue;
    requests.forEach(({ goals }, index) => {
      const rotations = unpackPose(skeleton, poses[index]!);
      unpackPose(skeleton, former[index]!).forEach((from, j) => steps.push(angleBetween(rotations[j]!, from)));
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
    meanStep: steps.reduce((sum, step) => sum + step, 0) / steps.length,
    largestStep: steps.reduce((a, b) => Math.max(a, b)),
    atSixtyFrames: Math.floor((bipeds * 1000) / 60 / median),
  };
}

const BATCHES = 9;

/** Milliseconds, at the median, for all cases of a workload at once, each from its start: solves that are worth a thread. */
export async function measureBatch(workload: Workload, solveMany: SolveFrame): Promise<number> {
  const skeleton = skeletonOf(workload.chain);
  const start = packPose(skeleton, workload.start);
  const options = optionsFor(workload);
  const requests = workload.cases.map((target): SolveRequest => ({ start, goals: goalsFor(workload, target), options }));
  const times: number[] = [];
  for (let batch = 0; batch < BATCHES; batch++) {
    const before = performance.now();
    await solveMany(skeleton, requests);
    times.push(performance.now() - before);
  }
  return times.sort((a, b) => a - b)[(BATCHES - 1) / 2]!;
}

/** The effectors' places of one biped at a moment; a moment counts frames. */
type Dancer = (moment: number) => readonly Triple[];

/** Share of its range through which each joint sways, and the metres that an effector goes in a frame. */
const SWAY = 0.5;
const SPEED = 0.01;

function swayingBipeds({ chain }: Workload, count: number): Dancer[] {
  const random = seededRandom(7);
  return Array.from({ length: count }, () => {
    const phases = chain.joints.map(() => [2 * Math.PI * random(), 2 * Math.PI * random()] as const);
    const placesAt = (angle: number): Triple[] => {
      const rotations = chain.joints.map(({ motion }, j) => swayed(motion, phases[j]!, angle));
      return effectorFrames(chain, rotations).map(({ position }) => position);
    };
    const step = 1e-3;
    const [before, after] = [placesAt(0), placesAt(step)];
    const ways = before.map((from, k) => Math.hypot(...from.map((value, axis) => after[k]![axis]! - value)));
    const speed = ways.reduce((sum, way) => sum + way, 0) / (ways.length * step);
    return (moment) => placesAt((moment * SPEED) / speed);
  });
}

/** A rotation inside the limits that goes round with `angle`. */
function swayed(motion: Motion, [first, second]: readonly [number, number], angle: number): Quadruple {
  const wave = Math.sin(second + angle);
  const between = (min: number, max: number): number => (min + max) / 2 + (SWAY * wave * (max - min)) / 2;
  if (motion.kind === 'free') return [0, 0, 0, 1];
  if (motion.kind === 'hinge') return axisAngle(motion.axis, between(motion.min, motion.max));
  const [a, b] = [SWAY * motion.swing[0] * Math.cos(first + angle), SWAY * motion.swing[1] * Math.sin(first + angle)];
  return ballRotation(motion, a, b, between(...motion.twist));
}

function requestsAt(
  { chain }: Workload,
  dancers: readonly Dancer[],
  frame: number,
  starts: readonly Pose[],
  options: SolveOptions,
): SolveRequest[] {
  return dancers.map((dancer, index) => {
    const places = dancer(frame);
    const goals = chain.effectors.map(({ joint, offset }, k): Goal => ({
      kind: 'position',
      joint,
      offset,
      target: places[k]!,
      tolerance: TOLERANCE,
    }));
    return { start: starts[index]!, goals, options };
  });
}
