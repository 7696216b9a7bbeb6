import type { ClipMarker } from '../../../core/animation/clip.ts';
import { setCut } from '../../../core/document/edits/cameras.ts';
import { activeClip, setClipMarkers } from '../../../core/document/edits/clips.ts';
import type { CameraData } from '../../../core/document/project-data.ts';
import { commitEdit } from '../editing.ts';
import type { Studio, StudioState } from '../studio.ts';
import { frameAt, shownClip } from '../timeline/clips.ts';
import { chooseMarker, chosenMarker, freeMarkerName, markerAtPlayhead } from '../timeline/markers.ts';

/** From the playhead on the clip is seen through a camera: the marker there says so, or a new one. */
export function cutTo(studio: Studio, { id, name }: CameraData): void {
  const state = studio.getState();
  const clip = shownClip(state);
  if (!clip) return;
  const marker: ClipMarker = markerAtPlayhead(state) ?? {
    name: freeMarkerName(state, 'Cut'),
    time: frameAt(clip, state.session.playback.time) / clip.fps,
  };
  commitEdit(studio, `Cut to ${name}`, (project) => {
    const { markers = [] } = activeClip(project);
    const isThere = markers.some(({ time }) => time === marker.time);
    return setCut(isThere ? project : setClipMarkers(project, [...markers, marker]), marker.time, id);
  });
  chooseMarker(studio, marker);
}

/** The marker that is meant and says through which camera the clip is seen from it on; null where it does not. */
export function chosenCut(state: StudioState): ClipMarker | null {
  const marker = chosenMarker(state);
  return marker?.camera === undefined ? null : marker;
}

/** The clip goes on at the chosen marker through the camera that it was seen through; the marker stays. */
export function removeCut(studio: Studio): void {
  const marker = chosenCut(studio.getState());
  if (marker) commitEdit(studio, `Remove cut at “${marker.name}”`, (project) => setCut(project, marker.time, null));
}
