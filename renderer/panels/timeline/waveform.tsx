import { useMemo } from 'react';
import type { DecodedSound } from '../../reading/decode-sound.ts';
import { peaksBetween } from '../../reading/peaks.ts';

interface WaveformProps {
  readonly sound: DecodedSound;
  /** The part of the file that is drawn, seconds. */
  readonly from: number;
  readonly to: number;
  /** Pixels. */
  readonly width: number;
  readonly volume: number;
}

/** More columns than any screen has. */
const MOST_COLUMNS = 8192;

/** The lowest and highest values of each channel, one above the other, a column a pixel. */
export function Waveform({ sound, from, to, width, volume }: WaveformProps) {
  const columns = Math.min(MOST_COLUMNS, Math.max(1, Math.round(width)));
  const channels = sound.peaks.levels[0]?.channels.length ?? 0;
  const path = useMemo(() => {
    const lanes = Array.from({ length: channels }, (_, channel) => {
      const values = sound.buffer.getChannelData(channel);
      const pairs = peaksBetween(sound.peaks, channel, values, from, to, columns);
      return laneOf(pairs, columns, 2 * channel + 1, volume);
    });
    return lanes.join('');
  }, [sound, from, to, columns, channels, volume]);
  return (
    <svg className="waveform" viewBox={`0 0 ${columns} ${2 * Math.max(1, channels)}`} preserveAspectRatio="none" aria-hidden>
      <path d={path} />
    </svg>
  );
}

/** Thinner than this, as a share of a lane’s half, a line is not seen. */
const THINNEST = 0.03;

/** One outline: along the highest values, and back along the lowest ones. */
function laneOf(pairs: Float32Array, columns: number, middle: number, volume: number): string {
  const y = (value: number, least: number) => (middle - Math.min(1, Math.max(-1, volume * value + least))).toFixed(3);
  const top = Array.from(
    { length: columns },
    (_, i) => `${i} ${y(pairs[2 * i + 1]!, THINNEST)}L${i + 1} ${y(pairs[2 * i + 1]!, THINNEST)}`,
  );
  const bottom = Array.from({ length: columns }, (_, i) => columns - 1 - i).map(
    (i) => `${i + 1} ${y(pairs[2 * i]!, -THINNEST)}L${i} ${y(pairs[2 * i]!, -THINNEST)}`,
  );
  return `M${top.join('L')}L${bottom.join('L')}Z`;
}
