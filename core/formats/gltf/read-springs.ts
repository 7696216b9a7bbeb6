import * as z from 'zod/mini';
import { length, scale, type Vec3 } from '../../math/vec3.ts';
import type { SpringBone, SpringBones, SpringCollider } from '../../skeleton/springs.ts';
import type { GltfDocument } from './gltf-schema.ts';

/** More spring bones, and more colliders, than this are left out: far more than any character has. */
const MOST_BONES = 1000;
const MOST_COLLIDERS = 1000;
/** Metres, and metres a second: numbers beyond it are a mistake. */
const MOST = 1e6;

const index = z.int().check(z.nonnegative());
const amount = z.number().check(z.gte(0)).check(z.lte(MOST));
const coordinate = z.number().check(z.gte(-MOST)).check(z.lte(MOST));
const share = z.pipe(
  z.number(),
  z.transform((value) => Math.min(Math.max(value, 0), 1)),
);

const triple = z.tuple([coordinate, coordinate, coordinate]);
const DOWN: Vec3 = [0, -1, 0];

const vrm1Schema = z.looseObject({
  colliders: z._default(
    z.array(
      z.looseObject({
        node: index,
        shape: z.looseObject({
          sphere: z.optional(z.looseObject({ offset: z._default(triple, [0, 0, 0]), radius: z._default(amount, 0) })),
          capsule: z.optional(
            z.looseObject({
              offset: z._default(triple, [0, 0, 0]),
              radius: z._default(amount, 0),
              tail: z._default(triple, [0, 0, 0]),
            }),
          ),
        }),
      }),
    ),
    [],
  ),
  colliderGroups: z._default(z.array(z.looseObject({ colliders: z._default(z.array(index), []) })), []),
  springs: z.array(
    z.looseObject({
      joints: z.array(
        z.looseObject({
          node: index,
          hitRadius: z._default(amount, 0),
          stiffness: z._default(amount, 1),
          gravityPower: z._default(coordinate, 0),
          gravityDir: z._default(triple, [0, -1, 0]),
          dragForce: z._default(share, 0.5),
        }),
      ),
      colliderGroups: z._default(z.array(index), []),
      center: z.optional(index),
    }),
  ),
});

const named = z.pipe(
  z.looseObject({ x: z._default(coordinate, 0), y: z._default(coordinate, 0), z: z._default(coordinate, 0) }),
  z.transform(({ x, y, z: third }): Vec3 => [x, y, third]),
);

const vrm0Schema = z.looseObject({
  secondaryAnimation: z.looseObject({
    boneGroups: z.array(
      z.looseObject({
        bones: z._default(z.array(z.int()), []),
        center: z._default(z.int(), -1),
        colliderGroups: z._default(z.array(index), []),
        hitRadius: z._default(amount, 0),
        // So it is spelt in VRM 0.x.
        stiffiness: z._default(amount, 1),
        gravityPower: z._default(coordinate, 0),
        gravityDir: z._default(named, [0, -1, 0]),
        dragForce: z._default(share, 0.5),
      }),
    ),
    colliderGroups: z._default(
      z.array(
        z.looseObject({
          node: z.int(),
          colliders: z._default(
            z.array(z.looseObject({ offset: z._default(named, [0, 0, 0]), radius: z._default(amount, 0) })),
            [],
          ),
        }),
      ),
      [],
    ),
  }),
});

/**
 * The spring bones of a VRM file, as VRM 0.x (`secondaryAnimation`) and VRM 1.0 (`VRMC_springBone`) specify them; null where it has none. What is not as
 * its specification says is left out, and so is a node that an earlier spring turns already.
 */
export function readSprings(document: GltfDocument): SpringBones | null {
  const { extensions = {} } = document;
  const springs =
    extensions['VRMC_springBone'] !== undefined
      ? ofVrm1(extensions['VRMC_springBone'])
      : extensions['VRM'] !== undefined
        ? ofVrm0(document, extensions['VRM'])
        : null;
  return springs && onNodes(document, springs);
}

