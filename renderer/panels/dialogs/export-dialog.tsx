import { useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import type { ExportReport } from '../../../electron/contract.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { shownClip, lastFrame } from '../../state/clips.ts';
import { messageOf } from '../../state/editing.ts';
import { chooseExportPath, exportClip, exportPose, suggestedExportPath } from '../../state/exporting.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { DialogFrame } from './dialog-frame.tsx';

type Progress = { readonly report: ExportReport } | { readonly error: string } | 'ready' | 'writing';

/** Writes the clip or the pose on screen onto the character's original file, and tells what a re-read of the result gives. */
export function ExportDialog({ what, onClose }: { what: 'clip' | 'pose'; onClose: () => void }) {
  const { studio } = useServices();
  const clip = useStudio(shownClip);
  const character = useStudio((state) => state.document?.history.present.character.fileName ?? '');
  const [path, setPath] = useState(() => suggestedExportPath(studio.getState(), what));
  const [progress, setProgress] = useState<Progress>('ready');
  const browse = async () => {
    const chosen = await chooseExportPath(studio, path);
    if (chosen !== null) setPath(chosen);
  };
  const write = async () => {
    setProgress('writing');
    try {
      setProgress({ report: await (what === 'clip' ? exportClip(studio, path) : exportPose(studio, path)) });
    } catch (error) {
      setProgress({ error: messageOf(error) });
    }
  };
  const isDone = typeof progress === 'object' && 'report' in progress;
  return (
    <DialogFrame
      title={what === 'clip' ? 'Export the clip' : 'Export the pose'}
      onClose={onClose}
      actions={
        <>
          <Button className="button" onPress={onClose}>
            {isDone ? 'Close' : 'Cancel'}
          </Button>
          <Button
            className="button primary"
            isDisabled={progress === 'writing' || path.trim() === ''}
            onPress={() => void write()}
          >
            {progress === 'writing' ? 'Writing…' : isDone ? 'Export again' : 'Export'}
          </Button>
        </>
      }
    >
      <p className="soft">
        {what === 'clip' && clip
          ? `“${clip.name}”, frames 0 to ${lastFrame(clip)} at ${clip.fps} fps, is added to a copy of ${character}. Nothing else in the file changes.`
          : `A copy of ${character} is written in the pose on screen.`}
      </p>
      <div className="path-field">
        <TextField className="path-text" value={path} onChange={setPath} isRequired>
          <Label>File</Label>
          <Input className="text-input" spellCheck="false" />
        </TextField>
        <Button className="button" onPress={() => void browse()}>
          Browse…
        </Button>
      </div>
      <ExportResult progress={progress} />
    </DialogFrame>
  );
}

function ExportResult({ progress }: { progress: Progress }) {
  if (typeof progress === 'string') return null;
  if ('error' in progress) {
    return (
      <p className="error-text" role="alert">
        {progress.error}
      </p>
    );
  }
  const { report } = progress;
  return (
    <div className="export-result" role="status">
      <p>
        <strong>Written and read back.</strong> {(report.bytes / 1024).toFixed(0)} kB
      </p>
      <p className="soft">
        Largest difference to what was shown: {(1000 * report.largestDistance).toFixed(3)} mm and{' '}
        {toDegrees(report.largestAngle).toFixed(3)}°.
      </p>
      <p className="soft path">{report.path}</p>
      {report.warnings.map((warning) => (
        <p key={warning} className="warning-text">
          {warning}
        </p>
      ))}
    </div>
  );
}
