import type { RecoverChoice } from '../../state/window/notices-and-dialogs.ts';
import { QuestionFrame } from './question-frame.tsx';

/** Offered at the start when the last session ended with unsaved work. */
export function RecoverDialog({ edits, onAnswer }: { edits: number; onAnswer: (choice: RecoverChoice) => void }) {
  const work = edits === 1 ? 'One edit was' : `${edits} edits were`;
  return (
    <QuestionFrame<RecoverChoice>
      title="Bring back unsaved work?"
      answers={[
        { label: 'Discard it', answer: 'discard', look: 'danger start' },
        { label: 'Bring it back', answer: 'recover' },
      ]}
      otherwise={'recover'}
      onAnswer={onAnswer}
    >
      <p className="soft">Limber ended last time before the work was saved. {work} kept and can be brought back.</p>
    </QuestionFrame>
  );
}
