import { checkScene } from '../../skeleton/check-scene.ts';
import { differentNames } from '../../math/different-names.ts';
import { conjugate, multiply, rotate, type Quat } from '../../math/quat.ts';
import { add, dot, length, scale, subtract, type Vec3 } from '../../math/vec3.ts';
import { FREE, type Limit } from '../../skeleton/limits.ts';
import type { CharacterScene } from '../../skeleton/scene.ts';
import { createSkeleton, withExpressions, type JointDefinition } from '../../skeleton/skeleton.ts';
import { anatomicalCouplings } from '../anatomy/anatomical-couplings.ts';
import { anatomicalLimits, defaultStiffness, hockLimits } from '../anatomy/anatomical-limits.ts';
import { bindNodes } from './bind-nodes.ts';
import { checkRigOptions, type RigOptions } from './rig-options.ts';
import { bindSprings } from './bind-springs.ts';
import { bodyFrame, nearestAxis } from '../body/body-frame.ts';
import { bodyGeometry, type BodyGeometry } from '../body/body-geometry.ts';
import { boneTip } from '../body/bone-tip.ts';
import { HUMANOID_BONES, type HumanoidBone, type HumanoidMap } from '../body/bones.ts';
import { believesNames, detectHumanoid, type Detection, type GivenBones } from '../detection/detect.ts';
import { drawnBody } from './drawn-body.ts';
import { fitShape } from './fit-shape.ts';
import { checkSpaces } from './flat-spaces.ts';
import { findSoles } from './find-soles.ts';
import { hocksBetween, placesOf } from '../body/hock.ts';
import { bonesBeside, chooseJoints, nearestJoint, type JointTree } from '../body/joint-tree.ts';
import { measureBody, onFloor } from './measure-body.ts';
import { pointsOnBones } from './points-on-bones.ts';
import { gatherBody } from '../detection/gather-body.ts';
import { isFourLegged } from '../detection/four-legged.ts';
import { posableOrder } from '../detection/posable-order.ts';
import { sizeQuestion } from './size-question.ts';
import type { BoneMatch, Rig } from '../body/rig.ts';
import { sceneTransforms, type SceneTransforms } from '../body/scene-transforms.ts';
import { hangsFrom } from '../../skeleton/hierarchy.ts';

/**
 * Makes a character ready for posing: chooses its joints, finds the humanoid among them, and sets anatomical limits from the shape of
 * the body at rest. Throws a `RangeError` with one sentence when the scene holds no skeleton that could be posed as a body.
 */
