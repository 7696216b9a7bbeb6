import { checkPins } from '../humanoid/pulling/request/check-pull.ts';
import { checkRig } from '../humanoid/body/check-rig.ts';
import { checkClip } from './check-clip.ts';
import type { Pins } from '../humanoid/body/handles.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import type { Clip } from './clip.ts';
import { holdContacts } from './holding/hold-contacts.ts';
import { stayHeld } from './holding/stay-held.ts';
import { solveInbetweens } from './in-betweens.ts';
import { activeLayers, layeredClip } from './layers.ts';
import { lastOf } from '../math/last-of.ts';

/**
 * The clip as it is shown and exported: the clip itself, or, where it has contacts, keeps pinned hands and feet between keys, or has layers, the one with those in its
 * tracks. What is held stays in its place under layers, too. The same clip, pins and rig give the same object.
 */
export function playedClip(rig: Rig, clip: Clip, pins: Pins): Clip {
  checkRig(rig);
  checkClip(clip, 'the clip');
  checkPins(pins, 'the pins');
  if (!clip.keepsPins && !clip.contacts && !clip.layers) return clip;
  return played(clip, [rig, pins], () => {
    const kept = clip.keepsPins ? solveInbetweens(rig, clip, pins) : { clip, held: [] };
    const still = holdContacts(rig, kept.clip, clip);
    const layers = activeLayers(clip);
    return layers.length === 0 ? still : stayHeld(rig, layeredClip(rig, still, layers), still, kept.held);
  });
}

/** What was solved last for each clip: playing asks on every frame. */
const played = lastOf<Clip, Clip>();
