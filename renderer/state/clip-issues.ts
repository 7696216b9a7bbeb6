import { isNote, type ClipIssue } from '../../core/animation/lint/issues.ts';
import { lintClip } from '../../core/animation/lint/lint-clip.ts';
import { isSameTrouble, repairClip, repairIssue, repairOf } from '../../core/animation/repair/repair-issue.ts';
import type { Clip } from '../../core/animation/clip.ts';
import { activeClip, editActiveClip, playedActiveClip } from '../../core/document/edits/clips.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { commitEdit } from './editing.ts';
import { notify } from './notices.ts';
import { pause, showTime } from './playback.ts';
import { select } from './selection.ts';
import type { DocumentState } from './document-state.ts';
import type { Studio, StudioState } from './studio.ts';
import { setTimelineSession } from './timeline-session.ts';

/** What is wrong with the clip on the timeline as it is played, in order of time. The same clip, rig and pins give the same list. */
export function issuesOf({ history, rig }: DocumentState): readonly ClipIssue[] {
  const clip = activeClip(history.present);
  const shown = playedActiveClip(history.present, rig);
  const last = found.get(clip);
  if (last && last.rig === rig && last.shown === shown) return last.issues;
  const issues = lintClip(rig, clip, {}, shown);
  found.set(clip, { rig, shown, issues });
  return issues;
}

/** What was found last in each clip: many parts of the window ask. */
const found = new WeakMap<Clip, { readonly rig: Rig; readonly shown: Clip; readonly issues: readonly ClipIssue[] }>();

/** Goes to the frame where an issue is worst, and selects its joint. */
export function goToIssue(studio: Studio, issue: ClipIssue): void {
  pause(studio);
  setTimelineSession(studio, { issue });
  showTime(studio, issue.worst);
  if (issue.joint !== null && issue.joint >= 0) select(studio, { joint: issue.joint, handle: null });
}

/** Goes to the issue after (1) or before (−1) the one gone to last; round at the ends. */
export function goToIssueBeside(studio: Studio, by: 1 | -1): void {
  const { document, session } = studio.getState();
  const issues = document ? issuesOf(document) : [];
  const at = presentIndex(issues, session.timeline.issue);
  const next = at < 0 ? (by > 0 ? 0 : issues.length - 1) : (at + by + issues.length) % issues.length;
  const issue = issues[next];
  if (issue) goToIssue(studio, issue);
}

/** The issue gone to last, as it is found in the present clip. */
export function presentIssue({ document, session }: StudioState): ClipIssue | null {
  if (!document || !session.timeline.issue) return null;
  const issues = issuesOf(document);
  return issues[presentIndex(issues, session.timeline.issue)] ?? null;
}

/** What would repair an issue of the clip on the timeline, in words; null where nothing can. */
export function repairWords({ history, rig }: DocumentState, issue: ClipIssue): string | null {
  return repairOf(rig, activeClip(history.present), issue);
}

/** Repairs one issue as one step of undo, and says when something of it is left. */
export function repair(studio: Studio, issue: ClipIssue): void {
  const { document } = studio.getState();
  if (!document) return;
  const { rig } = document;
  commitEdit(studio, `Repair: ${issue.message}`, (project) =>
    editActiveClip(project, (clip) => repairIssue(rig, clip, issue, { pins: project.pins })),
  );
  const after = studio.getState().document;
  const left = after && issuesOf(after).find((other) => isSameTrouble(other, issue));
  if (left) notify(studio, 'warning', `That is better, but not well: ${left.message}.`);
}

/** Repairs everything that can be, one thing after the other, as one step of undo; notes about spare keys are left. */
export function repairAll(studio: Studio): void {
  const { document } = studio.getState();
  if (!document) return;
  const { rig } = document;
  const { length } = issuesOf(document).filter((issue) => !isNote(issue));
  commitEdit(studio, `Repair ${length === 1 ? '1 issue' : `${length} issues`}`, (project) =>
    editActiveClip(project, (clip) => repairClip(rig, clip, { pins: project.pins })),
  );
  const after = studio.getState().document;
  const left = after ? issuesOf(after).filter((issue) => !isNote(issue)).length : 0;
  if (left > 0) notify(studio, 'warning', left === 1 ? '1 issue is left.' : `${left} issues are left.`);
}

function presentIndex(issues: readonly ClipIssue[], issue: ClipIssue | null): number {
  return issue ? issues.findIndex((other) => isSameTrouble(other, issue)) : -1;
}
