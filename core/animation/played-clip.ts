import { checkRig } from '../humanoid/body/check-rig.ts';
import { checkClip } from './check-clip.ts';
import { checkObject } from '../math/check-values.ts';
import type { Pins } from '../humanoid/body/handles.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import type { Clip } from './clip.ts';
import { holdContacts } from './holding/hold-contacts.ts';
import { solveInbetweens } from './in-betweens.ts';

/**
 * The clip as it is shown and exported: the clip itself, or, where it has contacts or keeps pinned hands and feet between keys, the one with their limbs
 * solved on every frame. The same clip, pins and rig give the same object.
 */
export function playedClip(rig: Rig, clip: Clip, pins: Pins): Clip {
  checkRig(rig);
  checkClip(clip, 'the clip');
  checkObject(pins, 'the pins');
  if (!clip.keepsPins && !clip.contacts) return clip;
  const last = played.get(clip);
  if (last && last.rig === rig && last.pins === pins) return last.clip;
  const solved = holdContacts(rig, clip.keepsPins ? solveInbetweens(rig, clip, pins).clip : clip);
  played.set(clip, { rig, pins, clip: solved });
  return solved;
}

/** What was solved last for each clip: playing asks on every frame. */
const played = new WeakMap<Clip, { readonly rig: Rig; readonly pins: Pins; readonly clip: Clip }>();
