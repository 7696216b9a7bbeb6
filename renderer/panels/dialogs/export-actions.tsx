import { Button } from 'react-aria-components';
import { WordButton } from '../widgets/button.tsx';
import type { ExportProgress } from './use-export.ts';

interface ExportActionsProps {
  readonly progress: ExportProgress<unknown>;
  /** Why nothing can be exported as things stand, or null. */
  readonly disabledBecause: string | null;
  /** What the button says while the export runs. */
  readonly doing: string;
  readonly onExport: () => void;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

/** The buttons of a dialog that exports: begin, agree to replace a file, stop, and once it is done again or close. */
export function ExportActions({ progress, disabledBecause, doing, onExport, onStop, onClose }: ExportActionsProps) {
  if (progress.kind === 'done') {
    return (
      <>
        <WordButton disabledBecause={disabledBecause} onPress={onExport}>
          Export again
        </WordButton>
        <Button className="button primary" autoFocus onPress={onClose}>
          Close
        </Button>
      </>
    );
  }
  const isWriting = progress.kind === 'writing';
  return (
    <>
      <Button className="button" onPress={isWriting ? onStop : onClose}>
        {isWriting ? 'Stop' : 'Cancel'}
      </Button>
      {/* Pending, not disabled: it keeps the focus, so that Esc still reaches the dialog. */}
      <WordButton className="primary" isPending={isWriting} disabledBecause={disabledBecause} onPress={onExport}>
        {isWriting ? doing : progress.kind === 'asking' ? 'Replace it' : 'Export'}
      </WordButton>
    </>
  );
}
