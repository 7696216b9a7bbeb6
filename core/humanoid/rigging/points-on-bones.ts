import { dot, length, scale, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import type { HumanoidBone } from '../body/bones.ts';

/** Points of what is drawn, world, at rest, by the bone that moves them. */
export type PointsOnBones = ReadonlyMap<HumanoidBone, readonly Vec3[]>;

/** What is known of the joints of a rig that is being built; world, at rest. */
export interface PlacedJoints {
  readonly parents: readonly number[];
  readonly positions: readonly Vec3[];
  readonly boneOf: ReadonlyMap<number, HumanoidBone>;
  /** Where the bone of a joint ends; null where that is not known. */
  readonly endOf: (bone: HumanoidBone) => Vec3 | null;
  /** The joint that a node of the file moves with; −1 for none. */
  readonly jointOf: (node: number) => number;
}

/** How far from the line of a bone, as a share of its length, a helper may be whose flesh is the bone's own: a twist joint. */
const BESIDE = 0.1;

/** Sorts what is drawn by humanoid bones. What hangs on joints of no bone counts where they stand in line with one; hair, cloth and props do not. */
export function pointsOnBones(scene: CharacterScene, joints: PlacedJoints): PointsOnBones {
  const found = new Map<HumanoidBone, Vec3[]>();
  for (const { node, points } of scene.meshExtents) {
    const joint = joints.jointOf(node);
    const bone = joint < 0 ? undefined : boneAt(joints, joint);
    if (bone === undefined) continue;
    const own = found.get(bone) ?? [];
    for (let i = 0; i < points.length / 3; i++) own.push(vec3At(points, i));
    found.set(bone, own);
  }
  return found;
}

function boneAt({ parents, positions, boneOf, endOf }: PlacedJoints, joint: number): HumanoidBone | undefined {
  let carrier = joint;
  while (carrier >= 0 && !boneOf.has(carrier)) carrier = parents[carrier]!;
  const bone = boneOf.get(carrier);
  if (bone === undefined || carrier === joint) return bone;
  const end = endOf(bone);
  if (!end) return undefined;
  const way = subtract(end, positions[carrier]!);
  const from = subtract(positions[joint]!, positions[carrier]!);
  const share = dot(from, way) / dot(way, way);
  const aside = length(subtract(from, scale(way, share)));
  return share >= -BESIDE && share <= 1 + BESIDE && aside <= BESIDE * length(way) ? bone : undefined;
}
