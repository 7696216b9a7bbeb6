import type { Clip } from '../../../core/animation/clip.ts';
import type { StudioState } from '../studio.ts';
import type { Confidence } from './timeline-session.ts';

/** From here on a frame counts as known. */
export const KNOWN = 0.5;

/** The confidence of a clip of the document; null where none is known. */
export function confidenceOfClip({ document, session }: StudioState, clip: Clip): Confidence | null {
  const { confidence } = session.timeline;
  return confidence?.document === document?.identity && confidence?.clip === clip.id ? confidence : null;
}

/** "10 to 95 %, least at frame 12". */
export function confidenceInWords({ shares, fps }: Confidence, frameInWords: (frame: number) => string, clip: Clip): string {
  const percent = (share: number) => Math.round(100 * share);
  const least = Math.min(...shares);
  const frame = Math.round((shares.indexOf(least) / fps) * clip.fps);
  return `${percent(least)} to ${percent(Math.max(...shares))} %, least at ${frameInWords(frame)}`;
}
