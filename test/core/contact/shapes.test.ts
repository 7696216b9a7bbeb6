import fc from 'fast-check';
import { Box3, BufferAttribute, BufferGeometry, Mesh, Raycaster, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import {
  meshOfShape,
  readShape,
  shapeSize,
  STANDARD_SHAPES,
  withShapeSize,
  type Shape,
  type ShapeMesh,
} from '../../../core/index.ts';

const MORE: readonly Shape[] = [
  { kind: 'box', size: [0.1, 2, 3] },
  { kind: 'ball', radius: 40 },
  { kind: 'stairs', steps: 1, rise: 0.2, tread: 0.3, width: 1 },
  { kind: 'stairs', steps: 200, rise: 0.2, tread: 0.3, width: 1 },
  { kind: 'chair', seatHeight: 0.3, size: [0.3, 0.4], backHeight: 0 },
  { kind: 'chair', seatHeight: 0.45, size: [0.5, 0.4], backHeight: 0.4, armHeight: 0.2 },
  { kind: 'table', size: [0.001, 0.001, 0.001] },
];
const SHAPES: readonly Shape[] = [...Object.values(STANDARD_SHAPES), ...MORE];
const SOLID = SHAPES.filter(({ kind }) => kind !== 'plane');
const named = (shapes: readonly Shape[]): [string, Shape][] => shapes.map((shape) => [JSON.stringify(shape), shape]);

type Point = readonly [number, number, number];
const corner = ({ positions, indices }: ShapeMesh, i: number): Point => {
  const at = 3 * indices[i]!;
  return [positions[at]!, positions[at + 1]!, positions[at + 2]!];
};

/** Σ a · (b × c) / 6 over all triangles. */
function volumeOf(mesh: ShapeMesh): number {
  let volume = 0;
  for (let i = 0; i < mesh.indices.length; i += 3) {
    const [a, b, c] = [new Vector3(...corner(mesh, i)), new Vector3(...corner(mesh, i + 1)), new Vector3(...corner(mesh, i + 2))];
    volume += a.dot(b.cross(c)) / 6;
  }
  return volume;
}

/** Board, legs and back of furniture. */
function furnitureVolume(width: number, height: number, depth: number, back: number): number {
  const thick = Math.min(0.04, width / 5, height / 5, depth / 5);
  return width * depth * thick + 4 * thick * thick * (height - thick) + width * back * thick;
}

function formulaOf(shape: Shape): number {
  if (shape.kind === 'box') return shape.size[0] * shape.size[1] * shape.size[2];
  if (shape.kind === 'ball') return (4 / 3) * Math.PI * shape.radius ** 3;
  if (shape.kind === 'cylinder') return Math.PI * shape.radius ** 2 * shape.height;
  if (shape.kind === 'stairs') return (shape.width * shape.rise * shape.tread * shape.steps * (shape.steps + 1)) / 2;
  if (shape.kind === 'ramp') return (shape.length * shape.height * shape.width) / 2;
  if (shape.kind === 'door') {
    const [width, height, depth] = shape.size;
    const [leaf, bar] = [Math.min(0.04, depth / 3), Math.min(0.024, width / 10, height / 20, depth / 6)];
    // On either side a bar of 16 % of its height, on two stems.
    return width * height * leaf + 2 * bar * bar * (0.16 * height + 2 * ((depth - leaf) / 2 - bar));
  }
  if (shape.kind === 'table') return furnitureVolume(...shape.size, 0);
  if (shape.kind === 'chair') {
    const [width, depth] = shape.size;
    // Two arm rests of 6 cm, from below the board up.
    const rests = shape.armHeight === undefined ? 0 : 2 * 0.06 * depth * (shape.armHeight + 0.04);
    return furnitureVolume(width, shape.seatHeight, depth, shape.backHeight) + rests;
  }
  return 0;
}

describe('the mesh of a shape', () => {
  test.each(named(SOLID))('is closed: each edge of %s runs once each way', (_, shape) => {
    const mesh = meshOfShape(shape);
    const edges = new Map<string, number>();
    for (let i = 0; i < mesh.indices.length; i += 3) {
      for (let k = 0; k < 3; k++) {
        const ends = [corner(mesh, i + k), corner(mesh, i + ((k + 1) % 3))].map(String);
        const [edge, way] = ends[0]! < ends[1]! ? [ends.join('|'), 1] : [ends.reverse().join('|'), -1];
        edges.set(edge, (edges.get(edge) ?? 0) + way * 1000 + 1);
      }
    }
    expect([...edges].filter(([, count]) => count !== 2)).toEqual([]);
  });

  test.each(named(SOLID))('fills what the formula says: %s', (_, shape) => {
    const share = volumeOf(meshOfShape(shape)) / formulaOf(shape);
    const isRound = shape.kind === 'ball' || shape.kind === 'cylinder';
    expect(share).toBeGreaterThan(isRound ? 0.99 : 1 - 1e-5);
    expect(share).toBeLessThan(1 + 1e-5);
  });

  test.each(named(SHAPES))('has unit normals that look out of %s', (_, shape) => {
    const mesh = meshOfShape(shape);
    for (let i = 0; i < mesh.indices.length; i += 3) {
      const [a, b, c] = [
        new Vector3(...corner(mesh, i)),
        new Vector3(...corner(mesh, i + 1)),
        new Vector3(...corner(mesh, i + 2)),
      ];
      const face = b.sub(a).cross(c.sub(a)).normalize();
      for (let k = 0; k < 3; k++) {
        const normal = new Vector3().fromArray(mesh.normals, 3 * mesh.indices[i + k]!);
        expect(normal.length()).toBeCloseTo(1, 5);
        expect(normal.dot(face)).toBeGreaterThan(shape.kind === 'ball' || shape.kind === 'cylinder' ? 0.98 : 1 - 1e-4);
      }
    }
  });

  test.each(named(SHAPES))('is as large as shapeSize says, its bottom at the origin: %s', (_, shape) => {
    const box = new Box3().setFromArray(meshOfShape(shape).positions);
    const [width, height, depth] = shapeSize(shape);
    const scale = Math.max(width, height, depth);
    expect(box.getSize(new Vector3()).distanceTo(new Vector3(width, height, depth)) / scale).toBeLessThan(1e-6);
    expect(
      box.getCenter(new Vector3()).distanceTo(new Vector3(shape.kind === 'door' ? width / 2 : 0, height / 2, 0)) / scale,
    ).toBeLessThan(1e-6);
  });

  test('of stairs rises towards +Z, and a chair has its back at −Z', () => {
    const heightAt = (shape: Shape, z: number): number => {
      const { positions, indices } = meshOfShape(shape);
      const geometry = new BufferGeometry().setIndex(new BufferAttribute(indices, 1));
      geometry.setAttribute('position', new BufferAttribute(positions, 3));
      const ray = new Raycaster(new Vector3(0.01, 9, z), new Vector3(0, -1, 0));
      return ray.intersectObject(new Mesh(geometry))[0]!.point.y;
    };
    const stairs: Shape = { kind: 'stairs', steps: 3, rise: 0.2, tread: 0.3, width: 1 };
    expect([-0.31, 0.01, 0.31].map((z) => heightAt(stairs, z))).toEqual([0.2, 0.4, 0.6].map((y) => expect.closeTo(y, 5)));
    expect(heightAt({ kind: 'ramp', length: 2, height: 1, width: 1 }, 0.5)).toBeCloseTo(0.75, 5);
    const chair: Shape = { kind: 'chair', seatHeight: 0.45, size: [0.4, 0.5], backHeight: 0.4 };
    expect([-0.24, 0.2].map((z) => heightAt(chair, z))).toEqual([expect.closeTo(0.85, 5), expect.closeTo(0.45, 5)]);
  });

  test('of a mesh is the same triangles, each flat', () => {
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
    const mesh = meshOfShape({ kind: 'mesh', positions, indices: Uint32Array.of(0, 2, 1, 0, 1, 3) });
    expect(Array.from(mesh.positions)).toEqual([0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    expect(Array.from(mesh.normals.subarray(0, 3))).toEqual([0, 0, -1]);
  });
});

describe('readShape', () => {
  test.each(named(SHAPES))('reads %s from its JSON', (_, shape) => {
    expect(readShape({ ...(JSON.parse(JSON.stringify(shape)) as object), colour: 'red' })).toEqual(shape);
  });

  test.each<[unknown, string]>([
    [null, 'a shape must be an object, got null'],
    [{ kind: 'torus' }, '"table", "door", "mesh", got "torus"'],
    [{ kind: 'box', size: [1, 1] }, 'the size of a box must be 3 numbers from 0.001 to 100 m, got 1, 1'],
    [{ kind: 'box', size: [1, NaN, 1] }, 'got 1, NaN, 1'],
    [{ kind: 'ball', radius: 0.0009 }, 'the radius of a ball must be 0.001 to 100 m, got 0.0009'],
    [{ kind: 'cylinder', radius: 1, height: 101 }, 'the height of a cylinder must be 0.001 to 100 m, got 101'],
    [
      { kind: 'stairs', steps: 2.5, rise: 1, tread: 1, width: 1 },
      'the steps of stairs must be a whole number from 1 to 200, got 2.5',
    ],
    [{ kind: 'stairs', steps: 201, rise: 1, tread: 1, width: 1 }, 'got 201'],
    [{ kind: 'chair', seatHeight: 1, size: [1, 1], backHeight: -1 }, 'the backHeight of a chair must be 0.001 to 100 m, got -1'],
    [{ kind: 'mesh', positions: [0, 0], indices: [0, 0, 0] }, 'the positions of a mesh must be three numbers a point, got 0, 0'],
    [{ kind: 'mesh', positions: [0, 0, NaN], indices: [0, 0, 0] }, 'numbers from -100 to 100 m, got NaN'],
    [{ kind: 'mesh', positions: [0, 0, 0], indices: [0, 0] }, '1 to 200000 triangles of three indices, got 2 indices'],
    [
      { kind: 'mesh', positions: [0, 0, 0], indices: [0, 0, 1] },
      'the indices of a mesh must be whole numbers from 0 to 0, got 1',
    ],
    [{ kind: 'mesh', positions: [0, 0, 0], indices: new Uint32Array(600_003) }, 'got 600003 indices'],
  ])('refuses %j with a sentence', (value, sentence) => {
    expect(() => readShape(value)).toThrow(RangeError);
    expect(() => readShape(value)).toThrow(sentence);
  });
});

describe('withShapeSize', () => {
  const side = fc.double({ min: 0.01, max: 50, noNaN: true });
  test.each(named(SHAPES))('gives %s the size that is asked for, as far as its kind can have it', (_, shape) => {
    fc.assert(
      fc.property(side, side, side, (width, height, depth) => {
        const size = shapeSize(withShapeSize(shape, [width, height, depth]));
        if (shape.kind === 'ball') expect([width, height, depth]).toContainEqual(expect.closeTo(size[0], 9));
        else if (shape.kind === 'cylinder') expect([width, depth]).toContainEqual(expect.closeTo(size[0], 9));
        else if (shape.kind === 'plane') expect(size).toEqual([width, 0, depth]);
        else if (shape.kind !== 'stairs') expect(size).toEqual([width, height, depth].map((each) => expect.closeTo(each, 9)));
      }),
      { numRuns: 20 },
    );
  });

  test('scales a mesh about its origin', () => {
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 2, 0);
    const shape: Shape = { kind: 'mesh', positions, indices: Uint32Array.of(0, 1, 2) };
    expect(withShapeSize(shape, [3, 1, 5])).toEqual({ ...shape, positions: Float32Array.of(0, 0, 0, 3, 0, 0, 0, 1, 0) });
  });

  test('brings what is too small or large inside', () => {
    expect(withShapeSize({ kind: 'box', size: [1, 1, 1] }, [-1, 1000, 2])).toEqual({ kind: 'box', size: [0.001, 100, 2] });
    expect(() => withShapeSize({ kind: 'box', size: [1, 1, 1] }, [1, NaN, 1])).toThrow(
      'the size of a shape must be 3 finite numbers',
    );
  });
});
