import { useEffect, useState } from 'react';
import type { PictureFormat, PictureRequest } from '../../../electron/contract.ts';
import { isStill } from '../../tools/pictures/check-request.ts';

/** What this browser can encode. */
export interface ShownSupport {
  readonly missing: readonly PictureFormat[];
  /** Sentences about films that it cannot make, or makes in another way. */
  readonly notes: readonly string[];
}

const NOTHING_KNOWN: ShownSupport = { missing: [], notes: [] };

/** Asks the browser what it encodes in this size; nothing is asked, and nothing loaded, for one picture. */
export function useVideoSupport({ subject, format, width, height }: PictureRequest): ShownSupport {
  const [support, setSupport] = useState(NOTHING_KNOWN);
  const isFilm = !isStill(subject);
  useEffect(() => {
    if (!isFilm) return setSupport(NOTHING_KNOWN);
    let isWanted = true;
    const look = async () => {
      const found = await lookUp(format, width, height);
      if (isWanted) setSupport(found);
    };
    void look();
    return () => {
      isWanted = false;
    };
  }, [isFilm, format, width, height]);
  return support;
}

async function lookUp(format: PictureFormat, width: number, height: number): Promise<ShownSupport> {
  const { videoSupport } = await import('../../encoding/video.ts');
  const missing: PictureFormat[] = [];
  const notes: string[] = [];
  for (const each of ['mp4', 'webm'] as const) {
    // Films with an odd number of pixels are none of MP4's, whatever the browser can do.
    const even = each === 'mp4' ? { width: width + (width % 2), height: height + (height % 2) } : { width, height };
    const { codec, note } = await videoSupport(each, even);
    if (codec === null) missing.push(each);
    if (note !== null && (codec === null || each === format)) notes.push(note);
  }
  return { missing, notes };
}
