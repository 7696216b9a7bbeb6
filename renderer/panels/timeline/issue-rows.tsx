import { ChevronRight, Wrench } from 'lucide-react';
import { Button, TreeItem, TreeItemContent } from 'react-aria-components';
import type { Clip } from '../../../core/animation/clip.ts';
import { isNote, issueKindName, issueSentence, type ClipIssue } from '../../../core/animation/lint/issues.ts';
import { repair, repairKind, repairWords, type IssueGroup } from '../../state/timeline/clip-issues.ts';
import { frameAt } from '../../state/timeline/clips.ts';
import type { DocumentState } from '../../state/document-state.ts';
import { showTime, timeInWords } from '../../state/window/times.ts';
import { IconButton } from '../widgets/button.tsx';
import { useWording } from '../widgets/use-wording.ts';
import { useServices, useStudio } from '../window-context.tsx';

interface RowOf {
  readonly clip: Clip;
  readonly document: DocumentState;
}

/** All issues of a kind in one line, which opens; one button repairs all of them. */
export function KindRow({ kind, issues, clip, document }: IssueGroup & RowOf) {
  const { studio } = useServices();
  const name = issueKindName(kind);
  const canRepair = issues.some((issue) => repairWords(document, issue) !== null);
  const label = `${name}: ${issues.length}`;
  const isNoted = isNote({ kind });
  return (
    <TreeItem id={kind} textValue={label} aria-label={label} className={isNoted ? 'check-row kind is-note' : 'check-row kind'}>
      <TreeItemContent>
        {({ isExpanded }) => (
          <>
            <Button slot="chevron" className="chevron">
              <ChevronRight size={13} className={isExpanded ? 'open' : ''} aria-hidden />
            </Button>
            <span className="check-message">{name}</span>
            <span className="numbers">{issues.length}</span>
            {canRepair && (
              <IconButton
                icon={Wrench}
                label={`Repair all of these: ${name}`}
                className="small"
                onPress={() => void repairKind(studio, kind)}
              />
            )}
          </>
        )}
      </TreeItemContent>
      {issues.map((issue) => (
        <IssueRow key={rowOfIssue(issue)} issue={issue} clip={clip} document={document} />
      ))}
    </TreeItem>
  );
}

/** One issue: its frame, what is wrong, and its repair where there is one. */
export function IssueRow({ issue, clip, document }: { issue: ClipIssue } & RowOf) {
  const words = useWording();
  const times = useStudio((state) => state.session.settings.times);
  const sentence = issueSentence(document.rig, issue, words);
  const frame = frameAt(clip, issue.worst);
  const isNoted = isNote(issue);
  return (
    <TreeItem
      id={rowOfIssue(issue)}
      textValue={sentence}
      aria-label={`${timeInWords(times, frame, clip.fps)}: ${sentence}`}
      className={isNoted ? 'check-row is-note' : 'check-row'}
    >
      <TreeItemContent>
        <span className="numbers">{isNoted ? '' : showTime(times, frame, clip.fps)}</span>
        <span className="check-message" title={sentence}>
          {sentence}
        </span>
        <RepairButton issue={issue} sentence={sentence} document={document} />
      </TreeItemContent>
    </TreeItem>
  );
}

interface RepairButtonProps {
  readonly issue: ClipIssue;
  /** What is wrong, as the row tells it. */
  readonly sentence: string;
  readonly document: DocumentState;
}

function RepairButton({ issue, sentence, document }: RepairButtonProps) {
  const { studio } = useServices();
  const words = repairWords(document, issue);
  if (words === null) return null;
  const label = `${words}: ${sentence}`;
  return <IconButton icon={Wrench} label={label} className="small" onPress={() => void repair(studio, issue)} />;
}

/** The key of an issue's row in the list. */
export function rowOfIssue({ kind, joint, from, other = '' }: ClipIssue): string {
  return `${kind} ${joint} ${from} ${other}`;
}
