import { conjugate, multiply, rotate, type Quat } from '../math/quat.ts';
import { subtract, ZERO, type Vec3 } from '../math/vec3.ts';
import type { NodeBinding } from '../skeleton/binding.ts';
import { FREE, type Limit } from '../skeleton/limits.ts';
import type { CharacterScene } from '../skeleton/scene.ts';
import { createSkeleton, type Skeleton } from '../skeleton/skeleton.ts';
import { anatomicalCouplings } from './anatomical-couplings.ts';
import { anatomicalLimits, defaultStiffness } from './anatomical-limits.ts';
import { nearestAxis } from './body-frame.ts';
import { bodyGeometry, type RestShape } from './body-geometry.ts';
import { HUMANOID_BONES, type HumanoidBone, type HumanoidMap } from './bones.ts';
import { believesNames, detectHumanoid, type Detection, type GivenBones } from './detect.ts';
import { hangsFrom } from './found-bones.ts';
import { boneTip } from './bone-tip.ts';
import { bonesBeside, chooseJoints, nearestJoint, type JointTree } from './joint-tree.ts';
import { measureBody } from './measure-body.ts';
import { posableOrder } from './posable-order.ts';
import type { BoneMatch, LimitPreset, Rig } from './rig.ts';
import { sceneTransforms, type SceneTransforms } from './scene-transforms.ts';

export interface RigOptions {
  /** Default: standard. */
  readonly preset?: LimitPreset;
  /** Bones set by hand: node index in the file, or null for "this character has none". */
  readonly corrections?: Readonly<Partial<Record<HumanoidBone, number | null>>>;
  /** Limits by joint index that replace the anatomical ones. */
  readonly limits?: Readonly<Record<number, Limit>>;
  /** Stiffnesses by joint index, 0 to 1, that replace the default ones. */
  readonly stiffness?: Readonly<Record<number, number>>;
}

/**
 * Makes a character ready for posing: chooses its joints, finds the humanoid among them, and sets anatomical limits from the shape of
 * the body at rest. Throws a `RangeError` with one sentence when the scene holds no skeleton that could be posed as a body.
 */
export function buildRig(scene: CharacterScene, options: RigOptions = {}): Rig {
  const { preset = 'standard', corrections = {} } = options;
  if (scene.nodes.length === 0) throw new RangeError('a character needs at least one node, but the file holds none');
  const transforms = sceneTransforms(scene);
  const extra = Object.values(corrections).filter((node) => node !== null);
  const carried = chooseJoints(scene, transforms, extra);
  const beside = believesNames(carried) ? bonesBeside(scene, transforms, carried) : [];
  const tree = beside.length > 0 ? chooseJoints(scene, transforms, [...extra, ...beside]) : carried;
  const detection = detectHumanoid(tree, toJoints(tree, scene.declaredBones), toJoints(tree, corrections));
  checkUsable(tree, detection);
  const { order, parents } = posableOrder(tree, detection.bones);
  const jointOf = new Map(order.map((treeJoint, j) => [treeJoint, j]));
  const matches: BoneMatch[] = HUMANOID_BONES.flatMap((bone) => {
    const found = detection.bones.get(bone);
    return found ? [{ bone, joint: jointOf.get(found.joint)!, confidence: found.confidence, reason: found.reason }] : [];
  });
  const humanoid: HumanoidMap = Object.fromEntries(matches.map(({ bone, joint }) => [bone, joint]));
  const positions = order.map((treeJoint) => tree.positions[treeJoint]!);
  const rotations = order.map((treeJoint) => tree.rotations[treeJoint]!);
  const placeOf = new Set(matches.map(({ joint }) => order[joint]!));
  const shape: RestShape = { positions, rotations, tip: (joint) => boneTip(tree, order[joint]!, placeOf) };
  const body = bodyGeometry(humanoid, detection.frame, shape);
  const anatomical = anatomicalLimits(body, preset);
  const boneOf = new Map(matches.map(({ bone, joint }) => [joint, bone]));
  const names = uniqueNames(order.map((treeJoint) => tree.names[treeJoint]!));
  const limits = order.map((_, j): Limit => {
    const bone = boneOf.get(j);
    return options.limits?.[j] ?? (bone && anatomical.limits.get(bone)) ?? FREE;
  });
  const skeleton: Skeleton = createSkeleton(
    order.map((_, j) => {
      const parent = parents[j]!;
      const bone = boneOf.get(j);
      const inverse = parent < 0 ? null : conjugate(rotations[parent]!);
      return {
        name: names[j]!,
        parent,
        offset: inverse ? rotate(inverse, subtract(positions[j]!, positions[parent]!)) : positions[j]!,
        rest: inverse ? multiply(inverse, rotations[j]!) : rotations[j]!,
        limit: limits[j]!,
        stiffness: options.stiffness?.[j] ?? (bone ? defaultStiffness(bone) : 1),
      };
    }),
    humanoid.hips,
    anatomicalCouplings(body, humanoid, limits),
  );
  return {
    skeleton,
    binding: bindNodes(
      scene,
      transforms,
      order.map((treeJoint) => tree.nodes[treeJoint]!),
    ),
    humanoid,
    preset,
    report: {
      matches,
      missing: HUMANOID_BONES.filter((bone) => humanoid[bone] === undefined),
      unmapped: order.flatMap((_, j) => (boneOf.has(j) ? [] : [j])),
      facing: nearestAxis(detection.frame.forward),
      ...measureBody(body, positions, aboveHead(tree, detection)),
      warnings: [...transforms.warnings, ...detection.warnings, ...anatomical.warnings],
    },
  };
}

