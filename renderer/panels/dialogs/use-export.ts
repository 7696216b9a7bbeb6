import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../state/notices.ts';
import { isCancelled, type Job } from '../../state/jobs.ts';

export type ExportProgress<Report> =
  | { readonly kind: 'ready' }
  /** Waits for the user's word: the file at `path` would be replaced. */
  | { readonly kind: 'asking'; readonly path: string }
  | { readonly kind: 'writing'; readonly share: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'done'; readonly report: Report }
  | { readonly kind: 'failed'; readonly sentence: string };

interface Exporting<Report> {
  readonly progress: ExportProgress<Report>;
  /** Begins an export; `begin` is given who hears how far it is. */
  readonly start: (begin: (onProgress: (share: number) => void) => Job<Report>) => void;
  readonly askAbout: (path: string) => void;
  readonly cancel: () => void;
}

/** One export after the other; the one under way is cancelled when its dialog goes. */
export function useExport<Report>(): Exporting<Report> {
  const [progress, setProgress] = useState<ExportProgress<Report>>({ kind: 'ready' });
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
      (error: unknown) => end(isCancelled(error) ? { kind: 'cancelled' } : { kind: 'failed', sentence: messageOf(error) }),
    );
  };
  const askAbout = useCallback((path: string) => setProgress({ kind: 'asking', path }), []);
  return { progress, start, askAbout, cancel };
}
