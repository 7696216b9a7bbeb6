/**
 * Mechanisms of the search that can be switched off: `npm run bench -- --only ablation` shows what each is worth, and a caller may do without one that its
 * goals do not need.
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

/** What {@link createSolver} uses. */
export const ALL_MECHANISMS: Mechanisms = {
  furtherPasses: true,
  perturbations: true,
  reweighting: true,
  jointReset: true,
  newton: true,
  curvedStep: true,
};
