import type { Rig } from '../humanoid/body/rig.ts';
import { atan2 } from '../math/elementary.ts';
import { fromAxisAngle, rotate, type Quat } from '../math/quat.ts';
import { add, distance, lerp, scale, subtract, UNIT_Y, vec3At, type Vec3 } from '../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation, type WorldTransforms } from '../skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../skeleton/pose.ts';
import type { Contact } from './contacts.ts';
import { footShape } from './foot-shapes.ts';
import { limbsOf, type Limb, type LimbName } from './limbs.ts';
import type { FootPath, FootShape } from './planted-feet.ts';

/** A limb that both characters have, and where its end should be in every frame. */
export interface LimbPath {
  readonly limb: Limb;
  readonly path: FootPath;
  /** For legs: how the foot stands, and when. */
  readonly foot: FootPlan | null;
}

export interface FootPlan {
  readonly shape: FootShape;
  /** The toes' joint, −1 when there is none. */
  readonly toes: number;
  /** One a frame: whether the foot's joint, and the toes, are planted. */
  readonly footHeld: Uint8Array;
  readonly toesHeld: Uint8Array;
}

/** How two characters compare. */
interface Comparison {
  /** Turns the source's facing into the target's. */
  readonly turn: Quat;
  /** Hip height of the target in hip heights of the source. */
  readonly size: number;
  /** Metres by which the source's planted feet (its lowest ones when none is planted) stand higher than its feet at rest. */
  readonly floorOffset: number;
}

export function compareRigs(from: Rig, to: Rig, sourceFeet: readonly Contact[], source: readonly Pose[]): Comparison {
  const [a, b] = [from.report.facing, to.report.facing];
  const turn = fromAxisAngle(UNIT_Y, atan2(b[0], b[2]) - atan2(a[0], a[2]));
  const size = to.report.hipHeight / from.report.hipHeight;
  return { turn, size, floorOffset: floorOffsetOf(from, sourceFeet, source) };
}

/** Share of the contacts that may be lower than the floor: most of them stand on it, stairs only go up. */
const LOW_SHARE = 0.2;

function floorOffsetOf(rig: Rig, contacts: readonly Contact[], poses: readonly Pose[]): number {
  const rest = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
  const offsetOf = (joint: number, frame: number) => {
    const world = forwardKinematics(rig.skeleton, poses[frame]!);
    return worldPosition(world, joint)[1] - worldPosition(rest, joint)[1];
  };
  const feet = [rig.humanoid.leftFoot, rig.humanoid.rightFoot].filter((joint) => joint !== undefined);
  const planted = contacts.filter(({ joint }) => feet.includes(joint));
  if (planted.length === 0) return lowest(poses.flatMap((_, frame) => feet.map((joint) => offsetOf(joint, frame))));
  const offsets = planted.map(({ joint, first, last }) => offsetOf(joint, (first + last) >> 1)).sort((a, b) => a - b);
  return offsets[Math.floor(LOW_SHARE * offsets.length)]!;
}

function lowest(values: readonly number[]): number {
  return values.length > 0 ? values.reduce((a, b) => Math.min(a, b)) : 0;
}

/**
 * Where hands and feet of the target should be, from the world transforms of both characters in every frame. Feet: below the hip joints
 * as the source has them, scaled by hip height, as high above the floor as the source's. Hands: about the middle of the shoulders as the
 * source has them, scaled by the arms' span, so that hands that meet still meet.
 */
export function limbPaths(
  from: Rig,
  to: Rig,
  source: readonly WorldTransforms[],
  base: readonly WorldTransforms[],
  comparison: Comparison,
): LimbPath[] {
  const sourceLimbs = new Map(limbsOf(from).map((limb) => [limb.name, limb]));
  const shoulders = { from: shoulderFrame(from), to: shoulderFrame(to) };
  return limbsOf(to).flatMap((limb): LimbPath[] => {
    const original = sourceLimbs.get(limb.name);
    if (!original) return [];
    const isLeg = limb.name.endsWith('Leg');
    if (!isLeg && !(shoulders.from && shoulders.to)) return [];
    const positions = new Float64Array(3 * base.length);
    const rotations = new Float64Array(4 * base.length);
    const foot = isLeg ? footShape(to, sideOf(limb.name)) : null;
    const sourceFoot = isLeg ? footShape(from, sideOf(limb.name)) : null;
    base.forEach((world, frame) => {
      const place =
        foot && sourceFoot
          ? footPlace(original, limb, source[frame]!, world, comparison, sourceFoot, foot)
          : handPlace(original, source[frame]!, world, comparison.turn, shoulders.from!, shoulders.to!);
      positions.set(place, 3 * frame);
      rotations.set(worldRotation(world, limb.end), 4 * frame);
    });
    const plan = foot && {
      shape: foot,
      toes: to.humanoid[`${sideOf(limb.name)}Toes`] ?? -1,
      footHeld: new Uint8Array(base.length),
      toesHeld: new Uint8Array(base.length),
    };
    return [{ limb, path: { positions, rotations }, foot: plan }];
  });
}

function sideOf(name: LimbName): 'left' | 'right' {
  return name.startsWith('left') ? 'left' : 'right';
}

function footPlace(
  original: Limb,
  limb: Limb,
  source: WorldTransforms,
  world: WorldTransforms,
  { turn, size, floorOffset }: Comparison,
  sourceFoot: FootShape,
  foot: FootShape,
): Vec3 {
  const sourceEnd = worldPosition(source, original.end);
  const step = rotate(turn, scale(subtract(sourceEnd, worldPosition(source, original.top)), size));
  const [x, , z] = add(worldPosition(world, limb.top), step);
  return [x, foot.standing + size * (sourceEnd[1] - sourceFoot.standing - floorOffset), z];
}

/** The two upper arms' joints, and metres from their middle to a hand with a straight arm. */
interface ShoulderFrame {
  readonly left: number;
  readonly right: number;
  readonly span: number;
}

function shoulderFrame(rig: Rig): ShoulderFrame | null {
  const [left, right] = (['leftArm', 'rightArm'] as const).map((name) => limbsOf(rig).find((limb) => limb.name === name));
  if (!left || !right) return null;
  const rest = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
  const width = distance(vec3At(rest.positions, left.top), vec3At(rest.positions, right.top));
  return { left: left.top, right: right.top, span: width / 2 + (left.length + right.length) / 2 };
}

function handPlace(
  original: Limb,
  source: WorldTransforms,
  world: WorldTransforms,
  turn: Quat,
  from: ShoulderFrame,
  to: ShoulderFrame,
): Vec3 {
  const middle = lerp(worldPosition(source, from.left), worldPosition(source, from.right), 0.5);
  const reach = subtract(worldPosition(source, original.end), middle);
  const base = lerp(worldPosition(world, to.left), worldPosition(world, to.right), 0.5);
  return add(base, rotate(turn, scale(reach, to.span / from.span)));
}
