import { File } from 'lucide-react';
import { ProgressBar } from 'react-aria-components';
import { toDegrees } from '../../../core/math/angles.ts';
import { lastPart } from '../../state/choose-file.ts';
import { messageOf, notify } from '../../state/notices.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { Hinted } from '../widgets/hinted.tsx';
import type { ExportProgress } from './use-export.ts';

/** How far an export is, and what a re-read of the file gave. */
export function ExportResult({ progress }: { progress: ExportProgress }) {
  switch (progress.kind) {
    case 'ready':
      return null;
    case 'asking':
      return (
        <p className="warning-text export-note" role="alert">
          “{lastPart(progress.path)}” is there already, and is not one of the exports made since Limber was started. It would be
          replaced.
        </p>
      );
    case 'writing':
      return (
        <ProgressBar aria-label="Writing and reading back" value={100 * progress.share} className="work-progress export-progress">
          <span>Writing and reading back</span>
          <div className="work-track">
            <div className="work-fill" style={{ width: `${100 * progress.share}%` }} />
          </div>
        </ProgressBar>
      );
    case 'cancelled':
      return (
        <p className="soft export-note" role="status">
          Stopped: nothing was written.
        </p>
      );
    case 'failed':
      return (
        <p className="error-text export-note" role="alert">
          {progress.sentence}
        </p>
      );
    case 'done': {
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
          <WrittenFile path={report.path} />
          {report.warnings.map((warning) => (
            <p key={warning} className="warning-text">
              {warning}
            </p>
          ))}
        </div>
      );
    }
  }
}

/** The written file, to be dragged into another program or shown in its folder; a browser can do neither. */
function WrittenFile({ path }: { path: string }) {
  const { studio } = useServices();
  const isDesktop = useStudio((state) => state.session.app?.host === 'electron');
  if (!isDesktop) return null;
  const ask = (name: 'files.dragOut' | 'files.reveal') => {
    studio.desktop.call(name, path).catch((error: unknown) => notify(studio, 'error', messageOf(error)));
  };
  return (
    <Hinted hint="Shows the file in the system’s file manager; dragged, it goes into another program or folder">
      <button
        type="button"
        className="button drag-out"
        draggable
        onClick={() => ask('files.reveal')}
        onDragStart={(event) => {
          // The system's own drag takes over, with the file itself.
          event.preventDefault();
          ask('files.dragOut');
        }}
      >
        <File size={15} aria-hidden />
        Show in folder, or drag out
      </button>
    </Hinted>
  );
}
