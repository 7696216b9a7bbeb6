import type { CameraData } from '../../core/document/project-data.ts';
import { addNewCamera, keyCamera, NEW_ASPECT, placeCamera } from '../state/cameras/edit-cameras.ts';
import { chosenCut, cutTo, removeCut } from '../state/cameras/cuts.ts';
import { lookThrough, setCameraLocked, toggleLookThrough } from '../state/cameras/look-through.ts';
import { camerasOf, meantCamera, seenThrough, shotAsDrawn, shotFromDrawn, shotInScene } from '../state/cameras/shown-cameras.ts';
import { setView } from '../state/session.ts';
import { aimByKeys, followByKeys, hasFrames, orbitByKeys } from '../state/cameras/camera-ways.ts';
import type { Studio, StudioState } from '../state/studio.ts';
import { shotOfOrbit, steeredShot } from '../tools/geometry/shot-view.ts';
import { inGroup, NO_SHORTCUTS, when, type CommandContext, type InGroup } from './command.ts';

const hasCamera = when('Add a camera first.', (state) => camerasOf(state).length > 0);
const isThrough = when('Look through a camera first.', (state) => seenThrough(state) !== null);

function onMeant(
  id: string,
  label: string,
  shortcuts: readonly string[],
  run: (context: CommandContext, camera: CameraData) => void,
): InGroup {
  return {
    id,
    label,
    shortcuts,
    enabled: hasCamera,
    run: (context) => {
      const camera = meantCamera(context.studio.getState());
      if (camera) run(context, camera);
    },
  };
}

/** What is made into keys of the play range. */
function onWay(id: string, label: string, run: (studio: Studio, camera: CameraData) => void): InGroup {
  return {
    ...onMeant(id, label, NO_SHORTCUTS, ({ studio }, camera) => run(studio, camera)),
    enabled: when(
      'Add a camera first, and let the play range have two frames.',
      (state) => camerasOf(state).length > 0 && hasFrames(state),
    ),
  };
}

function seesMeant(state: StudioState): boolean {
  const { through } = state.session;
  return through !== null && through !== 'cuts' && through.camera === meantCamera(state)?.id;
}

export const CAMERA_COMMANDS = inGroup('Scene', 'Cameras', [
  {
    id: 'camera.add',
    label: 'Add a camera from this view',
    shortcuts: ['Alt+Shift+C'],
    run: ({ studio, parts }) => {
      const view = parts.viewport?.camera();
      if (view) addNewCamera(studio, shotOfOrbit(view, NEW_ASPECT));
    },
  },
  {
    ...onMeant('camera.look', 'Look through the camera', ['9'], ({ studio }, camera) => toggleLookThrough(studio, camera)),
    checked: seesMeant,
  },
  {
    id: 'camera.cuts',
    label: 'Look through the cuts',
    shortcuts: ['Alt+9'],
    checked: (state) => state.session.through === 'cuts',
    enabled: hasCamera,
    run: ({ studio }) => lookThrough(studio, studio.getState().session.through === 'cuts' ? null : 'cuts'),
  },
  onMeant('camera.cut', 'Cut to the camera at the playhead', NO_SHORTCUTS, ({ studio }, camera) => cutTo(studio, camera)),
  {
    id: 'camera.uncut',
    label: 'Remove the cut',
    enabled: when('Go to a marker that cuts to a camera, or click one.', (state) => chosenCut(state) !== null),
    run: ({ studio }) => removeCut(studio),
  },
  {
    id: 'camera.lock',
    label: 'Lock the camera to the view',
    shortcuts: ['Shift+9'],
    checked: (state) => state.session.locksCamera,
    enabled: isThrough,
    run: ({ studio }) => setCameraLocked(studio, !studio.getState().session.locksCamera),
  },
  onMeant('camera.toView', 'Bring the camera to this view', NO_SHORTCUTS, ({ studio, parts }, camera) => {
    const view = parts.viewport?.camera();
    const state = studio.getState();
    if (!view || seenThrough(state) === camera) return;
    const shot = steeredShot(shotAsDrawn(state, shotInScene(state, camera)), view);
    placeCamera(studio, camera, shotFromDrawn(state, shot), `Bring ${camera.name} to the view`);
    lookThrough(studio, { camera: camera.id });
  }),
  onMeant('camera.key', 'Key the camera', NO_SHORTCUTS, ({ studio }, camera) => keyCamera(studio, camera)),
  onWay('camera.follow', 'Follow what is selected by keys', followByKeys),
  onWay('camera.aim', 'Aim at what is selected by keys', aimByKeys),
  onWay('camera.orbitLeft', 'Orbit to the left by keys', (studio, camera) => orbitByKeys(studio, camera, -1)),
  onWay('camera.orbitRight', 'Orbit to the right by keys', (studio, camera) => orbitByKeys(studio, camera, 1)),
  {
    id: 'camera.safeFrames',
    label: 'Frame of the camera',
    checked: (state) => state.session.view.safeFrames,
    enabled: hasCamera,
    run: ({ studio }) => setView(studio, { safeFrames: !studio.getState().session.view.safeFrames }),
  },
  {
    id: 'camera.show',
    label: 'Show cameras',
    checked: (state) => state.session.view.cameras,
    enabled: hasCamera,
    run: ({ studio }) => setView(studio, { cameras: !studio.getState().session.view.cameras }),
  },
]);
