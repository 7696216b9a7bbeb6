import type { CameraData } from '../../../core/document/project-data.ts';
import { keepView } from '../saving/journal.ts';
import type { SessionState } from '../session-state.ts';
import type { Studio, StudioState } from '../studio.ts';
import { placeCamera, previewCamera } from './edit-cameras.ts';
import { camerasOf, seenThrough } from './shown-cameras.ts';

/** Lets the viewport look through a camera, through those that the clip cuts to, or (null) by itself. */
export function lookThrough(studio: Studio, through: SessionState['through']): void {
  const { session } = studio.getState();
  keepSteered(studio);
  studio.setState({ session: { ...session, through } });
  keepView(studio);
}

/** Looks through a camera, or by itself where it does already. */
export function toggleLookThrough(studio: Studio, { id }: CameraData): void {
  const { through } = studio.getState().session;
  const isIt = through !== null && through !== 'cuts' && through.camera === id;
  lookThrough(studio, isIt ? null : { camera: id });
}

/** Whether steering the viewport moves the camera that it looks through. */
export function setCameraLocked(studio: Studio, locksCamera: boolean): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, locksCamera } });
}

/** Makes one step of history of where the camera that is looked through was steered. */
export function keepSteered(studio: Studio): void {
  const state = studio.getState();
  const steered = state.transient.camera;
  const camera = steered && camerasOf(state).find(({ id }) => id === steered.id);
  if (!steered || !camera) return;
  previewCamera(studio, null);
  placeCamera(studio, camera, steered.shot);
}

/** Whether the viewport looks through a camera that goes along as it is steered. */
export function isLocked(state: StudioState): boolean {
  return state.session.locksCamera && seenThrough(state) !== null;
}
