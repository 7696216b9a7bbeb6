/**
 * Which of the mechanisms beyond plain descent a solver uses. Solvers use all of them; the ablation benchmark switches one off at a time to measure what
 * it is worth.
 */
export interface Mechanisms {
  /** A start that stalls sets out again from where it stalled, as long as it gains. */
  readonly furtherPasses: boolean;
  /** Local restarts around the present pose when near goals turned a joint far, or were lost. */
  readonly perturbations: boolean;
  /** Reweighting of nearly met goals until all are within their tolerances. */
  readonly reweighting: boolean;
  /** With smart bounce: joints that turn out not to be needed are reset. */
  readonly jointReset: boolean;
  /** Newton's step in place of a least-squares step that crawls. */
  readonly newton: boolean;
  /** Second derivatives in the step towards the reference. */
  readonly curvedStep: boolean;
}

/** What every solver uses. */
export const ALL_MECHANISMS: Mechanisms = {
  furtherPasses: true,
  perturbations: true,
  reweighting: true,
  jointReset: true,
  newton: true,
  curvedStep: true,
};
