import { handlesOf, type HandleName, type Pins } from '../../../core/humanoid/body/handles.ts';
import { limbOf, type Limb } from '../../../core/humanoid/body/limbs.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { add, distance, dot, length, scale, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, pointOf, worldPosition, type WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../../../core/skeleton/pose.ts';

/** Lengths of the legs and of the arms of a figure 1.75 m tall of usual build (the mannequin), metres. */
const USUAL = { leg: 0.861, arm: 0.543 } as const;

/** A rig with the lengths and directions that measurements need. */
export interface Figure {
  readonly rig: Rig;
  readonly rest: Pose;
  /** Length of the legs' two bones, metres. */
  readonly leg: number;
  /** Length of the arms' two bones, metres; 0 without arms. */
  readonly arm: number;
  /** How tall it is beside a figure of 1.75 m. */
  readonly size: number;
  readonly forward: Vec3;
  readonly left: Vec3;
  readonly handles: readonly HandleName[];
}

export const FEET: Pins = {
  leftFoot: { translation: true, rotation: true, weight: 1 },
  rightFoot: { translation: true, rotation: true, weight: 1 },
};

export function figureOf(rig: Rig): Figure {
  const rest = restPose(rig.skeleton);
  const world = forwardKinematics(rig.skeleton, rest);
  const lengthOf = (limb: Limb | null): number => {
    if (!limb) return 0;
    const [root, bend, end] = [limb.upper, limb.bend, limb.end].map((joint) => worldPosition(world, joint)) as [Vec3, Vec3, Vec3];
    return distance(root, bend) + distance(bend, end);
  };
  const forward = rig.report.facing;
  return {
    rig,
    rest,
    leg: lengthOf(limbOf(rig, 'leftFoot')),
    arm: lengthOf(limbOf(rig, 'leftHand')),
    size: rig.report.height / 1.75,
    forward,
    left: [forward[2], 0, -forward[0]],
    handles: handlesOf(rig).flatMap(({ name, kind }) => (kind === 'local' ? [] : [name])),
  };
}

/** How wide the space is in which a handle moves, beside that of a figure 1.75 m tall of usual build: as long as its arms are, or its legs, which all but hands move by. */
export function reachOf({ arm, leg }: Figure, name: HandleName): number {
  return name.endsWith('Hand') ? arm / USUAL.arm : leg / USUAL.leg;
}

/** The place `by` (left, up, forward; metres) away from `from`. */
export function moved({ forward, left }: Figure, from: Vec3, [x, y, z]: Vec3): Vec3 {
  return add(add(from, [0, y, 0]), add(scale(left, x), scale(forward, z)));
}

export function placeOf({ rig }: Figure, world: WorldTransforms, name: HandleName): Vec3 {
  const { joint, offset } = handlesOf(rig).find((handle) => handle.name === name)!;
  return pointOf(world, joint, offset);
}

/** How far the left knee is to the left of the right one, as a share of what the feet are apart at rest. */
export function kneeGap(figure: Figure, pose: Pose): number {
  const apart = (left: 'leftLowerLeg' | 'leftFoot', right: 'rightLowerLeg' | 'rightFoot', of: Pose): number => {
    const world = forwardKinematics(figure.rig.skeleton, of);
    const { humanoid } = figure.rig;
    return dot(subtract(worldPosition(world, humanoid[left]!), worldPosition(world, humanoid[right]!)), figure.left);
  };
  return apart('leftLowerLeg', 'rightLowerLeg', pose) / apart('leftFoot', 'rightFoot', figure.rest);
}

/** Metres that a pinned foot has moved: its ankle or, where its heel came up, the point of its sole that moved least. */
export function pinMoved(figure: Figure, pose: Pose, name: 'leftFoot' | 'rightFoot'): number {
  const { rig, rest, forward, leg } = figure;
  const [before, after] = [forwardKinematics(rig.skeleton, rest), forwardKinematics(rig.skeleton, pose)];
  const ankle = rig.humanoid[name]!;
  const toes = rig.humanoid[name === 'leftFoot' ? 'leftToes' : 'rightToes'];
  const wayOf = (joint: number, offset: Vec3): number => distance(pointOf(before, joint, offset), pointOf(after, joint, offset));
  const ways = [wayOf(ankle, [0, 0, 0])];
  if (toes !== undefined) ways.push(wayOf(toes, [0, 0, 0]));
  else {
    // Along the sole ahead of the ankle, in centimetres of a figure 1.75 m tall, and then about the best of them: between two points the way is a convex function.
    const at = worldPosition(before, ankle);
    const wayAt = (ahead: number): number =>
      wayOf(ankle, inFrame(before, ankle, add([at[0], rig.report.floor, at[2]], scale(forward, ahead))));
    const step = 1e-2 * figure.size;
    let best = 0;
    for (let ahead = 0; ahead < 0.25 * leg; ahead += step) if (wayAt(ahead) < wayAt(best)) best = ahead;
    let [low, high] = [best - step, best + step];
    for (let third = 0; third < 30; third++) {
      const [a, b] = [(2 * low + high) / 3, (low + 2 * high) / 3];
      if (wayAt(a) < wayAt(b)) high = b;
      else low = a;
    }
    ways.push(wayAt((low + high) / 2));
  }
  return Math.min(...ways);
}

function inFrame(world: WorldTransforms, joint: number, point: Vec3): Vec3 {
  const origin = pointOf(world, joint, [0, 0, 0]);
  const way = subtract(point, origin);
  const axes = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const
  ).map((axis) => subtract(pointOf(world, joint, axis), origin));
  return axes.map((axis) => dot(axis, way)) as unknown as Vec3;
}

/**
 * How many times as far as the pointer each joint may go: as its lever beside the handle's, at least 1. Levers are measured from what stays:
 * a pulled limb's root, else the middle of the feet.
 */
export function leversOf(figure: Figure, name: HandleName): Float64Array {
  const { rig, rest } = figure;
  const world = forwardKinematics(rig.skeleton, rest);
  const limb: Limb | null = limbOf(rig, name);
  const feet = scale(add(placeOf(figure, world, 'leftFoot'), placeOf(figure, world, 'rightFoot')), 0.5);
  const pivot = limb ? worldPosition(world, limb.upper) : feet;
  const handle = length(subtract(placeOf(figure, world, name), pivot));
  return Float64Array.from(rig.skeleton.names, (_, j) =>
    Math.max(1, length(subtract(worldPosition(world, j), pivot)) / Math.max(handle, 1e-9)),
  );
}
