import { HUMANOID_BONES, otherSide, type HumanoidBone } from '../../humanoid/body/bones.ts';
import type { Rig } from '../../humanoid/body/rig.ts';
import { buildRig } from '../../humanoid/rigging/build-rig.ts';
import { IDENTITY } from '../../math/quat.ts';
import { subtract, type Vec3 } from '../../math/vec3.ts';
import type { SceneNode } from '../../skeleton/scene.ts';

/** A bone of the left side or the middle: the bone that it hangs from, and its joint at rest, in leg lengths. */
type Place = readonly [bone: HumanoidBone, parent: HumanoidBone | null, at: Vec3];

/** The arms of a T-pose lie at this height. */
const ARM = 1.7;

const FINGER_ROOTS = [
  ['Index', 0.04],
  ['Middle', 0.013],
  ['Ring', -0.013],
  ['Little', -0.04],
] as const;

const FINGERS: readonly Place[] = FINGER_ROOTS.flatMap(([finger, z]): Place[] => [
  [`left${finger}Proximal`, 'leftHand', [0.97, ARM, z]],
  [`left${finger}Intermediate`, `left${finger}Proximal`, [1.02, ARM, z]],
  [`left${finger}Distal`, `left${finger}Intermediate`, [1.05, ARM, z]],
]);

const PLACES: readonly Place[] = [
  ['hips', null, [0, 1.15, 0]],
  ['spine', 'hips', [0, 1.25, 0]],
  ['chest', 'spine', [0, 1.4, 0]],
  ['upperChest', 'chest', [0, 1.55, 0]],
  ['neck', 'upperChest', [0, 1.78, 0]],
  ['head', 'neck', [0, 1.9, 0]],
  ['jaw', 'head', [0, 1.92, 0.03]],
  ['leftEye', 'head', [0.04, 1.98, 0.08]],
  ['leftShoulder', 'upperChest', [0.04, ARM, 0]],
  ['leftUpperArm', 'leftShoulder', [0.2, ARM, 0]],
  ['leftLowerArm', 'leftUpperArm', [0.53, ARM, 0]],
  ['leftHand', 'leftLowerArm', [0.84, ARM, 0]],
  ['leftThumbMetacarpal', 'leftHand', [0.87, ARM, 0.03]],
  ['leftThumbProximal', 'leftThumbMetacarpal', [0.91, ARM, 0.07]],
  ['leftThumbDistal', 'leftThumbProximal', [0.94, ARM, 0.1]],
  ...FINGERS,
  ['leftUpperLeg', 'hips', [0.11, 1.1, 0]],
  ['leftLowerLeg', 'leftUpperLeg', [0.11, 0.6, 0]],
  ['leftFoot', 'leftLowerLeg', [0.11, 0.1, 0]],
  ['leftToes', 'leftFoot', [0.11, 0.03, 0.17]],
];

/**
 * The body that poses of shared libraries are poses of: it stands in a T-pose that looks along +Z, with one joint for every humanoid bone, called
 * as the bone is. At rest all joints lie along the world's axes, and none has a limit. Thigh and shin together are one metre long, so that
 * the root's displacement is in leg lengths.
 */
export function referenceBody(): Rig {
  built ??= build();
  return built;
}

let built: Rig | null = null;

function build(): Rig {
  const places = new Map(PLACES.flatMap((place) => bothSides(place).map((each) => [each[0], each] as const)));
  const bones = HUMANOID_BONES.filter((bone) => places.has(bone));
  const nodeOf = new Map(bones.map((bone, node) => [bone, node]));
  const nodes = bones.map((name): SceneNode => {
    const [, parent, at] = places.get(name)!;
    const from: Vec3 = parent === null ? [0, 0, 0] : places.get(parent)![2];
    return {
      name,
      parent: parent === null ? -1 : nodeOf.get(parent)!,
      translation: subtract(at, from),
      rotation: IDENTITY,
      scale: [1, 1, 1],
    };
  });
  return buildRig(
    { nodes, skinJoints: [...nodes.keys()], meshNodes: [], meshExtents: [], declaredBones: Object.fromEntries(nodeOf) },
    { preset: 'free' },
  );
}

function bothSides(place: Place): Place[] {
  const [bone, parent, [x, y, z]] = place;
  if (!bone.startsWith('left')) return [place];
  return [place, [otherSide(bone), parent && otherSide(parent), [-x, y, z]]];
}
