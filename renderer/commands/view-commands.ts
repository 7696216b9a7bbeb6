import type { CameraView } from '../../electron/contract.ts';
import { turnOrbit } from '../tools/geometry/orbit.ts';
import type { GhostSettings } from '../state/timeline/timeline-session.ts';
import { setTimelineSession } from '../state/timeline/set-timeline-session.ts';
import { setView } from '../state/session.ts';
import type { ViewSettings } from '../state/session-state.ts';
import type { CameraPreset } from '../state/window/viewport.ts';
import { hasSprings } from '../state/rig/springs.ts';
import { always, inCategory, NO_SHORTCUTS, when, type Command, type InCategory } from './command.ts';

function camera(preset: CameraPreset, label: string, key: string): InCategory {
  return {
    id: `view.camera.${preset}`,
    label,
    group: 'Camera',
    shortcuts: { limber: [key], maya: [key], blender: preset === 'threeQuarter' ? ['Numpad0'] : NO_SHORTCUTS },
    run: ({ parts }) => parts.viewport?.setCamera(preset),
  };
}

/** The same without perspective, on the number pad in all key maps. */
function orthographic(preset: CameraPreset, label: string, key: string): InCategory {
  return {
    id: `view.orthographic.${preset}`,
    label: `${label}, orthographic`,
    group: 'Orthographic views',
    shortcuts: [key],
    run: ({ parts }) => parts.viewport?.setCamera(preset, true),
  };
}

/** One step of the camera by keys. */
function steer(id: string, label: string, shortcuts: readonly string[], change: (view: CameraView) => CameraView): InCategory {
  return {
    id: `view.steer.${id}`,
    label,
    group: 'Zoom and orbit',
    shortcuts,
    run: ({ parts }) => parts.viewport?.steer(change),
  };
}

/** What a press of + or − multiplies the distance by, and the pixels of a drag that an arrow key stands for. */
const ZOOM_STEP = 0.85;
const ORBIT_STEP = 35;

function orbit(id: string, label: string, key: string, pad: string, right: number, down: number): InCategory {
  const turned = (view: CameraView) => turnOrbit(view, right * ORBIT_STEP, down * ORBIT_STEP);
  return { ...steer(id, label, [`Alt+${key}`, pad], turned), within: 'viewport' };
}

function show(
  part: keyof ViewSettings,
  label: string,
  shortcuts: Command['shortcuts'] = NO_SHORTCUTS,
  enabled: Command['enabled'] = always,
): InCategory {
  return {
    id: `view.show.${part}`,
    label,
    group: 'Show',
    shortcuts,
    checked: (state) => state.session.view[part],
    enabled,
    run: ({ studio }) => setView(studio, { [part]: !studio.getState().session.view[part] }),
  };
}

/** What ghosts are of; choosing shows them. */
function ghosts(by: GhostSettings['by'], label: string): InCategory {
  return {
    id: `view.ghosts.${by}`,
    label,
    group: 'Ghosts',
    checked: ({ session }) => session.timeline.ghosts.by === by,
    enabled: always,
    run: ({ studio }) => {
      setTimelineSession(studio, { ghosts: { ...studio.getState().session.timeline.ghosts, by } });
      setView(studio, { ghosts: true });
    },
  };
}

/** How many ghosts stand before and after the playhead. */
function ghostCount(count: number): InCategory {
  return {
    id: `view.ghosts.${count}`,
    label: count === 1 ? '1 ghost on either side' : `${count} ghosts on either side`,
    group: 'Ghosts',
    checked: ({ session }) => session.timeline.ghosts.count === count,
    enabled: always,
    run: ({ studio }) => {
      setTimelineSession(studio, { ghosts: { ...studio.getState().session.timeline.ghosts, count } });
      setView(studio, { ghosts: true });
    },
  };
}

export const VIEW_COMMANDS = inCategory('View', [
  {
    id: 'view.frame',
    label: 'Frame selection',
    group: 'Camera',
    shortcuts: { limber: ['F'], maya: ['F'], blender: ['NumpadDecimal'] },
    run: ({ parts }) => parts.viewport?.frameSelection(),
  },
  camera('threeQuarter', 'Three-quarter view', '0'),
  camera('front', 'Front view', '1'),
  camera('back', 'Back view', 'Alt+1'),
  camera('right', 'Right view', '3'),
  camera('left', 'Left view', 'Alt+3'),
  camera('top', 'Top view', '7'),
  orthographic('front', 'Front view', 'Numpad1'),
  orthographic('back', 'Back view', 'Mod+Numpad1'),
  orthographic('right', 'Right view', 'Numpad3'),
  orthographic('left', 'Left view', 'Mod+Numpad3'),
  orthographic('top', 'Top view', 'Numpad7'),
  {
    ...steer('orthographic', 'Orthographic or perspective', ['Numpad5'], (view) => ({
      ...view,
      orthographic: !view.orthographic,
    })),
    group: 'Orthographic views',
  },
  steer('in', 'Zoom in', ['+', '=', 'NumpadAdd'], (view) => ({ ...view, distance: view.distance * ZOOM_STEP })),
  steer('out', 'Zoom out', ['-', 'NumpadSubtract'], (view) => ({ ...view, distance: view.distance / ZOOM_STEP })),
  orbit('left', 'Orbit to the left', 'ArrowLeft', 'Numpad4', 1, 0),
  orbit('right', 'Orbit to the right', 'ArrowRight', 'Numpad6', -1, 0),
  orbit('up', 'Orbit upwards', 'ArrowUp', 'Numpad8', 0, 1),
  orbit('down', 'Orbit downwards', 'ArrowDown', 'Numpad2', 0, -1),
  show('mesh', 'Character'),
  show('bones', 'Bones', { limber: ['B'], maya: ['B'], blender: NO_SHORTCUTS }),
  show('handles', 'Handles', { limber: ['H'], maya: ['H'], blender: NO_SHORTCUTS }),
  show('gizmo', 'Arrows and rings', ['J']),
  show('limits', 'Limits', ['L']),
  show('grid', 'Floor grid'),
  show('balance', 'Centre of mass'),
  show('shape', 'Contact shape'),
  show('trails', 'Motion trails', ['Alt+T']),
  show('ghosts', 'Ghosts (onion skins)', ['Alt+O']),
  show(
    'springs',
    'Spring bones',
    ['Alt+S'],
    when('This character has no spring bones: its file, a VRM, would have to state them.', hasSprings),
  ),
  ghosts('keys', 'Ghosts of keys'),
  ghosts('frames', 'Ghosts of every fourth frame'),
  ...[1, 2, 4].map(ghostCount),
]);