export function buildRig(scene: CharacterScene, options: RigOptions = {}): Rig {
  checkScene(scene);
  checkRigOptions(options, scene.nodes.length);
  const { preset = 'standard', corrections = {} } = options;
  const { transforms, tree, detection } = readCharacter(scene, corrections);
  const { order, parents } = posableOrder(tree, detection.bones);
  const matches = matchesIn(order, detection);
  const humanoid: HumanoidMap = Object.fromEntries(matches.map(({ bone, joint }) => [bone, joint]));
  const boneOf = new Map(matches.map(({ bone, joint }) => [joint, bone]));
  const positions = order.map((treeJoint) => tree.positions[treeJoint]!);
  const rotations = order.map((treeJoint) => tree.rotations[treeJoint]!);
  const mapped = new Set(matches.map(({ joint }) => order[joint]!));
  const tip = (joint: number) => boneTip(tree, order[joint]!, mapped);
  const hocks = hocksBetween(parents, (joint) => positions[joint]!, humanoid);
  const resting = bodyGeometry(humanoid, detection.frame, { positions, rotations, tip, hocks: placesOf(hocks, positions) });
  const measured = measureBody(resting, positions, aboveHead(tree, detection), drawnBody(scene, tree, detection));
  const nodes = order.map((treeJoint) => tree.nodes[treeJoint]!);
  const indices = new Map(nodes.map((node, j) => [node, j]));
  const drawn = pointsOnBones(scene, {
    parents,
    positions,
    boneOf,
    endOf: (bone) => add(resting.at(bone), scale(resting.direction(bone), lengthOf(resting, bone))),
    jointOf: (node) => nearestJoint(scene, indices, node),
  });
  const bound = scene.bindPose ? boundBody(scene, scene.bindPose, nodes, humanoid) : null;
  const { soles, floor, warnings } = findSoles({
    body: resting,
    floor: measured.floor,
    drawn,
    bound,
    tipOf: (bone) => tip(humanoid[bone]!),
    flatFeet: options.flatFeet ?? {},
  });
  const measures = onFloor(measured, floor);
  const body: BodyGeometry = { ...resting, soles };
  const anatomical = anatomicalLimits(body, preset);
  const ofHocks = hockLimits(body, hocks, rotations, preset);
  const limits = order.map((_, j): Limit => {
    const bone = boneOf.get(j);
    return options.limits?.[j] ?? (bone && anatomical.limits.get(bone)) ?? ofHocks.get(j) ?? FREE;
  });
  const stated = order.map((treeJoint) => tree.names[treeJoint]!);
  const names = stated.map(differentNames({ coming: stated }));
  const joints = order.map((_, j): JointDefinition => {
    const bone = boneOf.get(j);
    return {
      ...restIn(parents[j]!, j, positions, rotations),
      name: names[j]!,
      limit: limits[j]!,
      stiffness: options.stiffness?.[j] ?? stiffnessOf(bone, matches.length === 1),
    };
  });
  const size = sizeQuestion(measures.height);
  const springs = bindSprings(scene, transforms, nodes, new Set(boneOf.keys()));
  return {
    skeleton: withExpressions(
      createSkeleton(joints, humanoid.hips, anatomicalCouplings(body, humanoid, limits)),
      scene.expressions?.list.map(({ name }) => name) ?? [],
    ),
    binding: bindNodes(scene, transforms, nodes),
    humanoid,
    ...(Object.keys(soles).length > 0 && { soles }),
    ...(scene.expressions && { expressions: scene.expressions }),
    ...(springs && { springs }),
    shape: fitShape({ body, humanoid, points: drawn, height: measures.height, floor: measures.floor }),
    preset,
    report: {
      matches,
      missing: HUMANOID_BONES.filter((bone) => humanoid[bone] === undefined && corrections[bone] !== null),
      unmapped: order.flatMap((_, j) => (boneOf.has(j) ? [] : [j])),
      facing: nearestAxis(detection.frame.forward),
      ...measures,
      warnings: [
        ...transforms.warnings,
        ...detection.warnings,
        ...warnings,
        ...anatomical.warnings,
        ...(size ? [size.sentence] : []),
      ],
    },
  };
}

/** The body as its skin was bound. */
function boundBody(
  scene: CharacterScene,
  pose: NonNullable<CharacterScene['bindPose']>,
  nodes: readonly number[],
  humanoid: HumanoidMap,
): BodyGeometry {
  const bound = sceneTransforms({ ...scene, nodes: scene.nodes.map((node, i) => ({ ...node, ...pose[i] })) });
  const at = (bone: HumanoidBone) => (humanoid[bone] === undefined ? undefined : bound.positions[nodes[humanoid[bone]]!]);
  return bodyGeometry(
    humanoid,
    bodyFrame(at, () => undefined),
    {
      positions: nodes.map((node) => bound.positions[node]!),
      rotations: nodes.map((node) => bound.rotations[node]!),
      tip: () => null,
    },
  );
}

/** Metres from a bone's joint to the nearest bone that follows it in its own direction; 0 where none does. */
function lengthOf(body: BodyGeometry, bone: HumanoidBone): number {
  const lengths = HUMANOID_BONES.filter(body.has).flatMap((other) => {
    const way = subtract(body.at(other), body.at(bone));
    const along = length(way);
    return along > 0 && dot(way, body.direction(bone)) > 0.99 * along ? [along] : [];
  });
  return lengths.length > 0 ? Math.min(...lengths) : 0;
}

/** How much the root of plain bones resists. */
const PLAIN_ROOT = 0.8;

const LIMBS = ['leftUpperArm', 'rightUpperArm', 'leftUpperLeg', 'rightUpperLeg'] as const;

interface ReadCharacter {
  readonly transforms: SceneTransforms;
  readonly tree: JointTree;
  readonly detection: Detection;
}

/** The joints of a scene and what they mean: those of its skin or, where these are no body, those that its animations turn. */
function readCharacter(scene: CharacterScene, corrections: NonNullable<RigOptions['corrections']>): ReadCharacter {
  if (scene.nodes.length === 0) throw new RangeError('a character needs at least one node');
  const transforms = sceneTransforms(scene);
  const own = readBody(scene, transforms, corrections);
  if (isUsable(own, corrections)) return own;
  const { turningNodes = [] } = scene;
  const skinned = new Set(scene.skinJoints);
  if (skinned.size > 0 && turningNodes.some((node) => !skinned.has(node))) {
    const turned = { ...scene, skinJoints: turningNodes, declaredBones: {}, meshExtents: [], weightedNodes: [] };
    const other = readBody(turned, transforms, corrections);
    if (isUsable(other, corrections)) return other;
  }
  throw unusable(own);
}

