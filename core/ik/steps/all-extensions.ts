import { BALANCING } from '../mechanism/balance.ts';
import { COMPILING } from '../mechanism/compile-more-goals.ts';
import { COUPLING } from '../mechanism/coupling.ts';
import type { Extensions } from '../mechanism/extensions.ts';
import { FOLLOWING } from '../mechanism/moving-targets.ts';
import { sweepChains } from './ordered-sweep.ts';
import { ROOTING } from './root-step.ts';
import { slideJoint } from './slide-step.ts';

/** Every kind of joint, limit and goal. */
export const ALL_EXTENSIONS: Extensions = {
  coupling: COUPLING,
  rooting: ROOTING,
  slideJoint,
  sweepChains,
  compiling: COMPILING,
  balancing: BALANCING,
  following: FOLLOWING,
};
