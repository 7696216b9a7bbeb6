import type { HumanoidBone } from '../../core/humanoid/body/bones.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { dot, normalize, subtract, type Vec3 } from '../../core/math/vec3.ts';
import { forwardKinematics, worldPosition } from '../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../core/skeleton/pose.ts';
import type { StudioDriver } from './studio.ts';

const LIMBS = (['left', 'right'] as const).flatMap((side): [HumanoidBone, HumanoidBone][] => [
  [`${side}UpperArm`, `${side}LowerArm`],
  [`${side}LowerArm`, `${side}Hand`],
  [`${side}UpperLeg`, `${side}LowerLeg`],
  [`${side}LowerLeg`, `${side}Foot`],
]);
/** Degrees by which the limbs of two poses are off each other as a picture from the front shows them, ascending. */
export function limbsOff(rig: Rig, wanted: Pose, found: Pose): number[] {
  return LIMBS.map((limb) => angleBetweenPoses(rig, limb, wanted, found)).toSorted((a, b) => a - b);
}

/** Degrees between the directions of a limb's bone in two poses as the picture shows them: from the front, without depth. */
function angleBetweenPoses(rig: Rig, [from, to]: [HumanoidBone, HumanoidBone], a: Pose, b: Pose): number {
  const direction = (pose: Pose): Vec3 => {
    const world = forwardKinematics(rig.skeleton, pose);
    const [x, y] = subtract(worldPosition(world, rig.humanoid[to]!), worldPosition(world, rig.humanoid[from]!));
    return normalize([x, y, 0]);
  };
  return (Math.acos(Math.min(1, dot(direction(a), direction(b)))) * 180) / Math.PI;
}

/** Writes the viewport as a picture, PNG or JPEG by its name, without what is drawn over the character. */
export async function takePicture({ page, run }: StudioDriver, path: string): Promise<void> {
  for (const shown of ['bones', 'handles', 'gizmo', 'limits']) await run(`view.show.${shown}`);
  await page.locator('.viewport-canvas').screenshot({ path });
  for (const shown of ['bones', 'handles', 'gizmo', 'limits']) await run(`view.show.${shown}`);
}
