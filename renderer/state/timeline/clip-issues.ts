import type { Clip } from '../../../core/animation/clip.ts';
import {
  ISSUE_KINDS,
  isNote,
  issueKindName,
  issueSentence,
  type ClipIssue,
  type IssueKind,
} from '../../../core/animation/lint/issues.ts';
import { isSameTrouble, repairOf } from '../../../core/animation/repair/repair-issue.ts';
import { between, type Steps } from '../../../core/animation/steps.ts';
import type { Project } from '../../../core/document/project.ts';
import { activeClip, editActiveClip } from '../../../core/document/edits/clips.ts';
import { lintSceneSteps } from '../../../core/document/lint-scene.ts';
import { playedActiveClip, type RigOfActor } from '../../../core/document/played-scene.ts';
import { repairSceneIssueSteps, repairSceneSteps } from '../../../core/document/repair-scene.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { commitEdit } from '../editing.ts';
import { whileComputing } from '../in-turns.ts';
import { attempting, notify } from '../window/notify.ts';
import { pause, showTime } from './playback.ts';
import { select } from '../selection.ts';
import type { DocumentState } from '../document-state.ts';
import type { Studio, StudioState } from '../studio.ts';
import { setTimelineSession } from './set-timeline-session.ts';
import { wordingOf } from '../window/wording.ts';
import { rigsBeside } from '../scene/rigs.ts';

const NOTHING: readonly ClipIssue[] = [];

/** What was found wrong with the clip on the timeline when it was looked at last, in order of time; nothing while it is not checked. */
export function foundIssues({ session }: StudioState): readonly ClipIssue[] {
  return session.timeline.found ?? NOTHING;
}

/**
 * While the clip is checked, looks at it again whenever it is another one. Long clips show a bar; cancelling it ends the check. Returns how to
 * stop.
 */
export function followCheck(studio: Studio): () => void {
  let looked: Looked | null = null;
  const follow = () => {
    const { document, session } = studio.getState();
    if (!document || !session.timeline.isChecked) {
      looked = null;
      if (session.timeline.found) setTimelineSession(studio, { found: null });
      return;
    }
    const present = lookedAt(document, document.history.present);
    if (looked && isSame(looked, present)) return;
    looked = present;
    void look(studio, present, () => looked === present);
  };
  follow();
  return studio.subscribe(follow);
}

/** Shows what is found, unless something else is looked at since. */
async function look(studio: Studio, present: Looked, isLatest: () => boolean): Promise<void> {
  const issues = await attempting(studio, 'command clip.check', null, () =>
    whileComputing(studio, 'Checking the clip', untilStale(lookSteps(present), isLatest)),
  );
  if (!isLatest()) return;
  setTimelineSession(studio, issues ? { found: issues } : { isChecked: false, issue: null });
}

/** What a list of issues is of. */
interface Looked {
  readonly document: DocumentState;
  readonly project: Project;
  /** What is looked at of it: where none of it changed, nothing else is found. */
  readonly parts: readonly unknown[];
}

function lookedAt(document: DocumentState, project: Project): Looked {
  const { rig } = document;
  const { actors, place, props } = project;
  const rigOf = rigsBeside(document);
  const scene = [place, props, ...actors.flatMap((actor) => [actor, rigOf(actor)])];
  return { document, project, parts: [activeClip(project), playedActiveClip(project, rig, rigOf), rig, ...scene] };
}

function isSame({ parts }: Pick<Looked, 'parts'>, other: Looked): boolean {
  return parts.length === other.parts.length && parts.every((part, i) => part === other.parts[i]);
}

/** What was found last in each clip: undoing, and repairs that looked themselves, find it again at once. */
const found = new WeakMap<Clip, Pick<Looked, 'parts'> & { readonly issues: readonly ClipIssue[] }>();

function* lookSteps(looked: Looked): Steps<readonly ClipIssue[]> {
  const { document, project, parts } = looked;
  const clip = activeClip(project);
  const last = found.get(clip);
  if (last && isSame(last, looked)) return last.issues;
  const issues = yield* lintSceneSteps(project, document.rig, rigsBeside(document));
  found.set(clip, { parts, issues });
  return issues;
}

/** Ends, as if it were cancelled, where nobody waits for it any more. */
function* untilStale<Result>(steps: Steps<Result>, isLatest: () => boolean): Steps<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    yield value;
    if (!isLatest()) throw new Error('cancelled');
  }
}

/** Goes to the frame where an issue is worst, and selects its joint. */
export function goToIssue(studio: Studio, issue: ClipIssue): void {
  pause(studio);
  setTimelineSession(studio, { issue });
  showTime(studio, issue.worst);
  if (issue.joint !== null && issue.joint >= 0) select(studio, { joint: issue.joint, handle: null });
}

/** Goes to the issue after (1) or before (−1) the one gone to last; round at the ends. */
export function goToIssueBeside(studio: Studio, by: 1 | -1): void {
  const state = studio.getState();
  const issues = foundIssues(state);
  const at = presentIndex(issues, state.session.timeline.issue);
  const next = at < 0 ? (by > 0 ? 0 : issues.length - 1) : (at + by + issues.length) % issues.length;
  const issue = issues[next];
  if (issue) goToIssue(studio, issue);
}

