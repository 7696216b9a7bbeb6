import { NO_EXTENSIONS } from '../mechanism/extensions.ts';
import { CHAIN_VOCABULARY } from '../request/chain-vocabulary.ts';
import type { Mechanisms } from './mechanisms.ts';

/** What {@link createChainSolver} uses: descent, from many starts. */
export const CHAIN_MECHANISMS: Mechanisms = {
  vocabulary: CHAIN_VOCABULARY,
  furtherPasses: true,
  perturbations: true,
  refining: null,
  reweighting: false,
  jointReset: false,
  newton: false,
  curvedStep: false,
  measureParts: null,
  reserving: null,
  tracing: null,
  extensions: NO_EXTENSIONS,
};
