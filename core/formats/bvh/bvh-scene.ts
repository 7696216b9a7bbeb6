import { fromAxisAngle, IDENTITY, multiply, rotate, type Quat } from '../../math/quat.ts';
import { scale, type Vec3 } from '../../math/vec3.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import type { BvhReading } from './bvh-reading.ts';
import type { Bvh } from './bvh.ts';
import { turnOf } from '../text/up-axes.ts';
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

/** Interprets a BVH file; `overrides` replace what would be chosen. At rest the figure stands on the floor above the origin. */
export function readBvhCharacter(bvh: Bvh, overrides: Partial<BvhReading> = {}): BvhCharacter {
  const { reading, reasons } = chooseReading(bvh, overrides);
  const rest = restLocals(bvh, reading);
  return {
    scene: {
      nodes: bvh.joints.map(({ name, parent }, j) => ({ name, parent, ...rest[j]!, scale: [1, 1, 1] })),
      skinJoints: [...bvh.joints.keys()].filter((j) => !bvh.joints[j]!.isEnd),
      meshNodes: [],
      meshExtents: [],
      declaredBones: {},
    },
    animation: readMotion(bvh, reading),
    reading,
    notes: [...bvh.warnings, ...reasons],
  };
}

/** A joint as it is in a frame, in metres and with +Y up. */
function localIn(bvh: Bvh, reading: BvhReading, j: number, frame: number): BvhLocal {
  const joint = bvh.joints[j]!;
  const position = joint.parent < 0 ? reading.rootPosition : reading.jointPosition;
  return toNode(reading, joint.parent, translationIn(bvh, joint, frame, position), rotationIn(bvh, joint, frame));
}

function toNode({ unit, up }: BvhReading, parent: number, inFile: Vec3, rotation: Quat): BvhLocal {
  const translation = scale(inFile, unit);
  if (parent >= 0) return { translation, rotation };
  const turn = turnOf(up);
  return { translation: rotate(turn, translation), rotation: multiply(turn, rotation) };
}

/** The rest pose: standing on the floor above the origin, facing +Z where left and right are known by name. */
function restLocals(bvh: Bvh, reading: BvhReading): BvhLocal[] {
  const { rest } = reading;
  const other = rest !== 'zero' && 'values' in rest ? { ...bvh, frameCount: 1, values: Float64Array.from(rest.values) } : bvh;
  const locals = bvh.joints.map((joint, j) => {
    if (rest !== 'zero') return 'frame' in rest ? localIn(bvh, reading, j, rest.frame) : localIn(other, reading, j, 0);
    return toNode(reading, joint.parent, joint.offset, IDENTITY);
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

function readMotion(bvh: Bvh, reading: BvhReading): FileAnimation | null {
  const first = reading.skipFirstFrame ? 1 : 0;
  const count = bvh.frameCount - first;
  if (count <= 0) return null;
  const times = Float64Array.from({ length: count }, (_, i) => i * bvh.frameTime);
  const channels = bvh.joints.flatMap((_, node) => channelsOf(bvh, reading, node, first, times));
  if (channels.length === 0) return null;
  return { name: 'motion', start: 0, end: times.at(-1)!, channels };
}

/** A joint's rotations and places from frame `first` on, neighbouring quaternions in one hemisphere. */
function channelsOf(bvh: Bvh, reading: BvhReading, node: number, first: number, times: Float64Array): NodeChannel[] {
  const joint = bvh.joints[node]!;
  const rotations = hasRotations(joint) ? new Float64Array(4 * times.length) : null;
  const translations = hasPositions(joint) ? new Float64Array(3 * times.length) : null;
  if (!rotations && !translations) return [];
  let previous: Quat = IDENTITY;
  for (let i = 0; i < times.length; i++) {
    const { translation, rotation: q } = localIn(bvh, reading, node, first + i);
    translations?.set(translation, 3 * i);
    const dot = q[0] * previous[0] + q[1] * previous[1] + q[2] * previous[2] + q[3] * previous[3];
    previous = dot < 0 ? [-q[0], -q[1], -q[2], -q[3]] : q;
    rotations?.set(previous, 4 * i);
  }
  const shared = { node, interpolation: 'LINEAR', times } as const;
  return [
    ...(rotations ? [{ ...shared, path: 'rotation', values: rotations } as const] : []),
    ...(translations ? [{ ...shared, path: 'translation', values: translations } as const] : []),
  ];
}
