import { lerp, type Vec3 } from '../../math/vec3.ts';
import type { SeenPoints } from './landmark-frames.ts';
import type { BodyPoint } from './landmark-names.ts';
import { bridgeGaps } from '../../math/bridge-gaps.ts';

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
  const tracks = [...names].map((name) => {
    const seen = frames.map((points) => points.get(name));
    return [name, bridgeGaps([...frames.keys()], seen, lerp)] as const;
  });
  return frames.map((_, i) => new Map(tracks.map(([name, places]) => [name, places[i]!])));
}

function inWords(point: BodyPoint): string {
  return `the ${point.replaceAll(/([A-Z])/g, ' $1').toLowerCase()}`;
}
