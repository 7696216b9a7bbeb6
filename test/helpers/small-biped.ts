import { Matrix4, Quaternion, Vector3 } from 'three';
import type { HumanoidBone } from '../../core/humanoid/body/bones.ts';
import type { Rig } from '../../core/humanoid/body/rig.ts';
import { fromRotationVector, type Quat } from '../../core/math/quat.ts';
import { seededRandom } from '../../core/math/random.ts';
import type { Vec3 } from '../../core/math/vec3.ts';
import type { SceneNode } from '../../core/skeleton/scene.ts';
import { createSkeleton } from '../../core/skeleton/skeleton.ts';

/** Joint, its parent in the skeleton, its rest position in world metres. */
const JOINTS: readonly (readonly [name: string, parent: string | null, position: Vec3])[] = [
  ['root', null, [0, 0, 0]],
  ['hips', 'root', [0, 1, 0]],
  ['spine', 'hips', [0, 1.2, 0]],
  ['head', 'spine', [0, 1.6, 0]],
  ['leftUpperArm', 'spine', [0.2, 1.45, 0]],
  ['leftLowerArm', 'leftUpperArm', [0.47, 1.45, 0]],
  ['leftHand', 'leftLowerArm', [0.72, 1.45, 0]],
  ['rightUpperArm', 'spine', [-0.2, 1.45, 0]],
  ['rightLowerArm', 'rightUpperArm', [-0.47, 1.45, 0]],
  ['rightHand', 'rightLowerArm', [-0.72, 1.45, 0]],
  ['leftUpperLeg', 'hips', [0.1, 0.95, 0]],
  ['leftLowerLeg', 'leftUpperLeg', [0.1, 0.5, 0.01]],
  ['leftFoot', 'leftLowerLeg', [0.1, 0.08, 0]],
  ['rightUpperLeg', 'hips', [-0.1, 0.95, 0]],
  ['rightLowerLeg', 'rightUpperLeg', [-0.1, 0.5, 0.01]],
  ['rightFoot', 'rightLowerLeg', [-0.1, 0.08, 0]],
];

export interface SmallBiped {
  readonly rig: Rig;
  /** The nodes of the file that the rig pretends to come from: a Z-up armature in centimetres, nodes in another order than joints. */
  readonly nodes: readonly SceneNode[];
}

/**
 * A biped of 16 joints with random rest rotations and no limits. With `feetUnderRoot` the feet hang from the root in the file,
 * as in rigs exported with their controls.
 */
export function smallBiped({ feetUnderRoot = false }: { readonly feetUnderRoot?: boolean } = {}): SmallBiped {
  const random = seededRandom(7);
  const index = new Map(JOINTS.map(([name], j) => [name, j]));
  const worlds = JOINTS.map(([, , position]) => {
    const turn = fromRotationVector([random() * 4 - 2, random() * 4 - 2, random() * 4 - 2]);
    return compose(position, turn, 1);
  });
  const local = (parent: Matrix4, world: Matrix4) => decompose(parent.clone().invert().multiply(world));
  const skeleton = createSkeleton(
    JOINTS.map(([name, parentName], j) => {
      const parent = parentName === null ? -1 : index.get(parentName)!;
      const { translation, rotation } = local(parent < 0 ? new Matrix4() : worlds[parent]!, worlds[j]!);
      return { name, parent, offset: translation, rest: rotation };
    }),
    index.get('hips'),
  );
  const armature = compose([0.1, 0, 0.2], [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], 0.01);
  const armatureParts = decompose(armature);
  const count = JOINTS.length;
  const nodeOf = (joint: number) => count - joint;
  const anchors = JOINTS.map(([name, parentName]) => {
    if (parentName === null) return -1;
    return feetUnderRoot && name.endsWith('Foot') ? 0 : index.get(parentName)!;
  });
  const nodes: SceneNode[] = [{ name: 'Armature', parent: -1, ...armatureParts }];
  JOINTS.forEach(([name], j) => {
    const anchor = anchors[j]!;
    const scaled = new Matrix4().makeScale(0.01, 0.01, 0.01);
    const parentWorld = anchor < 0 ? armature : worlds[anchor]!.clone().multiply(scaled);
    const { translation, rotation } = local(parentWorld, worlds[j]!);
    nodes[nodeOf(j)] = { name, parent: anchor < 0 ? 0 : nodeOf(anchor), translation, rotation, scale: [1, 1, 1] };
  });
  const parentOffsets = new Float64Array(3 * count);
  const parentRotations = new Float64Array(4 * count);
  anchors.forEach((anchor, j) => {
    parentOffsets.set(anchor < 0 ? armatureParts.translation : [0, 0, 0], 3 * j);
    parentRotations.set(anchor < 0 ? armatureParts.rotation : [0, 0, 0, 1], 4 * j);
  });
  const bones = JOINTS.filter(([name]) => name !== 'root').map(([name]) => [name as HumanoidBone, index.get(name)!]);
  const rig: Rig = {
    skeleton,
    binding: {
      nodes: Int32Array.from(JOINTS.keys(), nodeOf),
      anchors: Int32Array.from(anchors),
      parentOffsets,
      parentRotations,
      parentScales: new Float64Array(3 * count).fill(0.01),
    },
    humanoid: Object.fromEntries(bones),
    shape: [],
    preset: 'free',
    report: {
      matches: [],
      missing: [],
      unmapped: [0],
      facing: [0, 0, 1],
      height: 1.75,
      hipHeight: 1,
      floor: 0,
      warnings: [],
    },
  };
  return { rig, nodes };
}

function compose(position: Vec3, rotation: Quat, scale: number): Matrix4 {
  return new Matrix4().compose(new Vector3(...position), new Quaternion(...rotation), new Vector3(scale, scale, scale));
}

function decompose(matrix: Matrix4): { translation: Vec3; rotation: Quat; scale: Vec3 } {
  const position = new Vector3();
  const rotation = new Quaternion();
  const scale = new Vector3();
  matrix.decompose(position, rotation, scale);
  return { translation: [...position.toArray()], rotation: rotation.toArray(), scale: [...scale.toArray()] };
}
