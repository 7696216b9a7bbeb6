import type { Arrival } from '../../state/window/notices-and-dialogs.ts';
import { useStudio } from '../window-context.tsx';
import { QuestionFrame } from './question-frame.tsx';

interface ReplaceDialogProps {
  /** The character that opens in place of the document. */
  readonly next: string;
  readonly onAnswer: (choice: Arrival) => void;
}

/** Asked before another character takes the place of work that is saved, since it may stand beside it. */
export function ReplaceDialog({ next, onAnswer }: ReplaceDialogProps) {
  const name = useStudio((state) => state.document?.history.present.name ?? '');
  const isSaved = useStudio((state) => (state.document?.folder ?? null) !== null);
  return (
    <QuestionFrame<Arrival>
      title={`Add “${next}” to “${name}”?`}
      answers={[
        { label: 'Open in its place', answer: 'open', look: 'start' },
        { label: 'Cancel', answer: null },
        { label: 'Add', answer: 'add' },
      ]}
      otherwise={null}
      onAnswer={onAnswer}
    >
      <p className="soft">
        It stands beside what is there. Opened in its place,{' '}
        {isSaved ? `“${name}” stays as it is in its folder.` : `“${name}” is closed: nothing of it has been changed.`}
      </p>
    </QuestionFrame>
  );
}
