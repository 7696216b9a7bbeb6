import { z } from 'zod';
import { HUMANOID_BONES } from '../../../core/humanoid/body/bones.ts';
import { HANDLE_NAMES, type Pins } from '../../../core/humanoid/body/handles.ts';
import { DEFAULT_SOLVER_SETTINGS, type SolverSettings } from '../../../core/humanoid/pulling/request/pull-goals.ts';
import { MOST_SOFT_REACH } from '../../../core/humanoid/limbs/soft-reach.ts';
import { share } from './basic-schemas.ts';
import { VISITING_ORDERS } from '../../../core/ik/request/orders.ts';

const pinSchema = z.strictObject({
  translation: z.boolean(),
  rotation: z.boolean(),
  weight: z.number().positive(),
  on: z.enum(HUMANOID_BONES).exactOptional(),
  ik: share.exactOptional(),
});

export const pinsSchema: z.ZodType<Pins> = z.strictObject(
  Object.fromEntries(HANDLE_NAMES.map((name) => [name, pinSchema.exactOptional()])),
);

const storedSolver = z.strictObject({
  order: z.enum(VISITING_ORDERS),
  tolerance: z.number().positive(),
  maxIterations: z.number().int().min(1).max(100_000),
  restarts: z.number().int().min(0).max(100_000),
  rootStiffness: share,
  // What kept the balance before `weight` did.
  balance: z.boolean().exactOptional(),
  // Projects of before these were settings have the defaults.
  weight: share.default(DEFAULT_SOLVER_SETTINGS.weight),
  softReach: z.number().min(0).max(MOST_SOFT_REACH).default(DEFAULT_SOLVER_SETTINGS.softReach),
  followLibrary: share.default(DEFAULT_SOLVER_SETTINGS.followLibrary),
  gaze: z.tuple([z.number(), z.number(), z.number()]).nullable().default(null),
});

export const solverSchema: z.ZodType<SolverSettings> = storedSolver.transform(({ balance = false, ...settings }) =>
  balance ? { ...settings, weight: 1 } : settings,
);
