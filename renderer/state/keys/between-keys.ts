import { alongTangents } from '../../../core/animation/along-tangents.ts';
import { chosenInterpolation, keysWithin, setChosenInterpolation } from '../../../core/animation/chosen-keys.ts';
import type { Clip, Interpolation, NamedInterpolation } from '../../../core/animation/clip.ts';
import { hasTangents } from '../../../core/animation/easing.ts';
import { editActiveClip, FIRST_INTERPOLATION, setClipInterpolation } from '../../../core/document/edits/clips.ts';
import { chosenKeys } from './chosen-keys.ts';
import { shownClip } from '../timeline/clips.ts';
import { commitEdit } from '../editing.ts';
import type { Studio, StudioState } from '../studio.ts';
import { lastOf } from '../../../core/math/last-of.ts';

/** What can be chosen between keys: a way that has a name, or tangents, which begin as the way that was there. */
export type WayBetweenKeys = NamedInterpolation | 'tangents';

/** How a clip goes from key to key, in words. */
export const BETWEEN_KEYS: readonly { readonly value: WayBetweenKeys; readonly label: string }[] = [
  { value: 'linear', label: 'Linear' },
  { value: 'ease', label: 'Ease' },
  { value: 'easeIn', label: 'Ease in' },
  { value: 'easeOut', label: 'Ease out' },
  { value: 'overshoot', label: 'Overshoot' },
  { value: 'cubic', label: 'Smooth' },
  { value: 'tangents', label: 'Tangents' },
  { value: 'step', label: 'Hold' },
];

/** The choice that a way between keys is; null for one with handles in time of its own. */
export function choiceOf(way: Interpolation): WayBetweenKeys | null {
  if (hasTangents(way)) return 'tangents';
  return typeof way === 'string' ? way : null;
}

/** What a way between keys is called: one with handles of its own is shaped. */
export function nameOfWay(way: Interpolation): string {
  const choice = choiceOf(way);
  return BETWEEN_KEYS.find(({ value }) => value === choice)?.label ?? 'Shaped';
}

/**
 * How the clip on the timeline goes on from the chosen keys, or from all keys where none is chosen; null where not from all alike. Without a key it is the way
 * in which it will go on from the first.
 */
export function betweenKeys(state: StudioState): Interpolation | null {
  const clip = shownClip(state);
  if (!clip) return null;
  if (clip.tracks.length === 0) return FIRST_INTERPOLATION;
  const chosen = chosenKeys(state);
  return found(clip, [chosen], () => chosenInterpolation(clip, chosen.length > 0 ? chosen : keysWithin(clip, 0, Infinity)));
}

/** What was found last for each clip: seven commands ask whenever something changes. */
const found = lastOf<Clip, Interpolation | null>();

/** Sets how the clip goes on from the chosen keys, or from all keys where none is chosen. */
export function setBetweenKeys(studio: Studio, way: WayBetweenKeys): void {
  const chosen = chosenKeys(studio.getState());
  const which = chosen.length > 0 ? 'Interpolation after the selected keys' : 'Interpolation';
  const label = BETWEEN_KEYS.find(({ value }) => value === way)!.label;
  commitEdit(studio, `${which}: ${label}`, (project) => {
    if (way !== 'tangents' && chosen.length === 0) return setClipInterpolation(project, way);
    return editActiveClip(project, (clip) => {
      if (way !== 'tangents') return setChosenInterpolation(clip, chosen, way);
      return alongTangents(clip, chosen.length > 0 ? chosen : keysWithin(clip, 0, Infinity));
    });
  });
}
