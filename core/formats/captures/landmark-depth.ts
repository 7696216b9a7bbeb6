import { quantile } from '../../math/quantile.ts';
import { hypot } from '../../math/elementary.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { BodyPoint } from './landmark-names.ts';
import type { CompletePoints } from './landmark-tracks.ts';

/** Bones of a limb from the trunk outwards, and whether their foreshortening is taken for a reach to the front. */
const LIMBS: readonly (readonly [from: string, to: string, isForward: boolean])[] = [
  ['Shoulder', 'Elbow', true],
  ['Elbow', 'Wrist', true],
  ['Hip', 'Knee', true],
  ['Knee', 'Ankle', false],
];
/** Of a bone's lengths in the picture, the share below the one that is taken for its true length. */
const LONG = 0.95;
/** Widths of shoulders and hips in lengths of the trunk, where the picture shows the body from the side alone. */
const LEAST_WIDTH = { Shoulder: 0.62, Hip: 0.36 } as const;

/**
 * Gives points of pictures a depth, as far as it can be told: a bone that looks shorter than it is leans towards the camera or away from it, knees to the
 * front and shins to the back, arms to the front; shoulders and hips turn to where the nose is. The trunk stays in the picture's plane.
 */
export function liftDepth(frames: readonly CompletePoints[]): CompletePoints[] {
  const lengthOf = (from: BodyPoint, to: BodyPoint) =>
    quantile(
      frames.map((points) => flat(points, from, to)),
      LONG,
    );
  const trunk = quantile(
    frames.map((points) => trunkOf(points)),
    LONG,
  );
  const widths = (['Shoulder', 'Hip'] as const).map((part) =>
    Math.max(lengthOf(`left${part}`, `right${part}`), LEAST_WIDTH[part] * trunk),
  );
  const lengths = LIMBS.map(([from, to]) =>
    Math.max(...(['left', 'right'] as const).map((side) => lengthOf(`${side}${from}` as BodyPoint, `${side}${to}` as BodyPoint))),
  );
  return frames.map((points) => {
    const depth = new Map<BodyPoint, number>();
    const facing = facingIn(points);
    (['Shoulder', 'Hip'] as const).forEach((part, i) => {
      const half = 0.5 * facing.aside * missing(widths[i]!, flat(points, `left${part}`, `right${part}`));
      depth.set(`left${part}`, -half);
      depth.set(`right${part}`, half);
    });
    for (const side of ['left', 'right'] as const) {
      LIMBS.forEach(([from, to, isForward], i) => {
        const [a, b] = [`${side}${from}` as BodyPoint, `${side}${to}` as BodyPoint];
        const reach = missing(lengths[i]!, flat(points, a, b));
        depth.set(b, (depth.get(a) ?? 0) + (isForward ? 1 : -1) * facing.ahead * reach);
      });
      for (const [from, ends] of [
        ['Wrist', ['Index', 'Little']],
        ['Ankle', ['Heel', 'Toes']],
      ] as const) {
        for (const end of ends) depth.set(`${side}${end}`, depth.get(`${side}${from}`) ?? 0);
      }
    }
    return new Map([...points].map(([point, [x, y]]) => [point, [x, y, depth.get(point) ?? 0] as Vec3]));
  });
}

/** Whether the person looks to the camera (1) or away (−1), by which shoulder is on the right of the picture; and to which side of it the nose is. */
function facingIn(points: CompletePoints): { readonly ahead: number; readonly aside: number } {
  const [left, right] = [points.get('leftShoulder')!, points.get('rightShoulder')!];
  const nose = points.get('nose');
  const aside = nose ? Math.sign(nose[0] - 0.5 * (left[0] + right[0])) : 0;
  return { ahead: left[0] < right[0] ? -1 : 1, aside: aside === 0 ? 1 : aside };
}

/** The depth of a bone of this length that looks so long in the picture: √(L² − l²). */
function missing(whole: number, seen: number): number {
  return Math.sqrt(Math.max(0, whole * whole - seen * seen));
}

function flat(points: CompletePoints, from: BodyPoint, to: BodyPoint): number {
  const [a, b] = [points.get(from), points.get(to)];
  return a && b ? hypot(a[0] - b[0], a[1] - b[1]) : 0;
}

function trunkOf(points: CompletePoints): number {
  const middle = (part: 'Shoulder' | 'Hip', c: 0 | 1) => 0.5 * (points.get(`left${part}`)![c] + points.get(`right${part}`)![c]);
  return hypot(middle('Shoulder', 0) - middle('Hip', 0), middle('Shoulder', 1) - middle('Hip', 1));
}
