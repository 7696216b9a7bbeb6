import type { LiftedPart, LiftedPerson } from '../../humanoid/picture/lift-person.ts';
import type { SeenPart, SeenPerson } from '../../humanoid/picture/seen-person.ts';
import { add, lerp, subtract, type Vec3 } from '../../math/vec3.ts';
import type { BodyPoint } from '../captures/landmark-names.ts';
import type { CompletePoints } from '../captures/landmark-tracks.ts';

/** What is seen beyond a limb's end, by that end: as the detector believes it to lie beside it. */
const BEYOND: readonly (readonly [end: 'Wrist' | 'Ankle', points: readonly ('Index' | 'Little' | 'Heel' | 'Toes')[]])[] = [
  ['Wrist', ['Index', 'Little']],
  ['Ankle', ['Heel', 'Toes']],
];

/** The points of a person with depth as a capture has them: metres from the middle of the hips, +Y up, +Z towards the camera. */
export function pointsOfPerson(seen: SeenPerson, { places }: LiftedPerson): CompletePoints {
  const hips = lerp(places.leftHip, places.rightHip, 0.5);
  const points = new Map<BodyPoint, Vec3>();
  for (const [part, place] of Object.entries(places) as [LiftedPart, Vec3][]) points.set(part, subtract(place, hips));
  const beside = (part: SeenPart, of: Vec3, believed: Vec3): void =>
    void points.set(part, add(of, subtract(seen[part].believed, believed)));
  for (const side of ['left', 'right'] as const) {
    for (const [end, names] of BEYOND)
      for (const name of names)
        beside(`${side}${name}` as SeenPart, points.get(`${side}${end}`)!, seen[`${side}${end}`].believed);
  }
  const neck = lerp(points.get('leftShoulder')!, points.get('rightShoulder')!, 0.5);
  const believedNeck = lerp(seen.leftShoulder.believed, seen.rightShoulder.believed, 0.5);
  for (const part of ['nose', 'leftEar', 'rightEar'] as const) beside(part, neck, believedNeck);
  return points;
}
