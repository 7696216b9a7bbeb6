import { quatAt } from '../../math/quat.ts';
import { dot, scale, vec3At } from '../../math/vec3.ts';
import { worldAtRest } from '../../skeleton/forward-kinematics.ts';
import { bodyFrame } from './body-frame.ts';
import { bodyGeometry, type BodyGeometry } from './body-geometry.ts';
import { readBoneName } from './bone-names.ts';
import { boneTip } from './bone-tip.ts';
import type { HumanoidBone } from './bones.ts';
import { hocksOf, placesOf } from './hock.ts';
import { perRig } from './per-rig.ts';
import type { Rig } from './rig.ts';

/** The rest shape of a rig's body, world space. */
export const bodyOf: (rig: Rig) => BodyGeometry = perRig(measureRest);

function measureRest(rig: Rig): BodyGeometry {
  const { skeleton, humanoid, report } = rig;
  const world = worldAtRest(skeleton);
  const joints = Array.from({ length: skeleton.count }, (_, j) => j);
  const positions = joints.map((j) => vec3At(world.positions, j));
  const children: number[][] = joints.map(() => []);
  for (const j of joints) children[skeleton.parents[j]!]?.push(j);
  const tree = { meanings: skeleton.names.map(readBoneName), children, positions };
  const mapped = new Set(Object.values(humanoid));
  const tip = (joint: number) => boneTip(tree, joint, mapped);
  const at = (bone: HumanoidBone) => (humanoid[bone] === undefined ? undefined : positions[humanoid[bone]]);
  const tipOf = (bone: HumanoidBone) => (humanoid[bone] === undefined ? undefined : (tip(humanoid[bone]) ?? undefined));
  const found = bodyFrame(at, tipOf);
  const isTurned = dot(found.forward, report.facing) < 0;
  const frame = isTurned ? { ...found, forward: scale(found.forward, -1), left: scale(found.left, -1) } : found;
  const rotations = joints.map((j) => quatAt(world.rotations, j));
  return bodyGeometry(humanoid, frame, { positions, rotations, tip, hocks: placesOf(hocksOf(rig), positions) }, rig.soles);
}
