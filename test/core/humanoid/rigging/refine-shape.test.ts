import { expect, it } from 'vitest';
import type { HumanoidBone } from '../../../../core/humanoid/body/bones.ts';
import { refineCapsules } from '../../../../core/humanoid/rigging/refine-capsules.ts';
import { refineShape } from '../../../../core/humanoid/rigging/refine-shape.ts';
import type { FittedCapsule } from '../../../../core/humanoid/rigging/fit-capsule.ts';
import type { Vec3 } from '../../../../core/math/vec3.ts';

it('flesh is not refined to what is inside that of another bone, however near its axis comes', () => {
  const limb: FittedCapsule = { start: [0, 0, 0], end: [0, 1, 0], radius: 0.1 };
  /** Thick, with an axis that lies beyond all points of the limb. */
  const trunk: FittedCapsule = { start: [0.45, 0.1, 0], end: [0.45, 0.4, 0], radius: 0.5 };
  /** Beyond the limb: nothing of it is inside. */
  const head: FittedCapsule = { start: [0, 3, 0], end: [0, 4, 0], radius: 0.2 };
  const skin = Array.from({ length: 400 }, (_, i): Vec3 => [0.12 * Math.cos(i), i / 400, 0.11 * Math.sin(i)]);
  const bones: readonly [HumanoidBone, FittedCapsule][] = [
    ['leftUpperArm', limb],
    ['chest', trunk],
    ['head', head],
  ];
  const flesh = bones.map(([bone, capsule]) => ({ bone, capsule }));
  const refined = refineShape(flesh, new Map([['leftUpperArm' as const, skin]]), []);
  const seen = skin.filter(([x, y, z]) => Math.hypot(x - 0.45, y - Math.min(Math.max(y, 0.1), 0.4), z) > 0.75 * 0.5);
  expect(seen.length).toBeLessThan(skin.length - 20);
  expect(refined[0]!.capsule).toEqual(refineCapsules([limb], seen)[0]);
  expect(refined.slice(1)).toEqual(flesh.slice(1));
});
