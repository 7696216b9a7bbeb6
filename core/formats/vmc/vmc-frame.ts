import type { HumanoidBone } from '../../humanoid/body/bones.ts';
import type { Quat } from '../../math/quat.ts';
import type { Vec3 } from '../../math/vec3.ts';

/**
 * One moment of a humanoid as the Virtual Motion Capture protocol (VMC) tells it, in the space of VRM 1.0: right-handed, +Y up, facing +Z,
 * metres. A rotation is that of a bone in its parent bone since the T-pose, in which every bone has the world's axes.
 */
export interface VmcFrame {
  /** The whole character in the scene; missing where nothing was said of it. */
  readonly root?: VmcTransform;
  /** Where each bone is in its parent bone; that of the hips is from the root. */
  readonly bones: Readonly<Partial<Record<HumanoidBone, VmcTransform>>>;
  /** Weights by name, 0 to 1. */
  readonly expressions: Readonly<Record<string, number>>;
}

export interface VmcTransform {
  readonly position: Vec3;
  readonly rotation: Quat;
}

/** More expressions than this are not heard of: a face has about fifty. */
export const MOST_VMC_EXPRESSIONS = 512;

/** Characters of an expression's name at most. */
export const LONGEST_VMC_NAME = 200;
