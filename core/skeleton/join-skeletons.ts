import { checkCoordinates, checkUnit, isNumberFrom } from '../math/check-numbers.ts';
import { checkArray, checkObject, spellOut } from '../math/check-values.ts';
import { checkFields } from '../math/near-names.ts';
import { conjugate, IDENTITY, multiply, quatAt, rotate, type Quat } from '../math/quat.ts';
import { add, vec3At, ZERO, type Vec3 } from '../math/vec3.ts';
import type { Coupling } from './couplings.ts';
import { forwardKinematics } from './forward-kinematics.ts';
import { checkPose, restPose, rotationIndex, slideIndex, weightIndex, type Pose } from './pose.ts';
import { checkSkeleton, createSkeleton, withExpressions, type JointDefinition, type Skeleton } from './skeleton.ts';

/** One body of several that are solved together. */
export interface JoinedBody {
  readonly skeleton: Skeleton;
  /** Where the origin of its world stands in the common world, metres. Default: the origin. */
  readonly at?: Vec3 | undefined;
  /** How its world is turned there: a unit quaternion. Default: not at all. */
  readonly turn?: Quat | undefined;
  /** How much its root's translation resists, 0 to 1; 1 keeps it in place. Default 0: the root has all its six freedoms. */
  readonly rootStiffness?: number | undefined;
  /** How far its root may go from where it rests along each axis, metres, up to 1e9: random starts are drawn from there. Default 10. */
  readonly roam?: number | undefined;
}

/** Several skeletons as one, and the ways between their poses and its own. */
export interface JoinedSkeletons {
  /** All joints of the first body, then of the second, and so on. Goals and world transforms are those of the common world. */
  readonly skeleton: Skeleton;
  /** The joined skeleton's joint for a joint of a body. Throws a `RangeError` of one sentence when there is none. */
  jointOf(body: number, joint: number): number;
  /** One pose of all, from a pose of each. Throws a `RangeError` of one sentence when they do not fit. */
  join(poses: readonly Pose[]): Pose;
  /** A pose of each, from one of all; `split(join(poses))` is `poses` to rounding. */
  split(pose: Pose): Pose[];
}

/** A body among the others: the joined joint of each of its joints, and the first of the three slides that carry its root. */
interface Place {
  readonly skeleton: Skeleton;
  readonly joints: readonly number[];
  readonly slides: number;
  readonly firstWeight: number;
}

const FIELDS: ReadonlySet<string> = /* @__PURE__ */ new Set(['skeleton', 'at', 'turn', 'rootStiffness', 'roam']);
const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/**
 * Joins several skeletons into one, which a solver takes as any other: a handshake is one solve of both bodies. Each keeps its joints, limits, stiffnesses
 * and couplings, and its root may move and turn: three sliding joints above it stand for the root's translation in a pose of its own. Expressions keep
 * their weights, with the number of their body before the name (`1 happy`). Solving costs what one skeleton with as many joints costs. Throws a
 * `RangeError` of one sentence when a body cannot be used.
 */
export function joinSkeletons(bodies: readonly JoinedBody[]): JoinedSkeletons {
  checkArray(bodies, 'the bodies');
  if (bodies.length === 0) throw new RangeError('the bodies must be at least one, got none');
  const definitions: JointDefinition[] = [];
  const couplings: Coupling[] = [];
  const expressions: string[] = [];
  const places = bodies.map((body, b): Place => {
    checkBody(body, `body ${b}`);
    const joints = addJoints(body, definitions);
    const { skeleton } = body;
    for (const coupling of skeleton.couplings) {
      const joint = joints[coupling.joint]!;
      couplings.push(
        coupling.kind === 'swingByHinge' ? { ...coupling, joint, hinge: joints[coupling.hinge]! } : { ...coupling, joint },
      );
    }
    const firstWeight = expressions.length;
    for (const name of skeleton.expressions ?? []) expressions.push(`${b} ${name}`);
    return { skeleton, joints, slides: joints[skeleton.root]! - 3, firstWeight };
  });
  const skeleton = withExpressions(createSkeleton(definitions, 0, couplings), expressions);
  return {
    skeleton,
    jointOf(body, joint) {
      const isOne = Number.isInteger(body) && Number.isInteger(joint);
      const found = isOne ? places[body]?.joints[joint] : undefined;
      if (found !== undefined) return found;
      throw new RangeError(
        `the joint must be one of a body from 0 to ${places.length - 1}, got ${spellOut(joint)} of body ${spellOut(body)}`,
      );
    },
    join(poses) {
      checkArray(poses, 'the poses');
      if (poses.length !== places.length)
        throw new RangeError(`the poses must be one a body, ${places.length}, got ${poses.length}`);
      const joined = restPose(skeleton);
      for (const [b, place] of places.entries()) {
        checkPose(place.skeleton, poses[b]!, `pose ${b}`);
        joinPose(skeleton, place, poses[b]!, joined);
      }
      return joined;
    },
    split(pose) {
      checkPose(skeleton, pose, 'the pose of all bodies');
      return places.map((place) => splitPose(skeleton, place, pose));
    },
  };
}

