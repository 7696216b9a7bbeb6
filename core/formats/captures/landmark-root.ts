import { rotate, type Quat } from '../../math/quat.ts';
import { add, distance, scale, subtract, ZERO, type Vec3 } from '../../math/vec3.ts';
import { middleOf, type LandmarkBody } from './landmark-body.ts';
import type { CompletePoints } from './landmark-tracks.ts';

/** Legs by which the hips of a capture move at most that counts all places from them. */
const STILL = 0.02;
/** Legs by which another foot must be lower to be the one that stands. */
const LOWER = 0.02;
const SOLES = ['leftFoot', 'rightFoot', 'leftToes', 'rightToes'] as const;

/**
 * Where the hips are, frame by frame, metres. Where the landmarks are counted from the hips, as MediaPipe's world landmarks are, the lowest sole stays on
 * the floor and in its place: steps carry the body on, and jumps stay low.
 */
export function rootPlaces(
  body: LandmarkBody,
  frames: readonly CompletePoints[],
  turns: readonly (readonly Quat[])[],
): { readonly places: readonly Vec3[]; readonly isByFeet: boolean } {
  const middles = frames.map((points) => scale(middleOf(points, 'Hip'), body.unit));
  if (middles.some((middle) => distance(middle, middles[0]!) > STILL * body.leg)) return { places: middles, isByFeet: false };
  const soles = turns.map((turn) => solesIn(body, turn));
  const rest = solesIn(
    body,
    body.joints.map((): Quat => [0, 0, 0, 1]),
  );
  const floor = Math.min(...rest.map((place) => place[1]));
  const heights = soles.map((places) => places.map((place, s) => place[1] - (rest[s]![1] - floor)));
  const places: Vec3[] = [];
  let stands = 0;
  let [x, z] = [0, 0];
  heights.forEach((height, i) => {
    if (i > 0) {
      const moved = subtract(soles[i]![stands]!, soles[i - 1]![stands]!);
      x -= moved[0];
      z -= moved[2];
    }
    const lowest = height.indexOf(Math.min(...height));
    if (i === 0 || height[lowest]! < height[stands]! - LOWER * body.leg) stands = lowest;
    places.push([x, -Math.min(...height), z]);
  });
  return { places, isByFeet: true };
}

/** Ankles and toes from the hips. */
function solesIn({ joints, indexOf }: LandmarkBody, turns: readonly Quat[]): Vec3[] {
  const places: Vec3[] = [];
  for (const { parent, offset } of joints) {
    places.push(parent < 0 ? ZERO : add(places[parent]!, rotate(turns[parent]!, offset)));
  }
  return SOLES.map((name) => places[indexOf.get(name)!]!);
}
