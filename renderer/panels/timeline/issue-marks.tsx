import { isNote } from '../../../core/animation/lint/issues.ts';
import { foundIssues } from '../../state/timeline/clip-issues.ts';
import { useStudio } from '../window-context.tsx';
import { shareOf, type TimeSpan } from './scale.ts';

/** Where in the clip something is wrong, as bars along the ruler. */
export function IssueMarks({ span }: { span: TimeSpan }) {
  const issues = useStudio(foundIssues).filter((issue) => !isNote(issue));
  return (
    <div className="issue-marks" aria-hidden>
      {issues.map(({ kind, joint, from, to, other = '' }) => (
        <span
          key={`${kind} ${joint} ${from} ${other}`}
          style={{ left: `${100 * shareOf(span, from)}%`, width: `${(100 * (to - from)) / span.length}%` }}
        />
      ))}
    </div>
  );
}