function readBody(
  scene: CharacterScene,
  transforms: SceneTransforms,
  corrections: NonNullable<RigOptions['corrections']>,
): ReadCharacter {
  const extra = Object.values(corrections).filter((node) => node !== null);
  const carried = chooseJoints(scene, transforms, extra);
  const beside = believesNames(carried) ? bonesBeside(scene, transforms, carried) : [];
  const chosen = beside.length > 0 ? chooseJoints(scene, transforms, [...extra, ...beside]) : carried;
  const kept = new Set([...extra, ...beside, ...Object.values(scene.declaredBones), ...(scene.weightedNodes ?? [])]);
  const tree = gatherBody(chosen, new Set(chosen.nodes.flatMap((node, j) => (kept.has(node) ? [j] : []))));
  checkSpaces(scene, transforms, tree.nodes);
  const detection = detectHumanoid(tree, toJoints(tree, scene.declaredBones), toJoints(tree, corrections));
  const isAsserted = LIMBS.some((bone) => bone in corrections || bone in scene.declaredBones);
  if (!isAsserted && isFourLegged(tree, detection)) {
    throw new RangeError('no usable skeleton: it stands on four legs at rest, so it is an animal and no biped');
  }
  return { transforms, tree, detection };
}

/** Joints without a meaning are left alone when a body is pulled, unless there are no others: then the root holds most. */
function stiffnessOf(bone: HumanoidBone | undefined, isPlain: boolean): number {
  if (isPlain) return bone ? PLAIN_ROOT : 0;
  return bone ? defaultStiffness(bone) : 1;
}

/** The bones found, by their joint's place in `order`. */
function matchesIn(order: readonly number[], { bones }: Detection): BoneMatch[] {
  const jointOf = new Map(order.map((treeJoint, j) => [treeJoint, j]));
  return HUMANOID_BONES.flatMap((bone) => {
    const found = bones.get(bone);
    return found ? [{ bone, joint: jointOf.get(found.joint)!, confidence: found.confidence, reason: found.reason }] : [];
  });
}

/** A joint's offset and rest rotation in its parent's frame, from world places and rotations at rest. */
function restIn(
  parent: number,
  joint: number,
  positions: readonly Vec3[],
  rotations: readonly Quat[],
): { readonly parent: number; readonly offset: Vec3; readonly rest: Quat } {
  const [position, rotation] = [positions[joint]!, rotations[joint]!];
  if (parent < 0) return { parent, offset: position, rest: rotation };
  const inverse = conjugate(rotations[parent]!);
  return { parent, offset: rotate(inverse, subtract(position, positions[parent]!)), rest: multiply(inverse, rotation) };
}

function toJoints(tree: JointTree, bones: Readonly<Record<string, number | null>>): GivenBones {
  const jointOf = new Map(tree.nodes.map((node, j) => [node, j]));
  return Object.fromEntries(
    Object.entries(bones).map(([bone, node]) => [bone, node === null ? null : (jointOf.get(node) ?? null)]),
  );
}

/** Whether there are hips and two limbs of two bones each, or it is said that there are none. */
function isUsable({ detection: { bones } }: ReadCharacter, corrections: NonNullable<RigOptions['corrections']>): boolean {
  if (!bones.has('hips')) return false;
  return LIMBS.some((bone) => corrections[bone] === null) || limbsOf(bones) >= 2;
}

function limbsOf(bones: Detection['bones']): number {
  return LIMBS.filter((bone) => bones.has(bone) && bones.has(bone.replace('Upper', 'Lower') as HumanoidBone)).length;
}

function unusable({ tree, detection: { bones } }: ReadCharacter): RangeError {
  const joints = tree.count === 1 ? '1 joint' : `${tree.count} joints`;
  return new RangeError(
    `no usable skeleton: posing needs hips and at least two arms or legs, but among ${joints} there ${
      bones.has('hips') ? `are hips and ${limbsOf(bones)} such limbs` : 'are no hips'
    }`,
  );
}

/** Rest positions of everything that hangs from the head: its end, eyes, hair. */
function aboveHead(tree: JointTree, { bones }: Detection): Vec3[] {
  const head = bones.get('head')?.joint;
  if (head === undefined) return [];
  return tree.nodes.flatMap((_, j) => (hangsFrom(tree.parents, j, head) ? [tree.positions[j]!, ...tree.ends[j]!] : []));
}
