import type { CameraKey, Shot } from '../../../core/animation/camera-motion.ts';
import type { Clip, NamedInterpolation } from '../../../core/animation/clip.ts';
import {
  addCamera,
  changeCamera,
  clearCamera,
  removeCamera,
  restCamera,
  retimeCamera,
  setCameraKeys,
} from '../../../core/document/edits/cameras.ts';
import { activeClip, FIRST_INTERPOLATION } from '../../../core/document/edits/clips.ts';
import { freeNumber } from '../../../core/document/ids.ts';
import type { CameraData } from '../../../core/document/project-data.ts';
import type { Project } from '../../../core/document/project.ts';
import { motionOfCamera } from '../../../core/document/shots.ts';
import { commitEdit } from '../editing.ts';
import { frameTime } from '../props/edit-props.ts';
import { freeName } from '../scene/free-name.ts';
import { selectCamera } from '../selection.ts';
import type { Studio, StudioState } from '../studio.ts';
import { shotFromDrawn, shotInScene } from './shown-cameras.ts';

/** Width over height of the pictures of a new camera. */
export const NEW_ASPECT = 16 / 9;

/** Puts a camera into the scene that sees what `shot` sees, as that is drawn, and selects it. */
export function addNewCamera(studio: Studio, shot: Shot): void {
  const state = studio.getState();
  const { document } = state;
  if (!document) return;
  const { cameras } = document.history.present;
  const id = `camera-${freeNumber('cameras', cameras, document.revisions)}`;
  const name = freeName(
    cameras.map((camera) => camera.name),
    'Camera',
  );
  const camera = { id, name, aspect: NEW_ASPECT, rest: shotFromDrawn(state, shot), motions: {} };
  commitEdit(studio, `Add ${name}`, (project) => addCamera(project, camera));
  selectCamera(studio, id);
}

/** Takes a camera out of the scene, and the cuts to it. */
export function deleteCamera(studio: Studio, { id, name }: CameraData): void {
  commitEdit(studio, `Delete ${name}`, (project) => removeCamera(project, id));
}

/** Calls a camera by another name; an empty one leaves it as it is. */
export function nameCamera(studio: Studio, { id }: CameraData, name: string): void {
  if (name.trim() !== '') commitEdit(studio, 'Rename camera', (project) => changeCamera(project, id, { name }));
}

/** Gives the pictures of a camera another form: width over height. */
export function formCamera(studio: Studio, { id, name }: CameraData, aspect: number): void {
  commitEdit(studio, `Picture of ${name}`, (project) => changeCamera(project, id, { aspect }));
}

/** Lets a camera see something else, in the scene: by a key at the playhead where the clip moves it already, or every change is keyed, else for good. */
export function placeCamera(studio: Studio, camera: CameraData, shot: Shot, label = `Move ${camera.name}`): void {
  const state = studio.getState();
  const time = frameTime(state);
  commitEdit(studio, label, (project) => {
    const { keys } = motionOfCamera(camera, project.activeClip);
    if (keys.length === 0 && !state.session.autoKey) return restCamera(project, camera.id, shot);
    return withKey(project, camera, time, shot);
  });
}

/** Sets a key of a camera at the playhead, where it is. */
export function withCameraKeyed(state: StudioState, camera: CameraData): (project: Project) => Project {
  const [time, shot] = [frameTime(state), shotInScene(state, camera)];
  return (project) => withKey(project, camera, time, shot);
}

/** The same as a step. */
export function keyCamera(studio: Studio, camera: CameraData): void {
  commitEdit(studio, `Key ${camera.name}`, withCameraKeyed(studio.getState(), camera));
}

function withKey(project: Project, camera: CameraData, time: number, shot: Shot): Project {
  const clip = activeClip(project);
  return setCameraKeys(project, camera.id, clip.id, [{ ...shot, time, interpolation: interpolationAt(camera, clip, time) }]);
}

/** How a key goes on that is set at a time: as the one that is there or before it, else as the clip does. */
function interpolationAt(camera: CameraData, clip: Clip, time: number): NamedInterpolation {
  const before = motionOfCamera(camera, clip.id).keys.findLast((key) => key.time <= time);
  if (before) return before.interpolation;
  const own = clip.tracks[0]?.interpolation ?? FIRST_INTERPOLATION;
  return typeof own === 'string' ? own : 'cubic';
}

/** The key of a camera at the playhead; null where it has none. */
export function keyOfCamera(camera: CameraData, clip: string, time: number): CameraKey | null {
  return motionOfCamera(camera, clip).keys.find((key) => Math.abs(key.time - time) < 1e-6) ?? null;
}

/** How a camera goes on from a key of the clip on the timeline to the next one. */
export function interpolateCamera(
  studio: Studio,
  { id, name }: CameraData,
  key: CameraKey,
  interpolation: NamedInterpolation,
): void {
  commitEdit(studio, `Interpolation of ${name}`, (project) =>
    setCameraKeys(project, id, project.activeClip, [{ ...key, interpolation }]),
  );
}

/** Takes away the key of a camera at a time of the clip. */
export function clearCameraAt(studio: Studio, { id, name }: CameraData, time: number): void {
  commitEdit(studio, `Delete key of ${name}`, (project) => clearCamera(project, id, project.activeClip, time));
}

/** Moves the key of a camera at a time of the clip to another one. */
export function moveCameraKey(studio: Studio, { id, name }: CameraData, from: number, to: number): void {
  commitEdit(studio, `Move key of ${name}`, (project) => retimeCamera(project, id, project.activeClip, from, to));
}

/** Shows a camera somewhere else in the scene while it is dragged or steered, without a step of history; null: where it is. */
export function previewCamera(studio: Studio, shown: { readonly id: string; readonly shot: Shot } | null): void {
  const { camera: _, ...transient } = studio.getState().transient;
  studio.setState({ transient: shown ? { ...transient, camera: shown } : transient });
}
