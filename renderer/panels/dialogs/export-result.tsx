import { ProgressBar } from 'react-aria-components';
import { toDegrees } from '../../../core/math/angles.ts';
import type { ExportProgress } from './use-export.ts';

/** How far an export is, and what a re-read of the file gave. */
export function ExportResult({ progress }: { progress: ExportProgress }) {
  switch (progress.kind) {
    case 'ready':
      return null;
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
