import { useState } from 'react';
import { Tree } from 'react-aria-components';
import { isNote, type ClipIssue } from '../../../core/animation/lint/issues.ts';
import type { Clip } from '../../../core/animation/clip.ts';
import { foundIssues, goToIssue, issuesByKind } from '../../state/timeline/clip-issues.ts';
import type { DocumentState } from '../../state/document-state.ts';
import { setTimelineSession } from '../../state/timeline/set-timeline-session.ts';
import { CommandTextButton } from '../widgets/button.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { Wrench } from 'lucide-react';
import { IssueRow, KindRow, rowOfIssue } from './issue-rows.tsx';

/** What is wrong with the clip, beside its keys: each kind in one line that opens, each issue with its frame, a way there and its repair. */
export function CheckList({ clip, document }: { clip: Clip; document: DocumentState }) {
  const { studio } = useServices();
  const issues = useStudio(foundIssues);
  const isLooking = useStudio((state) => state.session.timeline.found === null);
  const present = useStudio((state) => state.session.timeline.issue);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const count = issues.filter((issue) => !isNote(issue)).length;
  const selected = issues.filter((issue) => present && isShown(issue, present));
  const groups = issuesByKind(issues);
  return (
    <section className="check-list" aria-label="Check">
      <header>
        <h3>{isLooking ? 'Checking…' : count === 0 ? 'Nothing found' : count === 1 ? '1 issue' : `${count} issues`}</h3>
        {issues.length > 0 && <CommandTextButton id="clip.repairAll" icon={Wrench} text="Repair all" className="small" />}
      </header>
      {issues.length === 0 ? (
        <p className="empty">
          {isLooking
            ? 'Every frame is being looked at.'
            : 'All joints stay in their limits and move evenly. No planted foot slides or sinks, and the keys are tidy.'}
        </p>
      ) : (
        <Tree
          className="check-rows"
          aria-label="Issues"
          selectionMode="single"
          selectionBehavior="replace"
          selectedKeys={selected.map(rowOfIssue)}
          expandedKeys={new Set([...opened, ...selected.map(({ kind }) => kind)])}
          onExpandedChange={(keys) => {
            setOpened(new Set([...keys].map(String)));
            // A kind that is folded over the issue gone to folds all the same.
            if (selected.some(({ kind }) => !keys.has(kind))) setTimelineSession(studio, { issue: null });
          }}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : [...keys];
            const issue = issues.find((each) => rowOfIssue(each) === key) ?? issues.find(({ kind }) => kind === key);
            if (issue) goToIssue(studio, issue);
          }}
        >
          {groups.map((group) =>
            group.issues.length === 1 ? (
              <IssueRow key={group.kind} issue={group.issues[0]!} clip={clip} document={document} />
            ) : (
              <KindRow key={group.kind} {...group} clip={clip} document={document} />
            ),
          )}
        </Tree>
      )}
    </section>
  );
}

function isShown({ kind, joint, worst }: ClipIssue, present: ClipIssue): boolean {
  return kind === present.kind && joint === present.joint && worst === present.worst;
}
