import { ROOT_TRACK } from '../clip.ts';
import type { BodyMotion } from './body-motion.ts';
import type { Flight } from './flights.ts';
import type { FrameRange } from './joint-motion.ts';

/** Seconds around the frame that a flight ends with in which the body falls fastest. */
const TOUCH = 0.1;
/** Metres a second below which a body comes down gently, whatever stops it. */
const GENTLE = 1;
/** Shares of its speed between which a body is stopped: what leads there and ends it is slow. */
const [BEGUN, ENDED] = [0.9, 0.1];

/** Flights that end in a stop of more than `bar` metres a second, each second: nothing of the body gives. */
export function hardLandings(motion: BodyMotion, flights: readonly Flight[], bar: number): FrameRange[] {
  return flights.flatMap(({ last }): FrameRange[] => {
    const { amount, end } = landingOf(motion, last);
    if (!(amount > bar)) return [];
    return [{ issue: { kind: 'landing', joint: ROOT_TRACK, frame: last, amount }, first: last, last: end }];
  });
}

/** How suddenly a fall is stopped that ends at frame `last`: metres a second, each second, from 90 % to 10 % of its speed; and the frame at which it is. */
function landingOf({ centres, fps }: BodyMotion, last: number): { readonly amount: number; readonly end: number } {
  const falls = (step: number) => (centres[step]![1] - centres[step + 1]![1]) * fps;
  const steps = centres.length - 1;
  let fastest = Math.max(0, last - 2);
  for (let step = fastest; step < Math.min(steps, last + TOUCH * fps); step++) if (falls(step) > falls(fastest)) fastest = step;
  const speed = falls(fastest);
  if (!(speed > GENTLE)) return { amount: 0, end: last };
  // Between two steps the speed is read off straight.
  const reached = (share: number) => {
    for (let step = fastest; step + 1 < steps; step++) {
      const [before, after] = [falls(step), falls(step + 1)];
      if (after <= share * speed) return step + (before - share * speed) / (before - after);
    }
    return Infinity;
  };
  const seconds = (reached(ENDED) - reached(BEGUN)) / fps;
  const end = Math.min(steps, Math.ceil(reached(ENDED)) + 1);
  return { amount: ((BEGUN - ENDED) * speed) / seconds, end };
}