/** Each joint of a chain turns so that its end, the next joint, swings; the last one is only an end. */
function ofVrm1(extension: unknown): SpringBones | null {
  const parsed = vrm1Schema.safeParse(extension);
  if (!parsed.success) return null;
  const { colliders, colliderGroups, springs } = parsed.data;
  return {
    colliders: colliders.map(({ node, shape: { sphere, capsule } }): SpringCollider => {
      if (capsule) return { node, offset: capsule.offset, tail: capsule.tail, radius: capsule.radius };
      // A shape that is neither of the two keeps its place in the list, where groups count it, and is nowhere.
      return { node: sphere ? node : -1, offset: sphere?.offset ?? [0, 0, 0], tail: null, radius: sphere?.radius ?? 0 };
    }),
    bones: springs.flatMap(({ joints, colliderGroups: groups, center }) =>
      joints.slice(0, -1).map(({ node, hitRadius, stiffness, gravityPower, gravityDir, dragForce }, i): SpringBone => ({
        node,
        end: joints[i + 1]!.node,
        center: center ?? null,
        colliders: groups.flatMap((group) => colliderGroups[group]?.colliders ?? []),
        hitRadius,
        stiffness,
        gravityPower,
        gravityDirection: unit(gravityDir),
        drag: dragForce,
      })),
    ),
  };
}

/** Every node from those of a group down turns, so that its first child swings. Offsets of colliders have Z the other way round. */
function ofVrm0(document: GltfDocument, extension: unknown): SpringBones | null {
  const parsed = vrm0Schema.safeParse(extension);
  if (!parsed.success) return null;
  const { boneGroups, colliderGroups } = parsed.data.secondaryAnimation;
  const starts = colliderGroups.map(() => 0);
  const colliders: SpringCollider[] = [];
  colliderGroups.forEach((group, i) => {
    starts[i] = colliders.length;
    for (const { offset, radius } of group.colliders)
      colliders.push({ node: group.node, offset: [offset[0], offset[1], -offset[2]], tail: null, radius });
  });
  const inGroup = (group: number) => (colliderGroups[group]?.colliders ?? []).map((_, i) => starts[group]! + i);
  const bones = boneGroups.flatMap((group) => {
    const settings = {
      center: group.center < 0 ? null : group.center,
      colliders: group.colliderGroups.flatMap(inGroup),
      hitRadius: group.hitRadius,
      stiffness: group.stiffiness,
      gravityPower: group.gravityPower,
      gravityDirection: unit(group.gravityDir),
      drag: group.dragForce,
    };
    return group.bones.flatMap((root) =>
      withDescendants(document, root).map((node): SpringBone => {
        return { node, end: document.nodes?.[node]?.children?.[0] ?? null, ...settings };
      }),
    );
  });
  return { bones, colliders };
}

function withDescendants({ nodes = [] }: GltfDocument, root: number): number[] {
  const found = [root];
  for (let i = 0; i < found.length && found.length <= MOST_BONES; i++) found.push(...(nodes[found[i]!]?.children ?? []));
  return found;
}

/** The springs that turn existing nodes, each once, with the colliders that exist. */
function onNodes({ nodes = [] }: GltfDocument, { bones, colliders }: SpringBones): SpringBones | null {
  const exists = (node: number) => nodes[node] !== undefined;
  const kept = new Map<number, number>();
  colliders.slice(0, MOST_COLLIDERS).forEach(({ node }, i) => {
    if (exists(node)) kept.set(i, kept.size);
  });
  const taken = new Set<number>();
  const found: SpringBone[] = [];
  for (const bone of bones) {
    const isUsable = exists(bone.node) && (bone.end === null || exists(bone.end)) && !taken.has(bone.node);
    if (!isUsable || found.length === MOST_BONES) continue;
    taken.add(bone.node);
    found.push({
      ...bone,
      center: bone.center !== null && exists(bone.center) ? bone.center : null,
      colliders: [...new Set(bone.colliders)].flatMap((collider) => kept.get(collider) ?? []),
    });
  }
  if (found.length === 0) return null;
  return { bones: found, colliders: [...kept.keys()].map((i) => colliders[i]!) };
}

function unit(direction: Vec3): Vec3 {
  const size = length(direction);
  return size > 0 ? scale(direction, 1 / size) : DOWN;
}
