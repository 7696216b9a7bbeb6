import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  FrontSide,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  Raycaster,
  Triangle,
  Vector3,
} from 'three';
import { describe, expect, test } from 'vitest';
import {
  createSurface,
  createTouch,
  meshOfShape,
  placeSurface,
  seededRandom,
  shapeSize,
  STANDARD_SHAPES,
  type Random,
  type Shape,
  type Vec3,
} from '../../../core/index.ts';
import { bumpyMesh } from '../../helpers/bumpy-mesh.ts';

const { plane, ball, cylinder, ...FLAT } = STANDARD_SHAPES;
const CLOSED: readonly [string, Shape][] = [...Object.entries(FLAT), ['bumpy mesh', bumpyMesh(12, 16)]];
const ALL: readonly [string, Shape][] = [...CLOSED, ...Object.entries({ plane, ball, cylinder })];

/** The same triangles for three.js, in the space of the shape. */
function threeMesh(shape: Shape): Mesh<BufferGeometry, MeshBasicMaterial> {
  const { positions, indices } = meshOfShape(shape);
  const geometry = new BufferGeometry().setIndex(new BufferAttribute(indices, 1));
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  return new Mesh(geometry, new MeshBasicMaterial());
}

function trianglesOf(shape: Shape): Triangle[] {
  const { positions, indices } = meshOfShape(shape);
  const at = (i: number): Vector3 => new Vector3().fromArray(positions, 3 * indices[i]!);
  return Array.from({ length: indices.length / 3 }, (_, i) => new Triangle(at(3 * i), at(3 * i + 1), at(3 * i + 2)));
}

/** A point in and around a shape. */
function pointNear(random: Random, shape: Shape): Vec3 {
  const size = shapeSize(shape);
  const [x, y, z] = [0, 1, 2].map((axis) => (size[axis]! + 0.2) * (1.4 * random() - 0.7)) as [number, number, number];
  return [x, shape.kind === 'mesh' ? y : y + size[1] / 2, z];
}

const vector = (v: ArrayLike<number>): Vector3 => new Vector3(v[0], v[1], v[2]);
const touch = createTouch();

