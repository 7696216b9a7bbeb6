import { expect } from 'vitest';
import { bakeClip } from '../../core/animation/bake.ts';
import type { Clip } from '../../core/animation/clip.ts';
import { sampleClip } from '../../core/animation/sampling.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { angleBetween, quatAt } from '../../core/math/quat.ts';
import { nodeTransforms } from '../../core/skeleton/binding.ts';
import { forwardKinematics } from '../../core/skeleton/forward-kinematics.ts';

/** Expects that every number of the baked clip is what is played, to a millionth of a radian or metre. */
export function expectBakedAsPlayed(rig: Rig, clip: Clip): void {
  const { skeleton, binding } = rig;
  const baked = bakeClip(rig, clip);
  for (const [i, time] of baked.times.entries()) {
    const nodes = nodeTransforms(binding, forwardKinematics(skeleton, sampleClip(skeleton, clip, time)));
    for (const { node, path, values } of baked.channels) {
      const joint = binding.nodes.indexOf(node);
      if (path === 'rotation') expect(angleBetween(quatAt(values, i), quatAt(nodes.rotations, joint))).toBeLessThan(1e-6);
      else
        for (let c = 0; c < 3; c++) expect(Math.abs(values[3 * i + c]! - nodes.translations[3 * joint + c]!)).toBeLessThan(1e-6);
    }
  }
}
