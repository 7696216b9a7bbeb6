import { fromAxisAngle, IDENTITY, multiply, normalizeQuat, rotate, type Quat } from '../../math/quat.ts';
import { toRadians } from '../../math/angles.ts';
import { add, UNIT_X, UNIT_Y, UNIT_Z, type Vec3 } from '../../math/vec3.ts';
import type { Bvh, BvhJoint } from './bvh.ts';

/** Whether position channels give a joint's place in its parent (replacing OFFSET) or are added to OFFSET. */
export type PositionReading = 'absolute' | 'added';

/** One joint's local transform, in the file's units and axes. */
export interface BvhLocal {
  readonly translation: Vec3;
  readonly rotation: Quat;
}

const AXES = { X: UNIT_X, Y: UNIT_Y, Z: UNIT_Z } as const;
const INDEX = { X: 0, Y: 1, Z: 2 } as const;

/** The rotation of a joint in a frame: the channels' rotations in the order they are listed, the first one outermost. */
export function rotationIn(bvh: Bvh, joint: BvhJoint, frame: number): Quat {
  const { channels, firstChannel } = joint;
  const start = frame * bvh.channelCount + firstChannel;
  let rotation: Quat = IDENTITY;
  for (let c = 0; c < channels.length; c++) {
    const channel = channels[c]!;
    if (!channel.endsWith('rotation')) continue;
    const axis = AXES[channel[0] as 'X' | 'Y' | 'Z'];
    // Angles beyond a full turn are brought back first: sines of huge numbers lose their digits.
    const angle = toRadians(bvh.values[start + c]! % 360);
    rotation = multiply(rotation, fromAxisAngle(axis, angle));
  }
  return normalizeQuat(rotation);
}

/** The place of a joint in its parent in a frame; position channels that are missing leave OFFSET as it is. */
export function translationIn(bvh: Bvh, joint: BvhJoint, frame: number, reading: PositionReading): Vec3 {
  const { channels, firstChannel, offset } = joint;
  const start = frame * bvh.channelCount + firstChannel;
  const place: [number, number, number] = [offset[0], offset[1], offset[2]];
  for (let c = 0; c < channels.length; c++) {
    const channel = channels[c]!;
    if (!channel.endsWith('position')) continue;
    const axis = INDEX[channel[0] as 'X' | 'Y' | 'Z'];
    const value = bvh.values[start + c]!;
    place[axis] = reading === 'added' ? offset[axis] + value : value;
  }
  return place;
}

export function hasPositions(joint: BvhJoint): boolean {
  return joint.channels.some((channel) => channel.endsWith('position'));
}

export function hasRotations(joint: BvhJoint): boolean {
  return joint.channels.some((channel) => channel.endsWith('rotation'));
}

/** World positions of all joints for local transforms, in the file's units and axes. */
export function positionsOf(bvh: Bvh, local: (joint: BvhJoint, index: number) => BvhLocal): Vec3[] {
  const positions: Vec3[] = [];
  const rotations: Quat[] = [];
  bvh.joints.forEach((joint, j) => {
    const { translation, rotation } = local(joint, j);
    if (joint.parent < 0) {
      positions.push(translation);
      rotations.push(rotation);
      return;
    }
    const parentRotation = rotations[joint.parent]!;
    positions.push(add(positions[joint.parent]!, rotate(parentRotation, translation)));
    rotations.push(multiply(parentRotation, rotation));
  });
  return positions;
}
