import type { CameraView } from '../../../electron/contract.ts';
import type { Project } from '../../../core/document/project.ts';
import { changeSetting } from './settings.ts';
import type { Studio, StudioState } from '../studio.ts';
import { TOUR_STEPS, type TourStep } from './tour-steps.ts';

/** Begins the tour, with nothing done. */
export function startTour(studio: Studio): void {
  setTour(studio, []);
}

/** Ends the tour, finished or not; it is not offered by itself any more. */
export function endTour(studio: Studio): void {
  setTour(studio, null);
  changeSetting(studio, 'knowsTour', true);
}

/** Whether the tour should be offered: nobody took it or declined it, and nothing was done yet. */
export function offersTour({ document, session }: StudioState): boolean {
  return !session.settings.knowsTour && session.tour === null && document?.history.past.length === 0;
}

/** The step to do next; null when all are done. */
export function nextStep(done: readonly TourStep[]): TourStep | null {
  return TOUR_STEPS.find((step) => !done.includes(step)) ?? null;
}

/** Marks steps of the tour as done when they are, whoever does them and however. Returns how to stop. */
export function followTour(studio: Studio): () => void {
  return studio.subscribe((state, before) => {
    const { tour } = state.session;
    if (!tour) return;
    const done = TOUR_STEPS.filter((step) => !tour.includes(step) && isDoneBy(step, state, before));
    if (done.length > 0) setTour(studio, [...tour, ...done]);
  });
}

/** Marks the step of steering the camera as done: where it looks from is no part of the state. */
export function noticeCamera(studio: Studio, from: CameraView, to: CameraView): void {
  const { tour } = studio.getState().session;
  if (!tour || tour.includes('orbit') || (from.yaw === to.yaw && from.pitch === to.pitch)) return;
  setTour(studio, [...tour, 'orbit']);
}

function isDoneBy(step: TourStep, state: StudioState, before: StudioState): boolean {
  const [now, was] = [presentOf(state), presentOf(before)];
  // What an opened document or another actor brings along nobody did.
  if (!now || !was || state.document?.identity !== before.document?.identity || now.workedOn !== was.workedOn) return false;
  switch (step) {
    case 'pull':
      return before.transient.preview?.cause === 'pull' && now !== was;
    case 'orbit':
      return false;
    case 'unpin':
      return Object.keys(now.pins).length < Object.keys(was.pins).length;
    case 'save':
      return now.poses.length > was.poses.length;
    case 'key':
      return keysOf(now) > keysOf(was);
  }
}

function presentOf({ document }: StudioState): Project | null {
  return document?.history.present ?? null;
}

function keysOf({ clips }: Project): number {
  return clips.reduce((sum, { tracks }) => tracks.reduce((count, { times }) => count + times.length, sum), 0);
}

function setTour(studio: Studio, tour: readonly TourStep[] | null): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, tour } });
}
