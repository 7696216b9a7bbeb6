import type { KeyMapName } from '../../electron/contract.ts';
import { changeSetting } from '../state/window/settings.ts';
import type { PanelName } from '../state/window/window-parts.ts';
import { always, inCategory, type InCategory } from './command.ts';

/** Pixels at the scale 1 that a comparison of two solves needs. */
const SOLVER_HEIGHT = 300;

function keys(keyMap: KeyMapName, label: string): InCategory {
  return {
    id: `view.keys.${keyMap}`,
    label,
    group: 'Keys',
    checked: (state) => state.session.settings.keyMap === keyMap,
    enabled: always,
    run: ({ studio }) => changeSetting(studio, 'keyMap', keyMap),
  };
}

function panel(name: PanelName, label: string, key: string): InCategory {
  return {
    id: `view.panel.${name}`,
    label,
    group: 'Panels',
    shortcuts: [key],
    enabled: always,
    run: ({ parts }) => parts.workspace?.showPanel(name),
  };
}

export const WINDOW_COMMANDS = inCategory('Window', [
  panel('viewport', 'Go to the viewport', 'Alt+Shift+1'),
  panel('outliner', 'Go to the outliner', 'Alt+Shift+2'),
  panel('inspector', 'Go to the inspector', 'Alt+Shift+3'),
  panel('library', 'Go to the pose library', 'Alt+Shift+4'),
  panel('timeline', 'Go to the timeline', 'Alt+Shift+5'),
  panel('mapping', 'Go to the bones', 'Alt+Shift+7'),
  {
    id: 'view.maximizePanel',
    label: 'Maximise the panel, or show all again',
    group: 'Panels',
    shortcuts: ['Shift+Space'],
    enabled: always,
    run: ({ parts }) => parts.workspace?.toggleMaximized(),
  },
  {
    id: 'view.resetLayout',
    label: 'Reset the layout',
    group: 'Panels',
    enabled: always,
    run: ({ parts }) => parts.workspace?.resetLayout(),
  },
  keys('limber', 'Keys: Limber'),
  keys('blender', 'Keys: Blender'),
  keys('maya', 'Keys: Maya'),
  {
    ...panel('solver', 'Solver view', 'Alt+Shift+6'),
    group: 'Advanced',
    run: ({ parts }) => {
      parts.workspace?.showPanel('solver');
      parts.workspace?.growPanel('solver', SOLVER_HEIGHT);
    },
  },
]);
