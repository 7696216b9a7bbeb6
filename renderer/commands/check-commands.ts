import { isNote } from '../../core/animation/lint/issues.ts';
import { foundIssues, goToIssueBeside, presentIssue, repair, repairAll, repairWords } from '../state/timeline/clip-issues.ts';
import type { StudioState } from '../state/studio.ts';
import { setTimelineSession } from '../state/timeline/set-timeline-session.ts';
import { inGroup, when } from './command.ts';
import { hasKeys } from './conditions.ts';

/** Nothing is looked for while the check is off. */
function isChecked(state: StudioState): boolean {
  return state.session.timeline.isChecked && hasKeys(state);
}

const hasIssues = when('Check the clip first.', (state) => isChecked(state) && foundIssues(state).length > 0);

export const CHECK_COMMANDS = inGroup('Clip', 'Check', [
  {
    id: 'clip.check',
    label: 'Check the clip',
    shortcuts: ['F7'],
    checked: (state) => state.session.timeline.isChecked,
    enabled: hasKeys,
    run: ({ studio, parts }) => {
      const isOn = studio.getState().session.timeline.isChecked;
      setTimelineSession(studio, { isChecked: !isOn, issue: null });
      if (!isOn) parts.workspace?.showPanel('timeline');
    },
  },
  {
    id: 'clip.nextIssue',
    label: 'Next issue',
    shortcuts: ['F8'],
    enabled: hasIssues,
    run: ({ studio }) => goToIssueBeside(studio, 1),
  },
  {
    id: 'clip.previousIssue',
    label: 'Previous issue',
    shortcuts: ['Shift+F8'],
    enabled: hasIssues,
    run: ({ studio }) => goToIssueBeside(studio, -1),
  },
  {
    id: 'clip.repairIssue',
    label: 'Repair this issue',
    enabled: when('Go to an issue that can be repaired.', (state) => {
      const issue = isChecked(state) ? presentIssue(state) : null;
      return issue !== null && repairWords(state.document!, issue) !== null;
    }),
    run: ({ studio }) => {
      const issue = presentIssue(studio.getState());
      return issue ? repair(studio, issue) : undefined;
    },
  },
  {
    id: 'clip.repairAll',
    label: 'Repair what can be repaired',
    enabled: when('Check the clip first; nothing that was found can be repaired.', (state) => {
      if (!isChecked(state)) return false;
      const document = state.document!;
      return foundIssues(state).some((issue) => !isNote(issue) && repairWords(document, issue) !== null);
    }),
    run: ({ studio }) => repairAll(studio),
  },
]);
