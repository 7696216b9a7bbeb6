import { effectorFrames, largestExcess, rotationBetween, type Rotations } from './judge.ts';
import type { Peer, Prepared } from './peer.ts';
import type { Case, Workload } from './workloads.ts';

export interface Measurement {
  readonly workload: string;
  readonly title: string;
  readonly solver: string;
  readonly cases: number;
  /** Per cent of the cases that were reached, inside limits and in time. */
  readonly success: number;
  /** Per cent reached whether or not inside the limits. */
  readonly reached: number;
  /** Microseconds a solve. */
  readonly median: number;
  readonly p95: number;
  readonly mean: number;
  /** For warm workloads: degrees a joint turns from frame to frame. */
  readonly meanStep: number | null;
  readonly largestStep: number | null;
  /** The same: degrees between the poses of the way and of the way back, at most. */
  readonly apart: number | null;
}

/** Radians that still count as inside the limits. */
const LIMIT_SLACK = 1e-6;
const WARM_UP_MILLISECONDS = 300;

/** Runs a solver over the first `count` cases of a workload; null when it cannot express the workload. */
export function measure(peer: Peer, workload: Workload, count: number): Measurement | null {
  const prepared = peer.prepare(workload);
  if (!prepared) return null;
  const cases = workload.cases.slice(0, count);
  warmUp(prepared, workload, cases);
  const times: number[] = [];
  const steps: number[] = [];
  const way: Rotations[] = [];
  let reached = 0;
  let success = 0;
  let from = workload.start;
  for (const target of cases) {
    const time = timeSolve(prepared, target, from, workload.timeLimit);
    times.push(time);
    const verdict = judge(prepared, workload, target);
    if (verdict.reached) reached++;
    if (verdict.reached && verdict.inside && time <= workload.timeLimit * 1000) success++;
    if (workload.warm && verdict.rotations) {
      if (times.length > 1) verdict.rotations.forEach((q, j) => steps.push(angleBetween(q, from[j]!)));
      from = verdict.rotations;
      way.push(from);
    }
  }
  const apart = way.length > 0 ? goBack(prepared, cases, way) : null;
  times.sort((a, b) => a - b);
  return {
    workload: workload.id,
    title: workload.title,
    solver: peer.name,
    cases: cases.length,
    success: (100 * success) / cases.length,
    reached: (100 * reached) / cases.length,
    median: times[Math.floor(times.length / 2)]!,
    p95: times[Math.min(times.length - 1, Math.floor(times.length * 0.95))]!,
    mean: times.reduce((sum, time) => sum + time, 0) / times.length,
    meanStep: steps.length > 0 ? steps.reduce((sum, step) => sum + step, 0) / steps.length : null,
    largestStep: steps.length > 0 ? steps.reduce((a, b) => Math.max(a, b)) : null,
    apart,
  };
}

/** Times that a solve is made when it overruns its limit: the machine may have been busy with something else. */
const TIMINGS = 3;

/** Microseconds of one solve; of one over the limit (milliseconds), the shortest of a few. */
function timeSolve(prepared: Prepared, target: Case, from: Rotations, timeLimit: number): number {
  let shortest = Infinity;
  let timings = 0;
  do {
    const before = performance.now();
    prepared.solve(target, from);
    shortest = Math.min(shortest, 1000 * (performance.now() - before));
  } while (shortest > 1000 * timeLimit && ++timings < TIMINGS);
  return shortest;
}

/** Goes back over the cases from the last pose of the way; returns how many degrees a joint is from where it was on the way, at most. */
function goBack(prepared: Prepared, cases: readonly Case[], way: readonly Rotations[]): number {
  let from = way.at(-1)!;
  let apart = 0;
  for (let i = way.length - 1; i >= 0; i--) {
    prepared.solve(cases[i]!, from);
    const result = prepared.result();
    if (!('rotations' in result)) return NaN;
    from = result.rotations;
    for (let j = 0; j < from.length; j++) apart = Math.max(apart, angleBetween(from[j]!, way[i]![j]!));
  }
  return apart;
}

/** Enough solves for the compiler to settle, on the last cases (the measured ones come first), each from where it is measured from too. */
function warmUp(prepared: Prepared, workload: Workload, cases: readonly Case[]): void {
  const until = performance.now() + WARM_UP_MILLISECONDS;
  let from = workload.start;
  for (let i = workload.cases.length - 1; performance.now() < until; i = i > 0 ? i - 1 : workload.cases.length - 1) {
    prepared.solve(workload.cases[i] ?? cases[0]!, from);
    const result = prepared.result();
    if (workload.warm && 'rotations' in result) from = result.rotations;
  }
}

interface Verdict {
  readonly reached: boolean;
  readonly inside: boolean;
  readonly rotations: Rotations | null;
}

function judge(prepared: Prepared, workload: Workload, target: Case): Verdict {
  const result = prepared.result();
  if ('effector' in result) {
    return {
      reached: near(subtract(target.positions[0]!, result.effector), workload.tolerance.distance, false),
      inside: true,
      rotations: null,
    };
  }
  const { rotations } = result;
  const { distance, angle, perComponent } = workload.tolerance;
  const reached = effectorFrames(workload.chain, rotations).every(
    (frame, index) =>
      near(subtract(target.positions[index]!, frame.position), distance, perComponent) &&
      (!workload.wantsOrientation || near(rotationBetween(frame.axes, target.axes[index]!), angle, perComponent)),
  );
  return { reached, inside: largestExcess(workload.chain, rotations) <= LIMIT_SLACK, rotations };
}

function near(error: readonly number[], tolerance: number, perComponent: boolean): boolean {
  const size = perComponent ? Math.max(...error.map(Math.abs)) : Math.hypot(...error);
  return size <= tolerance;
}

function subtract(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, i) => value - b[i]!);
}

/** Degrees between two rotations. */
export function angleBetween(a: readonly number[], b: readonly number[]): number {
  const dot = Math.abs(a.reduce((sum, value, i) => sum + value * b[i]!, 0)) / (Math.hypot(...a) * Math.hypot(...b));
  return (2 * Math.acos(Math.min(1, dot)) * 180) / Math.PI;
}
