import { checkRig } from '../../humanoid/body/check-rig.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { subtract, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../skeleton/forward-kinematics.ts';
import { checkClip } from '../check-clip.ts';
import type { Clip, ContactPart, StandingSpan } from '../clip.ts';
import { releaseFrames } from '../fade-between.ts';
import { fadeMoves, freePath } from '../foot-path.ts';
import { limbsOf } from '../../humanoid/body/limbs.ts';
import { contactPoints, footPoints, solePointsOf, type FootPoints } from './contact-points.ts';
import { standingSpans } from './contact-spans.ts';
import { framesAround, type FramesAround } from './frames-around.ts';
import { lowestStand, planHeldFoot, type FootHold, type FootPart, type PlannedFoot } from './plan-foot.ts';
import { limbAlong, solveLimbs, type PlannedLimb } from './solve-limbs.ts';

/**
 * The clip with its contacts held, and no sole under the ground where a foot has contacts: every frame of those limbs is solved, and the body comes down
 * a little where a leg is too short for what it holds. A limb that stays inside its limits does so here too. The same clip where it has no contacts.
 * Where `clip` was solved from another one, `keyed` is that one: its keys say where limbs were put.
 */
export function holdContacts(rig: Rig, clip: Clip, keyed: Clip = clip): Clip {
  checkRig(rig);
  checkClip(clip, 'the clip');
  checkClip(keyed, 'the keyed');
  const contacts = standingSpans(clip);
  if (contacts.length === 0 || clip.tracks.length === 0) return clip;
  const around = framesAround(rig, clip, keyed);
  const limbs = [...plannedFeet(rig, clip.fps, around, contacts), ...plannedHands(rig, clip, around)];
  return solveLimbs(rig, clip, limbs, around.poses, around.start);
}

const FOOT_PARTS: readonly (readonly [name: string, part: FootPart])[] = [
  ['Heel', 'heel'],
  ['Ball', 'ball'],
  ['Toe', 'toe'],
];

/** When the points of a foot are held. */
export function footHolds({ side }: FootPoints, { spansOf }: FramesAround): FootHold[] {
  return FOOT_PARTS.flatMap(([name, part]) =>
    spansOf(`${side}${name}` as ContactPart).map(([first, last]): FootHold => ({ part, first, last })),
  );
}

/** The leg of a foot whose way was planned; `sole`: see {@link PlannedLimb}. */
export function plannedLeg(foot: FootPoints, plan: PlannedFoot, sole: PlannedLimb['sole']): PlannedLimb {
  const { limb, toes } = foot;
  const heldIn = (frame: number) =>
    plan.held[frame]!.map(({ part, place }) => ({
      joint: part === 'toe' && toes >= 0 ? toes : limb.end,
      offset: foot[part],
      place,
      priority: 1,
    }));
  return limbAlong(limb, toes, plan, heldIn, sole);
}

function plannedFeet(rig: Rig, fps: number, around: FramesAround, contacts: readonly StandingSpan[]): PlannedLimb[] {
  if (contacts.every(({ part }) => part.endsWith('Hand'))) return [];
  const worlds = around.poses.map((pose) => forwardKinematics(rig.skeleton, pose));
  return footPoints(rig).map((foot): PlannedLimb => {
    const holds = footHolds(foot, around);
    const shown = around.shownFor(foot.limb);
    const ground = groundOf(rig, lowestStand(foot, holds, worlds, shown));
    const plan = planHeldFoot(foot, holds, worlds, shown, ground, fps);
    return plannedLeg(foot, plan, { points: solePointsOf(foot), ground });
  });
}

/** Hip heights below the floor from which on a foot does not sink into it but stands in a place that is lower. */
const LOWER = 0.08;

/** The world height that no sole may be below: the floor, or the lowest place that the foot is held in where that is plainly lower. */
function groundOf({ report: { floor, hipHeight } }: Rig, lowest: number): number {
  return lowest < floor - LOWER * hipHeight ? lowest : floor;
}

/** Hands keep their place; they turn as the clip turns them. */
function plannedHands(rig: Rig, clip: Clip, around: FramesAround): PlannedLimb[] {
  const { poses } = around;
  const points = contactPoints(rig);
  return limbsOf(rig).flatMap((limb): PlannedLimb[] => {
    const point = points.find(({ part, joint }) => part.endsWith('Hand') && joint === limb.end);
    const holds = point ? around.spansOf(point.part) : [];
    if (!point || holds.length === 0) return [];
    const worlds = poses.map((pose) => forwardKinematics(rig.skeleton, pose));
    const shown = around.shownFor(limb);
    const path = freePath(limb, -1, worlds);
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
    fadeMoves(path, moves, isHeld, releaseFrames(clip.fps));
    const heldIn = (frame: number) => {
      const place = places[frame];
      return place ? [{ joint: limb.end, offset: point.offset, place, priority: 1 }] : [];
    };
    return [limbAlong(limb, -1, path, heldIn)];
  });
}
