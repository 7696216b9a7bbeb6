import type { Offsets } from '../../../core/document/clip-onto-others.ts';
import { actorsOf, type Actor } from '../../../core/document/work-on-actor.ts';
import { commitEdit } from '../editing.ts';
import { whileComputing } from '../in-turns.ts';
import { listed } from '../listed.ts';
import type { Studio, StudioState } from '../studio.ts';
import { isCancelled, settleNotice, tellFailure } from '../window/notify.ts';
import { isActorLocked } from './actor-marks.ts';
import { canWorkOn } from './characters.ts';
import { rigsBeside } from './rigs.ts';

/** The other characters that can be given the clip, as they are listed: their files are there, and they are not locked. */
export function takersOf(state: StudioState): readonly Actor[] {
  const { document } = state;
  if (!document) return [];
  return actorsOf(document.history.present).filter(({ id }) => canWorkOn(document, id) && !isActorLocked(state, id));
}

/** Lets these others do what the one that is worked on does in the clip on the timeline, each so much later and elsewhere than the one before, as one step. */
export async function putOntoOthers(studio: Studio, ids: readonly string[], offsets: Offsets): Promise<void> {
  const { document } = studio.getState();
  if (!document) return;
  const { present } = document.history;
  const names = actorsOf(present).flatMap(({ id, name }) => (ids.includes(id) ? [name] : []));
  try {
    const { ontoOthersSteps, withGivenMotions } = await import('../../../core/document/clip-onto-others.ts');
    const steps = ontoOthersSteps(present, document.rig, rigsBeside(document), ids, offsets);
    const given = await whileComputing(studio, 'Putting the clip on others', steps);
    settleNotice(studio, 'motion');
    commitEdit(studio, `Put clip on ${listed(names)}`, (project) => withGivenMotions(project, given));
  } catch (error) {
    if (!isCancelled(error)) tellFailure(studio, 'motion', error, null);
  }
}
