import { sideOf } from '../../humanoid/body/found-bones.ts';
import type { Limb } from '../../humanoid/body/limbs.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { bendAxisOf } from '../../humanoid/pulling/pinned-limbs.ts';
import { dot } from '../../math/vec3.ts';

/** Whether an elbow or a knee flexes against the axis of its hinge. The range of that does not tell: it counts from rest, where the limb may be bent already. */
export function flexesBackwards(rig: Rig, { name, bend }: Limb): boolean {
  const limit = rig.skeleton.limits[bend]!;
  if (limit.kind !== 'hinge') return false;
  return dot(limit.axis, bendAxisOf(rig, sideOf(name), name.endsWith('Leg') ? 'Foot' : 'Hand')) < 0;
}
