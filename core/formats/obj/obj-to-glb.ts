import { add, cross, dot, subtract, vec3At, type Vec3 } from '../../math/vec3.ts';
import { createGlbBuilder } from '../gltf/glb-builder.ts';
import { quote } from '../text/quote.ts';
import { decodeUtf8 } from '../text/utf8.ts';

/** Bytes in which an OBJ file shows what it is, after any comment. */
const HEAD = 65_536;
/** Triangles of a file at most: five times what a prop may have. */
const MOST_TRIANGLES = 1_000_000;
/** Corners of a face that is not convex: to cut it takes time by more than their number. */
const MOST_CORNERS = 256;
/** The first words of its lines. */
const WORDS = /^(?:v|vn|vt|vp|f|l|p|o|g|s|mtllib|usemtl)$/;

/** What all of it is drawn with: materials stand in files of their own. */
const MATERIAL = {
  pbrMetallicRoughness: { baseColorFactor: [0.5, 0.5, 0.5, 1], metallicFactor: 0, roughnessFactor: 0.8 },
  // Many such files have faces that look inwards.
  doubleSided: true,
};

/** Whether bytes are those of a Wavefront OBJ file: the first line that is no comment begins as its lines do, and a point follows. */
export function looksLikeObj(bytes: Uint8Array): boolean {
  const head = decodeUtf8(bytes.subarray(0, HEAD));
  const first = /^(?:[^\S\n]*(?:#[^\n]*)?\n)*[^\S\n]*(\w+)[^\S\n]/.exec(head);
  return first !== null && WORDS.test(first[1]!) && /^[^\S\n]*v(?:[^\S\n]+[-+.\d][-+.\deE]*){3}/m.test(head);
}

/**
 * A GLB with the faces of a Wavefront OBJ file as one mesh, a length of 1 being a metre. Faces without normals are flat. Throws an `Error` with one sentence
 * that names the line where it is none, or has no faces.
 */
export function objToGlb(name: string, bytes: Uint8Array): { readonly bytes: Uint8Array; readonly warnings: readonly string[] } {
  const { positions, normals, isMissing } = readFaces(decodeUtf8(bytes));
  const builder = createGlbBuilder();
  const attributes = {
    POSITION: builder.accessor(positions, 'VEC3', { target: 'vertices', withBounds: true }),
    NORMAL: builder.accessor(normals, 'VEC3', { target: 'vertices' }),
  };
  return {
    bytes: builder.finish({
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ name, mesh: 0 }],
      meshes: [{ name, primitives: [{ attributes, material: 0 }] }],
      materials: [MATERIAL],
    }),
    warnings: isMissing ? ['its materials are in a file of their own and are left out: it has one colour'] : [],
  };
}

/** The corners of all triangles in turn. */
interface Faces {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** Whether the file names materials. */
  readonly isMissing: boolean;
}

function readFaces(text: string): Faces {
  const points: number[] = [];
  const given: number[] = [];
  const positions: number[] = [];
  const normals: number[] = [];
  let isMissing = false;
  let count = 0;
  for (const [i, line] of linesOf(text)) {
    const [word, ...values] = line.trim().split(/\s+/);
    if (word === 'v' || word === 'vn') (word === 'v' ? points : given).push(...vectorOf(values, i));
    else if (word === 'usemtl') isMissing = true;
    else if (word === 'f')
      addFace(
        values.map((value) => cornerOf(value, points.length / 3, given.length / 3, i)),
        i,
      );
  }
  if (positions.length === 0) throw new Error('an OBJ file must have faces, got none');
  return { positions: Float32Array.from(positions), normals: Float32Array.from(normals), isMissing };

  function addFace(corners: readonly Corner[], line: number): void {
    count += Math.max(0, corners.length - 2);
    if (count > MOST_TRIANGLES) throw new Error(`an OBJ file may have ${MOST_TRIANGLES} triangles, and this one has more`);
    const places = corners.map(({ point }) => vec3At(points, point));
    for (const triangle of cutFace(places, line)) {
      const three = triangle.map((k) => corners[k]!);
      const [a, b, c] = three.map(({ point }) => vec3At(points, point)) as [Vec3, Vec3, Vec3];
      const flat = cross(subtract(b, a), subtract(c, a));
      const size = Math.sqrt(flat[0] ** 2 + flat[1] ** 2 + flat[2] ** 2);
      if (size === 0) continue;
      for (const { point, normal } of three) {
        positions.push(...vec3At(points, point));
        const own = normal < 0 ? flat : vec3At(given, normal);
        const length = Math.sqrt(own[0] ** 2 + own[1] ** 2 + own[2] ** 2);
        normals.push(...(length > 0 ? own.map((value) => value / length) : flat.map((value) => value / size)));
      }
    }
  }
}

