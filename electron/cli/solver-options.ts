import { Option, type Command } from 'commander';
import { DEFAULT_SOLVER_SETTINGS, type SolverSettings } from '../../core/humanoid/pulling/request/pull-goals.ts';
import type { SolveOptions } from '../../core/ik/request/options.ts';
import { VISITING_ORDERS, type VisitingOrder } from '../../core/ik/request/orders.ts';
import { toRadians } from '../../core/math/angles.ts';
import { numberWithin, wholeNumber } from './option-values.ts';

/** How a solve goes, as the command line says it. */
export interface SolverFlags {
  readonly order?: VisitingOrder;
  readonly iterations: number;
  readonly restarts: number;
  readonly hips: number;
  readonly balance?: boolean;
  readonly damping?: number;
  readonly largestStep?: number;
  readonly comfort?: number;
  readonly reserve?: number;
}

/** Adds the flags of {@link SolverFlags} to a command. */
export function addSolverOptions(command: Command): Command {
  const { maxIterations, rootStiffness } = DEFAULT_SOLVER_SETTINGS;
  return command
    .option('--restarts <number>', 'random starts to try', wholeNumber(0), 20)
    .option('--iterations <number>', 'sweeps and steps that each start may take', wholeNumber(1), maxIterations)
    .option('--hips <share>', 'how readily the hips follow, from 0 (not at all) to 1', numberWithin(0, 1), 1 - rootStiffness)
    .option('--balance', 'keep the centre of mass over the feet')
    .addOption(new Option('--order <name>', 'order in which sweeps visit the joints').choices(VISITING_ORDERS))
    .option('--damping <factor>', 'factor on the angle of each joint step', numberWithin(0.1, 1.9))
    .option('--largest-step <degrees>', 'most that a joint turns in one step', numberWithin(0.01, 180))
    .option('--comfort <degrees>', 'how far joints may stop short of the target and hand on to the next', numberWithin(0, 180))
    .option(
      '--reserve <share>',
      'share of ranges and of stretched limbs that is used last: a soft stretch',
      numberWithin(0, 0.5),
    );
}

/** The settings of a pull that the flags ask for. */
export function solverSettings(flags: SolverFlags): SolverSettings {
  return {
    ...DEFAULT_SOLVER_SETTINGS,
    maxIterations: flags.iterations,
    restarts: flags.restarts,
    rootStiffness: 1 - flags.hips,
  };
}

/** What the flags ask of the solver beyond that. */
export function solverOptions({ order, damping, largestStep, comfort, reserve }: SolverFlags): SolveOptions {
  return {
    ...(order !== undefined && { order }),
    ...(damping !== undefined && { damping }),
    ...(largestStep !== undefined && { maxStep: toRadians(largestStep) }),
    ...(comfort !== undefined && { comfort: toRadians(comfort) }),
    ...(reserve !== undefined && { reserve }),
  };
}
