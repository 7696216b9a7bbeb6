import { setSolverSetting } from '../../../core/document/edits/posing.ts';
import { DEFAULT_SOLVER_SETTINGS, type SolverSettings } from '../../../core/humanoid/pulling/request/pull-goals.ts';
import type { VisitingOrder } from '../../../core/ik/request/orders.ts';
import { commitEdit } from '../editing.ts';
import type { Studio } from '../studio.ts';

/** The orders in which joints can be visited, in words: what each does to a pulled hand or foot. */
export const ORDER_OPTIONS: readonly { readonly value: VisitingOrder; readonly label: string; readonly hint: string }[] = [
  { value: 'smartBounce', label: 'Smart bounce', hint: 'The arm or leg alone while it can reach; then the body leans in.' },
  { value: 'bounce', label: 'Bounce', hint: 'Movement stays near the hand or foot; the body hardly follows.' },
  { value: 'backward', label: 'Backward', hint: 'Elbow or knee first, then up: each joint follows less than the one before it.' },
  { value: 'forward', label: 'Forward', hint: 'All joints up to the hips move alike.' },
  { value: 'bounceFromRoot', label: 'Bounce from the root', hint: 'Movement stays near the hips; the arm or leg hardly bends.' },
  { value: 'largestErrorFirst', label: 'Largest error first', hint: 'Each joint moves as much as it would help by itself.' },
];

export function orderLabel(order: VisitingOrder): string {
  return ORDER_OPTIONS.find(({ value }) => value === order)?.label ?? order;
}

/** The names of the settings, as menus call their edits. */
const LABELS: Readonly<Record<keyof SolverSettings, string>> = {
  order: 'Solving order',
  tolerance: 'Tolerance',
  maxIterations: 'Iterations',
  restarts: 'Restarts',
  rootStiffness: 'Hips follow',
  weight: 'Keep balance',
  softReach: 'Soft reach',
  followLibrary: 'Follow the library',
  gaze: 'Look at a point',
};

/** Changes how pulls are solved. Throws a `RangeError` with one sentence when the value is outside the setting's range. */
export function changeSolver<Name extends keyof SolverSettings>(studio: Studio, name: Name, value: SolverSettings[Name]): void {
  commitEdit(studio, LABELS[name], (project) => setSolverSetting(project, name, value));
}

/** Every setting of pulls as a new document has it; what the character looks at is none. */
export function resetSolver(studio: Studio): void {
  const names = (Object.keys(DEFAULT_SOLVER_SETTINGS) as (keyof SolverSettings)[]).filter((name) => name !== 'gaze');
  commitEdit(studio, 'Reset the pull settings', (before) =>
    names.reduce((project, name) => setSolverSetting(project, name, DEFAULT_SOLVER_SETTINGS[name]), before),
  );
}
