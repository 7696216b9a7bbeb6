import { useState } from 'react';
import { Button, Input, Label, TextField } from 'react-aria-components';
import type { PictureReport, PictureRequest } from '../../../electron/contract.ts';
import { chooseExportPath, replacesFile, withExtension } from '../../state/exporting.ts';
import type { Job } from '../../state/jobs.ts';
import { messageOf } from '../../state/notices.ts';
import { extensionOfPicture, rememberPicture, startingPicture } from '../../state/picturing.ts';
import type { Studio, StudioState } from '../../state/studio.ts';
import { FRONT_VIEW } from '../../tools/geometry/orbit.ts';
import { checkPictureRequest } from '../../tools/pictures/check-request.ts';
import { momentsOf } from '../../tools/pictures/moments.ts';
import { DialogFrame } from '../dialogs/dialog-frame.tsx';
import { ExportResult, WrittenFile } from '../dialogs/export-result.tsx';
import { useExport } from '../dialogs/use-export.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { PictureFields } from './picture-fields.tsx';
import { useVideoSupport } from './use-video-support.ts';

/** Draws the pose, the clip or the library into a picture or a film, as it is seen in the viewport or from a side of the character. */
export function PictureDialog({ onClose }: { onClose: () => void }) {
  const { studio } = useServices();
  const state = useStudio((whole) => whole);
  const [request, setRequest] = useState(() => startingPicture(studio.getState()));
  const { progress, start, askAbout, cancel } = useExport<PictureReport>();
  const support = useVideoSupport(request);
  const asksItself = state.session.app?.host === 'electron';
  /** The file that the user, here or in the system's own dialog, said may be replaced. */
  const [agreed, setAgreed] = useState<string | null>(null);
  const { count, fps, problem } = planOf(state, request);
  const isImpossible = problem !== null || support.missing.includes(request.format);
  const { path } = request;
  const browse = async () => {
    const chosen = await chooseExportPath(studio, path, extensionOfPicture(request.format));
    if (chosen === null) return;
    setRequest({ ...request, path: chosen });
    if (asksItself) setAgreed(chosen);
  };
  const isAsking = progress.kind === 'asking' && progress.path === path;
  const write = async () => {
    const whole = { ...request, path: withExtension(path.trim(), extensionOfPicture(request.format)) };
    setRequest(whole);
    if (isAsking) setAgreed(whole.path);
    else if (agreed !== whole.path && (await replacesFile(studio, whole.path).catch(() => false))) return askAbout(whole.path);
    rememberPicture(studio, whole);
    start((onProgress) => drawPictures(studio, whole, onProgress));
  };
  const isWriting = progress.kind === 'writing';
  const isDone = progress.kind === 'done' && !isAsking;
  const film = fps === null ? '' : ` · ${count} frames · ${(count / fps).toFixed(3)} s`;
  return (
    <DialogFrame
      title="Export a picture or film"
      onClose={onClose}
      actions={
        isDone ? (
          <>
            <Button className="button" isDisabled={isImpossible} onPress={() => void write()}>
              Export again
            </Button>
            <Button className="button primary" autoFocus onPress={onClose}>
              Close
            </Button>
          </>
        ) : (
          <>
            <Button className="button" onPress={isWriting ? cancel : onClose}>
              {isWriting ? 'Stop' : 'Cancel'}
            </Button>
            {/* Pending, not disabled: it keeps the focus, so that Esc still reaches the dialog. */}
            <Button
              className="button primary"
              isPending={isWriting}
              isDisabled={path.trim() === '' || isImpossible}
              onPress={() => void write()}
            >
              {isWriting ? 'Drawing…' : isAsking ? 'Replace it' : 'Export'}
            </Button>
          </>
        )
      }
    >
      <PictureFields request={request} support={support} onChange={setRequest} />
      <div className="path-field">
        <TextField className="path-text" value={path} onChange={(typed) => setRequest({ ...request, path: typed })} isRequired>
          <Label>{request.format === 'frames' ? 'Folder' : 'File'}</Label>
          <Input className="text-input" spellCheck="false" data-first-field />
        </TextField>
        <Button className="button" onPress={() => void browse()}>
          Browse…
        </Button>
      </div>
      {problem === null ? (
        <p className="soft export-note">{`${request.width} × ${request.height}${film}`}</p>
      ) : (
        <p className="error-text export-note" role="alert">
          {problem}
        </p>
      )}
      {support.notes.map((note) => (
        <p key={note} className="warning-text export-note">
          {note}
        </p>
      ))}
      {(progress.kind !== 'asking' || isAsking) && (
        <ExportResult progress={progress} doing="Drawing and writing">
          {(report) => <WrittenPicture report={report} />}
        </ExportResult>
      )}
    </DialogFrame>
  );
}

/** How many pictures it will be, and why it cannot be. */
function planOf(state: StudioState, request: PictureRequest) {
  try {
    checkPictureRequest(request);
    const { count, fps } = momentsOf(state, request);
    return { count, fps, problem: null };
  } catch (error) {
    const sentence = messageOf(error);
    return { count: 0, fps: null, problem: `${sentence[0]?.toUpperCase()}${sentence.slice(1)}.` };
  }
}

/** What draws is loaded when it is used first. */
function drawPictures(studio: Studio, request: PictureRequest, onProgress: (share: number) => void): Job<PictureReport> {
  const stop = new AbortController();
  const draw = async () => {
    const { makePictures } = await import('../../viewport/pictures/make-pictures.ts');
    const view = studio.parts.viewport?.camera() ?? FRONT_VIEW;
    return makePictures(studio, request, { view, onProgress, signal: stop.signal });
  };
  return { result: draw(), cancel: () => stop.abort(new Error('cancelled')) };
}

function WrittenPicture({ report }: { report: PictureReport }) {
  const { width, height, frames, fps, codec, bytes, files, path, format, notes } = report;
  const film = fps === null ? '' : `, ${frames} frames, ${(frames / fps).toFixed(3)} s`;
  const inside = codec === null ? '' : `, ${codec}`;
  return (
    <>
      <p>
        <strong>Written.</strong> {(bytes / 1024).toFixed(0)} kB{files > 1 ? ` in ${files} files` : ''}
      </p>
      <p className="soft">{`${width} × ${height}${film}${inside}`}</p>
      <WrittenFile path={path} isFolder={format === 'frames'} />
      {notes.map((note) => (
        <p key={note} className="warning-text">
          {note}
        </p>
      ))}
    </>
  );
}
