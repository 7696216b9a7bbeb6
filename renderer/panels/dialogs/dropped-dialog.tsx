import { File } from 'lucide-react';
import { OneOfDialog } from './one-of-dialog.tsx';

interface DroppedDialogProps {
  /** Paths of the files that can be opened. */
  readonly paths: readonly string[];
  /** Whether they can be the motions of people who were captured together. */
  readonly together: boolean;
  readonly onAnswer: (paths: readonly string[]) => void;
}

/** Asked when several characters or motions are dropped at once. */
export function DroppedDialog({ paths, together, onAnswer }: DroppedDialogProps) {
  return (
    <OneOfDialog
      title="Which file should be opened?"
      label="Dropped files"
      options={paths}
      icon={File}
      action="Open"
      onAnswer={(path) => onAnswer(path === null ? [] : [path])}
      {...(together && { instead: { label: 'Retarget all together', onPress: () => onAnswer(paths) } })}
    >
      {paths.length} characters or motions were dropped. A motion is retargeted onto the character on screen.
      {together && ' Motions of people who were captured together are retargeted together, each onto a character.'}
    </OneOfDialog>
  );
}
