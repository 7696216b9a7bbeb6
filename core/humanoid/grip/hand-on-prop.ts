import { composeFrames, frameSeenFrom, SAME_FRAME, type Frame } from '../../math/frame.ts';
import { fromAxes, rotate } from '../../math/quat.ts';
import { cross, scale, type Vec3 } from '../../math/vec3.ts';
import type { Side } from '../body/found-bones.ts';
import { sizeOf, type Rig } from '../body/rig.ts';
import { BARE_HAND, handAxes } from './place-in-hand.ts';

/** Where a hand holds a prop, whosever hand it is: the middle of its palm, the x axis along the hand, the y axis to its thumb; metres, as the prop sees it. */
export type GripFrame = Frame;

/** The grip of a hand whose joint is at `hand` on a prop at `prop`, both in one space. Throws a `RangeError` of one sentence for a rig without that hand. */
export function gripOfHand(rig: Rig, side: Side, hand: Frame, prop: Frame): GripFrame {
  return frameSeenFrom(composeFrames(hand, palmOf(rig, side)), prop);
}

/** Where the joint of a hand is that holds a prop at `prop` by a grip. Throws a `RangeError` of one sentence for a rig without that hand. */
export function handAtGrip(rig: Rig, side: Side, grip: GripFrame, prop: Frame): Frame {
  // palm = hand ∘ p, so hand = palm ∘ p⁻¹.
  return composeFrames(composeFrames(prop, grip), frameSeenFrom(SAME_FRAME, palmOf(rig, side)));
}

/** The same grip of the other hand, mirrored through the middle of the prop, across its x axis. */
export function mirroredGrip({ position: [x, y, z], rotation }: GripFrame): GripFrame {
  const mirrored = ([a, b, c]: Vec3): Vec3 => [-a, b, c];
  const along = mirrored(rotate(rotation, [1, 0, 0]));
  const thumb = mirrored(rotate(rotation, [0, 1, 0]));
  return { position: [-x, y, z], rotation: fromAxes(along, thumb, cross(along, thumb)) };
}

/** The middle of a palm in the frame of the hand's joint. */
function palmOf(rig: Rig, side: Side): Frame {
  const { along, across } = handAxes(rig, side);
  return { position: scale(along, BARE_HAND * sizeOf(rig)), rotation: fromAxes(along, across, cross(along, across)) };
}