describe('the nearest point of a surface', () => {
  test.each(CLOSED)(
    'of a %s is that of all its triangles, and inside is where a ray out crosses them an odd number of times',
    (_, shape) => {
      const random = seededRandom(11);
      const surface = createSurface(shape);
      const triangles = trianglesOf(shape);
      const mesh = threeMesh(shape);
      mesh.material.side = DoubleSide;
      const found = new Vector3();
      let inside = 0;
      for (let i = 0; i < 300; i++) {
        const point = pointNear(random, shape);
        surface.nearest(point, touch);
        const nearest = Math.min(
          ...triangles.map((triangle) => triangle.closestPointToPoint(vector(point), found).distanceTo(vector(point))),
        );
        expect(Math.abs(touch.depth[0]!)).toBeCloseTo(nearest, 7);
        expect(vector(touch.point).distanceTo(vector(point))).toBeCloseTo(nearest, 7);
        const out = new Raycaster(vector(point), new Vector3(0.3, 0.5, 0.8123).normalize());
        const crossed = new Set(out.intersectObject(mesh).map(({ distance }) => distance.toFixed(7))).size;
        expect(touch.depth[0]! > 0).toBe(crossed % 2 === 1);
        if (touch.depth[0]! > 0) inside++;
        // From the point by its depth along the normal lies the nearest point.
        expect(vector(point).addScaledVector(vector(touch.normal), touch.depth[0]!).distanceTo(vector(touch.point))).toBeLessThan(
          1e-9,
        );
      }
      expect(inside).toBeGreaterThan(0);
    },
  );

  test.each<[string, Shape]>([
    ['ball', ball],
    ['cylinder', cylinder],
  ])('of a %s is nearer than all of a fine mesh of it, by no more than its facets', (_, shape) => {
    const random = seededRandom(12);
    const surface = createSurface(shape);
    const triangles = trianglesOf(shape);
    const found = new Vector3();
    for (let i = 0; i < 300; i++) {
      const point = pointNear(random, shape);
      surface.nearest(point, touch);
      const nearest = Math.min(
        ...triangles.map((triangle) => triangle.closestPointToPoint(vector(point), found).distanceTo(vector(point))),
      );
      expect(Math.abs(Math.abs(touch.depth[0]!) - nearest)).toBeLessThan(1.1e-3);
      expect(vector(touch.point).distanceTo(vector(point))).toBeCloseTo(Math.abs(touch.depth[0]!), 9);
      surface.nearest(touch.point.slice(), touch);
      expect(touch.depth[0]).toBeCloseTo(0, 9);
    }
    const size = shapeSize(shape);
    surface.nearest([0.001, 0.6 * size[1], 0], touch);
    expect(touch.depth[0]).toBeGreaterThan(0);
  });

  test.each(CLOSED)('of a %s is told as far as it matters, the same whatever was asked before', (_, shape) => {
    const random = seededRandom(15);
    const surface = createSurface(shape);
    const points = Array.from({ length: 300 }, (__, i) => pointNear(random, shape).map((each) => each * (i % 10 === 0 ? 8 : 1)));
    const exact = points.map((point) => {
      surface.nearest(point, touch);
      return [-touch.depth[0]!, ...touch.point, ...touch.normal];
    });
    const fresh = createSurface(shape);
    let [told, kept] = [0, 0];
    for (let i = points.length - 1; i >= 0; i--) {
      const outside = exact[i]![0]!;
      const within = 0.3 * random() - 0.05;
      fresh.nearest(points[i]!, touch, within);
      if (outside < within) {
        expect([-touch.depth[0]!, ...touch.point, ...touch.normal]).toEqual(exact[i]);
        told++;
      } else {
        expect(-touch.depth[0]!).toBeGreaterThanOrEqual(within);
        expect(-touch.depth[0]!).toBeLessThanOrEqual(outside + 1e-12);
        if (shape.kind === 'mesh' && -touch.depth[0]! < outside) kept++;
      }
    }
    expect(told).toBeGreaterThan(30);
    if (shape.kind === 'mesh') expect(kept).toBeGreaterThan(30);
  });

  test('of a plane says by the side whether a point is behind it', () => {
    const surface = createSurface(plane);
    surface.nearest([0.3, 0.2, 0.1], touch);
    expect([touch.depth[0], ...touch.normal]).toEqual([-0.2, 0, 1, 0].map((each) => expect.closeTo(each, 12)));
    surface.nearest([0.3, -0.2, 0.1], touch);
    expect([touch.depth[0], ...touch.normal]).toEqual([0.2, 0, 1, 0].map((each) => expect.closeTo(each, 12)));
  });

  test('at a corner and on an edge has the mean of the normals that meet there', () => {
    const surface = createSurface({ kind: 'box', size: [2, 2, 2] });
    surface.nearest([1, 2, 1], touch);
    expect([...touch.normal]).toEqual([1, 1, 1].map((each) => expect.closeTo(each / Math.sqrt(3), 6)));
    surface.nearest([1, 2, 0.3], touch);
    expect([...touch.normal]).toEqual([1, 1, 0].map((each) => expect.closeTo(each / Math.sqrt(2), 6)));
  });
});

