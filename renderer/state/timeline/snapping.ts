import type { Clip } from '../../../core/animation/clip.ts';

/** Pixels from a marker within which what is dragged comes to it. */
const NEAR = 6;

/** The time to which something comes that is dragged to `time` on the timeline, seconds: that of a marker near it, else that of a frame. */
export function snappedTime({ fps, markers = [] }: Pick<Clip, 'fps' | 'markers'>, time: number, pixelsPerSecond: number): number {
  const apart = (marker: { readonly time: number }) => Math.abs(marker.time - time) * pixelsPerSecond;
  const near = markers.filter((marker) => apart(marker) <= NEAR).toSorted((a, b) => apart(a) - apart(b));
  return near[0]?.time ?? Math.round(time * fps) / fps;
}
