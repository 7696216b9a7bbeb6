import { z } from 'zod';
import type { ClipMarker } from '../../../core/animation/clip.ts';
import { activeClip, setClipMarkers } from '../../../core/document/edits/clips.ts';
import type { Project } from '../../../core/document/project.ts';
import { clipFacts, factsOfClip, frame, sceneName as name, stepAnswer, stepIn } from './facts.ts';
import type { Session } from './session.ts';
import { word } from './word.ts';

const answer = z.object({ ...stepAnswer, clip: clipFacts });

export const MARKER_WORDS = {
  addMarker: word({
    title: 'Add a marker',
    description: 'Gives a frame of the clip on the timeline a name, such as that of a beat.',
    effect: 'changes',
    given: { frame, name },
    answer,
    run: async (session, { frame: at, name: called }) =>
      withMarkers(session, `Add marker “${called}”`, (markers, fps) => {
        checkFree(markers, at, fps);
        return [...markers, { name: called, time: at / fps }];
      }),
  }),
  changeMarker: word({
    title: 'Change a marker',
    description: 'Renames the marker at a frame of the clip on the timeline, or moves it; a cut goes with it.',
    effect: 'changes',
    given: { frame, name: name.exactOptional(), to: frame.describe('the frame it comes to').exactOptional() },
    answer,
    run: async (session, { frame: at, name: called, to = at }) =>
      withMarkers(session, `Change marker at frame ${at}`, (markers, fps) => {
        const marker = markerAt(markers, at, fps);
        const others = markers.filter((each) => each !== marker);
        checkFree(others, to, fps);
        return [...others, { ...marker, ...(called !== undefined && { name: called }), ...(to !== at && { time: to / fps }) }];
      }),
  }),
  removeMarker: word({
    title: 'Remove a marker',
    description: 'Takes the marker at a frame of the clip on the timeline away, and the cut that it says.',
    effect: 'changes',
    given: { frame },
    answer,
    run: async (session, { frame: at }) =>
      withMarkers(session, `Remove marker at frame ${at}`, (markers, fps) => {
        const marker = markerAt(markers, at, fps);
        return markers.filter((each) => each !== marker);
      }),
  }),
} as const;

type Markers = readonly ClipMarker[];

function findMarker(markers: Markers, at: number, fps: number): ClipMarker | undefined {
  return markers.find(({ time }) => Math.round(time * fps) === at);
}

function markerAt(markers: Markers, at: number, fps: number): ClipMarker {
  const found = findMarker(markers, at, fps);
  if (!found) throw new Error(`no marker stands at frame ${at}`);
  return found;
}

function checkFree(markers: Markers, at: number, fps: number): void {
  const there = findMarker(markers, at, fps);
  if (there) throw new Error(`the marker “${there.name}” stands at frame ${at} already`);
}

async function withMarkers(session: Session, label: string, change: (markers: Markers, fps: number) => Markers) {
  const edit = (project: Project) => {
    const { markers = [], fps } = activeClip(project);
    return setClipMarkers(project, change(markers, fps));
  };
  const { step } = await stepIn(session, label, edit);
  return { step, clip: factsOfClip(activeClip((await session.present()).project)) };
}
