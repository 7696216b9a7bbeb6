import { RESERVING } from '../mechanism/reserve.ts';
import { WHOLE_VOCABULARY } from '../request/whole-vocabulary.ts';
import { ALL_EXTENSIONS } from '../steps/all-extensions.ts';
import { measureParts } from './measure-parts.ts';
import type { Mechanisms } from './mechanisms.ts';
import { REFINING } from './refining.ts';
import { TRACING } from './tracing.ts';

/** What {@link createSolver} uses. */
export const ALL_MECHANISMS: Mechanisms = {
  vocabulary: WHOLE_VOCABULARY,
  furtherPasses: true,
  perturbations: true,
  refining: REFINING,
  reweighting: true,
  jointReset: true,
  newton: true,
  curvedStep: true,
  measureParts,
  reserving: RESERVING,
  tracing: TRACING,
  extensions: ALL_EXTENSIONS,
};
