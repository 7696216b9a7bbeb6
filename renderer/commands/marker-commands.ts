import type { ClipMarker } from '../../core/animation/clip.ts';
import {
  addMarker,
  beginToRename,
  chosenMarker,
  deleteMarker,
  goToMarker,
  markerAtPlayhead,
  markerBeside,
  tapBeat,
} from '../state/timeline/markers.ts';
import type { Studio } from '../state/studio.ts';
import { inGroup, on, when, type InGroup } from './command.ts';

function onChosen(id: string, label: string, run: (studio: Studio, marker: ClipMarker) => void): InGroup {
  return {
    id,
    label,
    enabled: when('Go to a marker first, or click one on the timeline.', (state) => chosenMarker(state) !== null),
    run: on(chosenMarker, run),
  };
}

function goTo(id: string, label: string, way: -1 | 1, key: string): InGroup {
  return {
    id,
    label,
    shortcuts: [key],
    enabled: when(
      `There is no marker ${way === 1 ? 'after' : 'before'} this frame.`,
      (state) => markerBeside(state, way) !== null,
    ),
    run: on((state) => markerBeside(state, way), goToMarker),
  };
}

export const MARKER_COMMANDS = inGroup('Clip', 'Markers and sound', [
  {
    id: 'marker.add',
    label: 'Add a marker at the playhead',
    shortcuts: ['Alt+Shift+M'],
    enabled: when(
      'Open a character first, and go to a frame that has no marker.',
      (state) => state.document !== null && markerAtPlayhead(state) === null,
    ),
    run: ({ studio }) => addMarker(studio),
  },
  {
    id: 'marker.tap',
    label: 'Tap a beat: a marker, also while it plays',
    short: 'Tap a beat',
    shortcuts: ['N'],
    enabled: when(
      'Open a character first, and go to a frame that has no marker.',
      (state) => state.document !== null && markerAtPlayhead(state) === null,
    ),
    run: ({ studio }) => tapBeat(studio),
  },
  goTo('marker.previous', 'Go to the previous marker', -1, 'Shift+PageUp'),
  goTo('marker.next', 'Go to the next marker', 1, 'Shift+PageDown'),
  onChosen('marker.rename', 'Rename the marker', beginToRename),
  onChosen('marker.delete', 'Delete the marker', deleteMarker),
]);
