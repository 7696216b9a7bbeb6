import { expect, test } from 'vitest';
import { activeClip, setKeyAt } from '../../../../core/document/edits/clips.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { commitEdit, undo } from '../../../../renderer/state/editing.ts';
import { setActorLocked } from '../../../../renderer/state/scene/actor-marks.ts';
import { putOntoOthers, takersOf } from '../../../../renderer/state/scene/clip-onto-others.ts';
import { duplicateActor } from '../../../../renderer/state/scene/edit-actors.ts';
import { bentElbow, documentOf, openStudio } from '../open-studio.ts';

test('The clip goes onto those of the others that are not locked, as one step of undo', async () => {
  const { studio } = await openStudio();
  duplicateActor(studio);
  duplicateActor(studio);
  expect(takersOf(studio.getState()).map(({ id }) => id)).toEqual(['actor-1', 'actor-2']);
  setActorLocked(studio, 'actor-2', true);
  const { rig } = documentOf(studio);
  commitEdit(studio, 'Key', (project) => {
    const keyed = setKeyAt(project, rig.skeleton, 0, restPose(rig.skeleton));
    return setKeyAt(keyed, rig.skeleton, 1, bentElbow(studio, 40));
  });
  const before = documentOf(studio).history.present;
  expect(takersOf(studio.getState()).map(({ id }) => id)).toEqual(['actor-1']);
  await putOntoOthers(studio, ['actor-1'], { frames: 15 });
  const { history } = documentOf(studio);
  expect(history.past.at(-1)?.label).toBe('Put clip on mannequin');
  expect(history.present.actors.filter((actor, i) => actor !== before.actors[i]).map(({ id }) => id)).toEqual(['actor-1']);
  expect(activeClip(history.present).duration).toBeCloseTo(activeClip(before).duration + 15 / activeClip(before).fps, 9);
  undo(studio);
  expect(documentOf(studio).history.present.actors).toEqual(before.actors);
});
