import { memo, useMemo } from 'react';
import { Check, Copy, FlipHorizontal2, Pencil, RefreshCw, Star, Trash2 } from 'lucide-react';
import { foldersOf } from '../../../core/library/folders.ts';
import type { SavedPose } from '../../../core/library/saved-pose.ts';
import { jointsByBodyPart } from '../../state/rig/body-parts.ts';
import { shownPoses } from '../../state/library/folders/shown-library.ts';
import { moveSavedPose, tagSavedPose } from '../../state/library/saved-poses.ts';
import { partsOfPose, setPartsOfPose } from '../../state/library/pose-joints.ts';
import { CommandButton } from '../widgets/button.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { PartsMenu } from './parts-menu.tsx';

const FOLDER_LIST = 'library-folders';

/** Tags, folder and parts of the selected pose, and what can be done with it. Drawn again only when something of it changes. */
export const PoseDetails = memo(function PoseDetails({ saved }: { saved: SavedPose }) {
  const { studio } = useServices();
  const rig = useStudio((state) => state.document?.rig ?? null);
  const poses = useStudio(shownPoses);
  const folders = useMemo(() => foldersOf(poses), [poses]);
  if (!rig) return null;
  return (
    <>
      <div className="pose-words">
        <WordsInput
          key={`tags:${saved.id}:${saved.tags.join()}`}
          label={`Tags of ${saved.name}`}
          name="Tags"
          placeholder="a, b"
          value={saved.tags.join(', ')}
          onDone={(text) => tagSavedPose(studio, saved.id, text)}
        />
        <WordsInput
          key={`folder:${saved.id}:${saved.folder}`}
          label={`Folder of ${saved.name}`}
          name="Folder"
          placeholder="None"
          value={saved.folder}
          list={FOLDER_LIST}
          onDone={(text) => moveSavedPose(studio, saved.id, text)}
        />
        <datalist id={FOLDER_LIST}>
          {folders.map(({ folder }) => (
            <option key={folder} value={folder} label={folder} aria-label={folder} />
          ))}
        </datalist>
      </div>
      <div className="blend-actions">
        <PartsMenu
          label="Holds"
          tooltip="Which parts of the body this pose holds; new ones are taken from what is on screen"
          parts={[...jointsByBodyPart(rig).keys()]}
          chosen={partsOfPose(rig, saved)}
          onChange={(parts) => setPartsOfPose(studio, saved.id, parts)}
        />
        <CommandButton id="pose.apply" icon={Check} />
        <CommandButton id="pose.applyFlipped" icon={FlipHorizontal2} />
        <CommandButton id="pose.favourite" icon={Star} />
        <CommandButton id="pose.update" icon={RefreshCw} />
        <CommandButton id="pose.rename" icon={Pencil} />
        <CommandButton id="library.copyPose" icon={Copy} />
        <CommandButton id="pose.delete" icon={Trash2} />
      </div>
    </>
  );
});

interface WordsInputProps {
  /** Over the field. */
  readonly name: string;
  /** The same with what it is of, for those who hear it. */
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** Id of a list of suggestions. */
  readonly list?: string;
  readonly onDone: (text: string) => void;
}

/** Enter or leaving keeps the words, Esc gives up. */
function WordsInput({ name, label, placeholder, value, list, onDone }: WordsInputProps) {
  return (
    <label className="words-field">
      <span>{name}</span>
      <input
        className="text-input"
        aria-label={label}
        title={label}
        placeholder={placeholder}
        defaultValue={value}
        list={list}
        onBlur={(event) => onDone(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.value = value;
          if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
        }}
      />
    </label>
  );
}
