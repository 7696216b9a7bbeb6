import {
  changeChosen,
  moveChosen,
  setChosenInterpolation,
  type ChosenKey,
  type PlacedKeys,
} from '../../../core/animation/chosen-keys.ts';
import { ROOT_TRACK, type Clip, type Interpolation } from '../../../core/animation/clip.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { editActiveClip } from '../../../core/document/edits/clips.ts';
import { playedActiveClip } from '../../../core/document/played-scene.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { Quat } from '../../../core/math/quat.ts';
import { clampPose } from '../../../core/skeleton/limit-state.ts';
import { rotationOf, setRotation } from '../../../core/skeleton/pose.ts';
import { chooseKeys, chosenKeys, countedKeys, editKeys } from './chosen-keys.ts';
import { frameAt, shownClip } from '../timeline/clips.ts';
import type { CurveChannel } from './curve-channels.ts';
import { commitEdit } from '../editing.ts';
import { jointInSentence } from '../../../core/humanoid/body/joint-labels.ts';
import { pause, showFrame } from '../timeline/playback.ts';
import { setPreview } from '../preview.ts';
import type { Studio } from '../studio.ts';
import { wordingOf } from '../window/wording.ts';
import { rigsBeside } from '../scene/rigs.ts';

/** The keys moved by so many frames, and those of the channel's joint turned by so much of its unit, each as far as its limit lets it. */
export function carriedKeys(
  { skeleton }: Rig,
  clip: Clip,
  chosen: readonly ChosenKey[],
  channel: CurveChannel,
  frames: number,
  by: number,
): PlacedKeys {
  const turned =
    by === 0
      ? clip
      : changeChosen(
          clip,
          chosen.filter(({ joint }) => joint === channel.joint),
          (value, { joint, time }) => {
            const changed = channel.write(value, channel.read(value) + by);
            if (joint === ROOT_TRACK) return changed;
            // What other joints allow it there counts, too.
            const pose = sampleClip(skeleton, clip, time);
            setRotation(pose, joint, changed as unknown as Quat);
            return rotationOf(clampPose(skeleton, pose).pose, joint);
          },
        );
  return frames === 0 ? { clip: turned, chosen, replaced: [] } : moveChosen(turned, chosen, frames);
}

/** Carries the chosen keys in time and in a channel; the playhead goes along with the key at `time`. */
export function carryKeysOnCurve(studio: Studio, channel: CurveChannel, time: number, frames: number, by: number): void {
  const clip = shownClip(studio.getState());
  const keys = chosenKeys(studio.getState());
  const { document } = studio.getState();
  if (!document || !clip || keys.length === 0) return;
  if (frames === 0 && by === 0) return showFrame(studio, frameAt(clip, time));
  const what =
    by === 0 ? `Move ${countedKeys(clip, keys)}` : `Change ${channelName(studio, channel)} of ${countedKeys(clip, keys)}`;
  editKeys(studio, what, keys, (now) => carriedKeys(document.rig, now, keys, channel, frames, by));
  showFrame(studio, frameAt(clip, time) + frames);
}

/** Shapes the way from a key of a joint to the next by two handles. */
export function setHandles(studio: Studio, key: ChosenKey, handles: Interpolation): void {
  const clip = shownClip(studio.getState());
  if (!clip) return;
  commitEdit(studio, `Shape the curve after ${wordingOf(studio.getState()).frame(frameAt(clip, key.time))}`, (project) =>
    editActiveClip(project, (now) => setChosenInterpolation(now, [key], handles)),
  );
}

/** Chooses a key of a curve and goes there. */
export function goToCurveKey(studio: Studio, key: ChosenKey, keys: readonly ChosenKey[] = [key]): void {
  const clip = shownClip(studio.getState());
  if (!clip) return;
  pause(studio);
  chooseKeys(studio, keys);
  showFrame(studio, frameAt(clip, key.time));
}

/** Shows the body at the playhead as an edit that is under way would have it, or as the clip has it where there is none. Answers the clip as it would be played. */
export function previewCurveEdit(studio: Studio, edited: Clip | null): Clip | null {
  const { document, session } = studio.getState();
  if (!document) return null;
  const { history, rig } = document;
  const clip =
    edited &&
    playedActiveClip(
      editActiveClip(history.present, () => edited),
      rig,
      rigsBeside(document),
    );
  const pose = clip && sampleClip(rig.skeleton, clip, session.playback.time);
  setPreview(studio, pose && { pose, cause: 'clip' });
  return clip;
}

function channelName(studio: Studio, { joint, label }: CurveChannel): string {
  const rig = studio.getState().document?.rig;
  if (!rig || joint === ROOT_TRACK) return label.toLowerCase();
  return `${jointInSentence(rig, joint)} ${label.toLowerCase()}`;
}
