import { describe, expect, test } from 'vitest';
import { activeClip } from '../../../../core/document/edits/clips.ts';
import { expressionTrack } from '../../../../core/animation/clip.ts';
import { weightIndex } from '../../../../core/skeleton/pose.ts';
import { undo } from '../../../../renderer/state/editing.ts';
import { commitExpression, expressionLabel, previewExpression } from '../../../../renderer/state/posing/expressions.ts';
import { unkeyedJoints } from '../../../../renderer/state/keys/key-state.ts';
import { setPreview } from '../../../../renderer/state/preview.ts';
import { shownPose, type Studio } from '../../../../renderer/state/studio.ts';
import { smile } from '../../commands/expression-checks.ts';
import { documentOf, openStudio } from '../open-studio.ts';

const weight = (studio: Studio) => {
  const pose = shownPose(studio.getState())!;
  return pose[weightIndex(pose, 0)];
};

async function smiling(): Promise<Studio> {
  const { studio } = await openStudio();
  smile(studio);
  return studio;
}

describe('an expression', () => {
  test('is shown while its slider moves and kept when it is let go, as a step that can be undone', async () => {
    const studio = await smiling();
    const base = shownPose(studio.getState())!;
    previewExpression(studio, base, 0, 0.3);
    expect(weight(studio)).toBe(0.3);
    expect(documentOf(studio).history.past).toEqual([]);
    setPreview(studio, null);
    expect(weight(studio)).toBe(0);
    commitExpression(studio, base, 0, 0.6);
    expect(weight(studio)).toBe(0.6);
    expect(documentOf(studio).history.past.at(-1)?.label).toBe('Set happy to 60 %');
    undo(studio);
    expect(weight(studio)).toBe(0);
    commitExpression(studio, base, 0, 0);
    expect(documentOf(studio).history.past).toEqual([]);
  });

  test('is keyed by itself when every change is, and told to be unkeyed when not', async () => {
    const studio = await smiling();
    const set = (value: number) => commitExpression(studio, shownPose(studio.getState())!, 0, value);
    studio.setState({ session: { ...studio.getState().session, autoKey: true } });
    // In a clip without keys all of the pose is keyed, afterwards what was changed.
    set(0.25);
    studio.setState({ session: { ...studio.getState().session, playback: { ...studio.getState().session.playback, time: 1 } } });
    set(0.5);
    const { tracks } = activeClip(documentOf(studio).history.present);
    expect(tracks.filter(({ times }) => times.length === 2).map(({ joint }) => joint)).toEqual([expressionTrack(0)]);
    expect(unkeyedJoints(studio.getState()).size).toBe(0);
    studio.setState({ session: { ...studio.getState().session, autoKey: false } });
    set(0.75);
    expect([...unkeyedJoints(studio.getState())]).toEqual([expressionTrack(0)]);
  });

  test('is called in words where its name is made of them', () => {
    expect(['happy', 'blinkLeft', 'Angry', 'Fcl_ALL_Joy', 'eyeLookDownLeft'].map(expressionLabel)).toEqual([
      'Happy',
      'Blink left',
      'Angry',
      'Fcl_ALL_Joy',
      'Eye look down left',
    ]);
  });
});
