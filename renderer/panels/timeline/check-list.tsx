import { GridList, GridListItem } from 'react-aria-components';
import { isNote, issueSentence, type ClipIssue } from '../../../core/animation/lint/issues.ts';
import { foundIssues, goToIssue, repair, repairWords } from '../../state/clip-issues.ts';
import { frameAt } from '../../state/clips.ts';
import type { Clip } from '../../../core/animation/clip.ts';
import type { DocumentState } from '../../state/document-state.ts';
import { CommandTextButton, IconButton } from '../widgets/button.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { Wrench } from 'lucide-react';
import { showTime, timeInWords } from '../../state/times.ts';
import { useWording } from '../widgets/use-wording.ts';

/** What is wrong with the clip, beside its keys: each issue with its frame, a way there and, where there is one, its repair. */
export function CheckList({ clip, document }: { clip: Clip; document: DocumentState }) {
  const { studio } = useServices();
  const issues = useStudio(foundIssues);
  const isLooking = useStudio((state) => state.session.timeline.found === null);
  const words = useWording();
  const times = useStudio((state) => state.session.settings.times);
  const present = useStudio((state) => state.session.timeline.issue);
  const count = issues.filter((issue) => !isNote(issue)).length;
  const selected = issues.filter(
    (issue) => present?.kind === issue.kind && present.joint === issue.joint && present.worst === issue.worst,
  );
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
            : 'No joint leaves its limits, flips, pops or changes its speed suddenly, no planted foot slides or sinks, and the keys are tidy.'}
        </p>
      ) : (
        <GridList
          className="check-rows"
          aria-label="Issues"
          items={issues.map((issue) => ({ id: keyOf(issue), issue }))}
          selectionMode="single"
          selectionBehavior="replace"
          selectedKeys={selected.map(keyOf)}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : [...keys];
            const issue = issues.find((each) => keyOf(each) === key);
            if (issue) goToIssue(studio, issue);
          }}
        >
          {({ issue }) => {
            const sentence = issueSentence(document.rig, issue, words);
            const frame = frameAt(clip, issue.worst);
            return (
              <GridListItem
                textValue={sentence}
                className={isNote(issue) ? 'check-row is-note' : 'check-row'}
                aria-label={`${timeInWords(times, frame, clip.fps)}: ${sentence}`}
              >
                <span className="numbers">{isNote(issue) ? '' : showTime(times, frame, clip.fps)}</span>
                <span className="check-message" title={sentence}>
                  {sentence}
                </span>
                <RepairButton issue={issue} sentence={sentence} document={document} />
              </GridListItem>
            );
          }}
        </GridList>
      )}
    </section>
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

function keyOf({ kind, joint, from }: ClipIssue): string {
  return `${kind} ${joint} ${from}`;
}