/** The issue gone to last, as it is found in the present clip. */
export function presentIssue(state: StudioState): ClipIssue | null {
  const issues = foundIssues(state);
  return issues[presentIndex(issues, state.session.timeline.issue)] ?? null;
}

/** What is wrong, in the units that are set. */
function issueInWords(state: StudioState, issue: ClipIssue): string {
  return state.document ? issueSentence(state.document.rig, issue, wordingOf(state)) : issue.message;
}

/** What would repair an issue of the clip on the timeline, in words; null where nothing can. */
export function repairWords({ history, rig }: DocumentState, issue: ClipIssue): string | null {
  return repairOf(rig, activeClip(history.present), issue);
}

/** What the label of each repair begins with. */
const REPAIR = 'Repair';

/** Whether a step of history is a repair of Check. */
export function isRepair(label: string): boolean {
  return label.startsWith(REPAIR);
}

/** Repairs one issue as one step of undo, and says when something of it is left. */
export async function repair(studio: Studio, issue: ClipIssue): Promise<void> {
  setTimelineSession(studio, { issue });
  const label = `${REPAIR}: ${issueInWords(studio.getState(), issue)}`;
  const clipNow = () => {
    const { document } = studio.getState();
    return document && activeClip(document.history.present);
  };
  const before = clipNow();
  const issues = await repairBy(studio, label, (project, rig, rigOf) => repairSceneIssueSteps(project, rig, rigOf, issue));
  const left = issues?.find((other) => isSameTrouble(other, issue));
  if (!left) return;
  const isLeftOut = clipNow() === before;
  if (isLeftOut)
    notify(studio, 'warning', 'This repair would bring more issues than it takes, and was left out. Repair the others first.');
  else notify(studio, 'warning', `Better, but not good yet: ${issueInWords(studio.getState(), left)}.`);
}

/** Repairs everything that can be, one thing after the other, as one step of undo; notes about spare keys are left. */
export async function repairAll(studio: Studio): Promise<void> {
  const seen = foundIssues(studio.getState()).filter((issue) => !isNote(issue));
  const { length } = seen;
  const label = `${REPAIR} ${length === 1 ? '1 issue' : `${length} issues`}`;
  const issues = await repairBy(studio, label, (project, rig, rigOf) => repairSceneSteps(project, rig, rigOf, { found: seen }));
  const left = issues?.filter((issue) => !isNote(issue)).length ?? 0;
  if (left > 0) notify(studio, 'warning', left === 1 ? '1 issue is left.' : `${left} issues are left.`);
}

/** Repairs everything of a kind that can be, as one step of undo. */
export async function repairKind(studio: Studio, kind: IssueKind): Promise<void> {
  const label = `${REPAIR}: ${issueKindName(kind)}`;
  const seen = foundIssues(studio.getState()).filter((issue) => issue.kind === kind);
  const issues = await repairBy(studio, label, (project, rig, rigOf) =>
    repairSceneSteps(project, rig, rigOf, { found: seen, kinds: [kind] }),
  );
  const left = issues?.filter((issue) => issue.kind === kind).length ?? 0;
  if (left > 0) notify(studio, 'warning', `${issueKindName(kind)}: ${left === 1 ? '1 is left.' : `${left} are left.`}`);
}

/** Issues of one kind. */
export interface IssueGroup {
  readonly kind: IssueKind;
  readonly issues: readonly ClipIssue[];
}

/** Issues by their kinds, the gravest kind first, each in order of time. */
export function issuesByKind(issues: readonly ClipIssue[]): readonly IssueGroup[] {
  return ISSUE_KINDS.map((kind) => ({ kind, issues: issues.filter((issue) => issue.kind === kind) })).filter(
    (group) => group.issues.length > 0,
  );
}

/** Puts the repaired clip onto the timeline. Resolves to what is found in it, or to null where it was cancelled or came too late. */
async function repairBy(
  studio: Studio,
  label: string,
  repairSteps: (project: Project, rig: Rig, rigOf: RigOfActor) => Steps<Clip>,
): Promise<readonly ClipIssue[] | null> {
  const { document } = studio.getState();
  if (!document) return null;
  const { rig, history } = document;
  const project = history.present;
  function* repairAndLook() {
    const clip = yield* between(0, 0.9, repairSteps(project, rig, rigsBeside(document!)));
    const repaired = editActiveClip(project, () => clip);
    const issues = yield* between(0.9, 1, lookSteps(lookedAt(document!, repaired)));
    return { clip, issues };
  }
  const repaired = await attempting(studio, 'command clip.repairAll', null, () =>
    whileComputing(studio, 'Repairing the clip', repairAndLook()),
  );
  if (!repaired) return null;
  const present = studio.getState().document?.history.present;
  if (!present || activeClip(present) !== activeClip(project)) {
    notify(studio, 'warning', 'The clip was changed while it was repaired, and was left as it is: repair it again.');
    return null;
  }
  commitEdit(studio, label, (edited) => editActiveClip(edited, () => repaired.clip));
  return repaired.issues;
}

function presentIndex(issues: readonly ClipIssue[], issue: ClipIssue | null): number {
  return issue ? issues.findIndex((other) => isSameTrouble(other, issue)) : -1;
}
