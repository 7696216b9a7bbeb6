import { LibraryBig } from 'lucide-react';
import { OneOfDialog } from './one-of-dialog.tsx';

interface ChooseLibraryDialogProps {
  /** The libraries' names in the panel. */
  readonly names: readonly string[];
  /** How many poses are copied. */
  readonly count: number;
  readonly onAnswer: (name: string | null) => void;
}

/** Asks into which of several libraries poses are copied. */
export function ChooseLibraryDialog({ names, count, onAnswer }: ChooseLibraryDialogProps) {
  return (
    <OneOfDialog
      title={count === 1 ? 'Copy the pose to which library?' : `Copy ${count} poses to which library?`}
      label="Libraries"
      options={names}
      icon={LibraryBig}
      action="Copy"
      onAnswer={onAnswer}
    >
      Poses come with their pictures, and fit every humanoid there.
    </OneOfDialog>
  );
}
