import type { PosedActor } from '../../../core/humanoid/body/actor.ts';
import { placeShape } from '../../../core/humanoid/body/body-shape.ts';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import { overlapsIn } from '../../../core/humanoid/touching/overlaps.ts';
import { contactsBetween } from '../../../core/humanoid/touching/touching.ts';
import { conjugate, rotate } from '../../../core/math/quat.ts';
import { fromPlace, intoPlace } from '../../../core/math/place.ts';
import { add, scale, subtract, vec3At, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../core/skeleton/pose.ts';

/** Two parts of two bodies that are in each other. */
export interface Depth {
  /** Metres; negative for what is apart. */
  readonly depth: number;
  readonly bones: readonly [HumanoidBone, HumanoidBone];
}

type Body = Pick<PosedActor, 'rig' | 'place'>;

/** The parts by which two bodies are deeper than `least` in each other, the deepest first. */
export function deepIn([a, b]: readonly [Body, Body], [poseA, poseB]: readonly [Pose, Pose], least: number): Depth[] {
  const contacts = contactsBetween(a.rig, b.rig);
  const placed = Float64Array.from([...endsOf(a, poseA), ...endsOf(b, poseB)]);
  const allowed = new Float64Array(contacts.pairs.length);
  return overlapsIn(contacts, placed, allowed, least).map(({ first, second, depth }) => ({
    depth,
    bones: [contacts.shape[first]!.bone, contacts.shape[second]!.bone],
  }));
}

/** Where parts of two bodies come nearest to each other: on the flesh of both, in the frames of their joints, metres; and how far these are apart. */
export function touchOf(a: PosedActor, b: PosedActor, part: RegExp, other: RegExp) {
  const contacts = contactsBetween(a.rig, b.rig);
  const placed = Float64Array.from([...endsOf(a, a.pose), ...endsOf(b, b.pose)]);
  const all = overlapsIn(contacts, placed, new Float64Array(contacts.pairs.length), -10);
  const boneOf = (capsule: number) => contacts.shape[capsule]!.bone;
  const { first, second, depth, normal, point } = all.find(
    (pair) => part.test(boneOf(pair.first)) && other.test(boneOf(pair.second)),
  )!;
  const [own, touched] = [contacts.shape[first]!, contacts.shape[second]!];
  const at = subtract(point, scale(normal, own.radius));
  return {
    own: { joint: own.joint, point: inJoint(a, own.joint, at) },
    other: { joint: touched.joint, point: inJoint(b, touched.joint, add(at, scale(normal, depth))) },
    gap: -depth,
  };
}

function inJoint({ rig, pose, place }: PosedActor, joint: number, at: Vec3): Vec3 {
  const world = forwardKinematics(rig.skeleton, pose);
  return rotate(conjugate(worldRotation(world, joint)), subtract(intoPlace(place, at), worldPosition(world, joint)));
}

function endsOf({ rig, place }: Body, pose: Pose): number[] {
  const ends = placeShape(rig.shape, forwardKinematics(rig.skeleton, pose));
  return Array.from({ length: ends.length / 3 }, (_, end) => fromPlace(place, vec3At(ends, end))).flat();
}
