import type { Rig } from '../../core/humanoid/rig.ts';
import type { MotionInfo, OpenedCharacter } from '../../electron/contract.ts';

/** A file with motion, opened beside the document's character. */
export interface MotionSource {
  readonly character: OpenedCharacter;
  readonly rig: Rig;
  readonly motions: readonly MotionInfo[];
}
