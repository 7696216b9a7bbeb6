import { useState } from 'react';
import type { PictureReport, PictureRequest } from '../../../electron/contract.ts';
import { chooseExportPath, withExtension } from '../../state/saving/exporting.ts';
import type { Job } from '../../state/jobs.ts';
import { asSentence, messageOf } from '../../state/window/notify.ts';
import { extensionOfPicture, rememberPicture, startingPicture } from '../../state/window/picturing.ts';
import type { Studio, StudioState } from '../../state/studio.ts';
import { durationInWords } from '../../state/window/times.ts';
import { FRONT_VIEW } from '../../tools/geometry/orbit.ts';
import { checkPictureRequest } from '../../tools/pictures/check-request.ts';
import { momentsOf } from '../../tools/pictures/moments.ts';
import { DialogFrame } from '../dialogs/dialog-frame.tsx';
import { ExportActions } from '../dialogs/export-actions.tsx';
import { ExportResult, WrittenFile } from '../dialogs/export-result.tsx';
import { PathField } from '../dialogs/path-field.tsx';
import { useExport } from '../dialogs/use-export.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { PictureFields } from './picture-fields.tsx';
import { useVideoSupport } from './use-video-support.ts';

/** Draws the pose, the clip or the library into a picture or a film, as it is seen in the viewport or from a side of the character. */
export function PictureDialog({ onClose }: { onClose: () => void }) {
  const { studio } = useServices();
  const state = useStudio((whole) => whole);
  const [request, setRequest] = useState(() => startingPicture(studio.getState()));
  const { path } = request;
  const { progress, start, mayWrite, hasChosen, cancel } = useExport<PictureReport>(path);
  const support = useVideoSupport(request);
  const { count, fps, problem } = planOf(state, request);
  const isImpossible = problem !== null || support.missing.includes(request.format);
  const browse = async () => {
    const chosen = await chooseExportPath(studio, path, extensionOfPicture(request.format));
    if (chosen === null) return;
    setRequest({ ...request, path: chosen });
    hasChosen(chosen);
  };
  const write = async () => {
    const whole = { ...request, path: withExtension(path.trim(), extensionOfPicture(request.format)) };
    setRequest(whole);
    if (!(await mayWrite(whole.path))) return;
    rememberPicture(studio, whole);
    start((onProgress) => drawPictures(studio, whole, onProgress));
  };
  const film = fps === null ? '' : ` · ${durationInWords(state.session.settings.times, count, fps)}`;
  return (
    <DialogFrame
      title="Export a picture or film"
      onClose={onClose}
      actions={
        <ExportActions
          progress={progress}
          disabledBecause={
            path.trim() === ''
              ? 'Name a file first.'
              : isImpossible
                ? 'This browser cannot write it: select another format above.'
                : null
          }
          doing="Drawing…"
          onExport={() => void write()}
          onStop={cancel}
          onClose={onClose}
        />
      }
    >
      <PathField
        label={request.format === 'frames' ? 'Folder' : 'File'}
        path={path}
        onChange={(typed) => setRequest({ ...request, path: typed })}
        onBrowse={() => void browse()}
      />
      <PictureFields request={request} support={support} onChange={setRequest} />
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
      <ExportResult progress={progress} doing="Drawing and writing">
        {(report) => <WrittenPicture report={report} />}
      </ExportResult>
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
    return { count: 0, fps: null, problem: asSentence(messageOf(error)) };
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
  const times = useStudio((state) => state.session.settings.times);
  const film = fps === null ? '' : `, ${durationInWords(times, frames, fps)}`;
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
