import { FolderMinus } from 'lucide-react';
import { useState, type DragEvent } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { copyPoses } from '../../state/library/folders/copy-poses.ts';
import { showLibrary } from '../../state/library/folders/library-folders.ts';
import { libraryName, PROJECT_LIBRARY, shownPoses } from '../../state/library/folders/shown-library.ts';
import { poseById } from '../../state/library/pose-by-id.ts';
import { CommandButton, WithTooltip } from '../widgets/button.tsx';
import { DRAGGED_POSE } from '../widgets/dragged-pose.ts';
import { useServices, useStudio } from '../window-context.tsx';

/** The key of the project's own poses among the folders, none of which is empty. */
const PROJECT_KEY = '';

/**
 * Which library the panel shows: the project's own poses, or those of a folder; nothing while there are no folders. A pose that is dropped on one
 * is copied there.
 */
export function LibrarySwitch() {
  const { studio } = useServices();
  const folders = useStudio((state) => state.session.settings.libraries);
  const source = useStudio((state) => state.session.library.source);
  if (folders.length === 0) return null;
  return (
    <div className="panel-tools library-switch">
      <ToggleButtonGroup
        aria-label="Library"
        className="library-names"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[source ?? PROJECT_KEY]}
        onSelectionChange={(keys) => {
          const [key] = [...keys].map(String);
          if (key !== undefined) showLibrary(studio, key === PROJECT_KEY ? null : key);
        }}
      >
        {[null, ...folders].map((folder) => (
          <LibraryName key={folder ?? PROJECT_KEY} folder={folder} folders={folders} isShown={folder === source} />
        ))}
      </ToggleButtonGroup>
      {source !== null && <CommandButton id="library.remove" icon={FolderMinus} />}
    </div>
  );
}

interface LibraryNameProps {
  /** Null for the project's own poses. */
  readonly folder: string | null;
  readonly folders: readonly string[];
  readonly isShown: boolean;
}

function LibraryName({ folder, folders, isShown }: LibraryNameProps) {
  const { studio, parts } = useServices();
  const [isOver, setOver] = useState(false);
  const takes = (event: DragEvent) => !isShown && event.dataTransfer.types.includes(DRAGGED_POSE);
  const name = folder === null ? PROJECT_LIBRARY : libraryName(folder, folders);
  return (
    <span
      className="library-name"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!takes(event)) return;
        event.preventDefault();
        const saved = poseById({ poses: shownPoses(studio.getState()) }, event.dataTransfer.getData(DRAGGED_POSE));
        if (saved) void copyPoses(studio, parts.viewport, [saved], folder);
      }}
    >
      <WithTooltip label={folder ?? 'The poses of this project'}>
        <ToggleButton id={folder ?? PROJECT_KEY} className="toggle">
          {name}
        </ToggleButton>
      </WithTooltip>
    </span>
  );
}
