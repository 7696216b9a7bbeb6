import { Button } from 'react-aria-components';
import { useStudio } from '../window-context.tsx';
import { DialogFrame } from './dialog-frame.tsx';

interface ReplaceDialogProps {
  /** The character that opens in place of the document. */
  readonly next: string;
  readonly onAnswer: (opens: boolean) => void;
}

/** Asked before another character takes the place of work that is saved. */
export function ReplaceDialog({ next, onAnswer }: ReplaceDialogProps) {
  const name = useStudio((state) => state.document?.history.present.name ?? '');
  const isSaved = useStudio((state) => (state.document?.folder ?? null) !== null);
  return (
    <DialogFrame
      title={`Open “${next}” in place of “${name}”?`}
      width="narrow"
      isQuestion
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button className="button" onPress={() => onAnswer(false)}>
            Cancel
          </Button>
          <Button className="button primary" autoFocus onPress={() => onAnswer(true)}>
            Open
          </Button>
        </>
      }
    >
      <p className="soft">
        {isSaved ? `“${name}” is saved, and stays as it is in its folder.` : `Nothing of “${name}” has been changed.`} A project
        holds one character.
      </p>
    </DialogFrame>
  );
}
