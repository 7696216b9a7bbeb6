import type { Shot } from '../../../core/animation/camera-motion.ts';
import { activeClip } from '../../../core/document/edits/clips.ts';
import type { CameraData } from '../../../core/document/project-data.ts';
import { cameraOnAir, shotOf } from '../../../core/document/shots.ts';
import { composeFrames, frameOfPlace, frameSeenFrom } from '../../../core/math/frame.ts';
import { shownPlace } from '../scene/shown-place.ts';
import type { StudioState } from '../studio.ts';

/** A camera as it stands at the playhead. */
export interface ShownCamera {
  readonly camera: CameraData;
  /** As seen from the actor that is worked on, in whose space everything is drawn. */
  readonly shot: Shot;
}

const NOTHING: readonly CameraData[] = [];

/** The cameras of the scene. */
export function camerasOf({ document }: StudioState): readonly CameraData[] {
  return document?.history.present.cameras ?? NOTHING;
}

/** What a camera sees at the playhead, in the scene; where it is steered or dragged meanwhile. */
export function shotInScene({ document, session, transient }: StudioState, camera: CameraData): Shot {
  if (transient.camera?.id === camera.id) return transient.camera.shot;
  return document ? shotOf(camera, document.history.present.activeClip, session.playback.time) : camera.rest;
}

/** A shot of the scene as it is drawn: as seen from the actor that is worked on. */
export function shotAsDrawn(state: StudioState, shot: Shot): Shot {
  return { ...shot, ...frameSeenFrom(shot, frameOfPlace(shownPlace(state))) };
}

/** A shot as it is drawn, in the scene. */
export function shotFromDrawn(state: StudioState, shot: Shot): Shot {
  return { ...shot, ...composeFrames(frameOfPlace(shownPlace(state)), shot) };
}

export function shownCamera(state: StudioState, camera: CameraData): ShownCamera {
  return { camera, shot: shotAsDrawn(state, shotInScene(state, camera)) };
}

/** The camera through which the clip is seen at the playhead; null where the scene has none. */
export function cameraAtPlayhead({ document, session }: StudioState): CameraData | null {
  if (!document) return null;
  const { present } = document.history;
  return cameraOnAir(present, activeClip(present), session.playback.time);
}

/** The camera that the viewport looks through; null where it looks by itself. */
export function seenThrough(state: StudioState): CameraData | null {
  const { through } = state.session;
  if (through === null) return null;
  return through === 'cuts' ? cameraAtPlayhead(state) : (camerasOf(state).find(({ id }) => id === through.camera) ?? null);
}

/** The camera that is selected; null where none is. */
export function selectedCamera(state: StudioState): CameraData | null {
  const { camera } = state.session.selection;
  return camera === undefined ? null : (camerasOf(state).find(({ id }) => id === camera) ?? null);
}

/** The camera that a command means: the selected one, else the one that is looked through, else the one of the clip at the playhead. */
export function meantCamera(state: StudioState): CameraData | null {
  return selectedCamera(state) ?? seenThrough(state) ?? cameraAtPlayhead(state);
}

/** The cameras that are drawn: all but the one that is looked through. */
export function drawnCameras(state: StudioState): readonly ShownCamera[] {
  if (!state.session.view.cameras) return [];
  const through = seenThrough(state);
  return camerasOf(state)
    .filter((camera) => camera !== through)
    .map((camera) => shownCamera(state, camera));
}
