import { expect, test } from 'vitest';
import { createSurface } from '../../../../core/contact/surface.ts';
import { handlesOf, type HandleName } from '../../../../core/humanoid/body/handles.ts';
import { deepestIn, gapOf, overlapsIn } from '../../../../core/humanoid/touching/overlaps.ts';
import { blocksOf } from '../../../../core/humanoid/touching/parts.ts';
import { createPuller } from '../../../../core/humanoid/pulling/puller.ts';
import { touchingOf, type Solid, type Touching } from '../../../../core/humanoid/touching/touching.ts';
import { conjugate, fromAxisAngle, rotate } from '../../../../core/math/quat.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { add, cross, distance, dot, length, lerp, scale, subtract, vec3At, type Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, pointOf } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../../core/skeleton/pose.ts';
import { bumpyMesh, type BumpyMesh } from '../../../helpers/bumpy-mesh.ts';
import { sampleRig } from '../../../helpers/rigs.ts';
import { cases } from '../../../helpers/extent.ts';

/** Moves from one that is judged by all triangles to the next. */
const EVERY = cases(30, 6);

const { rig } = sampleRig('mannequin.glb')!;
const rest = restPose(rig.skeleton);
const world = forwardKinematics(rig.skeleton, rest);
const ROTATION = fromAxisAngle([0, 1, 0], 0.7);
const POSITION: Vec3 = [0, 1.05, 0.72];
const STEPS = 24;

const solidOf = (mesh: BumpyMesh): Solid => ({ surface: createSurface(mesh), position: POSITION, rotation: ROTATION });

/** Ends of all capsules on seeded ways of hands, the head and a foot into what stands before the body, in small steps. */
function ways(touching: Touching): Float64Array[] {
  const random = seededRandom(11);
  return (['rightHand', 'head', 'leftHand', 'leftFoot'] as const).flatMap((name: HandleName) => {
    const { joint, offset } = handlesOf(rig).find((each) => each.name === name)!;
    const from = pointOf(world, joint, offset);
    const to = lerp(from, add(POSITION, [0.3 * (random() - 0.5), 0.3 * (random() - 0.5), 0]), 0.9);
    const pull = createPuller(rig).begin(rest, name);
    return Array.from({ length: STEPS }, (_, i) =>
      touching.place(forwardKinematics(rig.skeleton, pull.to(lerp(from, to, (i + 1) / STEPS)).pose)),
    );
  });
}

/** What a body may touch of a solid alone. */
function onlySolid(touching: Touching): Touching {
  const chosen = touching.pairs.flatMap(({ second }, i) => (touching.surfaces[second] ? [i] : []));
  const pairs = chosen.map((i) => touching.pairs[i]!);
  return {
    ...touching,
    pairs,
    blocks: blocksOf(pairs, touching.parts),
    allowed: Float64Array.from(chosen, (i) => touching.allowed[i]!),
  };
}

/** Metres from a point to a triangle: to its plane where the foot of the perpendicular is inside, else to the nearest of its sides. */
function awayFrom(p: Vec3, corners: readonly Vec3[]): number {
  const [a, b, c] = corners as [Vec3, Vec3, Vec3];
  const normal = cross(subtract(b, a), subtract(c, a));
  const isWithin = corners.every((corner, k) => {
    const side = subtract(corners[(k + 1) % 3]!, corner);
    return dot(cross(side, subtract(p, corner)), normal) >= 0;
  });
  if (isWithin) return Math.abs(dot(subtract(p, a), normal)) / length(normal);
  return Math.min(
    ...corners.map((corner, k) => {
      const side = subtract(corners[(k + 1) % 3]!, corner);
      const share = Math.min(1, Math.max(0, dot(subtract(p, corner), side) / dot(side, side)));
      return distance(p, add(corner, scale(side, share)));
    }),
  );
}

/** The solid angle of a triangle as seen from a point (van Oosterom, Strackee 1983): those of a closed body are 4π inside and 0 outside. */
function solidAngle(p: Vec3, corners: readonly Vec3[]): number {
  const [a, b, c] = corners.map((corner) => subtract(corner, p)) as [Vec3, Vec3, Vec3];
  const [la, lb, lc] = [length(a), length(b), length(c)];
  return 2 * Math.atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(a, c) * lb + dot(b, c) * la);
}

