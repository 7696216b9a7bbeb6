import { expect } from 'vitest';
import { expressionTrack } from '../../../core/animation/clip.ts';
import { createHistory } from '../../../core/document/history.ts';
import { restPose, weightIndex } from '../../../core/skeleton/pose.ts';
import { withExpressions } from '../../../core/skeleton/skeleton.ts';
import { setPose } from '../../../core/document/edits/posing.ts';
import { activeClip } from '../../../core/document/edits/clips.ts';
import { shownPose, type Studio } from '../../../renderer/state/studio.ts';
import { documentOf } from '../state/open-studio.ts';

interface Scene {
  readonly studio: Studio;
  readonly workspace: { readonly showPanel: unknown };
}

/** Gives the character two expressions, the second of which shows. */
export function smile(studio: Studio): void {
  const document = documentOf(studio);
  const rig = { ...document.rig, skeleton: withExpressions(document.rig.skeleton, ['happy', 'blinkLeft']) };
  const pose = restPose(rig.skeleton);
  pose[weightIndex(pose, 1)] = 0.5;
  const project = { ...setPose(document.history.present, pose, studio.getState().session.playback.time), poses: [] };
  studio.setState({ document: { ...document, rig, history: createHistory(project), saved: project } });
}

export const EXPRESSION_PREPARE: Readonly<Record<string, (studio: Studio) => void>> = {
  'pose.showExpressions': smile,
  'pose.resetExpressions': smile,
  'key.setExpressions': smile,
};

/** What the commands of expressions do. */
export const EXPRESSION_CHECKS: Readonly<Record<string, (scene: Scene) => void>> = {
  'pose.showExpressions': ({ studio, workspace }) => {
    expect(studio.getState().session.inspectorPage).toBe('face');
    expect(workspace.showPanel).toHaveBeenCalledExactlyOnceWith('inspector');
  },
  'pose.resetExpressions': ({ studio }) => {
    const pose = shownPose(studio.getState())!;
    expect([pose[weightIndex(pose, 0)], pose[weightIndex(pose, 1)]]).toEqual([0, 0]);
    expect(documentOf(studio).history.past.at(-1)?.label).toBe('Reset expressions');
  },
  'key.setExpressions': ({ studio }) => {
    const { tracks } = activeClip(documentOf(studio).history.present);
    const faces = tracks.filter(({ joint }) => joint < -1).map(({ joint, times, values }) => [joint, times, values]);
    expect(faces).toEqual([
      [expressionTrack(1), [1], [0.5]],
      [expressionTrack(0), [1], [0]],
    ]);
    // The body has its two keys as before.
    expect(tracks.filter(({ joint }) => joint >= -1).every(({ times }) => times.length <= 2)).toBe(true);
  },
};
