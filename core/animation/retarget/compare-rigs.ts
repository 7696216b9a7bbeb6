import { legLength } from '../../humanoid/body/leg-length.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { atan2 } from '../../math/elementary.ts';
import { fromAxisAngle, type Quat } from '../../math/quat.ts';
import { UNIT_Y } from '../../math/vec3.ts';

/** How the target's world lies to the source's. */
export interface Comparison {
  /** Turns the source's facing into the target's. */
  readonly turn: Quat;
  /** Leg length of the target in leg lengths of the source. */
  readonly size: number;
}

export function compareRigs(from: Rig, to: Rig): Comparison {
  const [a, b] = [from.report.facing, to.report.facing];
  return { turn: fromAxisAngle(UNIT_Y, atan2(b[0], b[2]) - atan2(a[0], a[2])), size: legLength(to) / legLength(from) };
}
