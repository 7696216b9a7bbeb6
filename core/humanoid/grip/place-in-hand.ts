import { capsuleGap } from '../../contact/capsule-gap.ts';
import { readShape } from '../../contact/read-shape.ts';
import { shapeMiddle, shapeSize } from '../../contact/shape-size.ts';
import type { Shape } from '../../contact/shape.ts';
import { createSurface, placeSurface } from '../../contact/surface.ts';
import { createTouch } from '../../contact/touch.ts';
import { checkCoordinates, checkUnit } from '../../math/check-numbers.ts';
import { checkObject } from '../../math/check-values.ts';
import { clamp, DEGREES } from '../../math/angles.ts';
import { atan2, cos, sin } from '../../math/elementary.ts';
import { composeFrames, frameSeenFrom, type Frame } from '../../math/frame.ts';
import { conjugate, fromAxes, rotate, type Quat } from '../../math/quat.ts';
import { add, cross, dot, normalize, rejectFrom, scale, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldAtRest, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import { checkPose, restPose, type Pose } from '../../skeleton/pose.ts';
import { checkSide } from '../anatomy/finger-joints.ts';
import { handFrame } from '../anatomy/hand-limits.ts';
import type { Capsule } from '../body/body-shape.ts';
import { sided, type Side } from '../body/found-bones.ts';
import { checkRig } from '../body/check-rig.ts';
import { bodyOf } from '../body/rig-body.ts';
import { sizeOf, type Rig } from '../body/rig.ts';
import { bendFinger, fingerChains, phalanxLength, placedPoint, type FingerChain } from './finger-chain.ts';

/** Radians by which the knuckles bend at most round a thing that rests in the hand. Our choice: beyond it thin things lie in the fingers, not in the palm. */
const MOST_BENT = 70 * DEGREES;
/** Metres, of a figure of 1.75 m, from the wrist to the middle of the palm: there a hand without fingers has its things. */
export const BARE_HAND = 0.07;
/** How often a thing is moved out of the hand: each time by as much as it was in it. */
const MOVES = 40;

/**
 * Where a hand naturally has a shape, in the frame of the hand's joint: its longest side across the palm, its top at the thumb's side, its thinnest side between
 * fingers and palm. Fingers of three phalanges that bend round it touch it with each of them: it touches the first one by half a second one before its end,
 * and the palm as far behind the knuckle as that is before it. A long mesh is held where it has its origin, all else in its middle. What is narrower than the hand lies by the thumb. Throws a `RangeError` of one sentence for a rig without that hand, or no shape.
 */
export function placeInHand(rig: Rig, side: Side, shape: Shape): Frame {
  checkRig(rig);
  checkSide(side);
  const read = readShape(shape);
  const hand = handOf(rig, side);
  const pose = restPose(rig.skeleton);
  const { along, across, palm } = handAxes(rig, side);
  const chains = fingerChains(rig, pose, side, 0).filter(({ finger }) => finger !== 'Thumb');
  const size = shapeSize(read);
  const order = ([0, 1, 2] as const).toSorted((a, b) => size[b] - size[a]);
  const half = size[order[2]!] / 2;
  const middle =
    grasped(chains, half, size[order[0]!], { along, across, palm }) ??
    add(scale(along, BARE_HAND * sizeOf(rig)), scale(palm, half));
  const rotation = turnedTo(order, { along, across, palm });
  const centre = rotate(rotation, heldPoint(read));
  const flesh = fleshOf(rig, hand, fingerChains(rig, pose, side, 0));
  return clearOfHand(flesh, read, { position: subtract(middle, centre), rotation }, across);
}

/** Where a thing in the frame of a hand's joint is in the space of the pose. Throws a `RangeError` of one sentence for a rig without that hand. */
export function fromHand<Names>(rig: Rig<Names>, pose: Pose<Names>, side: Side, thing: Frame): Frame {
  return composeFrames(handFrameIn(rig, pose, side, thing), thing);
}

/** Where a thing in the space of the pose is in the frame of a hand's joint: what stays as it is while the hand moves. */
export function intoHand<Names>(rig: Rig<Names>, pose: Pose<Names>, side: Side, thing: Frame): Frame {
  return frameSeenFrom(thing, handFrameIn(rig, pose, side, thing));
}

/** The frame of the hand's joint in the space of the pose; checks also that of the thing. */
function handFrameIn<Names>(rig: Rig<Names>, pose: Pose<Names>, side: Side, thing: Frame): Frame {
  checkRig(rig);
  checkPose(rig.skeleton, pose, 'the pose');
  checkSide(side);
  checkObject(thing, 'the frame');
  checkCoordinates(thing.position, 3, 'the position of a frame');
  checkUnit(thing.rotation, 4, 'the rotation of a frame');
  const hand = handOf(rig, side);
  const world = forwardKinematics(rig.skeleton, pose);
  return { position: worldPosition(world, hand), rotation: worldRotation(world, hand) };
}

function handOf({ humanoid }: Pick<Rig, 'humanoid'>, side: Side): number {
  const hand = humanoid[sided(side, 'Hand')];
  if (hand === undefined) throw new RangeError(`the rig must have a ${side} hand, got none`);
  return hand;
}

/** What a thing is moved out of: all within a radius of a segment, in the frame of the hand's joint, metres. */
type Flesh = Pick<Capsule, 'start' | 'end' | 'radius'>;

/** Directions of a hand in the frame of its joint. Throws a `RangeError` of one sentence for a rig without that hand. */
export function handAxes(rig: Rig, side: Side): HandAxes {
  const world = worldAtRest(rig.skeleton);
  const back = conjugate(worldRotation(world, handOf(rig, side)));
  const { along, thumb, palm } = handFrame(bodyOf(rig), side);
  return { along: rotate(back, along), across: rotate(back, thumb), palm: rotate(back, palm) };
}

/** Directions of a hand in the frame of its joint. */
interface HandAxes {
  readonly along: Vec3;
  readonly across: Vec3;
  readonly palm: Vec3;
}

/**
 * The middle of a thing that is `half` thick, between the fingers: with r = half + a finger's thickness and t = L₁ − L₂/2, the knuckle is bent by
 * a = 2 atan(t / r), and the middle is t along the first phalanx and r before it. Null of a hand without fingers.
 */
function grasped(all: readonly FingerChain[], half: number, wide: number, { along, across, palm }: HandAxes): Vec3 | null {
  const chains = all.slice(0, fingersAround(all, wide, across));
  const finger = chains[(chains.length - 1) >> 1];
  if (!finger) return null;
  const thickness = finger.thickness;
  const first = phalanxLength(finger, 0);
  const second = finger.phalanges.length > 1 ? phalanxLength(finger, 1) : first;
  const r = half + thickness;
  const t = Math.max(first - second / 2, first / 4);
  const bent = Math.min(2 * atan2(t, r), MOST_BENT);
  const way = add(scale(along, cos(bent)), scale(palm, sin(bent)));
  const inward = subtract(scale(palm, cos(bent)), scale(along, sin(bent)));
  const knuckles = chains.map(({ phalanges }) => phalanges[0]!.at);
  const sideways = knuckles.reduce((sum, at) => sum + dot(at, across), 0) / knuckles.length;
  const knuckle = finger.phalanges[0]!.at;
  const centred = add(knuckle, scale(across, sideways - dot(knuckle, across)));
  return add(centred, add(scale(way, t), scale(inward, r)));
}

/** How many fingers lie round a thing that is so wide, from the thumb's side: as many as come near it where it is in the middle of them. */
function fingersAround(chains: readonly FingerChain[], wide: number, across: Vec3): number {
  const [first, last] = [chains[0], chains.at(-1)];
  if (!first || !last || first === last) return chains.length;
  const row = Math.abs(dot(subtract(first.phalanges[0]!.at, last.phalanges[0]!.at), across));
  const spacing = Math.max(row / (chains.length - 1), 1e-9);
  return Math.min(chains.length, 1 + Math.floor((wide + first.thickness) / spacing));
}

/** How many times as long as it is wide a mesh is that is held where its origin is. Our choice. */
const LONG = 3;

/** The point of a shape that lies in the hand: its middle; of a long mesh, a sword or a tool, where its file has the origin, as modellers put that at the grip. */
function heldPoint(shape: Shape): Vec3 {
  const middle = shapeMiddle(shape);
  if (shape.kind !== 'mesh') return middle;
  const size = shapeSize(shape);
  const [longest, next] = ([0, 1, 2] as const).toSorted((a, b) => size[b] - size[a]) as [0 | 1 | 2, 0 | 1 | 2];
  if (size[longest] < LONG * size[next]) return middle;
  const origin = clamp(0, middle[longest] - size[longest] / 2, middle[longest] + size[longest] / 2);
  return middle.map((value, axis) => (axis === longest ? origin : value)) as unknown as Vec3;
}

/** The rotation that brings the longest side of a thing across the palm and its thinnest one to the palm's normal. */
function turnedTo(order: readonly (0 | 1 | 2)[], { along, across, palm }: HandAxes): Quat {
  const axes: [Vec3, Vec3, Vec3] = [across, across, across];
  const out = normalize(rejectFrom(palm, across));
  axes[order[0]!] = across;
  axes[order[2]!] = out;
  // The third side is along the hand, whichever way makes the three right-handed.
  const [x, y, z] =
    order[1] === 0
      ? [cross(axes[1], axes[2]), axes[1], axes[2]]
      : order[1] === 1
        ? [axes[0], cross(axes[2], axes[0]), axes[2]]
        : [axes[0], axes[1], cross(axes[0], axes[1])];
  return fromAxes(normalize(x, along), y, normalize(z, palm));
}

/** The flesh of a hand that is open: of the palm, of the thumb and round the knuckles. */
function fleshOf({ shape }: Rig, hand: number, chains: readonly FingerChain[]): readonly Flesh[] {
  const longest = Math.max(...chains.map((chain) => chain.phalanges.reduce((sum, _, k) => sum + phalanxLength(chain, k), 0)));
  // What is thicker than the fingers are long is no palm that they could hold anything against.
  const flesh: Flesh[] = shape.filter(({ joint, radius }) => joint === hand && radius < longest / 2);
  for (const chain of chains) {
    const { finger, phalanges } = chain;
    const open = phalanges.map((phalanx) => phalanx.open);
    bendFinger(chain, open);
    for (const { phalanx, root, start, end, radius } of chain.flesh)
      if (finger === 'Thumb' || phalanx === 0)
        flesh.push({
          start: placedPoint(chain, phalanx, root),
          end: placedPoint(chain, phalanx, finger === 'Thumb' ? end : start),
          radius,
        });
  }
  return flesh;
}

/** Moves a thing out of the flesh of an open hand, where it is deepest first; never lengthwise, so that it stays where it lies across the palm. */
function clearOfHand(flesh: readonly Flesh[], shape: Shape, { position, rotation }: Frame, across: Vec3): Frame {
  const surface = createSurface(shape);
  const touch = createTouch();
  let at = position;
  for (let i = 0; i < MOVES; i++) {
    const placed = placeSurface(surface, at, rotation);
    let [deepest, out]: [number, Vec3] = [0, across];
    for (const { start, end, radius } of flesh) {
      const gap = capsuleGap(placed, start, end, radius, touch);
      if (gap < deepest) [deepest, out] = [gap, vec3At(touch.normal, 0)];
    }
    if (deepest >= 0) break;
    // The thing moves against its own outward normal.
    at = add(at, scale(normalize(rejectFrom(out, across)), deepest));
  }
  return { position: at, rotation };
}