test('what is known of a mesh from the moves before says as deep as all its triangles do at many places of each capsule (seed 11)', () => {
  const mesh = bumpyMesh(11, 10);
  const touching = onlySolid(touchingOf(rig, rest, { beside: [], solids: [solidOf(mesh)] }));
  const { positions, indices } = mesh;
  const triangles = Array.from({ length: indices.length / 3 }, (_, i) =>
    [0, 1, 2].map((k) => vec3At(positions, indices[3 * i + k]!)),
  );
  const back = conjugate(ROTATION);
  const depthBy = (placed: Float64Array): number => {
    let deepest = 0;
    touching.pairs.forEach(({ first }, pair) => {
      const [start, end] = [0, 1].map((k) => rotate(back, subtract(vec3At(placed, 2 * first + k), POSITION))) as [Vec3, Vec3];
      const reach = rig.shape[first]!.radius - touching.allowed[pair]!;
      const middle = lerp(start, end, 0.5);
      const isFar = Math.min(...triangles.map((each) => awayFrom(middle, each))) > reach + distance(start, middle);
      const isIn = triangles.reduce((sum, each) => sum + solidAngle(middle, each), 0) > 2 * Math.PI;
      if (isFar && !isIn) return;
      const depthAt = (share: number): number => {
        const place = lerp(start, end, share);
        const away = Math.min(...triangles.map((each) => awayFrom(place, each)));
        const inside = triangles.reduce((sum, each) => sum + solidAngle(place, each), 0) > 2 * Math.PI;
        return reach + (inside ? away : -away);
      };
      // Many places, and as many again about the deepest of them.
      const depths = Array.from({ length: 31 }, (_, i) => depthAt(i / 30));
      const at = depths.indexOf(Math.max(...depths)) / 30;
      for (let i = -15; i <= 15; i++) deepest = Math.max(deepest, depthAt(Math.min(1, Math.max(0, at + i / 450))));
    });
    return deepest;
  };
  let touched = 0;
  for (const [i, placed] of ways(touching).entries()) {
    const depth = deepestIn(touching, placed, touching.allowed, 0);
    if (i % EVERY < EVERY - 1) continue;
    const expected = depthBy(placed);
    expect(Math.abs(depth - expected), `move ${i}: ${depth} and ${expected}`).toBeLessThan(1e-4);
    if (expected > 0) touched++;
  }
  expect(touched).toBeGreaterThan(cases(0, 4));
});

test('what is known of a mesh of 20,000 triangles says what is found anew, and asks for a fraction of it (seed 11)', () => {
  const { surface, ...place } = solidOf(bumpyMesh(101, 100));
  let asked = 0;
  const counted: Solid = { ...place, surface: { ...surface, nearest: (...query) => (asked++, surface.nearest(...query)) } };
  const touchingAnew = (): Touching => touchingOf(rig, rest, { beside: [], solids: [counted] });
  const touching = touchingAnew();
  const counts = { known: 0, anew: 0 };
  const ask = (key: 'known' | 'anew', contacts: Touching, placed: Float64Array) => {
    asked = 0;
    const { allowed } = contacts;
    const found = {
      deepest: deepestIn(contacts, placed, allowed, 1e-3),
      gap: gapOf(contacts, placed, allowed, 'rightHand'),
      overlaps: overlapsIn(contacts, placed, allowed, 1e-3),
    };
    counts[key] += asked;
    return found;
  };
  for (const [i, placed] of ways(touching).entries()) {
    const found = ask('known', touching, placed);
    const fresh = { ...touching, surfaces: touchingAnew().surfaces };
    const expected = ask('anew', fresh, placed);
    expect(Math.abs(found.deepest - expected.deepest), `move ${i}`).toBeLessThan(1e-4);
    expect(Math.abs(found.gap - expected.gap), `move ${i}`).toBeLessThan(1e-4);
    expect(found.overlaps.length, `move ${i}`).toBe(expected.overlaps.length);
    for (const [k, overlap] of found.overlaps.entries())
      expect(Math.abs(overlap.depth - expected.overlaps[k]!.depth)).toBeLessThan(1e-4);
  }
  expect(counts.known).toBeLessThan(0.7 * counts.anew);
});
