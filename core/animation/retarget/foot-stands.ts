import { sided, sideOf, SIDES, type Side } from '../../humanoid/body/found-bones.ts';
import { legLength } from '../../humanoid/body/leg-length.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { quantile } from '../../math/quantile.ts';
import { quatAt, rotate } from '../../math/quat.ts';
import { dot } from '../../math/vec3.ts';
import type { WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import type { Contact } from '../contacts.ts';
import { footShape, type FootShape } from '../foot-shapes.ts';
import { limbsOf, type Limb } from '../../humanoid/body/limbs.ts';
import { footAttitude, type FootAttitude } from './foot-attitude.ts';

/** A stretch of frames in which an ankle or the toes of the target stand. */
export interface Stand {
  /** First and last frame, both included. */
  readonly first: number;
  readonly last: number;
  /** Metres by which what it stands on is higher than the floor, 0 on the floor; of an ankle that stands with its heel up, by which it is higher than flat. */
  readonly level: number;
  /** A foot that is tipped stays pitched as it is, and stands on its ball. */
  readonly attitude: FootAttitude;
}

/** A leg that source and target have, and when its foot stands. */
export interface StandingFoot {
  readonly side: Side;
  /** The target's leg and foot. */
  readonly limb: Limb;
  readonly shape: FootShape;
  /** The source's thigh joint, −1 without, and ankle. */
  readonly sourceTop: number;
  readonly sourceAnkle: number;
  /** Height of the source's ankle when it stands on the floor, world metres; −∞ for a foot that is not to stand. */
  readonly sourceFloor: number;
  /** The target's toes, −1 without. */
  readonly toes: number;
  /** Whether both have toes. Where one of the two has none, a foot that stands flat stands on ankle and toes alike, and one that is tilted on its ankle alone. */
  readonly knowsToes: boolean;
  readonly ankleStands: readonly Stand[];
  readonly toeStands: readonly Stand[];
}

/** Leg lengths by which one ankle of a body may be built higher than the other: what is more is another floor. */
const UNEVEN = 0.02;
/** Leg lengths by which a flat foot may be higher than the ball of the other one and still show the floor. */
const HELD_UP = 0.065;
/** Share of the planted feet that may be lower than the floor: most of them stand on it, stairs only go up. */
const LOW_SHARE = 0.2;
/** The share for a clip without any planted foot: the lowest frames show the floor. */
export const LOWEST_SHARE = 0.02;

/** The feet of the target with the source's contacts; `size` is the target's leg in legs of the source. */
export function standingFeet(
  from: Rig,
  to: Rig,
  contacts: readonly Contact[],
  source: readonly WorldTransforms[],
  size: number,
): StandingFoot[] {
  const limbs = limbsOf(to);
  const floors = { Foot: floorUnder('Foot', from, contacts, source), Toes: floorUnder('Toes', from, contacts, source) };
  return SIDES.flatMap((side): StandingFoot[] => {
    const limb = limbs.find(({ name }) => name === sided(side, 'Leg'));
    const [sourceTop, sourceAnkle] = [from.humanoid[sided(side, 'UpperLeg')], from.humanoid[sided(side, 'Foot')]];
    if (!limb || sourceAnkle === undefined) return [];
    const shape = footShape(to, side);
    const stands = (part: 'Foot' | 'Toes') =>
      contacts
        .filter(({ bone }) => bone === sided(side, part))
        .map(({ joint, first, last }): Stand => {
          const height = size * (meanHeight(source, joint, first, last) - floors[part]);
          const attitude = footAttitude(from, side, source, first, last);
          const isRaised = height > shape.snap || (part === 'Foot' && attitude === 'tipped');
          return { first, last, level: isRaised ? Math.max(0, height) : 0, attitude };
        });
    const ankles = stands('Foot');
    const toes = to.humanoid[sided(side, 'Toes')];
    const knowsToes = toes !== undefined && from.humanoid[sided(side, 'Toes')] !== undefined;
    // A foot on its ball has its ankle where its toes and its pitch have it.
    const ankleStands = toes === undefined ? ankles : ankles.filter(({ attitude }) => attitude !== 'tipped');
    const toeStands = knowsToes
      ? stands('Toes').map((stand) => onOneLevel(stand, ankleStands))
      : ankles
          .filter(({ attitude }) => attitude !== 'lies')
          .map((stand) => (stand.attitude === 'tipped' ? { ...stand, level: 0 } : stand));
    const ofSide = contacts.filter(({ bone }) => bone === sided(side, 'Foot'));
    const own = ofSide.length > 0 ? floorUnder('Foot', from, ofSide, source) : floors.Foot;
    return [
      {
        side,
        limb,
        shape,
        sourceTop: sourceTop ?? -1,
        sourceAnkle,
        sourceFloor: Math.abs(own - floors.Foot) < UNEVEN * legLength(from) ? own : floors.Foot,
        toes: toes ?? -1,
        knowsToes,
        ankleStands,
        toeStands,
      },
    ];
  });
}

/**
 * The foot without stands in which it lies and is higher than it is set down from, in the worlds of a body that is at its place: of two legs that lie
 * above each other the upper one stays where it is. A foot whose toes are not known stays.
 */
export function withoutRaised(foot: StandingFoot, worlds: readonly WorldTransforms[]): StandingFoot {
  const { limb, shape, knowsToes, ankleStands, toeStands } = foot;
  if (!knowsToes) return foot;
  const isRaised = ({ first, last, level, attitude }: Stand) =>
    attitude === 'lies' && meanHeight(worlds, limb.end, first, last) - shape.standing - level > shape.snap;
  const stays = (stand: Stand) => !isRaised(stand);
  return { ...foot, ankleStands: ankleStands.filter(stays), toeStands: toeStands.filter(stays) };
}

/** One a frame: 1 within a stand. */
export function heldFrames(stands: readonly Stand[], frames: number): Uint8Array {
  const held = new Uint8Array(frames);
  for (const { first, last } of stands) held.fill(1, first, last + 1);
  return held;
}

/**
 * World height of the floor as the source's joint shows it, metres: the height at which feet stand flat, where any do. Where all stand tilted, as
 * those of somebody who kneels with the heels up, ankles may be high over the balls that carry them. A flat foot well above the ball of the other
 * one, as of somebody who sneaks, is in the air.
 */
export function floorUnder(
  part: 'Foot' | 'Toes',
  rig: Rig,
  contacts: readonly Contact[],
  worlds: readonly WorldTransforms[],
): number {
  const still = contacts.filter(({ bone }) => bone.endsWith(part));
  if (still.length > 0) {
    const standing = (attitude: FootAttitude) =>
      still.filter(({ bone, first, last }) => footAttitude(rig, sideOf(bone), worlds, first, last) === attitude);
    const overBalls = (those: readonly Contact[]) =>
      quantile(
        those.flatMap((contact) => flatHeightsIn(rig, worlds, contact)),
        LOW_SHARE,
      );
    const [flat, tipped] = [standing('flat'), standing('tipped')];
    if (flat.length === 0) return overBalls(still);
    const floor = quantile(
      flat.flatMap((contact) => heightsIn(worlds, contact)),
      LOW_SHARE,
    );
    // A flat foot that is held still over the ball of the one that carries stands on nothing.
    const lower = tipped.length > 0 ? overBalls(tipped) : floor;
    return lower < floor - HELD_UP * legLength(rig) ? lower : floor;
  }
  const joints = SIDES.flatMap((side) => rig.humanoid[sided(side, part)] ?? []);
  return quantile(
    joints.flatMap((joint) => heights(worlds, joint)),
    LOWEST_SHARE,
  );
}

/** World height of the floor under the motion: as high as its toes stand, or the soles of feet without toes. */
export function floorBelow(rig: Rig, contacts: readonly Contact[], worlds: readonly WorldTransforms[]): number {
  const feet = SIDES.filter((side) => rig.humanoid[sided(side, 'Foot')] !== undefined);
  if (feet.length === 0 || feet.some((side) => rig.humanoid[sided(side, 'Toes')] !== undefined))
    return floorUnder('Toes', rig, contacts, worlds);
  const over = feet.reduce((sum, side) => sum + footShape(rig, side).standing - rig.report.floor, 0) / feet.length;
  return floorUnder('Foot', rig, contacts, worlds) - over;
}

function heightsIn(worlds: readonly WorldTransforms[], { joint, first, last }: Contact): number[] {
  return heights(worlds, joint, first, last);
}

/**
 * Heights at which the ankle of a contact would be if the foot stood flat on what its ball is on, at most those at which it is.
 */
function flatHeightsIn(rig: Rig, worlds: readonly WorldTransforms[], contact: Contact): number[] {
  const own = heightsIn(worlds, contact);
  const side = sideOf(contact.bone);
  const foot = rig.humanoid[sided(side, 'Foot')];
  if (contact.bone !== sided(side, 'Foot') || foot === undefined) return own;
  const { ball, up } = footShape(rig, side);
  // Of a flat foot the ball is so far under the joint.
  const down = -dot(ball, up);
  const over = (frame: number) => down + rotate(quatAt(worlds[frame]!.rotations, foot), ball)[1];
  return own.map((height, i) => height + Math.min(0, over(contact.first + i)));
}

function heights(worlds: readonly WorldTransforms[], joint: number, first = 0, last = worlds.length - 1): number[] {
  const found: number[] = [];
  for (let frame = first; frame <= last; frame++) found.push(worlds[frame]!.positions[3 * joint + 1]!);
  return found;
}

function meanHeight(worlds: readonly WorldTransforms[], joint: number, first: number, last: number): number {
  let sum = 0;
  for (let frame = first; frame <= last; frame++) sum += worlds[frame]!.positions[3 * joint + 1]!;
  return sum / (last - first + 1);
}

/** Toes stand on what the ankle of the same step stands on. */
function onOneLevel(stand: Stand, ankles: readonly Stand[]): Stand {
  const ankle = ankles.find(({ first, last }) => first <= stand.last && last >= stand.first);
  return ankle ? { ...stand, level: ankle.level } : stand;
}
