import type { CurveChannel } from '../../../state/keys/curve-channels.ts';
import { shareOf, type TimeSpan } from '../scale.ts';
import { downOf, type ValueRange } from './curve-scale.ts';

interface CurveLinesProps {
  readonly channels: readonly CurveChannel[];
  readonly times: readonly number[];
  readonly values: ReadonlyMap<CurveChannel, readonly number[]>;
  readonly colours: ReadonlyMap<CurveChannel, number>;
  readonly span: TimeSpan;
  readonly range: ValueRange;
}

/** Degrees between two samples from which on an angle went round and not across. */
const ROUND = 180;

/** The curves themselves, in a box of 1 by 1. */
export function CurveLines({ channels, times, values, colours, span, range }: CurveLinesProps) {
  return (
    <svg className="curve-lines" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
      {channels.map((channel) => (
        <path
          key={channel.id}
          data-channel={channel.label}
          data-colour={colours.get(channel)}
          d={pathOf(times, values.get(channel)!, span, range, channel.unit === '°')}
        />
      ))}
    </svg>
  );
}

/** The points of a curve, joined by straight lines. */
export function pathOf(
  times: readonly number[],
  values: readonly number[],
  span: TimeSpan,
  range: ValueRange,
  isAngle: boolean,
): string {
  return times
    .map((time, i) => {
      const goesRound = isAngle && i > 0 && Math.abs(values[i]! - values[i - 1]!) > ROUND;
      return `${i === 0 || goesRound ? 'M' : 'L'}${shareOf(span, time).toFixed(6)} ${downOf(range, values[i]!).toFixed(6)}`;
    })
    .join('');
}
