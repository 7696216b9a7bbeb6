import { Pencil } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { BODY_PARTS, jointsByBodyPart } from '../../state/rig/body-parts.ts';
import { folderOf, renameShownFolder } from '../../state/library/saved-poses.ts';
import { setLibrarySession } from '../../state/session.ts';
import type { LibraryPlace } from '../../state/session-state.ts';
import { IconButton } from '../widgets/button.tsx';
import { Choice } from '../widgets/choice.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { PartsMenu } from './parts-menu.tsx';
import { placesOf } from './places.ts';

interface PlaceBarProps {
  readonly poses: readonly SavedPose[];
  readonly place: LibraryPlace;
  /** Whether the places stand in a column of their own, so that only the one that is shown is named here. */
  readonly hasColumn: boolean;
}

/** What the library shows, and to which parts of the body its poses are applied. */
export function PlaceBar({ poses, place, hasColumn }: PlaceBarProps) {
  const { studio } = useServices();
  const mask = useStudio((state) => state.session.library.mask);
  const rig = useStudio((state) => state.document?.rig ?? null);
  const [isRenaming, setRenaming] = useState(false);
  const places = useMemo(() => placesOf(poses), [poses]);
  const folder = folderOf(place);
  const parts = rig ? [...jointsByBodyPart(rig).keys()] : BODY_PARTS;
  return (
    <div className="panel-tools place-bar">
      {isRenaming && folder !== null ? (
        <input
          className="text-input"
          aria-label={`Name of the folder ${folder}`}
          defaultValue={folder}
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          onBlur={(event) => {
            setRenaming(false);
            renameShownFolder(studio, event.currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.value = folder;
            if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
          }}
        />
      ) : hasColumn ? (
        <p className="place-name">{places.find(({ value }) => value === place)?.label}</p>
      ) : (
        <Choice
          label="Show"
          hideLabel
          hint={`Which poses are shown: ${places.find(({ value }) => value === place)?.label ?? ''}`}
          value={place}
          options={places}
          onChange={(next) => setLibrarySession(studio, { place: next })}
        />
      )}
      {folder !== null && !isRenaming && (
        <IconButton icon={Pencil} label="Rename or move this folder" onPress={() => setRenaming(true)} />
      )}
      <PartsMenu
        label="Apply to"
        tooltip="Which parts of the body a pose is applied to and blended in"
        parts={parts}
        chosen={mask ?? parts}
        onChange={(chosen) => setLibrarySession(studio, { mask: chosen.length === parts.length ? null : chosen })}
      />
    </div>
  );
}
