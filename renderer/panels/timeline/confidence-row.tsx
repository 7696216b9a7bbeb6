import { useMemo } from 'react';
import type { Clip } from '../../../core/animation/clip.ts';
import { confidenceInWords, confidenceOfClip, KNOWN } from '../../state/timeline/confidence.ts';
import type { Confidence } from '../../state/timeline/timeline-session.ts';
import { useWording } from '../widgets/use-wording.ts';
import { useStudio } from '../window-context.tsx';
import { shareOf, type TimeSpan } from './scale.ts';

/** How surely the motion of a clip is known; null where it came from no film. */
export function useConfidence(clip: Clip): Confidence | null {
  return useStudio((state) => confidenceOfClip(state, clip));
}

/** How surely each frame of a motion from a film is known, as the height of a line of bars; those that are hardly known stand out. */
export function ConfidenceRow({ confidence, clip, span }: { confidence: Confidence; clip: Clip; span: TimeSpan }) {
  const words = useWording();
  const { shares, fps } = confidence;
  const [known, uncertain] = useMemo(
    () => [pathOf(shares, (share) => share >= KNOWN), pathOf(shares, (share) => share < KNOWN)],
    [shares],
  );
  const label = `Confidence: ${confidenceInWords(confidence, words.frame, clip)}`;
  const from = -0.5 / fps;
  const style = {
    left: `${100 * shareOf(span, from)}%`,
    width: `${(100 * shares.length) / fps / span.length}%`,
  };
  return (
    <div className="confidence-row" role="img" aria-label={label} title={label}>
      <svg style={style} viewBox={`0 0 ${shares.length} 1`} preserveAspectRatio="none" aria-hidden>
        <path d={known} />
        <path className="uncertain" d={uncertain} />
      </svg>
    </div>
  );
}

/** The lowest bar that is seen. */
const LOWEST = 0.12;

/** Bars of the frames that are wanted, one wide each, from the ground up. */
function pathOf(shares: readonly number[], isWanted: (share: number) => boolean): string {
  return shares
    .flatMap((share, i) => (isWanted(share) ? [`M${i} 1V${(1 - Math.max(LOWEST, share)).toFixed(3)}h1V1Z`] : []))
    .join('');
}