function toJoints(tree: JointTree, bones: Readonly<Record<string, number | null>>): GivenBones {
  const jointOf = new Map(tree.nodes.map((node, j) => [node, j]));
  return Object.fromEntries(
    Object.entries(bones).map(([bone, node]) => [bone, node === null ? null : (jointOf.get(node) ?? null)]),
  );
}

/** Needs hips and two limbs of two bones each. */
function checkUsable(tree: JointTree, { bones }: Detection): void {
  const limbs = (['leftUpperArm', 'rightUpperArm', 'leftUpperLeg', 'rightUpperLeg'] as const).filter(
    (bone) => bones.has(bone) && bones.has(bone.replace('Upper', 'Lower') as HumanoidBone),
  );
  if (bones.has('hips') && limbs.length >= 2) return;
  const joints = tree.count === 1 ? '1 joint' : `${tree.count} joints`;
  throw new RangeError(
    `no usable skeleton: posing needs hips and at least two arms or legs, but among ${joints} there ${
      bones.has('hips') ? `are hips and ${limbs.length} such limbs` : 'are no hips'
    }`,
  );
}

/** Rest positions of everything that hangs from the head: its end, eyes, hair. */
function aboveHead(tree: JointTree, { bones }: Detection): Vec3[] {
  const head = bones.get('head')?.joint;
  if (head === undefined) return [];
  return tree.nodes.flatMap((_, j) => (hangsFrom(tree.parents, j, head) ? [tree.positions[j]!, ...tree.ends[j]!] : []));
}

function uniqueNames(names: readonly string[]): string[] {
  const used = new Set(names);
  const seen = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let n = 2; seen.has(unique); n++) unique = used.has(`${name} ${n}`) ? unique : `${name} ${n}`;
    seen.add(unique);
    return unique;
  });
}

function bindNodes(scene: CharacterScene, transforms: SceneTransforms, nodes: readonly number[]): NodeBinding {
  const indices = new Map(nodes.map((node, j) => [node, j]));
  const { positions, rotations, scales } = transforms;
  const count = nodes.length;
  const binding = {
    nodes: Int32Array.from(nodes),
    anchors: new Int32Array(count),
    parentOffsets: new Float64Array(3 * count),
    parentRotations: new Float64Array(4 * count),
    parentScales: new Float64Array(count),
  };
  nodes.forEach((node, j) => {
    const { parent } = scene.nodes[node]!;
    const anchor = nearestJoint(scene, indices, parent);
    let offset: Vec3 = parent < 0 ? ZERO : positions[parent]!;
    let rotation: Quat = parent < 0 ? [0, 0, 0, 1] : rotations[parent]!;
    if (anchor >= 0) {
      const inverse = conjugate(rotations[nodes[anchor]!]!);
      offset = rotate(inverse, subtract(offset, positions[nodes[anchor]!]!));
      rotation = multiply(inverse, rotation);
    }
    binding.anchors[j] = anchor;
    binding.parentOffsets.set(offset, 3 * j);
    binding.parentRotations.set(rotation, 4 * j);
    binding.parentScales[j] = parent < 0 ? 1 : scales[parent]!;
  });
  return binding;
}
