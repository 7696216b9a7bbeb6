import { FileMusic, FolderPlus, X } from 'lucide-react';
import { useState } from 'react';
import { buildLibrary, chooseMotionFiles, DEFAULT_BUILD } from '../../state/library/build-library.ts';
import { lastPart } from '../../state/window/choose-file.ts';
import { libraryName, PROJECT_LIBRARY } from '../../state/library/folders/shown-library.ts';
import { IconButton, TextButton } from '../widgets/button.tsx';
import { RangeSlider } from '../widgets/range-slider.tsx';
import { SwitchBox } from '../widgets/switch-box.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { DialogActions } from './dialog-actions.tsx';
import { DialogFrame } from './dialog-frame.tsx';

const BUILD_LABELS = ['Build', 'Build from 1 file'];

/** Makes poses of motion files: which files, how often they are looked at, and how much poses must differ. */
export function BuildLibraryDialog({ onClose }: { onClose: () => void }) {
  const { studio, parts } = useServices();
  const into = useStudio(({ session: { library, settings } }) =>
    library.source === null ? PROJECT_LIBRARY : libraryName(library.source, settings.libraries),
  );
  const [files, setFiles] = useState<readonly string[]>([]);
  const [settings, setSettings] = useState(DEFAULT_BUILD);
  const add = async (kind: 'file' | 'folder') => {
    const chosen = await chooseMotionFiles(studio, kind);
    setFiles((before) => [...new Set([...before, ...chosen])]);
  };
  return (
    <DialogFrame
      title="Build a library from motion"
      width="narrow"
      onClose={onClose}
      actions={
        <DialogActions
          label={BUILD_LABELS[files.length] ?? `Build from ${files.length} files`}
          disabledBecause={files.length === 0 ? 'Select motion files or a folder first.' : null}
          onPress={() => {
            onClose();
            void buildLibrary(studio, parts.viewport, files, settings);
          }}
          onCancel={onClose}
        />
      }
    >
      <p className="soft">{`Poses of the motions that differ from each other go into “${into}”, with pictures, a folder for each clip.`}</p>
      <div className="panel-tools">
        <TextButton
          icon={FileMusic}
          text="Add a file…"
          hint="A file with motions: FBX, BVH, GLB, VRMA, SMPL…"
          onPress={() => void add('file')}
        />
        <TextButton
          icon={FolderPlus}
          text="Add a folder…"
          hint="All files with motions of a folder"
          onPress={() => void add('folder')}
        />
      </div>
      {files.length > 0 && (
        <ul className="chosen-files" aria-label="Files">
          {files.map((file) => (
            <li key={file} title={file}>
              <span>{lastPart(file)}</span>
              <IconButton
                icon={X}
                label={`Leave out ${lastPart(file)}`}
                onPress={() => setFiles((before) => before.filter((other) => other !== file))}
              />
            </li>
          ))}
        </ul>
      )}
      <RangeSlider
        label="Looked at"
        hint="How many moments in a second of motion are looked at"
        value={settings.fps}
        min={1}
        max={30}
        step={1}
        format={(value) => `${value}\u00a0/s`}
        onCommit={(fps) => setSettings((before) => ({ ...before, fps }))}
      />
      <RangeSlider
        label="Must differ by"
        hint="How far apart poses must be, as a share of the hips’ height: more gives fewer poses"
        value={100 * settings.difference}
        min={2}
        max={40}
        step={1}
        format={(value) => `${Math.round(value)}\u00a0%`}
        onCommit={(percent) => setSettings((before) => ({ ...before, difference: percent / 100 }))}
      />
      <SwitchBox
        label="Keep mirror images"
        hint="Also poses that only mirror another: every pose can be applied mirrored"
        isOn={settings.mirrored}
        onChange={(mirrored) => setSettings((before) => ({ ...before, mirrored }))}
      />
    </DialogFrame>
  );
}
