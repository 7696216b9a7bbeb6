import { checkRig } from './check-rig.ts';
import type { Rig } from './rig.ts';

/** Remembers what was computed for a rig as long as the rig lives: rigs never change. */
export function perRig<Value>(compute: (rig: Rig) => Value): (rig: Rig) => Value {
  const known = new WeakMap<Rig, Value>();
  return (rig) => {
    let value = known.get(rig);
    if (value === undefined) {
      checkRig(rig);
      value = compute(rig);
      known.set(rig, value);
    }
    return value;
  };
}
