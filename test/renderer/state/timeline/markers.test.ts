import { expect, test } from 'vitest';
import { activeClip } from '../../../../core/document/edits/clips.ts';
import { layOutClip, readClip } from '../../../../electron/files/project/project-parts.ts';
import { clipToData } from '../../../../core/document/serialize-parts.ts';
import { undo } from '../../../../renderer/state/editing.ts';
import {
  addMarker,
  beginToRename,
  chosenMarker,
  clipMarkers,
  deleteMarker,
  goToMarker,
  markerBeside,
  moveMarker,
  renameMarker,
} from '../../../../renderer/state/timeline/markers.ts';
import { showFrame } from '../../../../renderer/state/timeline/playback.ts';
import { documentOf, openStudio } from '../open-studio.ts';

const frames = (studio: Awaited<ReturnType<typeof openStudio>>['studio']) =>
  clipMarkers(studio.getState()).map(({ name, time }) => [
    name,
    Math.round(time * activeClip(documentOf(studio).history.present).fps),
  ]);

test('markers are put at the playhead, named, moved past one another, and taken back', async () => {
  const { studio } = await openStudio();
  for (const frame of [20, 10]) {
    showFrame(studio, frame);
    addMarker(studio);
  }
  expect(frames(studio)).toEqual([
    ['Marker 2', 10],
    ['Marker 1', 20],
  ]);
  renameMarker(studio, chosenMarker(studio.getState())!, '  Jump ');
  expect(studio.getState().session.timeline.marker?.isRenamed).toBe(false);
  beginToRename(studio, chosenMarker(studio.getState())!);
  renameMarker(studio, chosenMarker(studio.getState())!, ' ');
  expect(chosenMarker(studio.getState())?.name).toBe('Jump');
  expect(markerBeside(studio.getState(), 1)?.name).toBe('Marker 1');
  expect(markerBeside(studio.getState(), -1)).toBeNull();

  // Where another one stands it comes to stand beside it, on the side it came from.
  moveMarker(studio, chosenMarker(studio.getState())!, 20);
  expect(frames(studio)).toEqual([
    ['Jump', 19],
    ['Marker 1', 20],
  ]);
  moveMarker(studio, chosenMarker(studio.getState())!, 25);
  expect(frames(studio)).toEqual([
    ['Marker 1', 20],
    ['Jump', 25],
  ]);
  moveMarker(studio, chosenMarker(studio.getState())!, -7);
  expect(frames(studio)[0]).toEqual(['Jump', 0]);

  goToMarker(studio, clipMarkers(studio.getState())[1]!);
  deleteMarker(studio, chosenMarker(studio.getState())!);
  expect(frames(studio)).toEqual([['Jump', 0]]);
  undo(studio);
  expect(frames(studio)).toHaveLength(2);
});

test('markers are written with their clip, and read again', async () => {
  const { studio } = await openStudio();
  showFrame(studio, 12);
  addMarker(studio);
  const { rig, history } = documentOf(studio);
  const data = clipToData(rig.skeleton, activeClip(history.present), rig.skeleton.names);
  const text = layOutClip(data);
  expect(readClip(data.id, Buffer.from(text)).markers).toEqual(data.markers);
  const wrong = text.replace(/("time": ?)0\.4/, '$1-1');
  expect(wrong).not.toBe(text);
  expect(() => readClip(data.id, Buffer.from(wrong))).toThrow(/markers/);
});
