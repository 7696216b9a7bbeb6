import type { KeyMapName } from '../../electron/contract.ts';
import type { GhostSettings } from '../state/motion-marks.ts';
import { setTimelineSession } from '../state/timeline-session.ts';
import { setView } from '../state/session.ts';
import { changeSetting } from '../state/settings.ts';
import type { ViewSettings } from '../state/studio.ts';
import type { PanelName } from '../state/window-parts.ts';
import type { CameraPreset } from '../state/viewport.ts';
import { always, hasDocument, NO_SHORTCUTS, type Command } from './command.ts';

const category = 'View';

function camera(preset: CameraPreset, label: string, key: string): Command {
  return {
    id: `view.camera.${preset}`,
    label,
    category,
    group: 'Camera',
    shortcuts: { limber: [key], maya: [key], blender: [BLENDER_CAMERA_KEYS[preset]] },
    enabled: hasDocument,
    run: ({ parts }) => parts.viewport?.setCamera(preset),
  };
}

const BLENDER_CAMERA_KEYS: Readonly<Record<CameraPreset, string>> = {
  front: 'Numpad1',
  back: 'Mod+Numpad1',
  right: 'Numpad3',
  left: 'Mod+Numpad3',
  top: 'Numpad7',
  threeQuarter: 'Numpad0',
};

function show(part: keyof ViewSettings, label: string, key: string | null): Command {
  return {
    id: `view.show.${part}`,
    label,
    category,
    group: 'Show',
    shortcuts: key === null ? NO_SHORTCUTS : [key],
    checked: (state) => state.session.view[part],
    enabled: always,
    run: ({ studio }) => setView(studio, { [part]: !studio.getState().session.view[part] }),
  };
}

/** What ghosts are of; choosing shows them. */
function ghosts(by: GhostSettings['by'], label: string): Command {
  return {
    id: `view.ghosts.${by}`,
    label,
    category,
    group: 'Ghosts',
    shortcuts: NO_SHORTCUTS,
    checked: ({ session }) => session.timeline.ghosts.by === by,
    enabled: always,
    run: ({ studio }) => {
      setTimelineSession(studio, { ghosts: { ...studio.getState().session.timeline.ghosts, by } });
      setView(studio, { ghosts: true });
    },
  };
}

/** How many ghosts stand before and after the playhead. */
function ghostCount(count: number): Command {
  return {
    id: `view.ghosts.${count}`,
    label: count === 1 ? '1 ghost on either side' : `${count} ghosts on either side`,
    category,
    group: 'Ghosts',
    shortcuts: NO_SHORTCUTS,
    checked: ({ session }) => session.timeline.ghosts.count === count,
    enabled: always,
    run: ({ studio }) => {
      setTimelineSession(studio, { ghosts: { ...studio.getState().session.timeline.ghosts, count } });
      setView(studio, { ghosts: true });
    },
  };
}

function keys(keyMap: KeyMapName, label: string): Command {
  return {
    id: `view.keys.${keyMap}`,
    label,
    category,
    group: 'Keys',
    shortcuts: NO_SHORTCUTS,
    checked: (state) => state.session.settings.keyMap === keyMap,
    enabled: always,
    run: ({ studio }) => changeSetting(studio, 'keyMap', keyMap),
  };
}

function panel(name: PanelName, label: string, key: string): Command {
  return {
    id: `view.panel.${name}`,
    label,
    category,
    group: 'Panels',
    shortcuts: [key],
    enabled: always,
    run: ({ parts }) => parts.workspace?.showPanel(name),
  };
}

export const VIEW_COMMANDS: readonly Command[] = [
  {
    id: 'view.frame',
    label: 'Frame selection',
    category,
    group: 'Camera',
    shortcuts: { limber: ['F'], maya: ['F'], blender: ['NumpadDecimal'] },
    enabled: hasDocument,
    run: ({ parts }) => parts.viewport?.frameSelection(),
  },
  camera('threeQuarter', 'Three-quarter view', '0'),
  camera('front', 'Front view', '1'),
  camera('back', 'Back view', 'Alt+1'),
  camera('right', 'Right view', '3'),
  camera('left', 'Left view', 'Alt+3'),
  camera('top', 'Top view', '7'),
  show('mesh', 'Character', null),
  show('bones', 'Bones', 'B'),
  show('handles', 'Handles', 'H'),
  show('gizmo', 'Arrows and rings', 'J'),
  show('limits', 'Limits', 'L'),
  show('grid', 'Floor grid', null),
  show('balance', 'Centre of mass', null),
  show('trails', 'Motion trails', 'Alt+T'),
  show('ghosts', 'Ghosts (onion skins)', 'Alt+O'),
  ghosts('keys', 'Ghosts of keys'),
  ghosts('frames', 'Ghosts of every fourth frame'),
  ...[1, 2, 4].map(ghostCount),
  panel('viewport', 'Go to the viewport', 'Alt+Shift+1'),
  panel('outliner', 'Go to the outliner', 'Alt+Shift+2'),
  panel('inspector', 'Go to the inspector', 'Alt+Shift+3'),
  panel('library', 'Go to the pose library', 'Alt+Shift+4'),
  panel('timeline', 'Go to the timeline', 'Alt+Shift+5'),
  panel('solver', 'Go to the solver view', 'Alt+Shift+6'),
  panel('mapping', 'Go to the bones', 'Alt+Shift+7'),
  {
    id: 'view.resetLayout',
    label: 'Reset the layout',
    category,
    group: 'Panels',
    shortcuts: NO_SHORTCUTS,
    enabled: always,
    run: ({ parts }) => parts.workspace?.resetLayout(),
  },
  keys('limber', 'Keys: Limber'),
  keys('blender', 'Keys: Blender'),
  keys('maya', 'Keys: Maya'),
];
