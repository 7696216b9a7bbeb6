import { useRef } from 'react';
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

/**
 * The buttons of a dialog that exports: begin, agree to replace a file, stop, and once it is done again or close. They are the same two buttons throughout: a
 * screen reader is told by its button that an export ended.
 */
export function ExportActions({ progress, disabledBecause, doing, onExport, onStop, onClose }: ExportActionsProps) {
  // What a button was when it was pressed down: one that ends up as another does nothing, so that Stop never exports again.
  const pressed = useRef(progress.kind);
  const begin = () => {
    pressed.current = progress.kind;
  };
  const ifStill = (act: () => void) => () => {
    if (pressed.current === progress.kind) act();
  };
  if (progress.kind === 'done') {
    return (
      <>
        <WordButton disabledBecause={disabledBecause} onPressStart={begin} onPress={ifStill(onExport)}>
          Export again
        </WordButton>
        <WordButton className="primary" disabledBecause={null} autoFocus onPress={onClose}>
          Close
        </WordButton>
      </>
    );
  }
  const isWriting = progress.kind === 'writing';
  return (
    <>
      <WordButton disabledBecause={null} onPressStart={begin} onPress={ifStill(isWriting ? onStop : onClose)}>
        {isWriting ? 'Stop' : 'Cancel'}
      </WordButton>
      {/* Pending, not disabled: it keeps the focus, so that Esc still reaches the dialog. */}
      <WordButton className="primary" isPending={isWriting} disabledBecause={disabledBecause} onPress={onExport}>
        {isWriting ? doing : progress.kind === 'asking' ? 'Replace it' : 'Export'}
      </WordButton>
    </>
  );
}
