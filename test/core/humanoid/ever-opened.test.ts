import { expect, test } from 'vitest';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import { EVER_OPENED } from './ever-opened.ts';

test.each(EVER_OPENED)('$kind still opens', ({ scene, bones }) => {
  const { humanoid, binding } = buildRig(scene);
  for (const [bone, name] of Object.entries(bones)) {
    const joint = humanoid[bone as HumanoidBone];
    expect([bone, joint === undefined ? null : scene.nodes[binding.nodes[joint]!]!.name]).toEqual([
      bone,
      expect.stringMatching(name),
    ]);
  }
});
