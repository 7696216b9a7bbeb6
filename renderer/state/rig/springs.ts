import { sampleClip } from '../../../core/animation/sampling.ts';
import { springClip } from '../../../core/animation/spring-clip.ts';
import { playedActiveClip } from '../../../core/document/played-scene.ts';
import { rotationIndex, type Pose } from '../../../core/skeleton/pose.ts';
import type { DocumentState } from '../document-state.ts';
import { shownPose, type StudioState } from '../studio.ts';
import { rigsBeside } from '../scene/rigs.ts';
import { lastOf } from '../../../core/math/last-of.ts';

/** Whether the character has spring bones. */
export function hasSprings({ document }: StudioState): boolean {
  return document?.rig.springs !== undefined;
}

/**
 * The pose on screen as it is drawn: where spring bones are shown, with those that stand as the clip plays them turned to where they swing at the playhead. The pose itself
 * stays as it is, so that no key ever holds what swung. The same pose, clip and time give the same object. Null without a document.
 */
export function drawnPose(state: StudioState): Pose | null {
  const { document, session } = state;
  const pose = shownPose(state);
  if (!document || !pose || !session.view.springs) return pose;
  return withSprings(document, pose, session.playback.time);
}

/** A pose at `time` of the clip on the timeline with its spring bones where they swing then; those that were posed otherwise stay. */
export function withSprings(document: DocumentState, pose: Pose, time: number): Pose {
  const { rig, history } = document;
  const clip = playedActiveClip(history.present, rig, rigsBeside(document));
  if (!rig.springs || clip.tracks.length === 0) return pose;
  const swinging = springClip(rig, clip);
  const { list } = rig.springs;
  return drawn(pose, [swinging, time], () => {
    const result = pose.slice();
    const plain = sampleClip(rig.skeleton, clip, time);
    const swung = sampleClip(rig.skeleton, swinging, time);
    for (const { joint } of list) {
      const at = rotationIndex(joint);
      const isPosed = [0, 1, 2, 3].some((c) => Math.abs(pose[at + c]! - plain[at + c]!) > POSED);
      if (!isPosed) result.set(swung.subarray(at, at + 4), at);
    }
    return result;
  });
}

/** By how much a number of a rotation differs that was set by hand. */
const POSED = 1e-9;

/** What was drawn last for each pose. */
const drawn = lastOf<Pose, Pose>();
