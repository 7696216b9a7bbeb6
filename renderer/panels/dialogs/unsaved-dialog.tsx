import { Button } from 'react-aria-components';
import type { UnsavedChoice } from '../../state/window/notices-and-dialogs.ts';
import { useStudio } from '../window-context.tsx';
import { DialogFrame } from './dialog-frame.tsx';

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
    <DialogFrame
      title={`Save the changes to “${name}”?`}
      width="narrow"
      isQuestion
      onClose={() => onAnswer('cancel')}
      actions={
        <>
          <Button className="button danger start" onPress={() => onAnswer('discard')}>
            Don’t save
          </Button>
          {mayAdd && (
            <Button className="button" onPress={() => onAnswer('add')}>
              Add it instead
            </Button>
          )}
          <Button className="button" onPress={() => onAnswer('cancel')}>
            Cancel
          </Button>
          <Button className="button primary" autoFocus onPress={() => onAnswer('save')}>
            Save
          </Button>
        </>
      }
    >
      <p>
        “{next}” takes its place{mayAdd ? ', or stands beside it when you add it' : ''}.
      </p>
      <p className="soft">Without saving, the poses, keys and edits made since the last save are lost.</p>
    </DialogFrame>
  );
}
