import { isObject, spellOut } from '../../math/check-values.ts';
import type { Rig } from './rig.ts';

/** Throws a `RangeError` of one sentence unless it is a rig, by its fields. */
export function checkRig(rig: Rig): void {
  if (isObject(rig) && isObject(rig.skeleton) && isObject(rig.humanoid) && isObject(rig.report)) return;
  throw new RangeError(`the rig must be one that buildRig made, got ${spellOut(rig)}`);
}
