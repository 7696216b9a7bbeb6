import { Button } from 'react-aria-components';
import type { UnsavedChoice } from '../../state/notices-and-dialogs.ts';
import { useStudio } from '../window-context.tsx';
import { DialogFrame } from './dialog-frame.tsx';

/** Asked before anything that would drop unsaved work. */
export function UnsavedDialog({ onAnswer }: { onAnswer: (choice: UnsavedChoice) => void }) {
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
          <Button className="button" onPress={() => onAnswer('cancel')}>
            Cancel
          </Button>
          <Button className="button primary" autoFocus onPress={() => onAnswer('save')}>
            Save
          </Button>
        </>
      }
    >
      <p className="soft">Without saving, the poses, keys and edits made since the last save are lost.</p>
    </DialogFrame>
  );
}
