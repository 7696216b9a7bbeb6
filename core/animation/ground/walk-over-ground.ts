import { checkGround, type Ground } from '../../contact/ground.ts';
import { dropToReach } from '../../math/flexion.ts';
import { subtract, vec3At } from '../../math/vec3.ts';
import { checkRig } from '../../humanoid/body/check-rig.ts';
import { legLength } from '../../humanoid/body/leg-length.ts';
import { sizeOf, type Rig } from '../../humanoid/body/rig.ts';
import { forwardKinematics, worldPosition, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { checkClip } from '../check-clip.ts';
import { ROOT_TRACK, type Clip } from '../clip.ts';
import { standingSpans } from '../holding/contact-spans.ts';
import { findContacts } from '../holding/find-contacts.ts';
import { footPoints } from '../holding/contact-points.ts';
import { framesAround } from '../holding/frames-around.ts';
import { footHolds, plannedLeg } from '../holding/hold-contacts.ts';
import { planHeldFoot, type PlannedFoot } from '../holding/plan-foot.ts';
import { solveLimbs } from '../holding/solve-limbs.ts';
import { frameTimes, posesAt } from '../joint-paths.ts';
import { withSolvedKeys } from '../solved-keys.ts';
import { crossGround, findStands, movedBy, type WalkingFoot } from './ground-path.ts';
import { smoothBelow, smoothed } from './smooth-envelope.ts';

/** Seconds either way over which the body's way over the ground is smoothed, and over which it comes down before a leg is too short. */
const SMOOTH = 0.2;
const LOWER = 0.1;
/** Share of its length to which a leg is stretched that stands. */
const STRETCHED = 0.985;

/**
 * A clip that stands and walks on a level floor, over other ground in the same space: each foot stands where it stood, or as little forward or back from there as
 * it takes for heel and ball to stand on one step, turned as the ground slopes; it goes from one stand to the next clear of what rises between them, and the
 * body follows both feet. The clip's own contacts say when feet stand; where it has none they are found. The result is keyed on each frame, is no loop, and
 * its feet need no more holding. Throws a `RangeError` of one sentence for what cannot be used.
 */
export function walkOverGround(rig: Rig, clip: Clip, ground: Ground): Clip {
  checkRig(rig);
  checkClip(clip, 'the clip');
  checkGround(ground);
  const { contacts: _, ...rest } = clip;
  const own = standingSpans(clip);
  const contacts = own.some(({ part }) => !part.endsWith('Hand')) ? own : findContacts(rig, clip);
  const flat: Clip = { ...rest, loop: false, contacts };
  const around = framesAround(rig, flat);
  const worlds = around.poses.map((pose) => forwardKinematics(rig.skeleton, pose));
  const { floor } = rig.report;
  const feet = footPoints(rig).map((foot): WalkingFoot => {
    const holds = footHolds(foot, around);
    return { foot, plan: planHeldFoot(foot, holds, worlds, around.shownFor(foot.limb), floor, clip.fps) };
  });
  const crossing = { ground, floor, legLength: legLength(rig), size: sizeOf(rig) };
  const stands = findStands(feet, crossing);
  const ways = feet.map((walking, k) => crossGround(walking, stands[k]!, crossing));
  const { contacts: _held, ...carried } = carryBody(rig, flat, feet, ways, worlds);
  return solveLimbs(
    rig,
    carried,
    ways.map((way, k) => plannedLeg(feet[k]!.foot, way, null)),
    posesAt(rig.skeleton, carried, frameTimes(carried)),
    0,
  );
}

/** The clip with its body moved as both feet are on average, smoothly, and lower where a leg would not reach. */
function carryBody(
  rig: Rig,
  clip: Clip,
  feet: readonly WalkingFoot[],
  ways: readonly PlannedFoot[],
  worlds: readonly WorldTransforms[],
): Clip {
  const times = frameTimes(clip);
  const moves = new Float64Array(3 * times.length);
  for (let frame = 0; frame < times.length; frame++) {
    for (const [k, walking] of feet.entries()) {
      const by = movedBy(walking, ways[k]!, frame);
      for (let axis = 0; axis < 3; axis++) moves[3 * frame + axis]! += by[axis]! / feet.length;
    }
  }
  const along = smoothed(moves, 3, Math.round(SMOOTH * clip.fps));
  const short = times.map((_, frame) =>
    Math.max(0, ...feet.map(({ foot }, k) => shortBy(foot.limb, worlds[frame]!, vec3At(along, frame), ways[k]!, frame))),
  );
  const highest = Float64Array.from(short, (by, frame) => along[3 * frame + 1]! - by);
  const heights = smoothBelow(highest, Math.max(1, Math.round(LOWER * clip.fps)));
  const poses = posesAt(rig.skeleton, clip, times);
  const keys = times.map((time, frame): [number, number[]] => {
    const [x, y, z] = vec3At(poses[frame]!, 0);
    const [dx, , dz] = vec3At(along, frame);
    return [time, [x + dx, y + heights[frame]!, z + dz]];
  });
  return withSolvedKeys(rig, clip, new Map([[ROOT_TRACK, new Map(keys)]]));
}

/** Metres by which a hip must come down for a leg to reach its ankle. A leg may be as long as the clip has it. */
function shortBy(
  limb: WalkingFoot['foot']['limb'],
  world: WorldTransforms,
  by: readonly number[],
  way: PlannedFoot,
  frame: number,
): number {
  const [hip, ankle] = [worldPosition(world, limb.upper), vec3At(way.positions, frame)];
  const up = subtract([hip[0] + by[0]!, hip[1] + by[1]!, hip[2] + by[2]!], ankle);
  return Math.max(0, dropToReach(up, STRETCHED * limb.length));
}
