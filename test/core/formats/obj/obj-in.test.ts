import { Mesh, Vector3 } from 'three';
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { describe, expect, test } from 'vitest';
import { openCharacterFile } from '../../../../core/formats/open-character.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { trianglesOf } from '../../../../core/formats/gltf/mesh-triangles.ts';
import { encodeUtf8 } from '../../../../core/formats/text/utf8.ts';
import { seededRandom } from '../../../../core/math/random.ts';
import { zipSync } from 'fflate';

const open = (text: string, name = 'cup.obj') => openCharacterFile(name, encodeUtf8(text));
const meshOf = (text: string) => {
  const { bytes, scene } = open(text);
  return trianglesOf(readGltf(bytes), scene, 1);
};
const cornersOf = (text: string): Vector3[] => {
  const { positions, indices } = meshOf(text);
  return [...indices].map((index) => new Vector3().fromArray(positions, 3 * index));
};

/** A cup of five sides with normals, texture coordinates, quads, a material, comments, a line that is continued and places counted from behind. */
const CUP = [
  '# made by hand',
  '',
  'mtllib cup.mtl',
  'o Cup',
  ...Array.from({ length: 5 }, (_, i) => `v ${Math.cos(i) / 20} 0 ${Math.sin(i) / 20}`),
  ...Array.from({ length: 5 }, (_, i) => `v ${Math.cos(i) / 15}\t0.1 ${Math.sin(i) / 15} 1.0 0.5 0.5`),
  'vt 0.5 0.5',
  'vn 0 1 0',
  'vn 0 -2 0',
  'usemtl Clay',
  's 1',
  'f 5//2 4//2 3//2 2//2 \\',
  '  1//2',
  ...Array.from({ length: 5 }, (_, i) => `f ${i + 1}/1 ${((i + 1) % 5) + 1}/1 ${((i + 1) % 5) + 6}/1 ${i + 6}/1 # a side`),
  'g lid',
  'f -5/1/-2 -4/1/-2 -3/1/-2',
].join('\r\n');

type Point = readonly [x: number, y: number];

