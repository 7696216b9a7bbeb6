import { lerp, type Vec3 } from '../../math/vec3.ts';
import type { SeenPoints } from './landmark-frames.ts';
import type { BodyPoint } from './landmark-names.ts';

/** Every point that the motion has, in one frame. */
export type CompletePoints = ReadonlyMap<BodyPoint, Vec3>;

/** Without these there is no body. */
const NEEDED: readonly BodyPoint[] = (['left', 'right'] as const).flatMap((side) =>
  (['Shoulder', 'Elbow', 'Wrist', 'Hip', 'Knee', 'Ankle'] as const).map((part): BodyPoint => `${side}${part}`),
);

/**
 * Fills what was not seen in a frame from the frames around it, in a straight line. Points that were never seen are missing in every frame. Throws an
 * `Error` with one sentence when that is so of a shoulder, elbow, wrist, hip, knee or ankle.
 */
export function completeTracks(frames: readonly SeenPoints[]): CompletePoints[] {
  const names = new Set(frames.flatMap((points) => [...points.keys()]));
  const lacking = NEEDED.filter((point) => !names.has(point));
  if (lacking.length > 0)
    throw new Error(`a whole body is needed, but in no frame was there: ${lacking.slice(0, 4).map(inWords).join(', ')}`);
  const complete = frames.map(() => new Map<BodyPoint, Vec3>());
  for (const name of names) {
    const seen = [...frames.keys()].filter((i) => frames[i]!.has(name));
    let next = 0;
    frames.forEach((_, i) => {
      while (next < seen.length && seen[next]! < i) next++;
      const after = seen[Math.min(next, seen.length - 1)]!;
      const before = seen[Math.max(0, seen[next] === i ? next : next - 1)]!;
      const share = after > before ? (i - before) / (after - before) : 0;
      complete[i]!.set(name, lerp(frames[before]!.get(name)!, frames[after]!.get(name)!, Math.max(0, Math.min(1, share))));
    });
  }
  return complete;
}

function inWords(point: BodyPoint): string {
  return `the ${point.replaceAll(/([A-Z])/g, ' $1').toLowerCase()}`;
}
