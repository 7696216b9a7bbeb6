import type { NodeBinding } from '../../skeleton/binding.ts';
import type { Skeleton } from '../../skeleton/skeleton.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { HumanoidBone, HumanoidMap } from './bones.ts';

export type LimitPreset = 'standard' | 'flexible' | 'dancer' | 'stiff' | 'free';

/** A character made ready for posing. Immutable; a change of mapping, preset or limits makes a new one. */
export interface Rig {
  readonly skeleton: Skeleton;
  readonly binding: NodeBinding;
  readonly humanoid: HumanoidMap;
  readonly preset: LimitPreset;
  readonly report: RigReport;
}

/** Why the map is what it is, in words an animator can act on. */
export interface RigReport {
  readonly matches: readonly BoneMatch[];
  /** Bones of a full humanoid for which no joint was found. */
  readonly missing: readonly HumanoidBone[];
  /** Joints that no humanoid bone uses (helpers, hair, props); they follow their parents. */
  readonly unmapped: readonly number[];
  /** Unit vector along a world axis: where the character looks at rest. */
  readonly facing: Vec3;
  /** Metres, floor to top of the head, at rest. */
  readonly height: number;
  /** Metres, floor to the hips, at rest. */
  readonly hipHeight: number;
  /** World y of the lowest point of the feet at rest, metres. */
  readonly floor: number;
  readonly warnings: readonly string[];
}

export interface BoneMatch {
  readonly bone: HumanoidBone;
  readonly joint: number;
  /** 0 to 1. */
  readonly confidence: number;
  /** One short phrase: `named "upperarm_l"`, `declared by the file`, `second joint of the left leg`. */
  readonly reason: string;
}
