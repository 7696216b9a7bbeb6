import type { Clip, Track } from '../../../core/animation/clip.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { fromRotationVector } from '../../../core/math/quat.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { vec3At } from '../../../core/math/vec3.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import type { NodePositions } from './oracles.ts';

/** Every second joint (of `moving`) turns somewhere else at each key, and the root wanders; tracks and keys that go on in different ways. */
export function wildClip(rig: Rig, seed: number, moving: readonly number[] = [...Array(rig.skeleton.count).keys()]): Clip {
  const random = seededRandom(seed);
  const vector = (size: number) =>
    [0, 1, 2].map(() => (random() - 0.5) * 2 * size) as unknown as readonly [number, number, number];
  const times = [0, 0.3, 0.9, 1.2];
  const kinds = ['linear', 'ease', 'cubic', 'step'] as const;
  const tracks: Track[] = [{ joint: -1, interpolation: 'cubic', times, values: times.flatMap(() => vector(0.3)) }];
  for (const joint of moving.filter((_, i) => i % 2 === 0)) {
    tracks.push({
      joint,
      interpolation: kinds[joint % 4]!,
      ...(joint % 3 === 0 && {
        keyInterpolations: ['overshoot', { out: [0.1, 0.2, 0], in: [0, -0.1, 0.2] }, 'easeIn', null] as const,
      }),
      times,
      values: times.flatMap(() => fromRotationVector(vector(0.5))),
    });
  }
  return { id: 'wild', name: 'wild', duration: 1.2, fps: 30, loop: false, tracks };
}

/** Where the joints of a rig stand in a pose, by node index. */
export function jointPositions(rig: Rig, pose: Float64Array): NodePositions {
  const world = forwardKinematics(rig.skeleton, pose);
  return new Map(Array.from(rig.binding.nodes, (node, j) => [node, vec3At(world.positions, j)]));
}
