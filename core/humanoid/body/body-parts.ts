import { isFinger, type HumanoidBone } from './bones.ts';
import { SIDES, sided } from './found-bones.ts';
import type { HandleName } from './handles.ts';

/** The handle at whose limb a bone is; null for trunk, neck and head. */
export function limbHandleOf(bone: HumanoidBone): HandleName | null {
  for (const side of SIDES) {
    if (!bone.startsWith(side)) continue;
    if (isFinger(bone) || /Shoulder|Arm|Hand/.test(bone)) return sided(side, 'Hand');
    if (/Leg|Foot|Toes/.test(bone)) return sided(side, 'Foot');
  }
  return null;
}
