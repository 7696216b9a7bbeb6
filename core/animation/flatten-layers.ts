import { checkPins } from '../humanoid/pulling/request/check-pull.ts';
import { checkRig } from '../humanoid/body/check-rig.ts';
import type { Pins } from '../humanoid/body/handles.ts';
import type { Rig } from '../humanoid/body/rig.ts';
import { checkClip } from './check-clip.ts';
import type { Clip } from './clip.ts';
import { playedClip } from './played-clip.ts';
import { reduceKeys } from './reduce-keys.ts';

/**
 * The clip with its layers in its own tracks, as it is played: joints that layers change, and limbs that are held under them, have the keys that straight ways between
 * frames need. Muted layers stay as they are. The same clip where no layer is played.
 */
export function flattenLayers(rig: Rig, clip: Clip, pins: Pins): Clip {
  checkRig(rig);
  checkClip(clip, 'the clip');
  checkPins(pins, 'the pins');
  const { layers = [], ...plain } = clip;
  const muted = layers.filter(({ isMuted }) => isMuted);
  if (muted.length === layers.length) return clip;
  const beneath = new Map(playedClip(rig, plain, pins).tracks.map((track) => [track.joint, track]));
  const own = new Map(clip.tracks.map((track) => [track.joint, track]));
  const tracks = playedClip(rig, clip, pins).tracks.map((track) => {
    const before = beneath.get(track.joint);
    const isChanged = JSON.stringify([before?.times, before?.values]) !== JSON.stringify([track.times, track.values]);
    return isChanged ? reduceKeys(track) : (own.get(track.joint) ?? track);
  });
  return { ...plain, ...(muted.length > 0 && { layers: muted }), tracks };
}
