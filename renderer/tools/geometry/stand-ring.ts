import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { normalize, type Vec3 } from '../../../core/math/vec3.ts';
import { worldPosition, type WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';

/** A ring on the floor around a character: dragged, it moves the character; the mark on it, before the character, rotates it. */
export interface StandRing {
  /** Where the character stands, on the floor. */
  readonly centre: Vec3;
  /** All around, the first one again at the end. */
  readonly points: readonly Vec3[];
  readonly mark: Vec3;
}

/** Of the body’s height. */
const RADIUS = 0.3;
const POINTS = 48;

/** The ring below the hips of a character whose joints stand at `world`. */
export function standRing({ skeleton, report }: Rig, world: WorldTransforms): StandRing {
  const [x, , z] = worldPosition(world, skeleton.root);
  const { floor, height, facing } = report;
  const radius = RADIUS * height;
  const ahead = normalize([facing[0], 0, facing[2]], [0, 0, 1]);
  const points = Array.from({ length: POINTS + 1 }, (_, i): Vec3 => {
    const angle = (2 * Math.PI * i) / POINTS;
    return [x + radius * Math.sin(angle), floor, z + radius * Math.cos(angle)];
  });
  return { centre: [x, floor, z], points, mark: [x + radius * ahead[0], floor, z + radius * ahead[2]] };
}
