import { useState, type DragEvent, type ReactNode } from 'react';
import { readDrop } from '../../reading/dropped-files.ts';
import { openDropped } from '../../state/documents/open-dropped.ts';
import { attempting } from '../../state/notices.ts';
import { useServices } from '../window-context.tsx';

/** Opens what is dropped anywhere on the window. */
export function FileDrop({ children }: { children: ReactNode }) {
  const { studio } = useServices();
  const [isOver, setOver] = useState(false);
  const hasFile = (event: DragEvent) => event.dataTransfer.types.includes('Files');
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
          Drop a character or project to open it, a motion for the character, or a picture to pose by
        </div>
      )}
    </div>
  );
}