/** Above 0 where the way turns to the left in its second point. */
function cornerTurn([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

describe('an OBJ file', () => {
  test('has the triangles that three.js reads', () => {
    const three: Vector3[] = [];
    new OBJLoader().parse(CUP.replaceAll(' # a side', '')).traverse((each) => {
      const places = each instanceof Mesh ? each.geometry.getAttribute('position') : null;
      for (let i = 0; places && i < places.count; i++) three.push(new Vector3().fromBufferAttribute(places, i));
    });
    const ours = cornersOf(CUP);
    expect(ours).toHaveLength(3 * (3 + 10 + 1));
    expect(ours.map((each, i) => each.distanceTo(three[i]!)).every((away) => away < 1e-7)).toBe(true);
    expect(ours).toHaveLength(three.length);
  });

  test('is flat where it has no normals, and has those that it gives, of length 1', () => {
    const { bytes } = open(CUP);
    const { document, binary } = readGltf(bytes) as unknown as {
      document: { accessors: { bufferView: number }[]; bufferViews: { byteOffset: number; byteLength: number }[] };
      binary: Uint8Array;
    };
    const view = document.bufferViews[document.accessors[1]!.bufferView]!;
    const normals = new Float32Array(binary.slice(view.byteOffset, view.byteOffset + view.byteLength).buffer);
    expect(Array.from(normals.subarray(0, 3))).toEqual([0, -1, 0]);
    for (let i = 0; i < normals.length; i += 3) expect(Math.hypot(...normals.slice(i, i + 3))).toBeCloseTo(1, 6);
    const corners = cornersOf(CUP);
    const [a, b, c] = corners.slice(9, 12) as [Vector3, Vector3, Vector3];
    const flat = b.clone().sub(a).cross(c.clone().sub(a)).normalize();
    for (let k = 0; k < 3; k++) expect(flat.distanceTo(new Vector3().fromArray(normals, 27 + 3 * k))).toBeLessThan(1e-5);
  });

  test('says that it has one colour where it names materials, and is kept as it came', () => {
    const opened = open(CUP);
    expect(opened.warnings).toEqual(['its materials are in a file of their own and are left out: it has one colour']);
    expect(opened.original).toEqual({ bytes: encodeUtf8(CUP), extension: '.obj' });
    expect(open(CUP.replace('usemtl Clay', '')).warnings).toEqual([]);
  });

  test('has faces that are not convex as large as they are, from whichever corner they begin (seed 5)', () => {
    const random = seededRandom(5);
    let concave = 0;
    for (let round = 0; round < 40; round++) {
      const count = 4 + Math.floor(8 * random());
      // Star-shaped about the origin: corners by angle at any distance.
      const corners = Array.from({ length: count }, (_, i) => {
        const [angle, radius] = [(2 * Math.PI * (i + 0.8 * random())) / count, 0.1 + random()];
        return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
      });
      const area = corners.reduce((sum, [x, y], i) => {
        const [u, v] = corners[(i + 1) % count]!;
        return sum + (x * v - u * y) / 2;
      }, 0);
      const begin = Math.floor(count * random());
      const text = [
        ...corners.map(([x, y]) => `v ${x} 0 ${-y}`),
        `f ${corners.map((_, i) => 1 + ((i + begin) % count)).join(' ')}`,
      ].join('\n');
      const places = cornersOf(text);
      expect(places).toHaveLength(3 * (count - 2));
      const sizes = Array.from({ length: count - 2 }, (_, i) => {
        const [a, b, c] = places.slice(3 * i, 3 * i + 3) as [Vector3, Vector3, Vector3];
        return b.clone().sub(a).cross(c.clone().sub(a)).y / 2;
      });
      expect(Math.min(...sizes), `round ${round}`).toBeGreaterThan(0);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeCloseTo(area, 5);
      if (corners.some(([x, y], i) => cornerTurn([x, y], corners[(i + 1) % count]!, corners[(i + 2) % count]!) < 0)) concave++;
    }
    expect(concave).toBeGreaterThan(20);
  });

  test('is found in an archive', () => {
    const zip = zipSync({ 'things/cup.obj': encodeUtf8(CUP), 'things/cup.mtl': encodeUtf8('newmtl Clay') });
    expect(openCharacterFile('cup.zip', zip)).toMatchObject({ fileName: 'cup.obj', original: { extension: '.obj' } });
  });

  test.each([
    ['v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4', 'line 4: a face names one of the 3 points before it, got "4"'],
    ['v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 0', 'line 4: a face names one of the 3 points before it, got "0"'],
    ['v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -4', 'line 4: a face names one of the 3 points before it, got "-4"'],
    ['v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 x', 'line 4: a face names one of the 3 points before it, got "x"'],
    ['v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1//1 2//1 3//1', 'line 4: a face names one of the 0 normals before it, got "1"'],
    ['v 0 0 0\nv 1 0 1e99\nf 1 1 1', 'line 2: expected three finite numbers, got "1 0 1e99"'],
    ['v 0 0 0\nv 1 0\nf 1 1 1', 'line 2: expected three finite numbers, got "1 0"'],
    ['v 0 0 0\nv 1 0 0\nl 1 2', 'an OBJ file must have faces, got none'],
    ['v 0 0 0\nv 1 0 0\nf 1 2 1', 'an OBJ file must have faces, got none'],
    [
      `v 0 0 0\nv 1 0 0\nv 0 0 1\nv 0.2 0 0.2\nf 1 2 4 3${' 3'.repeat(253)}`,
      'line 5: a face that is not convex may have 256 corners, got 257',
    ],
    [`v 0 0 0\nf${' 1'.repeat(1_000_003)}`, 'an OBJ file may have 1000000 triangles, and this one has more'],
  ])('%.60j is refused with a sentence', (text, reason) => {
    expect(() => open(text)).toThrow(`"cup.obj" cannot be opened: ${reason}`);
  });

  test('is not taken for one where it is something else', () => {
    for (const text of ['vague words 1 2 3', 'o', 'v one two three'])
      expect(() => open(text, 'notes.obj')).toThrow('its content is not that of a .obj file');
  });
});
