import { add, cross, length, normalize, scale, subtract, type Vec3 } from '../../core/math/vec3.ts';
import { smoothThrough } from './profile.ts';

/** Triangles with a smooth normal at every point; counter-clockwise seen from outside. */
export interface Surface {
  readonly positions: readonly Vec3[];
  readonly normals: readonly Vec3[];
  /** Three a triangle. */
  readonly indices: readonly number[];
}

/** A cross-section: at `at` along the axis, half as wide as `width`, reaching `front` ahead and `back` behind, all in metres. */
export interface Station {
  readonly at: number;
  readonly width: number;
  readonly front: number;
  readonly back: number;
  /** Shift of the section's middle sideways and ahead. Default 0. */
  readonly side?: number;
  readonly ahead?: number;
}

/** A closed body: cross-sections strung along an axis, with rounded ends. */
export interface Loft {
  readonly start: Vec3;
  /** Unit vectors: along the axis, to the side, ahead = the way that `front` is measured. */
  readonly axis: Vec3;
  readonly side: Vec3;
  readonly ahead: Vec3;
  readonly stations: readonly Station[];
  /** Over how many metres the ends close. */
  readonly roundStart: number;
  readonly roundEnd: number;
  /** Rings between the rounded ends, rings in each end, points around. */
  readonly rings: number;
  readonly endRings: number;
  readonly around: number;
  /** 2: ellipse; more: squarer (superellipse exponent), for the front and the back half. Default 2. */
  readonly square?: number;
  readonly squareBack?: number;
  /** Moves each point, for what sections alone do not give. */
  readonly sculpt?: (point: Vec3) => Vec3;
}

/** Builds the triangles of a loft. */
export function loftSurface(loft: Loft): Surface {
  const { stations, around, sculpt = (point: Vec3) => point } = loft;
  const first = stations[0]!.at;
  const total = stations.at(-1)!.at - first;
  const section = sectionAt(loft);
  const place = (at: number, across: number, ahead: number): Vec3 =>
    sculpt(add(add(loft.start, scale(loft.axis, at)), add(scale(loft.side, across), scale(loft.ahead, ahead))));

  const rings = ringDistances(loft, total).map((distance) => {
    const at = first + distance;
    const { width, front, back, side, ahead } = section(at);
    const size = Math.min(closing(distance, loft.roundStart), closing(total - distance, loft.roundEnd));
    return Array.from({ length: around }, (_, i): Vec3 => {
      const angle = (2 * Math.PI * i) / around;
      const sine = Math.sin(angle);
      const square = (sine < 0 ? loft.squareBack : loft.square) ?? 2;
      const depth = sine < 0 ? back : front;
      return place(at, side + size * width * power(Math.cos(angle), square), ahead + size * depth * power(sine, square));
    });
  });
  const pole = (at: number): Vec3 => {
    const { side, ahead } = section(at);
    return place(at, side, ahead);
  };
  const positions = [pole(first), ...rings.flat(), pole(first + total)];
  const isRightHanded = dotOfCross(loft) > 0;
  const indices = stitch(rings.length, around, isRightHanded);
  return { positions, normals: smoothNormals(positions, indices), indices };
}

/** |x|^(2/n) with the sign of x: the superellipse |x/a|ⁿ + |y/b|ⁿ = 1 by angle. */
function power(x: number, n: number): number {
  return Math.sign(x) * Math.abs(x) ** (2 / n);
}

/** How far a rounded end has opened at `distance` from its pole: a quarter ellipse, 0 to 1. */
function closing(distance: number, over: number): number {
  if (distance >= over) return 1;
  const left = 1 - distance / over;
  return Math.sqrt(Math.max(0, 1 - left * left));
}

function ringDistances({ roundStart, roundEnd, rings, endRings }: Loft, total: number): readonly number[] {
  const quarter = Array.from({ length: endRings }, (_, i) => 1 - Math.cos(((i + 1) / (endRings + 1)) * (Math.PI / 2)));
  const middle = Array.from({ length: rings }, (_, i) => i / Math.max(1, rings - 1));
  return [
    ...quarter.map((share) => share * roundStart),
    ...middle.map((share) => roundStart + share * (total - roundStart - roundEnd)),
    ...quarter.map((share) => total - share * roundEnd).toReversed(),
  ];
}

function sectionAt({ stations }: Loft): (at: number) => Required<Station> {
  const curve = (read: (station: Station) => number) =>
    smoothThrough(
      stations.map(({ at }) => at),
      stations.map(read),
    );
  const width = curve((station) => station.width);
  const front = curve((station) => station.front);
  const back = curve((station) => station.back);
  const side = curve((station) => station.side ?? 0);
  const ahead = curve((station) => station.ahead ?? 0);
  return (at) => ({ at, width: width(at), front: front(at), back: back(at), side: side(at), ahead: ahead(at) });
}

function dotOfCross({ axis, side, ahead }: Loft): number {
  const [x, y, z] = cross(side, ahead);
  return x * axis[0] + y * axis[1] + z * axis[2];
}

/** Triangles between a first pole, `rings` rings and a last pole. */
function stitch(rings: number, around: number, isRightHanded: boolean): number[] {
  const indices: number[] = [];
  const triangle = (a: number, b: number, c: number) => indices.push(...(isRightHanded ? [a, b, c] : [a, c, b]));
  const at = (ring: number, i: number) => 1 + ring * around + (i % around);
  const last = 1 + rings * around;
  for (let i = 0; i < around; i++) {
    triangle(0, at(0, i + 1), at(0, i));
    for (let ring = 0; ring + 1 < rings; ring++) {
      triangle(at(ring, i), at(ring, i + 1), at(ring + 1, i + 1));
      triangle(at(ring, i), at(ring + 1, i + 1), at(ring + 1, i));
    }
    triangle(last, at(rings - 1, i), at(rings - 1, i + 1));
  }
  return indices;
}

/** Unit normals at the points: the sum of the normals of the triangles there, weighted by area. */
function smoothNormals(positions: readonly Vec3[], indices: readonly number[]): Vec3[] {
  const sums: Vec3[] = positions.map(() => [0, 0, 0]);
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i]!, indices[i + 1]!, indices[i + 2]!];
    const normal = cross(subtract(positions[b]!, positions[a]!), subtract(positions[c]!, positions[a]!));
    for (const corner of [a, b, c]) sums[corner] = add(sums[corner]!, normal);
  }
  return sums.map((sum) => {
    if (length(sum) === 0) throw new Error('a point of the surface has no area around it');
    return normalize(sum);
  });
}

/** The same surface on the other side of the plane x = 0. */
export function mirrorSurface({ positions, normals, indices }: Surface): Surface {
  const flip = ([x, y, z]: Vec3): Vec3 => [-x, y, z];
  const turned = indices.map((_, i) => indices[i - (i % 3) + [0, 2, 1][i % 3]!]!);
  return { positions: positions.map(flip), normals: normals.map(flip), indices: turned };
}
