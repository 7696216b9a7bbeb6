import type { Clip } from '../../animation/clip.ts';
import type { ClipRange } from './clip-range.ts';

/**
 * What the animation of a clip says of itself in glTF's `extras`, for programs that show it: its rate, and what glTF has no place for. Seconds from the
 * beginning of the animation.
 */
export interface ClipExtras {
  readonly limber: {
    readonly fps: number;
    /** What is held when, by its part: a foot that stands, a hand that touches. Cut to what is written. */
    readonly contacts?: readonly { readonly part: string; readonly from: number; readonly to: number }[];
    readonly markers?: readonly { readonly name: string; readonly time: number }[];
  };
}

/** The extras of the part of a clip that is written. */
export function clipExtras({ contacts = [], markers = [] }: Clip, { from, to, fps }: ClipRange): ClipExtras {
  const held = contacts
    .filter((span) => !span.isMuted && span.from < to && span.to > from)
    .map(({ part, ...span }) => ({ part, from: Math.max(span.from, from) - from, to: Math.min(span.to, to) - from }));
  const named = markers.filter(({ time }) => time >= from && time <= to).map(({ name, time }) => ({ name, time: time - from }));
  return { limber: { fps, ...(held.length > 0 && { contacts: held }), ...(named.length > 0 && { markers: named }) } };
}
