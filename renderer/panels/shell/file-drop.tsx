import { useEffect, useState, type DragEvent, type ReactNode } from 'react';
import { readDrop } from '../../reading/dropped-files.ts';
import { openDropped } from '../../state/documents/open-dropped.ts';
import { isFresh } from '../../state/saving/saving.ts';
import { isReferenceFile } from '../../state/reference/edit-reference.ts';
import { attempting } from '../../state/window/notify.ts';
import { useServices, useStudio } from '../window-context.tsx';

/** Opens what is dropped anywhere on the window, and pictures that are pasted. */
export function FileDrop({ children }: { children: ReactNode }) {
  const { studio } = useServices();
  const [isOver, setOver] = useState(false);
  // Of the character that stays or is replaced; null where nothing of the user's is there.
  const name = useStudio((state) => (isFresh(state) ? null : state.document!.history.present.name));
  const hasCharacter = useStudio(({ document }) => document !== null);
  const hasFile = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  useEffect(() => {
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const pictures = Array.from(clipboardData?.files ?? []).filter((file) => isReferenceFile(file.name));
      if (pictures.length === 1) void openDropped(studio, [{ path: pictures[0]!.name, file: pictures[0]! }]);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [studio]);
  return (
    <div
      className="window"
      onDragOver={(event) => {
        if (!hasFile(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!hasFile(event)) return;
        event.preventDefault();
        const reading = readDrop(event.dataTransfer);
        void attempting(studio, 'opening', null, () => reading).then((files) => files && openDropped(studio, files));
      }}
    >
      {children}
      {isOver && (
        <div className="drop-hint">
          <ul>
            <li>
              {name === null
                ? 'A character or a project opens.'
                : `A character joins “${name}”, or opens in its place: you are asked.`}
            </li>
            {name !== null && <li>A project opens in place of “{name}”.</li>}
            {hasCharacter && (
              <>
                <li>A motion is retargeted onto the character.</li>
                <li>A model without joints comes in as a prop.</li>
                <li>A picture or a film is shown to pose by.</li>
                <li>A sound goes onto the timeline.</li>
              </>
            )}
          </ul>
        </div>
      )}
    </div>
  );
}
