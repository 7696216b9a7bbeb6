import { heightOnFloor } from '../../../core/humanoid/body/resting-height.ts';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { limbOf } from '../../../core/humanoid/body/limbs.ts';
import { sizeOf } from '../../../core/humanoid/body/rig.ts';
import { touchedBone } from '../../../core/humanoid/touching/overlaps.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';
import type { DocumentState } from '../document-state.ts';

/** Metres above where it lies on the floor within which a hand of a figure 1.75 m tall touches it. */
const TOUCHES = 0.02;

/**
 * Whether a handle that is pulled keeps its direction in the world: as its pin says; without a pin all do but a hand that touches neither the floor nor the
 * body, which follows its forearm.
 */
export function keepsDirection(
  { rig, history }: Pick<DocumentState, 'rig' | 'history'>,
  pose: Pose,
  handle: HandleName,
): boolean {
  const pin = history.present.pins[handle];
  if (pin) return pin.rotation;
  const limb = handle.endsWith('Hand') ? limbOf(rig, handle) : null;
  if (!limb) return true;
  const height = worldPosition(forwardKinematics(rig.skeleton, pose), limb.end)[1] - heightOnFloor(rig, handle);
  return height < TOUCHES * sizeOf(rig) || touchedBone(rig, pose, handle) !== null;
}
