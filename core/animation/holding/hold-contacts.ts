import { checkRig } from '../../humanoid/body/check-rig.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import type { Goal } from '../../ik/request/goals.ts';
import type { SolveOptions } from '../../ik/request/options.ts';
import { createSolver } from '../../ik/solver.ts';
import { angleBetween, conjugate, multiply, normalizeQuat, quatAt, type Quat } from '../../math/quat.ts';
import { CONTACT_ANGLE, CONTACT_DISTANCE } from '../../math/tolerances.ts';
import { distance, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import {
  createWorldTransforms,
  forwardKinematics,
  pointOf,
  worldPosition,
  worldRotation,
} from '../../skeleton/forward-kinematics.ts';
import { clampPose } from '../../skeleton/limit-state.ts';
import { rotationOf, setRotation, type Pose } from '../../skeleton/pose.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import { checkClip } from '../check-clip.ts';
import { ROOT_TRACK, type Clip, type ContactPart, type ContactSpan } from '../clip.ts';
import { fadeBetween } from '../fade-between.ts';
import { frameTimes, posesAt } from '../joint-paths.ts';
import { limbsOf, type Limb } from '../limbs.ts';
import { limbPlacer } from '../retarget/place-limb.ts';
import { clipKeyTimes } from '../sampling.ts';
import { withSolvedKeys } from '../solved-keys.ts';
import { contactPoints, footPoints, type FootPoints } from './contact-points.ts';
import { planHeldFoot, type FootHold, type FootPart, type ShownFrames } from './plan-foot.ts';

/** Seconds over which what a hand's contact changes fades out before and after it. */
const RELEASE = 0.2;
/** Share of its length to which a leg is stretched at most, and hip heights by which the body comes down at most, so that a foot stays in its place. */
const FULLEST = 0.9998;
const MOST_DROP = 0.06;
/** Metres and radians by which a limb must be moved to be solved at all: less is its own motion. */
const UNMOVED = 1e-7;
/** From where two bones have brought it: no other start is needed. */
const SOLVING: SolveOptions = { restarts: 0, maxIterations: 60 };

/** Where a limb has to be in one frame. */
interface LimbGoal {
  readonly place: Vec3;
  readonly rotation: Quat;
  /** World rotation of the toes; null: as they are against the foot. */
  readonly toes: Quat | null;
  /** What must be met, whatever becomes of the rest. */
  readonly held: readonly { readonly joint: number; readonly offset: Vec3; readonly place: Vec3 }[];
}

/** A limb whose way was planned. */
interface PlannedLimb {
  readonly limb: Limb;
  /** The joint of the toes; −1 without. */
  readonly toes: number;
  readonly goal: (frame: number) => LimbGoal;
}

/**
 * The clip with its contacts held, and no sole under the ground where a foot has contacts: every frame of those limbs is solved, and the body comes down
 * a little where a leg is too short for what it holds. A limb that stays inside its limits does so here too. The same clip where it has no contacts.
 */
export function holdContacts(rig: Rig, clip: Clip): Clip {
  checkRig(rig);
  checkClip(clip, 'the clip');
  const { contacts = [] } = clip;
  if (contacts.length === 0 || clip.tracks.length === 0) return clip;
  const { skeleton } = rig;
  const times = frameTimes(clip);
  const poses = posesAt(skeleton, clip, times);
  const limbs = [...plannedFeet(rig, clip, poses, contacts), ...plannedHands(rig, clip, poses, contacts)];
  const drops = rootDrops(rig, poses, limbs, Math.max(1, Math.round(RELEASE * clip.fps)));
  const bent = bentBeyond(skeleton, poses);
  const place = limbPlacer(skeleton);
  const solver = createSolver(skeleton);
  const solved = new Map<number, Map<number, readonly number[]>>();
  const keep = (joint: number, frame: number, value: readonly number[]) => {
    const values = solved.get(joint) ?? new Map<number, readonly number[]>();
    solved.set(joint, values.set(times[frame]!, value));
  };
  poses.forEach((own, frame) => {
    const pose = own.slice();
    const drop = drops[frame]!;
    if (drop > 0) {
      pose[1]! -= drop;
      keep(ROOT_TRACK, frame, [...pose.subarray(0, 3)]);
    }
    for (const { limb, toes, goal } of limbs) {
      const now = goal(frame);
      if (isThere(rig, pose, limb, toes, now)) continue;
      const joints = toes < 0 ? limb.joints : [...limb.joints, toes];
      const placed = pose.slice();
      place(placed, { limb, place: now.place, rotation: now.rotation });
      if (now.toes) setRotation(placed, toes, against(rig, now.rotation, toes, now.toes));
      const isFree = joints.some((joint) => bent.has(joint));
      const isInside = isFree || !clampPose(skeleton, placed).clamped.some((joint) => joints.includes(joint));
      const result = isInside ? placed : solver.solve(placed, goalsFor(limb, now), SOLVING).pose;
      for (const joint of joints) keep(joint, frame, rotationOf(result, joint));
    }
  });
  return solved.size === 0 ? clip : withSolvedKeys(rig, clip, solved);
}

/** Joints that a clip itself takes beyond their limits. */
function bentBeyond(skeleton: Skeleton, poses: readonly Pose[]): ReadonlySet<number> {
  const bent = new Set<number>();
  for (const pose of poses) for (const joint of clampPose(skeleton, pose).clamped) bent.add(joint);
  return bent;
}

/** One a frame: metres by which the body comes down so that every leg reaches what it holds; faded before and after. */
function rootDrops(rig: Rig, poses: readonly Pose[], limbs: readonly PlannedLimb[], release: number): Float64Array {
  const drops = new Float64Array(3 * poses.length);
  const dropped = new Uint8Array(poses.length);
  const most = MOST_DROP * rig.report.hipHeight;
  const world = createWorldTransforms(rig.skeleton);
  poses.forEach((pose, frame) => {
    forwardKinematics(rig.skeleton, pose, world);
    for (const { limb, goal } of limbs) {
      const { held, place } = goal(frame);
      if (held.length === 0 || !limb.name.endsWith('Leg')) continue;
      const [x, y, z] = subtract(worldPosition(world, limb.top), place);
      const reach = FULLEST * limb.length;
      // (y − d)² + x² + z² = reach²
      const level = reach * reach - x * x - z * z;
      const drop = Math.min(most, y - Math.sqrt(Math.max(0, level)));
      if (!(drop > drops[3 * frame]!)) continue;
      drops[3 * frame] = drop;
      dropped[frame] = 1;
    }
  });
  fadeBetween(drops, dropped, release);
  return Float64Array.from(poses, (_, frame) => drops[3 * frame]!);
}

/** Whether a limb is where it has to be by itself. */
function isThere({ skeleton }: Rig, pose: Pose, limb: Limb, toes: number, goal: LimbGoal): boolean {
  const world = forwardKinematics(skeleton, pose);
  if (distance(worldPosition(world, limb.end), goal.place) > UNMOVED) return false;
  if (angleBetween(worldRotation(world, limb.end), goal.rotation) > UNMOVED) return false;
  return goal.toes === null || angleBetween(worldRotation(world, toes), goal.toes) <= UNMOVED;
}

/** The rest-relative rotation that gives a joint a world rotation below a parent of the rotation `above`. */
function against({ skeleton }: Rig, above: Quat, joint: number, rotation: Quat): Quat {
  return normalizeQuat(multiply(conjugate(multiply(above, quatAt(skeleton.rest, joint))), rotation));
}

/** What is held comes first, then where the limb was planned to be. */
function goalsFor(limb: Limb, { place, rotation, held }: LimbGoal): Goal[] {
  const maxLinks = limb.joints.length;
  const points = held.map(({ joint, offset, place: target }): Goal => {
    const links = joint === limb.end ? maxLinks : maxLinks + 1;
    return { kind: 'position', joint, offset, target, tolerance: CONTACT_DISTANCE / 2, priority: 1, maxLinks: links };
  });
  const turned: Goal = { kind: 'orientation', joint: limb.end, target: rotation, tolerance: CONTACT_ANGLE, maxLinks };
  if (points.length > 0) return [...points, turned];
  return [{ kind: 'position', joint: limb.end, target: place, tolerance: CONTACT_DISTANCE, priority: 1, maxLinks }, turned];
}

const FOOT_PARTS: readonly (readonly [name: string, part: FootPart])[] = [
  ['Heel', 'heel'],
  ['Ball', 'ball'],
  ['Toe', 'toe'],
];

function plannedFeet(rig: Rig, clip: Clip, poses: readonly Pose[], contacts: readonly ContactSpan[]): PlannedLimb[] {
  if (contacts.every(({ part }) => part.endsWith('Hand'))) return [];
  const worlds = poses.map((pose) => forwardKinematics(rig.skeleton, pose));
  return footPoints(rig).map((foot): PlannedLimb => {
    const holds = FOOT_PARTS.flatMap(([name, part]) =>
      framesOf(clip, contacts, `${foot.side}${name}` as ContactPart).map(([first, last]): FootHold => ({ part, first, last })),
    );
    const { limb, toes } = foot;
    const plan = planHeldFoot(foot, holds, worlds, shownFrames(clip, limb), groundOf(rig, foot, holds, worlds), clip.fps);
    return {
      limb,
      toes,
      goal: (frame) => ({
        place: vec3At(plan.positions, frame),
        rotation: quatAt(plan.rotations, frame),
        toes: toes < 0 ? null : quatAt(plan.toeRotations, frame),
        held: plan.held[frame]!.map(({ part, place }) => ({
          joint: part === 'toe' && toes >= 0 ? toes : limb.end,
          offset: foot[part],
          place,
        })),
      }),
    };
  });
}

/** Hip heights below the floor from which on a foot does not sink into it but stands in a place that is lower. */
const LOWER = 0.08;

/** The world height that no sole may be below: the floor, or what the lowest contact stands on where that is plainly lower. */
function groundOf(
  rig: Rig,
  foot: FootPoints,
  holds: readonly FootHold[],
  worlds: readonly ReturnType<typeof forwardKinematics>[],
): number {
  const { floor, hipHeight } = rig.report;
  const lowest = holds.flatMap(({ part, first, last }) =>
    worlds.slice(first, last + 1).map((world) => {
      const joint = part === 'toe' && foot.toes >= 0 ? foot.toes : foot.limb.end;
      return pointOf(world, joint, foot[part])[1];
    }),
  );
  const least = Math.min(floor, ...lowest);
  return least < floor - LOWER * hipHeight ? least : floor;
}

/** Hands keep their place; they turn as the clip turns them. */
function plannedHands(rig: Rig, clip: Clip, poses: readonly Pose[], contacts: readonly ContactSpan[]): PlannedLimb[] {
  const points = contactPoints(rig);
  return limbsOf(rig).flatMap((limb): PlannedLimb[] => {
    const point = points.find(({ part, joint }) => part.endsWith('Hand') && joint === limb.end);
    const holds = point ? framesOf(clip, contacts, point.part) : [];
    if (!point || holds.length === 0) return [];
    const worlds = poses.map((pose) => forwardKinematics(rig.skeleton, pose));
    const shown = shownFrames(clip, limb);
    const moves = new Float64Array(3 * poses.length);
    const isHeld = new Uint8Array(poses.length);
    const places: (Vec3 | null)[] = poses.map(() => null);
    for (const [first, last] of holds) {
      const frames = shown(first, last);
      const place = worldPosition(worlds[frames[Math.floor(frames.length / 2)]!]!, limb.end);
      for (let frame = first; frame <= last; frame++) {
        moves.set(subtract(place, worldPosition(worlds[frame]!, limb.end)), 3 * frame);
        isHeld[frame] = 1;
        places[frame] = place;
      }
    }
    fadeBetween(moves, isHeld, Math.max(1, Math.round(RELEASE * clip.fps)));
    return [
      {
        limb,
        toes: -1,
        goal: (frame) => {
          const [x, y, z] = worldPosition(worlds[frame]!, limb.end);
          const [dx, dy, dz] = vec3At(moves, frame);
          const place = places[frame];
          return {
            place: [x + dx, y + dy, z + dz],
            rotation: worldRotation(worlds[frame]!, limb.end),
            toes: null,
            held: place ? [{ joint: limb.end, offset: point.offset, place }] : [],
          };
        },
      },
    ];
  });
}

/** First and last frame of each contact of a part, within the clip. */
function framesOf(clip: Clip, contacts: readonly ContactSpan[], part: ContactPart): (readonly [first: number, last: number])[] {
  const end = Math.round(clip.duration * clip.fps);
  return contacts
    .filter((contact) => contact.part === part)
    .map(({ from, to }) => [Math.round(from * clip.fps), Math.min(end, Math.round(to * clip.fps))] as const)
    .filter(([first, last]) => first <= last);
}

/** Frames with keys of a limb, as that is where it was put; all frames of a stretch that has none. */
function shownFrames(clip: Clip, { joints }: Limb): ShownFrames {
  const keyed = [...new Set(clipKeyTimes(clip, joints).map((time) => Math.round(time * clip.fps)))];
  return (first, last) => {
    const within = keyed.filter((frame) => frame >= first && frame <= last);
    return within.length > 0 ? within : Array.from({ length: last - first + 1 }, (_, i) => first + i);
  };
}
