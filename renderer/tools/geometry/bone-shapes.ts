import { conjugate, quatAt, rotate } from '../../../core/math/quat.ts';
import { length, scale, vec3At, type Vec3 } from '../../../core/math/vec3.ts';
import { pointOf, worldPosition, type WorldTransforms } from '../../../core/skeleton/forward-kinematics.ts';
import { isPlain } from '../../../core/humanoid/rigging/plain-bones.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import type { Skeleton } from '../../../core/skeleton/skeleton.ts';

/** One bone as it is drawn and clicked: from its joint to a child, or to a stub's end where there is no child. */
export interface BoneShape {
  /** The joint that a click on the bone selects. */
  readonly joint: number;
  /** The far end in the joint's frame, metres. */
  readonly tip: Vec3;
  /** Whether the bone belongs to the humanoid; others (hair, props, helpers) are drawn faintly. */
  readonly humanoid: boolean;
}

/** Shorter bones than this are not drawn, metres. */
const SHORTEST = 1e-3;
/** A joint without children is drawn as a stub of this share of its own bone's length. */
const STUB = 0.45;

/** All bones worth drawing. Controls that merely share the file (not below a humanoid joint) are left out. */
export function boneShapes(rig: Rig): BoneShape[] {
  const { skeleton } = rig;
  const body = humanoidJoints(rig);
  const shown = belowBody(skeleton, body);
  const children = childrenOf(skeleton);
  const shapes: BoneShape[] = [];
  for (let joint = 0; joint < skeleton.count; joint++) {
    if (!shown.has(joint)) continue;
    const all = (children[joint] ?? []).map((child) => ({ child, tip: vec3At(skeleton.offsets, child) }));
    const long = all.filter(({ tip }) => length(tip) > SHORTEST);
    const inBody = long.filter(({ child }) => body.has(child));
    const drawn = body.has(joint) && inBody.length > 0 ? inBody : long.slice(0, 1);
    for (const { tip } of drawn) shapes.push({ joint, tip, humanoid: body.has(joint) });
    if (drawn.length === 0) shapes.push({ joint, tip: stub(skeleton, joint), humanoid: body.has(joint) });
  }
  return shapes;
}

/** World ends of a bone. */
export function boneEnds(shape: BoneShape, world: WorldTransforms): readonly [from: Vec3, to: Vec3] {
  return [worldPosition(world, shape.joint), pointOf(world, shape.joint, shape.tip)];
}

/** The end of a joint's own bone in its frame: the child that most joints hang from, or a stub. */
export function boneTip(skeleton: Skeleton, joint: number): Vec3 {
  const weights = new Int32Array(skeleton.count).fill(1);
  for (let j = skeleton.count - 1; j > 0; j--) {
    const parent = skeleton.parents[j]!;
    if (parent >= 0) weights[parent] = weights[parent]! + weights[j]!;
  }
  let best = -1;
  for (let child = joint + 1; child < skeleton.count; child++) {
    if (skeleton.parents[child] !== joint || length(vec3At(skeleton.offsets, child)) <= SHORTEST) continue;
    if (best < 0 || weights[child]! > weights[best]!) best = child;
  }
  return best < 0 ? stub(skeleton, joint) : vec3At(skeleton.offsets, best);
}

/** Mapped joints and those that lie between two mapped ones; every joint of a skeleton with plain bones. */
function humanoidJoints(rig: Rig): ReadonlySet<number> {
  const { skeleton, humanoid } = rig;
  const mapped = new Set<number>(Object.values(humanoid));
  if (isPlain(rig)) return new Set(Array.from({ length: skeleton.count }, (_, joint) => joint));
  const body = new Set(mapped);
  for (const joint of mapped) {
    const between: number[] = [];
    for (let j = skeleton.parents[joint]!; j >= 0; j = skeleton.parents[j]!) {
      if (mapped.has(j)) {
        for (const found of between) body.add(found);
        break;
      }
      between.push(j);
    }
  }
  return body;
}

function belowBody(skeleton: Skeleton, body: ReadonlySet<number>): ReadonlySet<number> {
  const shown = new Set<number>();
  for (let joint = 0; joint < skeleton.count; joint++) {
    if (body.has(joint) || shown.has(skeleton.parents[joint]!)) shown.add(joint);
  }
  return shown;
}

function childrenOf(skeleton: Skeleton): number[][] {
  const children: number[][] = Array.from({ length: skeleton.count }, () => []);
  skeleton.parents.forEach((parent, joint) => {
    if (parent >= 0) children[parent]!.push(joint);
  });
  return children;
}

/** Straight on from the bone that leads to the joint, in the joint's frame at rest. */
function stub(skeleton: Skeleton, joint: number): Vec3 {
  const offset = vec3At(skeleton.offsets, joint);
  const turned = rotate(conjugate(quatAt(skeleton.rest, joint)), offset);
  const far = length(turned) > SHORTEST ? turned : ([0, 0.1, 0] as Vec3);
  return scale(far, STUB);
}
