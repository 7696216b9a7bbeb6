import { quatAt } from '../math/quat.ts';
import { add, dot, scale, vec3At, ZERO, type Vec3 } from '../math/vec3.ts';
import { forwardKinematics } from '../skeleton/forward-kinematics.ts';
import { restPose } from '../skeleton/pose.ts';
import { bodyFrame } from './body-frame.ts';
import { bodyGeometry, type BodyGeometry } from './body-geometry.ts';
import type { HumanoidBone } from './bones.ts';
import type { Rig } from './rig.ts';

/** The rest shape of a rig's body, world space. */
export function bodyOf(rig: Rig): BodyGeometry {
  const { skeleton, humanoid, report } = rig;
  const world = forwardKinematics(skeleton, restPose(skeleton));
  const joints = Array.from({ length: skeleton.count }, (_, j) => j);
  const positions = joints.map((j) => vec3At(world.positions, j));
  const mapped = new Set(Object.values(humanoid));
  const tip = (joint: number) => {
    const children = joints.filter((j) => skeleton.parents[j] === joint);
    if (children.length === 0) return null;
    const bare = children.filter((j) => !mapped.has(j));
    const ends = bare.length > 0 ? bare : children;
    return scale(ends.reduce((sum: Vec3, j) => add(sum, positions[j]!), ZERO), 1 / ends.length);
  };
  const at = (bone: HumanoidBone) => (humanoid[bone] === undefined ? undefined : positions[humanoid[bone]]);
  const tipOf = (bone: HumanoidBone) => (humanoid[bone] === undefined ? undefined : (tip(humanoid[bone]) ?? undefined));
  const found = bodyFrame(at, tipOf);
  const isTurned = dot(found.forward, report.facing) < 0;
  const frame = isTurned ? { ...found, forward: scale(found.forward, -1), left: scale(found.left, -1) } : found;
  return bodyGeometry(humanoid, frame, { positions, rotations: joints.map((j) => quatAt(world.rotations, j)), tip });
}
