import { expect } from 'vitest';
import { issuesOf, presentIssue } from '../../../renderer/state/clip-issues.ts';
import type { Studio, StudioState } from '../../../renderer/state/studio.ts';
import { setTimelineSession } from '../../../renderer/state/timeline-session.ts';
import { documentOf, leftElbow } from '../state/open-studio.ts';

/** What the commands of the timeline must have done, told from outside; the scene is that of `commands.test.ts`: an elbow bends from frame 0 to 30 of 60. */
export const TIMELINE_CHECKS: Readonly<Record<string, (scene: { readonly studio: Studio }, before: StudioState) => void>> = {
  'clip.check': ({ studio }) => expect(studio.getState().session.timeline.isChecked).toBe(true),
  'clip.nextIssue': ({ studio }) => {
    const issue = presentIssue(studio.getState());
    expect(issue).toBe(issuesOf(documentOf(studio))[0]);
    expect(studio.getState().session.playback.time).toBe(2);
    expect(studio.getState().session.selection.joint).toBe(leftElbow(studio));
  },
  'clip.previousIssue': ({ studio }) => expect(presentIssue(studio.getState())).toBe(issuesOf(documentOf(studio)).at(-1)),
  'clip.repairIssue': repairsTheSeam,
  'clip.repairAll': repairsTheSeam,
};

export const TIMELINE_PREPARE: Readonly<Record<string, (studio: Studio) => void>> = {
  'clip.nextIssue': check,
  'clip.previousIssue': check,
  'clip.repairIssue': (studio) => {
    check(studio);
    setTimelineSession(studio, { issue: issuesOf(documentOf(studio))[0]! });
  },
  'clip.repairAll': check,
};

function check(studio: Studio): void {
  setTimelineSession(studio, { isChecked: true });
  expect(issuesOf(documentOf(studio)).map(({ kind }) => kind)).toEqual(['seam', 'dead']);
}

function repairsTheSeam({ studio }: { readonly studio: Studio }): void {
  expect(issuesOf(documentOf(studio)).map(({ kind }) => kind)).toEqual(['dead']);
  expect(documentOf(studio).history.past.at(-1)?.label).toMatch(/^Repair/);
}
