import { fromAxisAngle, IDENTITY, multiply, rotate, type Quat } from '../../math/quat.ts';
import { scale, type Vec3 } from '../../math/vec3.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import type { BvhReading } from './bvh-reading.ts';
import type { Bvh } from './bvh.ts';
import { hasPositions, hasRotations, positionsOf, rotationIn, translationIn, type BvhLocal } from './bvh-pose.ts';
import { chooseReading, sidePairs } from './bvh-reading.ts';
import type { FileAnimation, NodeChannel } from '../gltf/gltf-animation.ts';
import { atan2 } from '../../math/elementary.ts';

/** A BVH file understood: a scene in metres with +Y up, one node a joint (end sites too), and its motion. */
export interface BvhCharacter {
  readonly scene: CharacterScene;
  /** Null when the file has no frames. */
  readonly animation: FileAnimation | null;
  readonly reading: BvhReading;
  /** How the file was understood and what was odd about it, in sentences. */
  readonly notes: readonly string[];
}

/** Turns +Z up into +Y up: (x, y, z) → (x, z, −y). */
const Z_UP_TO_Y_UP: Quat = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];

/** Interprets a BVH file; `overrides` replace what would be chosen. At rest the figure stands on the floor above the origin. */
export function readBvhCharacter(bvh: Bvh, overrides: Partial<BvhReading> = {}): BvhCharacter {
  const { reading, reasons } = chooseReading(bvh, overrides);
  const turn = reading.up === 'z' ? Z_UP_TO_Y_UP : IDENTITY;
  const toNode = (parent: number, local: BvhLocal): BvhLocal => {
    const translation = scale(local.translation, reading.unit);
    if (parent >= 0) return { translation, rotation: local.rotation };
    return { translation: rotate(turn, translation), rotation: multiply(turn, local.rotation) };
  };
  const localIn = (j: number, frame: number): BvhLocal => {
    const joint = bvh.joints[j]!;
    const position = joint.parent < 0 ? reading.rootPosition : reading.jointPosition;
    const translation = translationIn(bvh, joint, frame, position);
    return toNode(joint.parent, { translation, rotation: rotationIn(bvh, joint, frame) });
  };
  const rest = restLocals(bvh, reading, toNode, localIn);
  return {
    scene: {
      nodes: bvh.joints.map(({ name, parent }, j) => ({ name, parent, ...rest[j]!, scale: [1, 1, 1] })),
      skinJoints: [...bvh.joints.keys()].filter((j) => !bvh.joints[j]!.isEnd),
      meshNodes: [],
      meshExtents: [],
      declaredBones: {},
    },
    animation: readMotion(bvh, reading, localIn),
    reading,
    notes: [...bvh.warnings, ...reasons],
  };
}

/** The rest pose: standing on the floor above the origin, facing +Z where left and right are known by name. */
function restLocals(
  bvh: Bvh,
  reading: BvhReading,
  toNode: (parent: number, local: BvhLocal) => BvhLocal,
  localIn: (joint: number, frame: number) => BvhLocal,
): BvhLocal[] {
  const { rest } = reading;
  const locals = bvh.joints.map((joint, j) => {
    if (rest !== 'zero') return localIn(j, rest.frame);
    return toNode(joint.parent, { translation: joint.offset, rotation: IDENTITY });
  });
  const positions = positionsOf(bvh, (_, j) => locals[j]!);
  const turn = rest === 'zero' ? IDENTITY : turnToFront(bvh, positions);
  const floor = Math.min(...positions.map((position) => position[1]));
  const [x, , z] = positions[0]!;
  return locals.map((local, j) => {
    if (bvh.joints[j]!.parent >= 0) return local;
    const [px, py, pz] = local.translation;
    return { translation: rotate(turn, [px - x, py - floor, pz - z]), rotation: multiply(turn, local.rotation) };
  });
}

/** The turn about Y after which left is +X. */
function turnToFront(bvh: Bvh, positions: readonly Vec3[]): Quat {
  let x = 0;
  let z = 0;
  for (const [left, right] of sidePairs(bvh)) {
    x += positions[left]![0] - positions[right]![0];
    z += positions[left]![2] - positions[right]![2];
  }
  return fromAxisAngle([0, 1, 0], atan2(z, x));
}

function readMotion(bvh: Bvh, reading: BvhReading, localIn: (joint: number, frame: number) => BvhLocal): FileAnimation | null {
  const first = reading.skipFirstFrame ? 1 : 0;
  const count = bvh.frameCount - first;
  if (count <= 0) return null;
  const times = Float64Array.from({ length: count }, (_, i) => i * bvh.frameTime);
  const channels: NodeChannel[] = [];
  bvh.joints.forEach((joint, node) => {
    const rotations = hasRotations(joint) ? new Float64Array(4 * count) : null;
    const translations = hasPositions(joint) ? new Float64Array(3 * count) : null;
    if (!rotations && !translations) return;
    let previous: Quat = IDENTITY;
    for (let i = 0; i < count; i++) {
      const { translation, rotation } = localIn(node, first + i);
      translations?.set(translation, 3 * i);
      const dot = rotation.reduce((sum, value, c) => sum + value * previous[c]!, 0);
      previous = dot < 0 ? [-rotation[0], -rotation[1], -rotation[2], -rotation[3]] : rotation;
      rotations?.set(previous, 4 * i);
    }
    const shared = { node, interpolation: 'LINEAR', times } as const;
    if (rotations) channels.push({ ...shared, path: 'rotation', values: rotations });
    if (translations) channels.push({ ...shared, path: 'translation', values: translations });
  });
  if (channels.length === 0) return null;
  return { name: 'motion', start: 0, end: times.at(-1)!, channels };
}
