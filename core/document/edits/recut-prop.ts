import type { Carrier } from '../../animation/carrier.ts';
import type { CarrierChange, PropKey, PropMotion } from '../../animation/prop-motion.ts';
import type { Frame } from '../../math/frame.ts';
import { angleBetween } from '../../math/quat.ts';
import { distance } from '../../math/vec3.ts';

/** Where a prop is at a moment, in the space of what carries it then. */
export interface CarriedFrame extends Frame {
  readonly by: Carrier | null;
}

/** Metres and radians by which a prop must differ from one frame to the next to have moved. */
const MOVED = 1e-6;

/**
 * The motion of a prop that is so at each of these times, seconds, which rise from 0: with keys where it moves in the hands of its carrier, and at each change of
 * that, so that nothing depends on where it was before. `by` carries it where it rests.
 */
export function motionThrough(times: readonly number[], at: readonly CarriedFrame[], by: Carrier | null): PropMotion {
  const isHeld = (i: number, j: number) => sameCarrier(at[i]!.by, at[j]!.by) && !isMoved(at[i]!, at[j]!);
  const keys: PropKey[] = [];
  const changes: CarrierChange[] = [];
  times.forEach((time, i) => {
    const { by: carrier, position, rotation } = at[i]!;
    if (!sameCarrier(carrier, at[i - 1] ? at[i - 1]!.by : by)) changes.push({ from: time, by: carrier });
    const goesOn = i === times.length - 1 || isHeld(i, i + 1);
    if (i === 0 || !isHeld(i - 1, i) || !goesOn) keys.push({ time, position, rotation, interpolation: 'linear' });
  });
  return { keys, changes };
}

function isMoved(a: Frame, b: Frame): boolean {
  return distance(a.position, b.position) > MOVED || angleBetween(a.rotation, b.rotation) > MOVED;
}

function sameCarrier(a: Carrier | null, b: Carrier | null): boolean {
  if (a === null || b === null) return a === b;
  if ('prop' in a || 'prop' in b) return 'prop' in a && 'prop' in b && a.prop === b.prop;
  return a.actor === b.actor && a.joint === b.joint;
}
