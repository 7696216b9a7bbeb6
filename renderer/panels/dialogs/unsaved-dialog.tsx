import type { UnsavedChoice } from '../../state/window/notices-and-dialogs.ts';
import { useStudio } from '../window-context.tsx';
import { QuestionFrame } from './question-frame.tsx';

interface UnsavedDialogProps {
  /** What opens in place of the document. */
  readonly next: string;
  /** Whether it may stand beside the document instead. */
  readonly mayAdd: boolean;
  readonly onAnswer: (choice: UnsavedChoice) => void;
}

/** Asked before anything that would drop unsaved work. */
export function UnsavedDialog({ next, mayAdd, onAnswer }: UnsavedDialogProps) {
  const name = useStudio((state) => state.document?.history.present.name ?? '');
  return (
    <QuestionFrame<UnsavedChoice>
      title={`Save the changes to “${name}”?`}
      answers={[
        { label: 'Don’t save', answer: 'discard', look: 'danger start' },
        ...(mayAdd ? [{ label: 'Add it instead', answer: 'add' } as const] : []),
        { label: 'Cancel', answer: 'cancel' },
        { label: 'Save', answer: 'save' },
      ]}
      otherwise={'cancel'}
      onAnswer={onAnswer}
    >
      <p>
        “{next}” takes its place{mayAdd ? ', or stands beside it when you add it' : ''}.
      </p>
      <p className="soft">Without saving, the poses, keys and edits made since the last save are lost.</p>
    </QuestionFrame>
  );
}
