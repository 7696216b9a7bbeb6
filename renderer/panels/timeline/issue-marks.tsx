import { useDeferredValue, useMemo } from 'react';
import { isNote } from '../../../core/animation/lint/issues.ts';
import { issuesOf } from '../../state/clip-issues.ts';
import type { DocumentState } from '../../state/document-state.ts';
import { shareOf, type TimeSpan } from './scale.ts';

/** Where in the clip something is wrong, as bars along the ruler. */
export function IssueMarks({ document, span }: { document: DocumentState; span: TimeSpan }) {
  const looked = useDeferredValue(document);
  const issues = useMemo(() => issuesOf(looked).filter((issue) => !isNote(issue)), [looked]);
  return (
    <div className="issue-marks" aria-hidden>
      {issues.map(({ kind, joint, from, to }) => (
        <span
          key={`${kind} ${joint} ${from}`}
          style={{ left: `${100 * shareOf(span, from)}%`, width: `${(100 * (to - from)) / span.length}%` }}
        />
      ))}
    </div>
  );
}
