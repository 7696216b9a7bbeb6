import type { Clip, ClipMarker } from '../../../core/animation/clip.ts';
import { frameAt } from './clips.ts';

/** Pixels from a marker within which what is dragged comes to it. */
const NEAR = 6;

type Marked = Pick<Clip, 'fps' | 'markers'>;

/** How something is dragged along the timeline. */
export interface Dragging {
  readonly pixelsPerSecond: number;
  /** Whether it passes markers by: Alt is held. */
  readonly isFree: boolean;
}

/** The time to which something comes that is dragged to `time` on the timeline, seconds: that of a marker near it, else that of a frame. */
export function snappedTime(clip: Marked, time: number, dragging: Dragging): number {
  return markerNear(clip, time, dragging)?.time ?? Math.round(time * clip.fps) / clip.fps;
}

/** The frames by which something is moved that is dragged by so many seconds: whichever of its ends (seconds) comes nearest to a marker near it comes to that. */
export function framesDragged(clip: Marked, ends: readonly number[], by: number, dragging: Dragging): number {
  const met = ends
    .flatMap((end) => {
      const marker = markerNear(clip, end + by, dragging);
      return marker ? [{ frames: frameAt(clip, marker.time) - frameAt(clip, end), apart: Math.abs(marker.time - end - by) }] : [];
    })
    .toSorted((a, b) => a.apart - b.apart);
  return met[0]?.frames ?? Math.round(by * clip.fps);
}

function markerNear({ markers = [] }: Marked, time: number, { pixelsPerSecond, isFree }: Dragging): ClipMarker | undefined {
  if (isFree) return undefined;
  const apart = (marker: ClipMarker) => Math.abs(marker.time - time) * pixelsPerSecond;
  return markers.filter((marker) => apart(marker) <= NEAR).toSorted((a, b) => apart(a) - apart(b))[0];
}
