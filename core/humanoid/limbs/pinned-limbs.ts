import { atan2 } from '../../math/elementary.ts';
import { conjugate, multiply, rotate, type Quat } from '../../math/quat.ts';
import { add, cross, distance, dot, length, normalize, rejectFrom, scale, subtract, UNIT_Y, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldRotation, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import type { Limit } from '../../skeleton/limits.ts';
import { rotationOf, type Pose } from '../../skeleton/pose.ts';
import { footBall } from '../anatomy/foot-ball.ts';
import { footForward } from '../anatomy/leg-limits.ts';
import { limitShare } from '../anatomy/limit-frames.ts';
import { armBend, legBend } from '../body/body-geometry.ts';
import { sided, SIDES, type Side } from '../body/found-bones.ts';
import type { HandleName, Pins } from '../body/handles.ts';
import { isLocked, limbOf, type Limb } from '../body/limbs.ts';
import type { Rig } from '../body/rig.ts';
import { bodyOf } from '../body/rig-body.ts';
import { foldLimb, limbPlane, planeFrame, type LimbPlane } from './fold-limb.ts';

/** A hand or a foot that stays where the snapshot has it, with the limb that holds it there. World, metres. */
export interface PinnedLimb {
  readonly name: HandleName;
  readonly limb: Limb;
  /** What its bend turns about when it flexes, a unit vector of the bend joint's frame. */
  readonly axis: Vec3;
  readonly plane: LimbPlane;
  /** Metres from root to end when it is as straight as it may be. */
  readonly longest: number;
  /** Metres from root to end when it is folded as far as its bend's limit lets it, or as the snapshot has it where that is less. */
  readonly shortest: number;
  /** Where elbow or knee point: a unit vector square to the line from root to end. */
  readonly pole: Vec3;
  /** The rotation of hand or foot; null where that is not pinned. */
  readonly rotation: Quat | null;
  /** Null for a hand, for a foot that may turn, and for one below a hock, which is on tiptoe anyway. */
  readonly sole: Sole | null;
  /** Importance of the pin. */
  readonly weight: number;
  /** Share of inverse kinematics: 1 keeps hand or foot in its place, less lets the limb go along with the body. */
  readonly ik: number;
}

/** What a foot stands on: its heel comes up by turning about the ball. */
export interface Sole {
  readonly toes: number | undefined;
  readonly ball: Vec3;
  /** The ball in the foot's frame. */
  readonly ballOffset: Vec3;
  /** Unit vectors of the foot: where it looks, the normal of its sole, and what a rising heel turns about. */
  readonly ahead: Vec3;
  readonly up: Vec3;
  readonly lateral: Vec3;
  /** World rotation of the toes, flat on the ground; null without toes that turn. */
  readonly flatToes: Quat | null;
  /** How many times as far as it has to the heel comes up: 1, or a little more where the snapshot has it so. */
  readonly spare: number;
  /** What its knee stays over: `lateral` of the foot as it is pinned, and how far the snapshot has the knee along that from the ankle. */
  readonly knee: { readonly lateral: Vec3; readonly aside: number };
  /** The ankle under the shin of the snapshot. */
  readonly ankle: Ankle;
}

/** What an ankle allows. World rotations. */
export interface Ankle {
  readonly limit: Limit;
  /** The shin's frame: x along the bone, z what the knee turns about. */
  readonly shin: Quat;
  /** The foot that does not turn in its ankle. */
  readonly resting: Quat;
  /** Radians that the shin may lean ahead of the sole's normal with the heel down: as the limit has it, or the snapshot. */
  readonly dorsiflexion: number;
  /** Radians by which the snapshot has it lean. */
  readonly lean: number;
  /** Share of its limit that it takes up at most, see `limitShare`: 1, or more where the snapshot does. */
  readonly most: number;
}

/** Share of its bones' length that a limb spans at most, unless the snapshot has it straighter. */
const STRAIGHT = 0.997;
/** Radians of dorsiflexion that are left to the solver. */
const MARGIN = 0.03;

/** The hands and feet that keep their places, as the snapshot has them. Limbs with a locked joint are left to the solver. */
export function pinnedLimbs(rig: Rig, snapshot: Pose, pins: Pins): PinnedLimb[] {
  const world = forwardKinematics(rig.skeleton, snapshot);
  return SIDES.flatMap((side) => [
    ...pinnedLimb(rig, snapshot, world, pins, side, 'Foot'),
    ...pinnedLimb(rig, snapshot, world, pins, side, 'Hand'),
  ]);
}

function pinnedLimb(
  rig: Rig,
  snapshot: Pose,
  world: WorldTransforms,
  pins: Pins,
  side: Side,
  part: 'Foot' | 'Hand',
): PinnedLimb[] {
  const name = sided(side, part);
  const limb = limbOf(rig, name);
  if (!limb || !pins[name]?.translation || [limb.upper, limb.bend].some((joint) => isLocked(rig, joint))) return [];
  const axis = bendAxisOf(rig, side, part);
  const plane = limbPlane(world, limb, axis);
  const longest = Math.max(distance(plane.root, plane.end), STRAIGHT * (plane.upperLength + plane.lowerLength));
  const folded = limbPlane(
    forwardKinematics(rig.skeleton, foldLimb(rig, snapshot, limb, axis, plane.root, plane.axis)),
    limb,
    axis,
  );
  const shortest = Math.min(distance(plane.root, plane.end), distance(folded.root, folded.end));
  const line = normalize(subtract(plane.end, plane.root));
  const pole = normalize(cross(line, rejectFrom(plane.axis, line)));
  const rotation = pins[name]?.rotation ? worldRotation(world, limb.end) : null;
  const sole =
    part === 'Foot' && rotation && limb.hock < 0 && !isLocked(rig, limb.end)
      ? soleOf(rig, world, side, plane, rotationOf(snapshot, limb.end))
      : null;
  const { weight, ik = 1 } = pins[name];
  return length(pole) === 0 ? [] : [{ name, limb, axis, plane, longest, shortest, pole, rotation, sole, weight, ik }];
}

/** What an elbow or a knee turns about when it flexes, a unit vector of its own frame. */
export function bendAxisOf(rig: Rig, side: Side, part: 'Foot' | 'Hand'): Vec3 {
  const body = bodyOf(rig);
  const [bone, { axis }] =
    part === 'Foot'
      ? ([sided(side, 'LowerLeg'), legBend(body, side)] as const)
      : ([sided(side, 'LowerArm'), armBend(body, side)] as const);
  return rotate(conjugate(body.restOf(bone)), axis);
}

function soleOf(rig: Rig, world: WorldTransforms, side: Side, { bend, end, axis }: LimbPlane, own: Quat): Sole {
  const { skeleton, humanoid } = rig;
  const name = sided(side, 'Foot');
  const [foot, toes] = [humanoid[name]!, humanoid[sided(side, 'Toes')]];
  const body = bodyOf(rig);
  const turned = multiply(worldRotation(world, foot), conjugate(body.restOf(name)));
  const forward = footForward(body, side);
  const [ahead, up] = [rotate(turned, forward), rotate(turned, UNIT_Y)];
  const atRest = footBall(rig, side);
  const limit = skeleton.limits[foot]!;
  const lateral = normalize(cross(up, ahead));
  const shin = subtract(bend, end);
  const lean = atan2(dot(shin, ahead), dot(shin, up));
  return {
    toes,
    ball: add(end, rotate(turned, atRest)),
    ballOffset: rotate(conjugate(body.restOf(name)), atRest),
    ahead,
    up,
    lateral,
    flatToes: toes === undefined || isLocked(rig, toes) ? null : worldRotation(world, toes),
    spare: 1,
    knee: { lateral, aside: dot(subtract(bend, end), lateral) },
    ankle: {
      limit,
      shin: planeFrame(scale(shin, -1), axis),
      resting: multiply(worldRotation(world, foot), conjugate(own)),
      // About +y of the ankle's cone the toes rise, see `leg-limits.ts`.
      dorsiflexion: Math.max(limit.kind === 'swingTwist' ? limit.swing[2] - MARGIN : Math.PI, lean),
      lean,
      most: Math.max(1, limitShare(limit, own)),
    },
  };
}
