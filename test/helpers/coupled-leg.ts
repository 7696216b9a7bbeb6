import type { Goal } from '../../core/ik/request/goals.ts';
import { IDENTITY } from '../../core/math/quat.ts';
import { cone } from '../../core/skeleton/make-limit.ts';
import { createSkeleton, type Skeleton } from '../../core/skeleton/skeleton.ts';
import { hingeAbout } from './ik-chains.ts';

/** A hip whose cone follows the knee and whose twist follows its swing, a knee, an ankle and toes. */
export function coupledLeg(): Skeleton {
  const hip = cone({ axis: [0, -1, 0], half: 1.5, min: -0.5, max: 0.5 });
  const ankle = cone({ axis: [0, 0, 1], half: 0.5, min: -0.5, max: 0.5 });
  return createSkeleton(
    [
      { name: 'hip', parent: -1, offset: [0, 0.9, 0], limit: hip },
      { name: 'knee', parent: 0, offset: [0, -0.42, 0], limit: hingeAbout([1, 0, 0], 0, 140) },
      { name: 'ankle', parent: 1, offset: [0, -0.42, 0], limit: ankle },
      { name: 'toes', parent: 2, offset: [0, 0, 0.2] },
    ],
    0,
    [
      {
        kind: 'swingByHinge',
        joint: 0,
        hinge: 1,
        side: 0,
        points: [
          [0, 0.6],
          [1.5, 1.5],
        ],
      },
      {
        kind: 'swingByHinge',
        joint: 0,
        hinge: 1,
        side: 1,
        points: [
          [0, 0.6],
          [1.5, 1.5],
        ],
      },
      {
        kind: 'twistBySwing',
        joint: 0,
        points: [
          [0, -0.5, 0.5],
          [1.5, -0.1, 0.1],
        ],
      },
    ],
  );
}

/** Goals for its toes: higher than hip and knee together let them, and turned as at rest. */
export const HIGH_KICK: readonly Goal[] = [
  { kind: 'position', joint: 3, target: [0.1, 0.8, 0.75] },
  { kind: 'orientation', joint: 3, target: IDENTITY },
];
