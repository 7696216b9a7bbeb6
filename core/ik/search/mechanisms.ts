import type { Reserving } from '../mechanism/reserve.ts';
import type { Extensions } from '../mechanism/extensions.ts';
import type { Workspace } from '../mechanism/workspace.ts';
import type { Vocabulary } from '../request/vocabulary.ts';
import type { Refining } from './refining.ts';
import type { Tracing } from './tracing.ts';

/**
 * What a solver is made of beyond coordinate descent from many starts. Each part is handed in, and nothing else imports it: what is null is left out of
 * a program by its bundler. Switches are for the ablation benchmark, which shows what each is worth.
 */
export interface Mechanisms {
  /** The goals and options that can be asked. */
  readonly vocabulary: Vocabulary;
  /** A start that stalls sets out again from where it stalled, as long as it gains. */
  readonly furtherPasses: boolean;
  /** Local restarts around the present pose when near goals turned a joint far, or were lost. */
  readonly perturbations: boolean;
  /** Steps of all joints at once; priorities, soft goals and a reference, which are followed by such steps. */
  readonly refining: Refining | null;
  /** Reweighting of nearly met goals until all are within their tolerances. Part of refining. */
  readonly reweighting: boolean;
  /** With smart bounce: joints that turn out not to be needed are reset. Part of refining. */
  readonly jointReset: boolean;
  /** Newton's step in place of a least-squares step that crawls. Part of refining. */
  readonly newton: boolean;
  /** Second derivatives in the step towards the reference. Part of refining. */
  readonly curvedStep: boolean;
  /** Of many points on rigid parts, what no pose can avoid to leave: a bound that ends the search early. */
  readonly measureParts: ((ws: Workspace, rank: number) => void) | null;
  /** What the option `reserve` asks for. */
  readonly reserving: Reserving | null;
  /** What the option `trace` asks for. */
  readonly tracing: Tracing | null;
  /** Kinds of joints, limits and goals that most chains do without. */
  readonly extensions: Extensions;
}
