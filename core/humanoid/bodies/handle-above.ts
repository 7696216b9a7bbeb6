import { handlesOf, type Handle } from '../body/handles.ts';
import type { Rig } from '../body/rig.ts';

/** The handle that takes a joint along: that of its own, or of the hand, foot, head or trunk which it hangs from; null for those inside of a limb. */
export function handleAbove(rig: Rig, joint: number): Handle | null {
  const handles = handlesOf(rig);
  for (let each = joint; each >= 0; each = rig.skeleton.parents[each]!) {
    const own = handles.filter((handle) => handle.joint === each);
    const position = own.find(({ kind }) => kind === 'position');
    if (position) return position;
    if (insideLimbs(rig).has(each)) return null;
  }
  return null;
}

function insideLimbs({ humanoid }: Rig): ReadonlySet<number | undefined> {
  return new Set(
    (['left', 'right'] as const).flatMap((side) =>
      (['UpperArm', 'LowerArm', 'UpperLeg', 'LowerLeg'] as const).map((part) => humanoid[`${side}${part}`]),
    ),
  );
}
