import type { SolveOptions } from '../../core/ik/request/options.ts';
import { ALL_MECHANISMS, type Mechanisms } from '../../core/ik/search/mechanisms.ts';
import { createSolverWith, type Solver } from '../../core/ik/solver-with.ts';
import { rotationIndex, rotationOf, type Pose } from '../../core/skeleton/pose.ts';
import type { Skeleton } from '../../core/skeleton/skeleton.ts';
import type { AblationTask } from './ablation-tasks.ts';
import { angleBetween } from './measure.ts';

/** A solver with one thing changed. */
interface Variant {
  readonly name: string;
  readonly mechanisms: Mechanisms;
  readonly options: SolveOptions;
}

const without = (name: string, mechanism: keyof Mechanisms): Variant => ({
  name: `without ${name}`,
  mechanisms: { ...ALL_MECHANISMS, [mechanism]: false },
  options: {},
});
const asked = (name: string, options: SolveOptions): Variant => ({ name: `with ${name}`, mechanisms: ALL_MECHANISMS, options });

/** Reserve, comfort and damping are off unless a solve asks for them: their rows switch them on. */
const VARIANTS: readonly Variant[] = [
  without('further passes', 'furtherPasses'),
  without('perturbations', 'perturbations'),
  without('reweighting', 'reweighting'),
  without('joint reset', 'jointReset'),
  without('Newton’s step', 'newton'),
  without('the curved step', 'curvedStep'),
  asked('a reserve of 10 %', { reserve: 0.1 }),
  asked('a comfort of 0.2 rad', { comfort: 0.2 }),
  asked('damping 0.8', { damping: 0.8 }),
  asked('damping 1.2', { damping: 1.2 }),
];

interface Measured {
  readonly poses: readonly Pose[];
  /** Per cent of the solves. */
  readonly reached: number;
  /** Per cent of the solves from whose outcome another solve goes elsewhere, by more than a hundredth of a degree. */
  readonly restless: number;
  /** Millimetres that solves leave of their farthest goal: on average, and at most. */
  readonly left: number;
  readonly mostLeft: number;
  /** Degrees that a joint turns from frame to frame: on average, and at most; 0 without sequences. */
  readonly meanStep: number;
  readonly largestStep: number;
  /** Joints that a solve turns. */
  readonly joints: number;
  /** Joint updates a solve. */
  readonly updates: number;
}

export const ABLATION_HEADER = [
  '| task | solver | poses changed | reached | moves when asked again | left mm mean / most | joint step mean / largest | joints turned | updates |',
  '|---|---|---|---|---|---|---|---|---|',
];

/** Degrees below which two poses count as the same. */
const SAME = 0.01;

/** The rows of one task: the solver as it is, then with one mechanism switched at a time. Those that change neither a byte nor a count share a row. */
export function ablationRows(task: AblationTask): string[] {
  const whole = measureTask(task, { name: 'as it is', mechanisms: ALL_MECHANISMS, options: {} });
  const rows = [row(task, 'as it is', whole, '')];
  const idle: string[] = [];
  for (const variant of VARIANTS) {
    const measured = measureTask(task, variant);
    const isIdle = measured.poses.every((pose, i) => pose.every((value, k) => value === whole.poses[i]![k]));
    if (isIdle && measured.updates === whole.updates) {
      idle.push(variant.name);
      continue;
    }
    const changed = measured.poses.filter((pose, i) => largestTurn(pose, whole.poses[i]!) > SAME).length;
    rows.push(row(task, variant.name, measured, `${((100 * changed) / measured.poses.length).toFixed(1)} %`));
  }
  if (idle.length > 0) rows.push(`| ${task.title} | ${idle.join(', ')} | no change | | | | | | |`);
  return rows;
}

function measureTask({ sequences }: AblationTask, { mechanisms, options }: Variant): Measured {
  const solvers = new Map<Skeleton, Solver>();
  const poses: Pose[] = [];
  let [reached, restless, left, mostLeft, updates, turned, steps, largestStep, joints] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (const { skeleton, start, isUnderWay = false, requests } of sequences) {
    const solver = solvers.get(skeleton) ?? createSolverWith(skeleton, mechanisms);
    solvers.set(skeleton, solver);
    let from = start;
    for (const [index, request] of requests.entries()) {
      const own = { ...request.options, ...options };
      const outcome = solver.solve(from, request.goals, own);
      poses.push(outcome.pose);
      if (outcome.status === 'reached') reached++;
      left += 1000 * outcome.distance;
      mostLeft = Math.max(mostLeft, 1000 * outcome.distance);
      updates += outcome.updates;
      if (largestTurn(outcome.pose, solver.solve(outcome.pose, request.goals, own).pose) > SAME) restless++;
      for (let joint = 0; joint < skeleton.count; joint++) {
        const turn = angleBetween(rotationOf(from, joint), rotationOf(outcome.pose, joint));
        if (turn > SAME) joints++;
        if (index === 0 && !isUnderWay) continue;
        turned += turn;
        steps++;
        largestStep = Math.max(largestStep, turn);
      }
      from = outcome.pose;
    }
  }
  const count = poses.length;
  const share = (part: number): number => (100 * part) / count;
  const meanStep = steps > 0 ? turned / steps : 0;
  return {
    poses,
    reached: share(reached),
    restless: share(restless),
    left: left / count,
    mostLeft,
    meanStep,
    largestStep,
    joints: joints / count,
    updates: updates / count,
  };
}

/** Degrees between two poses of the same skeleton, of the joint that differs most. */
function largestTurn(a: Pose, b: Pose): number {
  let largest = 0;
  for (let joint = 0; rotationIndex(joint + 1) <= a.length; joint++)
    largest = Math.max(largest, angleBetween(rotationOf(a, joint), rotationOf(b, joint)));
  return largest;
}

function row({ title }: AblationTask, name: string, m: Measured, changed: string): string {
  const steps = m.largestStep > 0 ? `${m.meanStep.toFixed(2)}° / ${m.largestStep.toFixed(1)}°` : '';
  const left = `${m.left.toFixed(2)} / ${m.mostLeft.toFixed(1)}`;
  const shares = `${m.reached.toFixed(1)} % | ${m.restless.toFixed(1)} %`;
  return `| ${title} | ${name} | ${changed} | ${shares} | ${left} | ${steps} | ${m.joints.toFixed(1)} | ${m.updates.toFixed(0)} |`;
}
