import { DEFAULT_SOLVER_SETTINGS } from '../../core/humanoid/pulling/request/pull-goals.ts';
import { showInspectorPage } from '../state/session.ts';
import { changeSolver, ORDER_OPTIONS, resetSolver } from '../state/posing/solver-settings.ts';
import type { StudioState } from '../state/studio.ts';
import { hasDocument, inCategory, when, type InCategory } from './command.ts';

function settingsOf(state: StudioState) {
  return state.document?.history.present.solver ?? DEFAULT_SOLVER_SETTINGS;
}

const ORDER_COMMANDS = ORDER_OPTIONS.map(({ value, label }): InCategory => ({
  id: `pose.order.${value}`,
  label: `Order: ${label}`,
  group: 'Order',
  checked: (state) => hasDocument(state) && settingsOf(state).order === value,
  run: ({ studio }) => changeSolver(studio, 'order', value),
}));

export const SOLVER_COMMANDS = inCategory('Rig', [
  {
    id: 'pose.balance',
    label: 'Keep balance',
    group: 'Pulling',
    checked: (state) => settingsOf(state).weight > 0,
    run: ({ studio }) =>
      changeSolver(studio, 'weight', settingsOf(studio.getState()).weight > 0 ? 0 : DEFAULT_SOLVER_SETTINGS.weight),
  },
  {
    id: 'pose.followLibrary',
    label: 'Follow the library',
    group: 'Pulling',
    checked: (state) => settingsOf(state).followLibrary > 0,
    run: ({ studio }) => {
      const isOn = settingsOf(studio.getState()).followLibrary > 0;
      changeSolver(studio, 'followLibrary', isOn ? 0 : studio.getState().session.settings.libraryStrength);
    },
  },
  {
    id: 'pose.pullSettings',
    label: 'Pull settings',
    group: 'Pulling',
    run: ({ studio, parts }) => {
      showInspectorPage(studio, 'pulling');
      parts.workspace?.showPanel('inspector');
    },
  },
  {
    id: 'pose.resetPullSettings',
    label: 'Reset the pull settings',
    group: 'Pulling',
    enabled: when(
      'The pull settings are as they come.',
      (state) => JSON.stringify(settingsOf(state)) !== JSON.stringify(DEFAULT_SOLVER_SETTINGS),
    ),
    run: ({ studio }) => resetSolver(studio),
  },
  ...ORDER_COMMANDS,
]);
