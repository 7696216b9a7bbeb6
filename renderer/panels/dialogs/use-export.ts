import { useCallback, useEffect, useRef, useState } from 'react';
import { lastPart } from '../../state/window/choose-file.ts';
import { replacesFile } from '../../state/saving/exporting.ts';
import { type Job } from '../../state/jobs.ts';
import { failureText, isCancelled } from '../../state/window/notify.ts';
import { useServices, useStudio } from '../window-context.tsx';

export type ExportProgress<Report> =
  | { readonly kind: 'ready' }
  /** Waits for the user's word: the file at `path` would be replaced. */
  | { readonly kind: 'asking'; readonly path: string }
  | { readonly kind: 'writing'; readonly share: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'done'; readonly report: Report }
  | { readonly kind: 'failed'; readonly sentence: string };

interface Exporting<Report> {
  /** How far the export is; a question about another path than the present one is as good as none. */
  readonly progress: ExportProgress<Report>;
  /** Begins an export; `begin` is given who hears how far it is. */
  readonly start: (begin: (onProgress: (share: number) => void) => Job<Report>) => void;
  /** Whether the file may be written: nothing is replaced, or the user has agreed. Otherwise it asks, and the same call again is the user's word. */
  readonly mayWrite: (path: string) => Promise<boolean>;
  /** Tells of a path that was chosen in a dialog: the system's own has asked already whether its file may be replaced. */
  readonly hasChosen: (path: string) => void;
  readonly cancel: () => void;
}

/** One export after the other to `path`, as it is typed; the one under way is cancelled when its dialog goes. */
export function useExport<Report>(path: string): Exporting<Report> {
  const { studio } = useServices();
  const [progress, setProgress] = useState<ExportProgress<Report>>({ kind: 'ready' });
  /** The file that the user, here or in the system's own dialog, said may be replaced. */
  const [agreed, setAgreed] = useState<string | null>(null);
  const asksItself = useStudio((state) => state.session.app?.host === 'electron');
  const running = useRef<Job<Report> | null>(null);
  const cancel = useCallback(() => running.current?.cancel(), []);
  useEffect(() => cancel, [cancel]);
  const start: Exporting<Report>['start'] = (begin) => {
    setProgress({ kind: 'writing', share: 0 });
    const job = begin((share) => {
      if (running.current === job) setProgress({ kind: 'writing', share });
    });
    running.current = job;
    const end = (result: ExportProgress<Report>) => {
      running.current = null;
      setProgress(result);
    };
    job.result.then(
      (report) => end({ kind: 'done', report }),
      (error: unknown) =>
        end(
          isCancelled(error)
            ? { kind: 'cancelled' }
            : { kind: 'failed', sentence: failureText('exporting', error, { file: lastPart(path), failed: 'was not exported' }) },
        ),
    );
  };
  const mayWrite = async (wanted: string): Promise<boolean> => {
    if (progress.kind === 'asking' && progress.path === path) {
      setAgreed(wanted);
      return true;
    }
    // What cannot be asked is told by the export itself.
    if (agreed === wanted || !(await replacesFile(studio, wanted).catch(() => false))) return true;
    setProgress({ kind: 'asking', path: wanted });
    return false;
  };
  const hasChosen = (chosen: string): void => {
    if (asksItself) setAgreed(chosen);
  };
  const isStale = progress.kind === 'asking' && progress.path !== path;
  return { progress: isStale ? { kind: 'ready' } : progress, start, mayWrite, hasChosen, cancel };
}
