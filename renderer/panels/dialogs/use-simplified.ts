import { useEffect, useState } from 'react';
import type { SimplifiedClip, SimplifyOptions } from '../../../core/animation/simplify-clip.ts';
import type { DocumentState } from '../../state/document-state.ts';
import { startSimplifying } from '../../state/keys/simplifying.ts';

export type Simplifying =
  | { readonly kind: 'working'; readonly share: number }
  | { readonly kind: 'done'; readonly result: SimplifiedClip };

const BEGUN: Simplifying = { kind: 'working', share: 0 };

/** The clip on the timeline with few keys, made anew whenever the tolerances are others; what is under way then is left. */
export function useSimplified(document: DocumentState | null, options: SimplifyOptions): Simplifying {
  const [progress, setProgress] = useState<{ readonly of: SimplifyOptions; readonly simplifying: Simplifying } | null>(null);
  useEffect(() => {
    if (!document) return undefined;
    let isLatest = true;
    const show = (simplifying: Simplifying) => {
      if (isLatest) setProgress({ of: options, simplifying });
    };
    const job = startSimplifying(document, options, (share) => show({ kind: 'working', share }));
    job.result.then(
      (result) => show({ kind: 'done', result }),
      () => undefined,
    );
    return () => {
      isLatest = false;
      job.cancel();
    };
  }, [document, options]);
  return progress?.of === options ? progress.simplifying : BEGUN;
}
