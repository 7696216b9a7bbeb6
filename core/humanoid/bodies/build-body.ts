import { conjugate, multiply, rotate, type Quat } from '../../math/quat.ts';
import { subtract, type Vec3 } from '../../math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../skeleton/forward-kinematics.ts';
import type { Pose } from '../../skeleton/pose.ts';
import type { Handle, Pins } from '../body/handles.ts';
import type { Rig } from '../body/rig.ts';
import type { Puller } from '../pulling/puller.ts';
import type { Frame } from '../../math/frame.ts';
import { frameIn, type ContactEnd } from './body-contact.ts';
import { handleAbove } from './handle-above.ts';

/** A side of a contact and where it is to go, in the space of its actor. */
export interface Reach {
  readonly end: ContactEnd;
  readonly to: Frame;
  readonly turns: boolean;
}

/** Handles whose rotation a pull sets. */
const TURNED = /^(left|right)(Hand|Foot)$|^head$/;
/**
 * The pose in which the body goes along as it does for a pull: one handle after another is pulled to where its contact is, those that are there already
 * kept. What no handle carries, a forearm say, is left as it is.
 */
export function buildBody(rig: Rig, puller: Puller, pose: Pose, pins: Pins, reaches: readonly Reach[]): Pose {
  const pulled = new Map<Handle, Reach>();
  for (const reach of reaches) {
    const handle = handleAbove(rig, reach.end.joint);
    if (handle && !pulled.has(handle)) pulled.set(handle, reach);
  }
  let built = pose;
  let kept = pins;
  for (const [handle, reach] of pulled) {
    built = pullOne(rig, puller, built, kept, handle, reach);
    kept = { ...kept, [handle.name]: { translation: true, rotation: reach.turns && TURNED.test(handle.name), weight: 1 } };
  }
  return built;
}

function pullOne(rig: Rig, puller: Puller, pose: Pose, pins: Pins, { name, joint }: Handle, { end, to, turns }: Reach): Pose {
  const { [name]: _, ...others } = pins;
  const pull = puller.begin(pose, name, others, { restarts: 0 });
  const world = forwardKinematics(rig.skeleton, pose);
  const own = worldRotation(world, joint);
  const frame = frameIn(world, end);
  const offset = rotate(conjugate(own), subtract(frame.position, worldPosition(world, joint)));
  const target = (rotation: Quat): Vec3 => subtract(to.position, rotate(rotation, offset));
  if (turns && TURNED.test(name)) {
    const rotation = multiply(to.rotation, multiply(conjugate(frame.rotation), own));
    return pull.to(target(rotation), { rotation }).pose;
  }
  return pull.to(target(own), { keepsDirection: false }).pose;
}
