import { releaseFrames } from '../fade-between.ts';
import { toRadians } from '../../math/angles.ts';
import { distance, subtract, vec3At } from '../../math/vec3.ts';
import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { heldFrames, type StandingFoot } from './foot-stands.ts';
import { limbPlaces } from '../../humanoid/body/limbs.ts';
import { dropToReach, flexionOf } from '../../math/flexion.ts';
import { leastAbove, needsWithin } from '../smoothing.ts';
import type { FootPath } from '../foot-path.ts';

/** Leg lengths by which the body comes down at most, and those a second in which it does. */
const MOST_DROP = 0.04;
const PACE = 0.25;
/** Radians by which the body may bend another leg as it comes down. */
const MOST_BEND = toRadians(8);

/** A foot and where it was planned to be. */
interface PlannedFoot {
  readonly foot: StandingFoot;
  readonly path: FootPath;
}

/**
 * Metres by which the body comes down in each frame so that legs whose feet have no toes to rise on reach the places where they stand. Where that would be
 * much, or bend another leg much, it comes down less, or stays.
 */
export function dropsWithin(planned: readonly PlannedFoot[], worlds: readonly WorldTransforms[], fps: number): Float64Array {
  const drops = new Float64Array(worlds.length);
  const release = releaseFrames(fps);
  let rate = Infinity;
  for (const each of planned) {
    const { limb, shape } = each.foot;
    if (shape.toes) continue;
    rate = Math.min(rate, (PACE * limb.length) / fps);
    const needed = neededDrops(each, worlds);
    const severities = needed.map((drop, frame) => {
      const bends = planned.map((other) => (other === each ? 0 : bendBy(other, worlds[frame]!, frame, drop)));
      return Math.max(drop / (MOST_DROP * limb.length), ...bends.map((bend) => bend / MOST_BEND));
    });
    for (const [frame, drop] of needsWithin(needed, severities, release).entries()) drops[frame] = Math.max(drops[frame]!, drop);
  }
  return leastAbove(drops, () => rate);
}

/** Metres by which the body would have to come down in each frame in which the foot stands, for its leg to reach. */
function neededDrops({ foot, path }: PlannedFoot, worlds: readonly WorldTransforms[]): Float64Array {
  const held = heldFrames(foot.ankleStands, worlds.length);
  const { length, upper: top } = foot.limb;
  return Float64Array.from(worlds, ({ positions }, frame) => {
    if (held[frame] !== 1) return 0;
    return Math.max(0, dropToReach(subtract(vec3At(positions, top), vec3At(path.positions, frame)), length));
  });
}

/** Radians by which the knee of a leg bends further when the body comes down by `drop` metres. */
function bendBy({ foot: { limb }, path }: PlannedFoot, world: WorldTransforms, frame: number, drop: number): number {
  if (!(drop > 0)) return 0;
  const [top, knee, end] = limbPlaces(world, limb);
  const [upper, lower] = [distance(top, knee), distance(knee, end)];
  const ankle = vec3At(path.positions, frame);
  const lowered = subtract(top, [0, drop, 0]);
  return flexionOf(distance(lowered, ankle), upper, lower) - flexionOf(distance(top, ankle), upper, lower);
}
