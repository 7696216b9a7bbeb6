import { Film, PersonStanding, Star } from 'lucide-react';
import { memo } from 'react';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { shownFolder } from '../../state/library/folders/shown-library.ts';
import { renameSavedPose } from '../../state/library/saved-poses.ts';
import { applySelected } from '../../state/library/saved-clips.ts';
import { setLibrarySession } from '../../state/session.ts';
import { DRAGGED_POSE } from '../widgets/dragged-pose.ts';
import { useContextMenu } from '../widgets/use-context-menu.ts';
import { useNameFocus } from '../widgets/use-name-focus.ts';
import { lengthInWords } from '../../state/window/times.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { useBlendDrag } from './use-blend-drag.ts';
import { useSlowClick } from './use-slow-click.ts';
import { usePicture } from './use-picture.ts';

interface PoseCardProps {
  readonly id: string;
  readonly saved: SavedPose;
  /** Among the poses that are shown. */
  readonly index: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly isSelected: boolean;
  readonly isRenaming: boolean;
}

/** One saved pose. Drawn again only when something of it changes. */
export const PoseCard = memo(function PoseCard(props: PoseCardProps) {
  const { id, saved, index, left, top, width, height, isSelected, isRenaming } = props;
  const { studio } = useServices();
  const select = () => setLibrarySession(studio, { selected: saved.id });
  const openMenu = useContextMenu('pose', select);
  const { amount, ...drag } = useBlendDrag(saved);
  const slowClick = useSlowClick(isSelected, () => setLibrarySession(studio, { selected: saved.id, renaming: saved.id }));
  const folder = useStudio(shownFolder);
  const times = useStudio((state) => state.session.settings.times);
  return (
    <div
      id={id}
      role="row"
      aria-label={saved.name}
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      data-pose={saved.id}
      data-selected={isSelected || undefined}
      className="pose-card"
      style={{ transform: `translate(${left}px, ${top}px)`, width, height }}
      onContextMenu={openMenu}
      onDoubleClick={(event) => {
        if (!(event.target instanceof HTMLInputElement)) applySelected(studio);
      }}
    >
      <div role="gridcell">
        <div
          className="pose-picture"
          title={
            saved.motion
              ? 'Double-click puts the clip at the playhead, drag sideways to blend towards its middle'
              : 'Double-click to apply, drag sideways to blend'
          }
          {...drag}
        >
          <PosePicture saved={saved} folder={folder} />
          {saved.motion && (
            <Film
              className="pose-moves"
              size={13}
              aria-label={`Clip of ${lengthInWords(times, saved.motion.duration, saved.motion.fps)}`}
            />
          )}
          {saved.isFavourite && <Star className="pose-star" size={13} aria-label="Favourite" />}
          {amount !== null && (
            <>
              <span className="blend-fill" style={{ width: `${Math.min(100, Math.max(0, 100 * amount))}%` }} />
              <span className="blend-amount numbers">{Math.round(100 * amount)} %</span>
            </>
          )}
        </div>
        {isRenaming ? (
          <RenameInput name={saved.name} onDone={(name) => renameSavedPose(studio, saved.id, name)} />
        ) : (
          <span
            className="pose-name"
            title={`${saved.tags.length > 0 ? `${saved.name} (${saved.tags.join(', ')})` : saved.name}. Double-click applies it; a slow second click or F2 renames it. Drag it onto the timeline, or onto another library to copy it.`}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.setData(DRAGGED_POSE, saved.id);
              event.dataTransfer.effectAllowed = 'copy';
              slowClick.onPointerLeave();
            }}
            {...slowClick}
          >
            {saved.name}
          </span>
        )}
      </div>
    </div>
  );
});

/** What a pose looks like; its picture may lie in `folder`. */
export function PosePicture({ saved, folder }: { saved: SavedPose; folder: string | null }) {
  const address = usePicture(saved, folder);
  if (address === null)
    return <PersonStanding className="pose-awaited" size={28} role="img" aria-label="The picture is being drawn" />;
  return address === '' ? <span className="faint">No picture</span> : <img src={address} alt="" draggable={false} />;
}

/** The name while it is edited. Enter or leaving keeps it, Esc gives up. */
function RenameInput({ name, onDone }: { name: string; onDone: (name: string) => void }) {
  const input = useNameFocus();
  return (
    <input
      className="text-input rename"
      aria-label={`Name of ${name}`}
      defaultValue={name}
      ref={input}
      onBlur={(event) => onDone(event.currentTarget.value)}
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') event.currentTarget.value = name;
        // Leaving keeps the name; the keyboard goes on in the list.
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.closest<HTMLElement>('[role="grid"]')?.focus();
      }}
    />
  );
}
