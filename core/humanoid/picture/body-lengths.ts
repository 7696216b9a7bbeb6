import { distance, lerp, type Vec3 } from '../../math/vec3.ts';
import { worldAtRest, worldPosition, type WorldTransforms } from '../../skeleton/forward-kinematics.ts';
import type { HumanoidBone } from '../body/bones.ts';
import { sided, SIDES, type Side } from '../body/found-bones.ts';
import type { Rig } from '../body/rig.ts';

/** Metres of the bones that a picture shows, left and right alike. */
export interface BodyLengths {
  readonly upperArm: number;
  readonly forearm: number;
  readonly thigh: number;
  readonly shin: number;
  /** From shoulder to shoulder, from hip to hip, and from the middle of the one to that of the other. */
  readonly shoulders: number;
  readonly hips: number;
  readonly trunk: number;
}

type LimbPart = 'UpperArm' | 'LowerArm' | 'Hand' | 'UpperLeg' | 'LowerLeg' | 'Foot';

/** The bones without which a body cannot be seen in a picture. */
const NEEDED = SIDES.flatMap((side) =>
  (['UpperArm', 'LowerArm', 'Hand', 'UpperLeg', 'LowerLeg', 'Foot'] as const).map((part) => sided(side, part)),
);

/** The lengths of a rig at rest. Throws a `RangeError` of one sentence where it lacks an arm or a leg. */
export function lengthsOf({ skeleton, humanoid }: Rig): BodyLengths {
  const lacking = NEEDED.find((bone) => humanoid[bone] === undefined);
  if (lacking) throw new RangeError(`the character must have arms and legs, got none of: ${lacking}`);
  const world = worldAtRest(skeleton);
  const at = (side: Side, part: LimbPart): Vec3 => worldPosition(world, humanoid[sided(side, part)]!);
  const both = (from: LimbPart, to: LimbPart): number =>
    0.5 * (distance(at('left', from), at('left', to)) + distance(at('right', from), at('right', to)));
  const middle = (part: LimbPart): Vec3 => lerp(at('left', part), at('right', part), 0.5);
  return {
    upperArm: both('UpperArm', 'LowerArm'),
    forearm: both('LowerArm', 'Hand'),
    thigh: both('UpperLeg', 'LowerLeg'),
    shin: both('LowerLeg', 'Foot'),
    shoulders: distance(at('left', 'UpperArm'), at('right', 'UpperArm')),
    hips: distance(at('left', 'UpperLeg'), at('right', 'UpperLeg')),
    trunk: distance(middle('UpperLeg'), middle('UpperArm')),
  };
}

/** Where the joint of a bone is in a pose; world, metres. */
export function placeOf({ humanoid }: Rig, world: WorldTransforms, bone: HumanoidBone): Vec3 {
  return worldPosition(world, humanoid[bone]!);
}
