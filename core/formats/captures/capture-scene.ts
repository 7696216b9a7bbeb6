import { IDENTITY, type Quat } from '../../math/quat.ts';
import { scale, type Vec3 } from '../../math/vec3.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import type { FileAnimation, NodeChannel } from '../gltf/gltf-animation.ts';

/** A body as a capture moves it, and its motion. */
export interface Capture {
  readonly scene: CharacterScene;
  readonly animation: FileAnimation;
  /** How the file was understood, in sentences. */
  readonly notes: readonly string[];
}

/** A joint of a captured body, called as VRM calls its bone; all of them rest unturned, so that offsets are world directions of a T-pose. */
export interface CaptureJoint {
  readonly name: string;
  /** Index of an earlier joint, −1 for the root. */
  readonly parent: number;
  /** From the parent at rest, metres, +Y up, the body looking along +Z. */
  readonly offset: Vec3;
}

/** The frames of a capture: a place of the root, metres, and a rotation a joint in its parent's frame. */
interface CaptureFrames {
  readonly fps: number;
  readonly count: number;
  readonly rootIn: (frame: number) => Vec3;
  readonly turnIn: (frame: number, joint: number) => Quat;
}

/** Numbers of rotations that a file may become. */
const MOST_NUMBERS = 1 << 26;

/** Frames a second of files that do not say. */
export const USUAL_FPS = 30;

/** The scene that rests with its lowest joint on the floor, and its motion. Throws an `Error` with one sentence when it is more than can be read. */
export function captureScene(
  joints: readonly CaptureJoint[],
  { fps, count, rootIn, turnIn }: CaptureFrames,
): Pick<Capture, 'scene' | 'animation'> {
  if (4 * count * joints.length > MOST_NUMBERS)
    throw new Error(`the motion has ${count} frames of ${joints.length} joints, more than can be read`);
  const heights: number[] = [];
  for (const { parent, offset } of joints) heights.push(parent < 0 ? 0 : heights[parent]! + offset[1]);
  const floor = Math.min(...heights);
  const times = Float64Array.from({ length: count }, (_, i) => i / fps);
  const shared = { interpolation: 'LINEAR', times } as const;
  const roots = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) roots.set(rootIn(i), 3 * i);
  const channels = joints.map((_, node): NodeChannel => {
    const values = new Float64Array(4 * count);
    let before: Quat = IDENTITY;
    for (let i = 0; i < count; i++) {
      const [x, y, z, w] = turnIn(i, node);
      const isFar = x * before[0] + y * before[1] + z * before[2] + w * before[3] < 0;
      before = isFar ? [-x, -y, -z, -w] : [x, y, z, w];
      values.set(before, 4 * i);
    }
    return { ...shared, node, path: 'rotation', values };
  });
  return {
    scene: {
      nodes: [...joints, ...tipsOf(joints)].map(({ name, parent, offset }) => ({
        name,
        parent,
        translation: parent < 0 ? [0, -floor, 0] : offset,
        rotation: IDENTITY,
        scale: [1, 1, 1],
      })),
      skinJoints: [...joints.keys()],
      meshNodes: [],
      meshExtents: [],
      declaredBones: {},
    },
    animation: {
      name: 'motion',
      start: 0,
      end: times.at(-1)!,
      channels: [{ ...shared, node: 0, path: 'translation', values: roots }, ...channels],
    },
  };
}

/** A tip's length in lengths of its joint's own bone. */
const TIP = 0.8;

/** Ends of the bones that nothing follows: what shows that there are bones. */
function tipsOf(joints: readonly CaptureJoint[]): CaptureJoint[] {
  const parents = new Set(joints.map(({ parent }) => parent));
  return joints.flatMap(({ name, offset }, parent) =>
    parents.has(parent) ? [] : [{ name: `${name}_end`, parent, offset: scale(offset, TIP) }],
  );
}
