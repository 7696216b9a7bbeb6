import { Check, Copy, File } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { toDegrees } from '../../../core/math/angles.ts';
import type { ExportReport } from '../../../electron/contract.ts';
import { lastPart } from '../../state/window/choose-file.ts';
import { attempting } from '../../state/window/notify.ts';
import { WorkProgress } from '../widgets/work-progress.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { TextButton } from '../widgets/button.tsx';
import { Hinted } from '../widgets/hinted.tsx';
import type { ExportProgress } from './use-export.ts';
import { showResidual } from '../../state/window/units.ts';

interface ExportResultProps<Report> {
  readonly progress: ExportProgress<Report>;
  /** What is being done meanwhile. */
  readonly doing: string;
  /** What is told of what was written. */
  readonly children: (report: Report) => ReactNode;
}

/** How far an export is, and what came of it. */
export function ExportResult<Report>({ progress, doing, children }: ExportResultProps<Report>) {
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
      return <WorkProgress label={doing} share={progress.share} className="export-progress" />;
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
    case 'done':
      return (
        <div className="export-result" role="status">
          {children(progress.report)}
        </div>
      );
  }
}

/** Metres that are told apart of a re-read. */
const FINEST = 1e-6;

/** What a re-read of a motion file gave. */
export function ComparedExport({ report }: { report: ExportReport }) {
  const unit = useStudio((state) => state.session.settings.lengths);
  return (
    <>
      <p>
        <strong>Written and read back.</strong> {(report.bytes / 1024).toFixed(0)} kB
      </p>
      <p className="soft">
        Largest difference to what was shown: {showResidual(unit, report.largestDistance, FINEST)} and{' '}
        {toDegrees(report.largestAngle).toFixed(3)}°
        {report.largestWeight !== undefined && `, and ${(100 * report.largestWeight).toFixed(2)} % of an expression`}.
      </p>
      <WrittenFile path={report.path} />
      {report.warnings.map((warning) => (
        <p key={warning} className="warning-text">
          {warning}
        </p>
      ))}
    </>
  );
}

/** Where the file lies, to be copied, shown in its folder, or dragged into another program; a browser can only copy. */
export function WrittenFile({ path, isFolder = false }: { path: string; isFolder?: boolean }) {
  const { studio } = useServices();
  const isDesktop = useStudio((state) => state.session.app?.host === 'electron');
  const shown = useRef<HTMLParagraphElement>(null);
  const [isCopied, setCopied] = useState(false);
  const ask = (name: 'files.dragOut' | 'files.reveal') => {
    const about = { file: lastPart(path), failed: 'cannot be shown there' };
    void attempting(studio, 'written', about, () => studio.desktop.call(name, path));
  };
  return (
    <>
      <p className="soft path" ref={shown}>
        {path}
      </p>
      <div className="written-file">
        {isDesktop && !isFolder && (
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
        )}
        <TextButton
          icon={isCopied ? Check : Copy}
          text={isCopied ? 'Copied' : 'Copy path'}
          hint="Copies where the file lies"
          onPress={() => setCopied(shown.current !== null && copyText(shown.current))}
        />
      </div>
    </>
  );
}

/** Copies what an element says, as a user does who selects it: this asks for no permission. */
function copyText(element: HTMLElement): boolean {
  const selection = element.ownerDocument.getSelection();
  selection?.selectAllChildren(element);
  const isCopied = element.ownerDocument.execCommand('copy');
  selection?.removeAllRanges();
  return isCopied;
}