function checkBody(body: JoinedBody, what: string): void {
  checkObject(body, what);
  checkFields(body, FIELDS, what);
  checkSkeleton(body.skeleton);
  const { at = ZERO, turn = IDENTITY, rootStiffness = 0, roam = 10 } = body;
  checkCoordinates(at, 3, `${what}: at`);
  checkUnit(turn, 4, `${what}: turn`);
  if (!isNumberFrom(rootStiffness, 0, 1))
    throw new RangeError(`${what}: rootStiffness must be from 0 to 1, got ${spellOut(rootStiffness)}`);
  if (!isNumberFrom(roam, 0, 1e9)) throw new RangeError(`${what}: roam must be from 0 to 1e9 metres, got ${spellOut(roam)}`);
}

/** Adds a body's joints, three slides before its root; returns where each came to stand. */
function addJoints(body: JoinedBody, definitions: JointDefinition[]): number[] {
  const { skeleton, at = ZERO, turn = IDENTITY, rootStiffness = 0, roam = 10 } = body;
  const joints: number[] = [];
  for (let j = 0; j < skeleton.count; j++) {
    const above = skeleton.parents[j]!;
    const own = vec3At(skeleton.offsets, j);
    const name = skeleton.names[j]!;
    let parent = above < 0 ? -1 : joints[above]!;
    let offset = above < 0 ? add(at, rotate(turn, own)) : own;
    let rest = above < 0 ? multiply(turn, quatAt(skeleton.rest, j)) : quatAt(skeleton.rest, j);
    if (j === skeleton.root) {
      for (const [k, axis] of AXES.entries()) {
        const start = k === 0 ? { offset, rest: above < 0 ? turn : IDENTITY } : { offset: ZERO };
        definitions.push({
          name: `${name} ${'xyz'[k]}`,
          parent,
          ...start,
          limit: { kind: 'prismatic', axis, min: -roam, max: roam },
          stiffness: rootStiffness,
        });
        parent = definitions.length - 1;
      }
      offset = ZERO;
      rest = quatAt(skeleton.rest, j);
    }
    joints.push(definitions.length);
    definitions.push({ name, parent, offset, rest, limit: skeleton.limits[j]!, stiffness: skeleton.stiffness[j]! });
  }
  return joints;
}

/** How the space in which a body's root moves is turned in the body's own world: the rotation of what the root hangs from. */
function turnAboveRoot({ skeleton }: Place, pose: Pose): Quat {
  const above = skeleton.parents[skeleton.root]!;
  return above < 0 ? IDENTITY : quatAt(forwardKinematics(skeleton, pose).rotations, above);
}

function joinPose(joined: Skeleton, place: Place, pose: Pose, into: Pose): void {
  const { skeleton, joints, slides, firstWeight } = place;
  for (let j = 0; j < skeleton.count; j++) {
    const from = rotationIndex(j);
    into.set(pose.subarray(from, from + 4), rotationIndex(joints[j]!));
    if (skeleton.slides[j]! >= 0)
      into[slideIndex(joined, joined.slides[joints[j]!]!)] = pose[slideIndex(skeleton, skeleton.slides[j]!)]!;
  }
  const moved = rotate(conjugate(turnAboveRoot(place, pose)), [pose[0]!, pose[1]!, pose[2]!]);
  for (let k = 0; k < 3; k++) into[slideIndex(joined, joined.slides[slides + k]!)] = moved[k]!;
  for (let e = 0; e < (skeleton.expressions?.length ?? 0); e++)
    into[weightIndex(into, firstWeight + e)] = pose[weightIndex(pose, e)]!;
}

function splitPose(joined: Skeleton, place: Place, pose: Pose): Pose {
  const { skeleton, joints, slides, firstWeight } = place;
  const own = restPose(skeleton);
  for (let j = 0; j < skeleton.count; j++) {
    const from = rotationIndex(joints[j]!);
    own.set(pose.subarray(from, from + 4), rotationIndex(j));
    if (skeleton.slides[j]! >= 0)
      own[slideIndex(skeleton, skeleton.slides[j]!)] = pose[slideIndex(joined, joined.slides[joints[j]!]!)]!;
  }
  const slid = (k: number): number => pose[slideIndex(joined, joined.slides[slides + k]!)]!;
  own.set(rotate(turnAboveRoot(place, own), [slid(0), slid(1), slid(2)]));
  for (let e = 0; e < (skeleton.expressions?.length ?? 0); e++)
    own[weightIndex(own, e)] = pose[weightIndex(pose, firstWeight + e)]!;
  return own;
}
