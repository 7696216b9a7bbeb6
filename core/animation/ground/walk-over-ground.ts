import { checkGround, type Ground } from '../../contact/ground.ts';
import { dropToReach } from '../../math/flexion.ts';
import { quatAt, rotate } from '../../math/quat.ts';
import { smooth } from '../../math/soft-stretch.ts';
import { add, subtract, vec3At, ZERO, type Vec3 } from '../../math/vec3.ts';
import { checkRig } from '../../humanoid/body/check-rig.ts';
import { legLength } from '../../humanoid/body/leg-length.ts';
import { sizeOf, type Rig } from '../../humanoid/body/rig.ts';
import { forwardKinematics, worldPosition, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import { moveBy, rootTranslationOf, type Pose } from '../../skeleton/pose.ts';
import { checkClip } from '../check-clip.ts';
import { ROOT_TRACK, type Clip } from '../clip.ts';
import { standingSpans, touchingSpans, withContacts } from '../holding/contact-spans.ts';
import { findContacts } from '../holding/find-contacts.ts';
import { footPoints } from '../holding/contact-points.ts';
import { framesAround } from '../holding/frames-around.ts';
import { footHolds, plannedLeg } from '../holding/hold-contacts.ts';
import { planHeldFoot, type PlannedFoot } from '../holding/plan-foot.ts';
import { solveLimbs } from '../holding/solve-limbs.ts';
import { frameTimes, posesAt } from '../joint-paths.ts';
import { withSolvedKeys } from '../solved-keys.ts';
import { crossGround, findStands, movedBy, type Crossing, type Stand, type WalkingFoot } from './ground-path.ts';
import { smoothBelow, smoothed } from './smooth-envelope.ts';
import { STRETCHED, type Stance } from './stance.ts';

/** Seconds either way over which the body's way over the ground is smoothed, and over which it comes down before a leg is too short. */
const SMOOTH = 0.2;
const LOWER = 0.1;

/**
 * A clip that stands and walks on the level floor of its rig, over other ground in the same space: each foot stands where it stood, or as little forward or back from there as
 * it takes for heel and ball to stand on one step, turned as the ground slopes; it goes from one stand to the next clear of what rises between them, and the
 * body follows both feet. The clip's own contacts say when feet stand; where it has none they are found. The result is keyed on each frame, is no loop, and
 * its feet need no more holding; what touches things that may move still holds on to them. Throws a `RangeError` of one sentence for what cannot be used.
 */
export function walkOverGround(rig: Rig, clip: Clip, ground: Ground): Clip {
  checkRig(rig);
  checkClip(clip, 'the clip');
  checkGround(ground);
  return overGroundFrom(rig, clip, ground, rig.report.floor);
}

/** The same of a clip that stands and walks on a level floor at any height, metres. */
export function overGroundFrom(rig: Rig, clip: Clip, ground: Ground, floor: number): Clip {
  const { contacts: _, ...rest } = clip;
  const own = standingSpans(clip);
  const contacts = own.some(({ part }) => !part.endsWith('Hand')) ? own : findContacts(rig, clip);
  const flat: Clip = { ...rest, loop: false, contacts };
  const around = framesAround(rig, flat);
  const worlds = around.poses.map((pose) => forwardKinematics(rig.skeleton, pose));
  const feet = footPoints(rig).map((foot): WalkingFoot => {
    const holds = footHolds(foot, around);
    return { foot, plan: planHeldFoot(foot, holds, worlds, around.shownFor(foot.limb), floor, clip.fps) };
  });
  const { ways, moves } = crossWith(rig, feet, worlds, clip.fps, { ground, floor }, null);
  const legs = ways.map((way, k) => plannedLeg(feet[k]!.foot, way, null));
  const { contacts: _held, ...free } = flat;
  const keys = frameTimes(flat).map((time, frame): [number, number[]] => [
    time,
    [...add(rootTranslationOf(around.poses[frame]!), vec3At(moves, frame))],
  ]);
  const carried = withSolvedKeys(rig, free, new Map([[ROOT_TRACK, new Map(keys)]]));
  const walked = solveLimbs(rig, carried, legs, posesAt(rig.skeleton, carried, frameTimes(carried)), 0);
  return withContacts(walked, touchingSpans(clip));
}

/** Feet and body that go over ground. */
export interface Crossed {
  readonly ways: readonly PlannedFoot[];
  /** Metres from the height on which one foot stands to that of the next, at most. */
  readonly highestStep: number;
  /** One a frame, with legs that are still to be brought onto the ways of their feet. */
  readonly poses: readonly Pose[];
}

/** Feet and poses on a level floor, one a frame, over other ground as {@link walkOverGround} does it, from one pose there to another. */
export function crossBetween(
  rig: Rig,
  feet: readonly WalkingFoot[],
  poses: readonly Pose[],
  fps: number,
  ground: Ground,
  ends: readonly [Stance, Stance],
): Crossed {
  const worlds = poses.map((pose) => forwardKinematics(rig.skeleton, pose));
  const { ways, stands, moves } = crossWith(rig, feet, worlds, fps, { ground, floor: rig.report.floor }, ends);
  const carried = poses.map((pose, frame) => moveBy(pose, vec3At(moves, frame)));
  return { ways, highestStep: highestStep(stands), poses: carried };
}

function highestStep(stands: readonly (readonly Stand[])[]): number {
  const heights = stands
    .flat()
    .sort((a, b) => a.first - b.first)
    .map(({ footing }) => footing.to[1]);
  return Math.max(0, ...heights.slice(1).map((height, i) => Math.abs(height - heights[i]!)));
}

/** The ways of both feet over the ground, and metres, three a frame, by which the body follows them. */
function crossWith(
  rig: Rig,
  feet: readonly WalkingFoot[],
  worlds: readonly WorldTransforms[],
  fps: number,
  over: Pick<Crossing, 'ground' | 'floor'>,
  ends: readonly [Stance, Stance] | null,
): { readonly ways: readonly PlannedFoot[]; readonly stands: readonly (readonly Stand[])[]; readonly moves: Float64Array } {
  const crossing: Crossing = { ...over, legLength: legLength(rig), size: sizeOf(rig) };
  const stands = findStands(feet, crossing, ends);
  const ways = feet.map((walking, k) => crossGround(walking, stands[k]!, crossing));
  return { ways, stands, moves: bodyMoves(feet, ways, worlds, fps, ends && [ends[0].shift, ends[1].shift]) };
}

/** Metres by which the body moves: as both feet do on average, smoothly, and lower where a leg would not reach; by those of both ends on the first frame and the last. */
function bodyMoves(
  feet: readonly WalkingFoot[],
  ways: readonly PlannedFoot[],
  worlds: readonly WorldTransforms[],
  fps: number,
  ends: readonly [Vec3, Vec3] | null,
): Float64Array {
  const count = worlds.length;
  const moves = new Float64Array(3 * count);
  for (let frame = 0; frame < count; frame++) {
    for (const [k, walking] of feet.entries()) {
      const by = movedBy(walking, ways[k]!, frame);
      for (let axis = 0; axis < 3; axis++) moves[3 * frame + axis]! += by[axis]! / feet.length;
    }
  }
  const along = smoothed(moves, 3, Math.round(SMOOTH * fps));
  if (ends) easeToEnds(along, ends, 2 * SMOOTH * fps);
  const lower = Math.max(1, Math.round(LOWER * fps));
  const short = worlds.map((world, frame) =>
    Math.max(
      0,
      ...feet.map(({ foot, plan }, k) => {
        const by = shortBy(foot.limb, world, vec3At(along, frame), ways[k]!, frame);
        // Where a foot that is left behind is not reached on the floor either, its heel comes up.
        return ends && isBehind(foot, world, plan, frame) ? by - shortBy(foot.limb, world, ZERO, plan, frame) : by;
      }),
    ),
  );
  const heights = smoothBelow(
    Float64Array.from(short, (by, frame) => along[3 * frame + 1]! - by),
    lower,
  );
  heights.forEach((height, frame) => (along[3 * frame + 1] = height));
  if (ends) easeToEnds(along, ends, 2 * lower);
  return along;
}

/** Whether a foot stands that points to where its hip is. */
function isBehind({ limb, ball }: WalkingFoot['foot'], world: WorldTransforms, plan: PlannedFoot, frame: number): boolean {
  const [x, , z] = rotate(quatAt(plan.rotations, frame), ball);
  const hip = subtract(worldPosition(world, limb.upper), vec3At(plan.positions, frame));
  return plan.held[frame]!.length > 0 && hip[0] * x + hip[2] * z > 0;
}

/** Changes moves, three numbers a frame, so that they are those of both ends there, over so many frames. */
function easeToEnds(moves: Float64Array, ends: readonly [Vec3, Vec3], over: number): void {
  const last = moves.length / 3 - 1;
  const width = Math.min(last, over);
  const off = [subtract(ends[0], vec3At(moves, 0)), subtract(ends[1], vec3At(moves, last))] as const;
  for (let frame = 0; frame <= last; frame++) {
    const shares = [1 - smooth(Math.min(1, frame / width)), 1 - smooth(Math.min(1, (last - frame) / width))] as const;
    for (let axis = 0; axis < 3; axis++) moves[3 * frame + axis]! += shares[0] * off[0][axis]! + shares[1] * off[1][axis]!;
  }
}

/** Metres by which a hip must come down for a leg to reach its ankle. A leg may be as long as the clip has it. */
function shortBy(limb: WalkingFoot['foot']['limb'], world: WorldTransforms, by: Vec3, way: PlannedFoot, frame: number): number {
  const [hip, ankle] = [worldPosition(world, limb.upper), vec3At(way.positions, frame)];
  const up = subtract(add(hip, by), ankle);
  return Math.max(0, dropToReach(up, STRETCHED * limb.length));
}
