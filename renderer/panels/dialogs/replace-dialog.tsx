import { Button } from 'react-aria-components';
import type { Arrival } from '../../state/window/notices-and-dialogs.ts';
import { useStudio } from '../window-context.tsx';
import { DialogFrame } from './dialog-frame.tsx';

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
    <DialogFrame
      title={`Add “${next}” to “${name}”?`}
      width="narrow"
      isQuestion
      onClose={() => onAnswer(null)}
      actions={
        <>
          <Button className="button start" onPress={() => onAnswer('open')}>
            Open in its place
          </Button>
          <Button className="button" onPress={() => onAnswer(null)}>
            Cancel
          </Button>
          <Button className="button primary" autoFocus onPress={() => onAnswer('add')}>
            Add
          </Button>
        </>
      }
    >
      <p className="soft">
        It stands beside what is there. Opened in its place,{' '}
        {isSaved ? `“${name}” stays as it is in its folder.` : `“${name}” is closed: nothing of it has been changed.`}
      </p>
    </DialogFrame>
  );
}
