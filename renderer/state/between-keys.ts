import { chosenInterpolation, keysWithin, setChosenInterpolation, type ChosenKey } from '../../core/animation/chosen-keys.ts';
import type { Clip, Interpolation, NamedInterpolation } from '../../core/animation/clip.ts';
import { editActiveClip, setClipInterpolation } from '../../core/document/edits/clips.ts';
import { chosenKeys } from './chosen-keys.ts';
import { shownClip } from './clips.ts';
import { commitEdit } from './editing.ts';
import type { Studio, StudioState } from './studio.ts';

/** How a clip goes from key to key, in words. */
export const BETWEEN_KEYS: readonly { readonly value: NamedInterpolation; readonly label: string }[] = [
  { value: 'linear', label: 'Even' },
  { value: 'ease', label: 'Ease' },
  { value: 'easeIn', label: 'Ease in' },
  { value: 'easeOut', label: 'Ease out' },
  { value: 'overshoot', label: 'Overshoot' },
  { value: 'cubic', label: 'Smooth' },
  { value: 'step', label: 'Hold' },
];

/** What a way between keys is called: one with handles of its own is shaped. */
export function nameOfWay(way: Interpolation): string {
  return BETWEEN_KEYS.find(({ value }) => value === way)?.label ?? 'Shaped';
}

/** How the clip on the timeline goes on from the chosen keys, or from all keys where none is chosen; null where not from all alike. */
export function betweenKeys(state: StudioState): Interpolation | null {
  const clip = shownClip(state);
  if (!clip) return null;
  const chosen = chosenKeys(state);
  const last = found.get(clip);
  if (last?.chosen === chosen) return last.interpolation;
  const interpolation = chosenInterpolation(clip, chosen.length > 0 ? chosen : keysWithin(clip, 0, Infinity));
  found.set(clip, { chosen, interpolation });
  return interpolation;
}

/** What was found last for each clip: seven commands ask whenever something changes. */
const found = new WeakMap<Clip, { readonly chosen: readonly ChosenKey[]; readonly interpolation: Interpolation | null }>();

/** Sets how the clip goes on from the chosen keys, or from all keys where none is chosen. */
export function setBetweenKeys(studio: Studio, interpolation: NamedInterpolation): void {
  const chosen = chosenKeys(studio.getState());
  const which = chosen.length > 0 ? 'After the chosen keys' : 'Between keys';
  commitEdit(studio, `${which}: ${nameOfWay(interpolation)}`, (project) =>
    chosen.length > 0
      ? editActiveClip(project, (clip) => setChosenInterpolation(clip, chosen, interpolation))
      : setClipInterpolation(project, interpolation),
  );
}
