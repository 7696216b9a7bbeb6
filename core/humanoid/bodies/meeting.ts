import { conjugate, IDENTITY, multiply, rotate, shortestArc, slerp, type Quat } from '../../math/quat.ts';
import { add, distance, dot, length, lerp, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../skeleton/forward-kinematics.ts';
import { limbOf } from '../body/limbs.ts';
import { composeFrames, frameOfPlace, type Frame } from '../../math/frame.ts';
import { fromPlace } from '../../math/place.ts';
import type { PosedActor } from '../body/actor.ts';
import { handleAbove } from './handle-above.ts';
import { frameIn, missOf, type ContactEnd, type MeetingEnds } from './body-contact.ts';

/** Share of its bones' length within which a limb is asked to meet: some bend is left. Our choice. */
const COMFORTABLE = 0.92;
/** How far what is no hand or foot goes, as a share of its body's height. Our choice. */
const TRUNK_REACH = 0.08;
/** Metres from wrist to what a hand holds, twice as far for two: bars that are longer say how both are turned. */
const HAND = 0.3;
/** Times that a meeting place is brought into the reach of both: it comes nearer by a fixed share each time. */
const ROUNDS = 24;

/** Where the frame of a side can be, and where it is with its joint where that is now. World, metres. */
interface Ball {
  readonly present: Vec3;
  readonly centre: Vec3;
  readonly radius: number;
}

/** Where two sides meet. */
export interface Meeting extends Frame {
  /** How far the rotation may be another: 1 for two hands, little where they hold a long bar, whose direction their places say. */
  readonly loose: number;
}

/** Where two bodies meet that both give way: between where their sides are, shared by how far each goes, and within the reach of both where there is such a place. */
export function meetingOf(actors: readonly PosedActor[], { from, on, turns }: MeetingEnds): Meeting {
  const [a, b] = [from, on].map((end) => sideOf(actors[end.actor]!, end)) as [Side, Side];
  const share = a.reach / (a.reach + b.reach);
  const { rotation, loose } = meetingTurn(a, b, share);
  const [ballA, ballB] = [a, b].map((side) => ballOf(side, turns ? rotation : side.frame.rotation)) as [Ball, Ball];
  let place = lerp(ballA.present, ballB.present, share);
  for (let round = 0; round < ROUNDS; round++) {
    place = lerp(drawnInto(ballA, place), drawnInto(ballB, place), 1 - share);
  }
  return { position: place, rotation, loose };
}

/** One side of a meeting, world, metres. */
interface Side {
  readonly frame: Frame;
  /** Where the limb hangs that takes it there, and the joint that goes: the same where it is no hand or foot. */
  readonly root: Vec3;
  readonly joint: Vec3;
  readonly reach: number;
}

function sideOf(actor: PosedActor, end: ContactEnd): Side {
  const { rig, place, pose } = actor;
  const world = forwardKinematics(rig.skeleton, pose);
  const frame = composeFrames(frameOfPlace(place), frameIn(world, end));
  const at = (joint: number): Vec3 => fromPlace(place, worldPosition(world, joint));
  const handle = handleAbove(rig, end.joint);
  const limb = handle && limbOf(rig, handle.name);
  const joint = at(end.joint);
  if (!limb) return { frame, root: joint, joint, reach: TRUNK_REACH * rig.report.height };
  const reach = COMFORTABLE * (distance(at(limb.upper), at(limb.bend)) + distance(at(limb.bend), at(limb.end)));
  return { frame, root: at(limb.upper), joint, reach };
}

/** Where the frame of a side can be, turned so: within the reach of its limb, as far from the joint that goes as it is now. */
function ballOf({ frame, root, joint, reach }: Side, rotation: Quat): Ball {
  const offset = rotate(rotation, offsetOf(frame, joint));
  return { present: add(joint, offset), centre: add(root, offset), radius: reach };
}

/** From the joint that goes to where it touches, in the frame of its side, metres. */
function offsetOf({ position, rotation }: Frame, joint: Vec3): Vec3 {
  return rotate(conjugate(rotation), subtract(position, joint));
}

/**
 * How the frames are turned where they meet: between how they are and, as what is between the two joints is longer than a hand, so that it points from
 * the one to the other. A bar in two hands points as the hands stand, whatever their wrists do. Its share, for a length d: d² / (d² + HAND²).
 */
function meetingTurn(a: Side, b: Side, share: number): { rotation: Quat; loose: number } {
  const between = slerp(a.frame.rotation, b.frame.rotation, share);
  const bar = rotate(between, subtract(offsetOf(a.frame, a.joint), offsetOf(b.frame, b.joint)));
  const apart = subtract(b.joint, a.joint);
  const long = dot(bar, bar) / (dot(bar, bar) + HAND * HAND);
  if (!(length(bar) > 0 && length(apart) > 0)) return { rotation: between, loose: 1 };
  return { rotation: multiply(slerp(IDENTITY, shortestArc(bar, apart), long), between), loose: 1 - long };
}

/** The point of the ball that is nearest to a place. */
function drawnInto({ centre, radius }: Ball, place: Vec3): Vec3 {
  const away = distance(centre, place);
  return away <= radius ? place : add(centre, scale(subtract(place, centre), radius / away));
}

/** The meeting turned to between how both have come to be turned by their pulls, which go no further than looks natural. */
export function turnedBetween(meeting: Meeting, from: Frame, on: Frame): Meeting {
  return { ...meeting, rotation: slerp(meeting.rotation, slerp(from.rotation, on.rotation, 0.5), meeting.loose) };
}

/** Where they meet instead, as each came as near to `meeting` as it can: whoever missed it by more decides by as much. */
export function metAgain(meeting: Meeting, from: Frame, on: Frame, turns: boolean): Meeting {
  const [a, b] = [missOf(meeting, from, turns), missOf(meeting, on, turns)];
  const share = (ofA: number, ofB: number): number => (ofA + ofB > 0 ? ofB / (ofA + ofB) : 0.5);
  return {
    ...meeting,
    position: lerp(from.position, on.position, share(a.distance, b.distance)),
    ...(turns && { rotation: slerp(from.rotation, on.rotation, share(a.angle, b.angle)) }),
  };
}
