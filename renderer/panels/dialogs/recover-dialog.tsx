import { Button } from 'react-aria-components';
import type { RecoverChoice } from '../../state/window/notices-and-dialogs.ts';
import { DialogFrame } from './dialog-frame.tsx';

/** Offered at the start when the last session ended with unsaved work. */
export function RecoverDialog({ edits, onAnswer }: { edits: number; onAnswer: (choice: RecoverChoice) => void }) {
  const work = edits === 1 ? 'One edit was' : `${edits} edits were`;
  return (
    <DialogFrame
      title="Bring back unsaved work?"
      width="narrow"
      isQuestion
      onClose={() => onAnswer('recover')}
      actions={
        <>
          <Button className="button danger start" onPress={() => onAnswer('discard')}>
            Discard it
          </Button>
          <Button className="button primary" autoFocus onPress={() => onAnswer('recover')}>
            Bring it back
          </Button>
        </>
      }
    >
      <p className="soft">Limber ended last time before the work was saved. {work} kept and can be brought back.</p>
    </DialogFrame>
  );
}
