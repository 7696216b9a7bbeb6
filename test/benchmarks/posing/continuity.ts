import type { HandleName, Pins } from '../../../core/humanoid/body/handles.ts';
import { limbOf, type Limb } from '../../../core/humanoid/body/limbs.ts';
import { createPuller, type PullOptions } from '../../../core/humanoid/pulling/puller.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { distance, lerp, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import { FEET, placeOf, type Figure } from './figure.ts';

const DEGREES = Math.PI / 180;
/** How many times as far as what is pulled an elbow or a knee goes at most. */
const FAST = 6;
/** Metres of a figure 1.75 m tall by which a target may be missed and count as reached. */
const REACHED = 3e-3;
/** Degrees of a turn from which a step is halved to see whether it is a discontinuity, and of what has to stay of it. */
const SUSPECT = 14;
const BREAK = 10;
const HALVINGS = 20;

/** How steadily the bends of limbs follow a path: what is counted of its steps. */
export interface Continuity {
  steps: number;
  /** Steps in which an elbow or a knee went further than it may. */
  far: number;
  /** Degrees of the largest turn of an upper arm or a thigh in a step. */
  most: number;
  /** True discontinuities: turns that stay while the two targets are halved towards each other. */
  breaks: number;
  /** Targets that were reached, and the largest miss in millimetres of a figure 1.75 m tall. */
  reached: number;
  milliseconds: number[];
}

export function noContinuity(): Continuity {
  return { steps: 0, far: 0, most: 0, breaks: 0, reached: 0, milliseconds: [] };
}

/** Pulls a handle from `from` along a path of places (world, metres) and adds what the bends of `limbs` do to `found`. */
export function followPath(
  figure: Figure,
  from: Pose,
  handle: HandleName,
  path: readonly Vec3[],
  limbs: readonly HandleName[],
  how: PullOptions,
  found: Continuity,
  pins: Pins = FEET,
): void {
  const { rig, size } = figure;
  const puller = createPuller(rig);
  const bends = limbs.flatMap((name) => limbOf(rig, name) ?? []);
  const gesture = puller.begin(from, handle, pins);
  const at = (target: Vec3): Reached => {
    const start = performance.now();
    const { pose } = gesture.to(target, how);
    found.milliseconds.push(performance.now() - start);
    const world = forwardKinematics(rig.skeleton, pose);
    return { target, world, isReached: distance(placeOf(figure, world, handle), target) < REACHED * size };
  };
  let before: Reached | null = null;
  for (const target of path) {
    const now = at(target);
    if (now.isReached) found.reached++;
    found.steps++;
    if (before?.isReached && now.isReached) {
      const step = distance(before.target, now.target);
      if (bends.some(({ bend }) => distance(worldPosition(before!.world, bend), worldPosition(now.world, bend)) > FAST * step))
        found.far++;
      for (const limb of bends) {
        const turn = turnBetween(limb, before, now);
        found.most = Math.max(found.most, turn);
        if (turn > SUSPECT && isBreak(limb, before, now, at)) found.breaks++;
      }
    }
    before = now;
  }
}

interface Reached {
  readonly target: Vec3;
  readonly world: ReturnType<typeof forwardKinematics>;
  readonly isReached: boolean;
}

function turnBetween({ upper }: Limb, a: Reached, b: Reached): number {
  return angleBetween(worldRotation(a.world, upper), worldRotation(b.world, upper)) / DEGREES;
}

/** Whether a turn stays while its two targets are halved towards each other, always on the side of the larger turn. */
function isBreak(limb: Limb, one: Reached, other: Reached, at: (target: Vec3) => Reached): boolean {
  let [a, b] = [one, other];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = at(lerp(a.target, b.target, 0.5));
    if (turnBetween(limb, a, middle) > turnBetween(limb, middle, b)) b = middle;
    else a = middle;
  }
  return turnBetween(limb, a, b) > BREAK;
}