describe('a way into a surface', () => {
  test.each(ALL)('of a %s is blocked where a ray of three.js is first', (_, shape) => {
    const random = seededRandom(13);
    const surface = createSurface(shape);
    const mesh = threeMesh(shape);
    mesh.material.side = FrontSide;
    const isRound = shape.kind === 'ball' || shape.kind === 'cylinder';
    let blocked = 0;
    for (let i = 0; i < 300; i++) {
      const [from, to] = [pointNear(random, shape), pointNear(random, shape)];
      const way = vector(to).sub(vector(from));
      const [hit] = new Raycaster(vector(from), way.clone().normalize(), 0, way.length()).intersectObject(mesh);
      const isBlocked = surface.enters(from, to, touch);
      if (isRound && isBlocked !== (hit !== undefined)) continue;
      expect(isBlocked).toBe(hit !== undefined);
      if (!hit) continue;
      blocked++;
      expect(vector(touch.point).distanceTo(hit.point)).toBeLessThan(isRound ? 0.05 : 1e-6);
      if (!isRound) expect(vector(touch.normal).dot(hit.face!.normal)).toBeCloseTo(1, 6);
      const below = vector(touch.point).sub(vector(to)).dot(vector(touch.normal));
      expect(touch.depth[0]).toBeCloseTo(below, 9);
    }
    expect(blocked).toBeGreaterThan(30);
  });

  test('does not pass through what is thin, nor where triangles meet, and is free on the way out', () => {
    const surface = createSurface({ kind: 'box', size: [1, 0.001, 1] });
    for (const [x, z] of [
      [0, 0],
      [0.25, 0.25],
      [-0.3, 0.3],
      [0.1, 0.2],
    ] as const) {
      expect(surface.enters([x, 0.1, z], [x, -0.1, z], touch)).toBe(true);
      expect([touch.point[1], touch.depth[0]]).toEqual([expect.closeTo(0.001, 9), expect.closeTo(0.101, 9)]);
    }
    expect(surface.enters([0, 0.0005, 0], [0, 0.1, 0], touch)).toBe(false);
    const ways: readonly (readonly [Shape, Vec3, Vec3])[] = [
      [{ kind: 'ball', radius: 0.001 }, [-0.1, 0.001, 0], [0.1, 0.001, 0]],
      [{ kind: 'cylinder', radius: 0.001, height: 0.001 }, [-0.1, 0.0005, 0], [0.1, 0.0005, 0]],
      [{ kind: 'cylinder', radius: 0.001, height: 0.001 }, [0, 0.1, 0], [0, -0.1, 0]],
    ];
    for (const [shape, from, to] of ways) expect(createSurface(shape).enters(from, to, touch)).toBe(true);
  });
});

test.each(ALL)('a placed %s answers as the shape does where it stands', (_, shape) => {
  const random = seededRandom(14);
  const surface = createSurface(shape);
  const turn = new Quaternion(0.2, -0.5, 0.4, 0.7).normalize();
  const at = new Vector3(1, -2, 3);
  const placed = placeSurface(surface, [1, -2, 3], turn.toArray());
  const second = createTouch();
  const there = (v: ArrayLike<number>): Vector3 => vector(v).applyQuaternion(turn).add(at);
  for (let i = 0; i < 50; i++) {
    const [from, to] = [pointNear(random, shape), pointNear(random, shape)];
    placed.nearest(there(from).toArray(), second, 0.01);
    const isFar = -second.depth[0]! >= 0.01;
    surface.nearest(from, touch);
    expect(isFar).toBe(-touch.depth[0]! >= 0.01);
    placed.nearest(there(from).toArray(), second);
    expect(second.depth[0]).toBeCloseTo(touch.depth[0]!, 9);
    expect(vector(second.point).distanceTo(there(touch.point))).toBeLessThan(1e-6);
    const isEntered = surface.enters(from, to, touch);
    expect(placed.enters(there(from).toArray(), there(to).toArray(), second)).toBe(isEntered);
    if (isEntered) expect(vector(second.normal).distanceTo(vector(touch.normal).applyQuaternion(turn))).toBeLessThan(1e-6);
  }
});

test('a mesh whose triangles have no area is refused with a sentence, and one among others is left out', () => {
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, -1);
  const flat = { kind: 'mesh', positions, indices: Uint32Array.of(0, 1, 2) } as const;
  expect(() => createSurface(flat)).toThrow('a mesh must have a triangle with an area, got none');
  createSurface({ ...flat, indices: Uint32Array.of(0, 1, 2, 0, 1, 3) }).nearest([0.2, 1, -0.2], touch);
  expect([touch.depth[0], ...touch.normal]).toEqual([-1, 0, 1, 0].map((each) => expect.closeTo(each, 9)));
});
