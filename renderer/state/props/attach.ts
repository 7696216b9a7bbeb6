import type { Carrier } from '../../../core/animation/carrier.ts';
import type { PropData } from '../../../core/document/project-data.ts';
import { distance } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { selectedJoint } from '../selection.ts';
import { shownPose, type Studio, type StudioState } from '../studio.ts';
import { carrierOfJoint, keyOfCarrier } from './carriers.ts';
import { carryProp } from './edit-props.ts';
import { carrierNow, shownProps } from './shown-props.ts';

/** The selected joint, and the prop nearest to it of those that it does not carry; null where there is none. */
function attachable(state: StudioState): { readonly prop: PropData; readonly by: Carrier } | null {
  const { document } = state;
  const pose = shownPose(state);
  const joint = selectedJoint(state);
  const by = joint === null ? null : carrierOfJoint(state, joint);
  if (!document || !pose || joint === null || !by) return null;
  const at = worldPosition(forwardKinematics(document.rig.skeleton, pose), joint);
  const [nearest] = shownProps(state)
    .filter(({ prop }) => !prop.isGround && keyOfCarrier(carrierNow(state, prop)) !== keyOfCarrier(by))
    .sort((a, b) => distance(a.frame.position, at) - distance(b.frame.position, at));
  return nearest ? { prop: nearest.prop, by } : null;
}

export function canAttach(state: StudioState): boolean {
  return attachable(state) !== null;
}

/** Lets the selected joint carry the prop that is nearest to it, from the playhead on. The prop stays where it is. */
export function attachNearest(studio: Studio): void {
  const found = attachable(studio.getState());
  if (found) carryProp(studio, found.prop, found.by);
}
