import { limbPlaces } from '../../humanoid/body/limbs.ts';
import { fromRotationVector, rotate, shortestArc, toRotationVector } from '../../math/quat.ts';
import { add, distance, length, scale, subtract, vec3At } from '../../math/vec3.ts';
import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { fadeBetween } from '../fade-between.ts';
import { heldFrames, type StandingFoot } from './foot-stands.ts';
import { flexionOf, spanAt } from '../../math/flexion.ts';
import type { FootPath } from '../foot-path.ts';

/**
 * Lets what a standing foot asks of its leg fade before and after as a swing of the leg and a bend of its knee, away from its free motion: a straight leg stays
 * straight, where a foot that is moved in space would bend it. Changes the ankle's places in the frames in which nothing stands.
 */
export function fadeLegs(
  { limb, ankleStands, toeStands }: StandingFoot,
  { positions }: FootPath,
  worlds: readonly WorldTransforms[],
  release: number,
): void {
  const held = heldFrames([...ankleStands, ...toeStands], worlds.length);
  const swings = new Float64Array(3 * worlds.length);
  const bends = new Float64Array(worlds.length);
  const legs = worlds.map((world) => {
    const [top, knee, ankle] = limbPlaces(world, limb);
    const [upper, lower] = [distance(top, knee), distance(knee, ankle)];
    const way = subtract(ankle, top);
    return { top, way, upper, lower, flexion: flexionOf(length(way), upper, lower) };
  });
  legs.forEach(({ top, way, upper, lower, flexion }, frame) => {
    if (held[frame] !== 1) return;
    const planned = subtract(vec3At(positions, frame), top);
    swings.set(toRotationVector(shortestArc(way, planned)), 3 * frame);
    bends[frame] = flexionOf(length(planned), upper, lower) - flexion;
  });
  fadeBetween(swings, held, release);
  fadeBetween(bends, held, release);
  legs.forEach(({ top, way, upper, lower, flexion }, frame) => {
    if (held[frame] === 1 || !(length(way) > 0)) return;
    const reach = spanAt(Math.max(0, flexion + bends[frame]!), upper, lower);
    const swung = rotate(fromRotationVector(vec3At(swings, frame)), way);
    positions.set(add(top, scale(swung, reach / length(way))), 3 * frame);
  });
}
