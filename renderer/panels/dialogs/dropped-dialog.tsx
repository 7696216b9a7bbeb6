import { File } from 'lucide-react';
import { OneOfDialog } from './one-of-dialog.tsx';

interface DroppedDialogProps {
  /** Paths of the files that can be opened. */
  readonly paths: readonly string[];
  readonly onAnswer: (path: string | null) => void;
}

/** Asked when several characters or motions are dropped at once. */
export function DroppedDialog({ paths, onAnswer }: DroppedDialogProps) {
  return (
    <OneOfDialog
      title="Which file should be opened?"
      label="Dropped files"
      options={paths}
      icon={File}
      action="Open"
      onAnswer={onAnswer}
    >
      {paths.length} characters or motions were dropped. A motion is retargeted onto the character on screen.
    </OneOfDialog>
  );
}
