import { fingerGap } from '../../core/humanoid/grip/sweep-finger.ts';
import { bendFinger, fingerChains, opposedThumb, placedPoint, type FingerChain } from '../../core/humanoid/grip/finger-chain.ts';
import { sizeOf, type Rig } from '../../core/humanoid/body/rig.ts';
import type { Finger } from '../../core/humanoid/detection/finger-names.ts';
import { createTouch, restPose, type Surface } from '../../core/index.ts';

/** Metres, of a figure of 1.75 m: what counts as a touch here. Coarser than a grip's, as is the grid. */
const TOUCHES = 1.5e-3;
/** Places of each joint of a finger, and of a thumb, whose root has as many sideways too. */
const FINGER_STEPS = 24;
const THUMB_STEPS = 12;
const SIDEWAYS = [1, 0.85, 0.7, 0.5, 0.3, 0.15, 0, -0.2, -0.4, -0.55];

/** Whether the tip of a finger can touch a surface in the frame of its hand with none of it inside, by looking at all of a grid of its joints. */
export function canTouch(rig: Rig, side: 'left' | 'right', finger: Finger, surface: Surface): boolean {
  const own = fingerChains(rig, restPose(rig.skeleton), side, 0).find((chain) => chain.finger === finger)!;
  const chains = finger === 'Thumb' ? SIDEWAYS.map((opposed) => opposedThumb(rig, side, own, opposed)) : [own];
  return chains.some((chain) =>
    canTouchWith(chain, surface, TOUCHES * sizeOf(rig), finger === 'Thumb' ? THUMB_STEPS : FINGER_STEPS),
  );
}

function canTouchWith(chain: FingerChain, surface: Surface, near: number, steps: number): boolean {
  const last = chain.phalanges.length - 1;
  const shares = new Float64Array(last + 1);
  const obstacle = { surface, touch: createTouch(), gap: 0, tolerance: 0 };
  const tip = chain.flesh.filter(({ phalanx }) => phalanx === last);
  const touches = (): boolean => {
    bendFinger(chain, shares);
    // The middle of the tip is within its length and radius of the surface where any of it touches.
    for (const { phalanx, start, end, radius } of tip) {
      const [a, b] = [placedPoint(chain, phalanx, start), placedPoint(chain, phalanx, end)];
      surface.nearest(
        [0, 1, 2].map((k) => (a[k]! + b[k]!) / 2),
        obstacle.touch,
      );
      const half = Math.hypot(...a.map((value, k) => value - b[k]!)) / 2;
      if (-obstacle.touch.depth[0]! > half + radius + near) return false;
    }
    const gap = fingerGap(chain, shares, last, obstacle);
    return Math.abs(gap) < near && fingerGap(chain, shares, 0, obstacle) > -near;
  };
  const reaches = (k: number): boolean => {
    if (k > last) return touches();
    const { open } = chain.phalanges[k]!;
    for (let i = 0; i <= steps; i++) {
      shares[k] = open + ((1 - open) * i) / steps;
      if (reaches(k + 1)) return true;
    }
    return false;
  };
  return reaches(0);
}
