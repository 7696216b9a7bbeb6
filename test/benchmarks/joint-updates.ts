import { createMechanism } from '../../core/ik/mechanism/mechanism.ts';
import { loadStart } from '../../core/ik/mechanism/start-pose.ts';
import { createSweepState } from '../../core/ik/mechanism/sweep-state.ts';
import { sweep } from '../../core/ik/steps/sweep.ts';
import { compileTask } from '../../core/ik/mechanism/compile-task.ts';
import { createWorkspace, setCostWeights, refresh } from '../../core/ik/mechanism/workspace.ts';
import type { Triple } from './chain.ts';
import { goalsFor, packPose, skeletonOf } from './peers/limber.ts';
import { createPlainChain } from './peers/plain-ccd.ts';
import type { Workload } from './workloads.ts';

/** What one joint's update costs, its share of the forward kinematics after each sweep included. */
export interface UpdateMeasurement {
  readonly title: string;
  readonly solver: string;
  /** Nanoseconds an update. */
  readonly median: number;
  readonly p95: number;
}

const ROUNDS = 100;
/** Sweeps towards one target: fewer than would end on it, so that joints keep turning. */
const SWEEPS = 4;

/** Backward sweeps over the chain of a workload, from target to target. */
export function measureUpdates(workload: Workload): UpdateMeasurement {
  const ws = createWorkspace(createMechanism(skeletonOf(workload.chain)));
  compileTask(ws.task, ws.mechanism, goalsFor(workload, workload.cases[0]!), {});
  loadStart(ws, packPose(ws.mechanism.skeleton, workload.start), null);
  setCostWeights(ws, 0);
  refresh(ws);
  const state = { ...createSweepState(), unnamed: 'backward' } as const;
  return timeSweeps(workload, 'Limber', (target) => {
    ws.task.targets.set(target);
    sweep(ws, state);
  });
}

/** The same in the plainest program that does it, for the free chain. */
export function measurePlainUpdates(workload: Workload): UpdateMeasurement {
  const plain = createPlainChain(workload.chain.joints.length, workload.chain.effectors[0]!.offset[1]);
  return timeSweeps(workload, 'plain coordinate descent', plain.sweep);
}

function timeSweeps({ title, chain, cases }: Workload, solver: string, sweepTo: (target: Triple) => void): UpdateMeasurement {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = performance.now();
    for (const { positions } of cases) for (let k = 0; k < SWEEPS; k++) sweepTo(positions[0]!);
    times.push((1e6 * (performance.now() - before)) / (cases.length * SWEEPS * chain.joints.length));
  }
  times.sort((a, b) => a - b);
  return { title, solver, median: times[ROUNDS / 2]!, p95: times[Math.floor(ROUNDS * 0.95)]! };
}
