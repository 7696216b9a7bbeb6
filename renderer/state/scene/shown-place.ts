import { ORIGIN, type Place } from '../../../core/math/place.ts';
import type { Studio, StudioState } from '../studio.ts';

/** Where the actor that is worked on stands on screen: while it is dragged, where it would stand. */
export function shownPlace({ document, transient }: StudioState): Place {
  return transient.place ?? document?.history.present.place ?? ORIGIN;
}

/** Shows the actor that is worked on somewhere else, without a step of history; null: where it stands. */
export function previewPlace(studio: Studio, place: Place | null): void {
  const { place: _, ...transient } = studio.getState().transient;
  studio.setState({ transient: place ? { ...transient, place } : transient });
}
