import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { seededRandom, type Random } from '../../../core/math/random.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';

/** Metres between two targets of a path, for a figure 1.75 m tall. */
const STEP = 0.0125;

/** Left, up and forward, metres of a figure 1.75 m tall, from where the handle is grabbed. */
type Path = (share: number) => Vec3;

/** The half axes in which a handle is led around, and their middle. */
const REACH: Partial<Record<HandleName, { readonly middle: Vec3; readonly half: Vec3 }>> = {
  hips: { middle: [0, -0.16, -0.03], half: [0.14, 0.16, 0.12] },
  chest: { middle: [0, -0.18, 0.06], half: [0.24, 0.2, 0.28] },
  head: { middle: [0, -0.2, 0.12], half: [0.28, 0.22, 0.32] },
  leftHand: { middle: [-0.22, -0.1, 0.2], half: [0.22, 0.35, 0.25] },
  rightHand: { middle: [0.22, -0.1, 0.2], half: [0.22, 0.35, 0.25] },
  leftFoot: { middle: [0.05, 0.2, 0.05], half: [0.12, 0.2, 0.25] },
  rightFoot: { middle: [-0.05, 0.2, 0.05], half: [0.12, 0.2, 0.25] },
};

/** A smooth path from the place of the grab through the space that a handle has, and its steps of some 12 mm. */
export function randomPath(name: HandleName, seed: number): Vec3[] {
  const random = seededRandom(seed);
  const { middle, half } = REACH[name]!;
  const waves = [0, 1, 2].map(() => wave(random));
  const path: Path = (t) => {
    // Out of the place of the grab within the first tenth.
    const out = smooth(Math.min(1, 10 * t));
    return [0, 1, 2].map((k) => out * (middle[k]! + half[k]! * waves[k]!(t))) as unknown as Vec3;
  };
  return evenly(path);
}

function wave(random: Random): (t: number) => number {
  const [a, b, p, q] = [1 + Math.floor(3 * random()), 2 + Math.floor(3 * random()), random(), random()];
  return (t) => 0.65 * Math.sin(2 * Math.PI * (a * t + p)) + 0.35 * Math.sin(2 * Math.PI * (b * t + q));
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t);
}

/** A path to `to`: straight, or round by a bow to the `side`. */
export function way(to: Vec3, side: Vec3): Vec3[] {
  return evenly((t) => [0, 1, 2].map((k) => t * to[k]! + Math.sin(Math.PI * t) * side[k]!) as unknown as Vec3);
}

function evenly(path: Path): Vec3[] {
  const places: Vec3[] = [];
  let last = path(0);
  for (let i = 1; i <= 20_000; i++) {
    const at = path(i / 20_000);
    if (Math.hypot(at[0] - last[0], at[1] - last[1], at[2] - last[2]) < STEP && i < 20_000) continue;
    places.push(at);
    last = at;
  }
  return places;
}
