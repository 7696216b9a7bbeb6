import { checkFinite } from '../math/check-numbers.ts';
import { checkArray, checkObject, checkText, spellOut } from '../math/check-values.ts';
import { KEY_TIME_TOLERANCE } from '../math/tolerances.ts';
import { checkClip } from './check-clip.ts';
import type { Clip, ClipMarker } from './clip.ts';
import { isSameTime } from './track-keys.ts';

/** The clip with other markers, in the order of their times; those of before are replaced. Throws a `RangeError` when one cannot be used. */
export function withMarkers(clip: Clip, markers: readonly ClipMarker[]): Clip {
  checkClip(clip, 'the clip');
  checkArray(markers, 'the markers');
  for (const [i, marker] of markers.entries()) {
    checkObject(marker, `the markers: number ${i}`);
    const { name, time, camera } = marker;
    checkFinite(time, 'the time of a marker');
    if (time < 0) throw new RangeError(`a marker stands at 0 seconds or later, got ${spellOut(time)}`);
    if (typeof name !== 'string' || name.trim() === '') throw new RangeError(`a marker needs a name, got ${spellOut(name)}`);
    if (camera !== undefined) checkText(camera, 'the camera of a marker');
  }
  const sorted = markers.toSorted((a, b) => a.time - b.time);
  const doubled = sorted.find((marker, i) => i > 0 && isSameTime(marker.time, sorted[i - 1]!.time));
  if (doubled) throw new RangeError(`two markers stand at ${doubled.time} seconds, expected one at most`);
  const { markers: _, ...without } = clip;
  return sorted.length === 0 ? without : { ...without, markers: sorted };
}

/**
 * The clip with markers where another time of theirs is said. Those that come to stand before its beginning or behind its end go, and of two that come to
 * stand at one time the later in the list.
 */
export function withMarkersAt(clip: Clip, markers: readonly ClipMarker[], place: (time: number) => number): Clip {
  const placed: ClipMarker[] = [];
  for (const marker of markers) {
    const time = place(marker.time);
    if (time < -KEY_TIME_TOLERANCE || time > clip.duration + KEY_TIME_TOLERANCE) continue;
    if (!placed.some((each) => isSameTime(each.time, time))) placed.push({ ...marker, time: Math.max(0, time) });
  }
  return withMarkers(clip, placed);
}