/**
 * The triangles of a face, three of its corners each: a fan about the first corner, as most programs make of it, where it is convex. Else one corner after the
 * other is cut off that juts out with none of the others in its triangle (Meisters 1975).
 */
function cutFace(places: readonly Vec3[], line: number): readonly (readonly number[])[] {
  const first = places[0]!;
  const out = places.reduce<Vec3>(
    (sum, place, k) => add(sum, cross(subtract(place, first), subtract(places[(k + 1) % places.length]!, first))),
    [0, 0, 0],
  );
  /** Above 0 where a triangle of corners faces as the whole does. */
  const turn = (...[a, b, c]: readonly [number, number, number]): number =>
    dot(cross(subtract(places[b]!, places[a]!), subtract(places[c]!, places[a]!)), out);
  const left = places.map((_, k) => k);
  const isConvex = left.every((k) => turn(k, (k + 1) % left.length, (k + 2) % left.length) >= 0);
  if (!isConvex && left.length > MOST_CORNERS)
    throw new Error(`line ${line}: a face that is not convex may have ${MOST_CORNERS} corners, got ${left.length}`);
  const earAt = (at: number): readonly [number, number, number] => [left[at - 1]!, left[at]!, left[(at + 1) % left.length]!];
  const isEar = (at: number): boolean => {
    const [a, b, c] = earAt(at);
    const isIn = (k: number): boolean => turn(a, b, k) > 0 && turn(b, c, k) > 0 && turn(c, a, k) > 0;
    return turn(a, b, c) > 0 && !left.some((k) => k !== a && k !== b && k !== c && isIn(k));
  };
  const triangles: (readonly number[])[] = [];
  if (isConvex) for (let k = 2; k < left.length; k++) triangles.push([0, k - 1, k]);
  while (!isConvex && left.length > 2) {
    const at = left.findIndex((_, k) => k > 0 && isEar(k));
    triangles.push(earAt(Math.max(1, at)));
    left.splice(Math.max(1, at), 1);
  }
  return triangles;
}

/** The lines of a file with their numbers from 1 on, those that end in a backslash with the next one; without comments. */
function* linesOf(text: string): Generator<readonly [number: number, line: string]> {
  let before = '';
  let number = 0;
  for (const whole of text.split('\n')) {
    number++;
    const line = before + whole.replace(/#.*/, '').trimEnd();
    before = line.endsWith('\\') ? `${line.slice(0, -1)} ` : '';
    if (before === '') yield [number, line];
  }
}

function vectorOf(values: readonly string[], line: number): number[] {
  const numbers = values.slice(0, 3).map(Number);
  if (numbers.length === 3 && numbers.every((value) => Number.isFinite(Math.fround(value)))) return numbers;
  throw new Error(`line ${line}: expected three finite numbers, got ${quote(values.slice(0, 3).join(' '))}`);
}

/** A corner of a face: which point, and which normal, −1 for none. */
interface Corner {
  readonly point: number;
  readonly normal: number;
}

function cornerOf(value: string, points: number, normals: number, line: number): Corner {
  const [point, , normal = ''] = value.split('/');
  return {
    point: indexOf(point!, points, 'points', line),
    normal: normal === '' ? -1 : indexOf(normal, normals, 'normals', line),
  };
}

/** Numbers count from 1 on, or from −1 back from what was said so far. */
function indexOf(value: string, count: number, what: string, line: number): number {
  const number = Number(value);
  const index = number < 0 ? count + number : number - 1;
  if (Number.isInteger(index) && index >= 0 && index < count && number !== 0) return index;
  throw new Error(`line ${line}: a face names one of the ${count} ${what} before it, got ${quote(value)}`);
}
