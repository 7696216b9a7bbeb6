import { createTouch } from '../../contact/touch.ts';
import type { Ground } from '../../contact/ground.ts';
import { legLength } from '../../humanoid/body/leg-length.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { dropToReach } from '../../math/flexion.ts';
import { IDENTITY, conjugate, multiply, rotate, shortestArc } from '../../math/quat.ts';
import { add, distance, dot, lerp, meanOf, scale, subtract, UNIT_Y, vec3At, type Vec3 } from '../../math/vec3.ts';
import {
  forwardKinematics,
  pointOf,
  worldPosition,
  worldRotation,
  type WorldTransforms,
} from '../../skeleton/forward-kinematics.ts';
import { moveBy, type Pose } from '../../skeleton/pose.ts';
import { CONTACT_SETTINGS } from '../contacts.ts';
import { footPoints, solePointsOf, type FootPoints } from '../holding/contact-points.ts';
import { placeLimb } from '../retarget/place-limb.ts';
import { ONE_PLANE, type Footing } from './footing.ts';

/** How a body is on ground at one moment, against one on a level floor. */
export interface Stance {
  /** What brings each foot from the level floor to where it is, in the order of `footPoints`. */
  readonly footings: readonly Footing[];
  /** World metres from the place of the body over the level floor to where it is. */
  readonly shift: Vec3;
}

/** Leg lengths above a sole within which it may be in the ground, and the share of its length to which a leg that stands may be stretched. */
const SUNK = 0.15;
export const STRETCHED = 0.985;
/** Leg lengths within which a foot is in the same place. */
const SAME = 0.005;

/**
 * How two poses are on the ground: each foot by what is under it, turned where that slopes and the foot stands on it; the body as both feet are on average. A
 * foot that is in one place in both is on the same ground.
 */
export function stancesOn(rig: Rig, [first, last]: readonly [Pose, Pose], ground: Ground): readonly [Stance, Stance] {
  const [before, after] = [first, last].map((pose) => forwardKinematics(rig.skeleton, pose)) as [
    WorldTransforms,
    WorldTransforms,
  ];
  const feet = footPoints(rig);
  const footings = feet.map((foot) => footingUnder(rig, before, foot, ground));
  const stays = ({ limb: { end } }: FootPoints): boolean =>
    distance(worldPosition(before, end), worldPosition(after, end)) < SAME * legLength(rig);
  const next = feet.map((foot, k) => (stays(foot) ? footings[k]! : footingUnder(rig, after, foot, ground)));
  return [stanceWith(rig, before, footings), stanceWith(rig, after, next)];
}

function stanceWith(rig: Rig, world: WorldTransforms, footings: readonly Footing[]): Stance {
  const feet = footPoints(rig);
  const ankles = feet.map(({ limb }) => worldPosition(world, limb.end));
  const down = feet.map((_, k) => offFooting(footings[k]!, ankles[k]!));
  const mean = meanOf(feet.map((_, k) => subtract(ankles[k]!, down[k]!)));
  const lower = feet.map(({ limb }, k) => {
    const hip = worldPosition(world, limb.upper);
    const reach = Math.max(distance(hip, ankles[k]!), STRETCHED * limb.length);
    return dropToReach(subtract(subtract(hip, mean), down[k]!), reach);
  });
  return { footings, shift: add(mean, scale(UNIT_Y, Math.max(0, ...lower))) };
}

function footingUnder(rig: Rig, world: WorldTransforms, foot: FootPoints, ground: Ground): Footing {
  const size = legLength(rig);
  const { floor } = rig.report;
  const soles = solePointsOf(foot).map(({ joint, offset }) => pointOf(world, joint, offset));
  const under = soles.map(([x, y, z]) => {
    const touch = createTouch();
    return { height: ground.heightBelow(x, y + SUNK * size, z, touch), normal: vec3At(touch.normal, 0) };
  });
  const gaps = soles.map(([, y], i) => (Number.isFinite(under[i]!.height) ? y - under[i]!.height : Infinity));
  const nearest = gaps.indexOf(Math.min(...gaps));
  const [x, , z] = lerp(soles[0]!, soles[1]!, 0.5);
  const onto = (height: number, normal: Vec3): Footing => {
    const turn = shortestArc(UNIT_Y, normal);
    return { from: [x, floor, z], to: [x, height, z], turn, toeTurn: turn };
  };
  if (!(gaps[nearest]! < Infinity)) return { ...onto(floor, UNIT_Y), turn: IDENTITY, toeTurn: IDENTITY };
  const [heel, ball] = [under[0]!, under[1]!];
  const isOnePlane = Number.isFinite(heel.height + ball.height) && dot(heel.normal, ball.normal) > ONE_PLANE;
  // What is between two points of one plane is on it, which two treads are not.
  const middle = isOnePlane ? ground.heightBelow(x, Math.max(soles[0]![1], soles[1]![1]) + SUNK * size, z) : NaN;
  const isSlope = Math.abs(middle - (heel.height + ball.height) / 2) < UNEVEN * size;
  const stands = gaps[nearest]! < CONTACT_SETTINGS.height * size;
  return stands && isSlope ? onto(middle, heel.normal) : onto(under[nearest]!.height, UNIT_Y);
}

/** Leg lengths by which ground may be off the plane that a foot stands on. */
const UNEVEN = 0.005;

/** Where a point of a foot on ground is while that stands on the level floor: what `onFooting` brings back. */
function offFooting({ from, to, turn }: Footing, point: Vec3): Vec3 {
  return add(from, rotate(conjugate(turn), subtract(point, to)));
}

/** A pose on ground as it is over the level floor. */
export function levelled(rig: Rig, pose: Pose, { footings, shift }: Stance): Pose {
  const world = forwardKinematics(rig.skeleton, pose);
  const down = moveBy(pose, scale(shift, -1));
  return footPoints(rig).reduce((placed: Pose, { limb, toes }, k) => {
    const { turn } = footings[k]!;
    const back = conjugate(turn);
    return placeLimb(rig, placed, {
      limb,
      place: offFooting(footings[k]!, worldPosition(world, limb.end)),
      rotation: multiply(back, worldRotation(world, limb.end)),
      toes: toes < 0 ? null : { joint: toes, rotation: multiply(back, worldRotation(world, toes)) },
    });
  }, down);
}
