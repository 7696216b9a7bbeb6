import type { Point } from './joints.ts';

/** A skinned triangle mesh under construction; each vertex follows one or two joints. */
export interface Surface {
  readonly positions: number[];
  readonly normals: number[];
  /** Two joint names a vertex (the second may repeat the first) and the share of the second. */
  readonly weights: { readonly first: string; readonly second: string; readonly share: number }[];
  readonly indices: number[];
}

export function emptySurface(): Surface {
  return { positions: [], normals: [], weights: [], indices: [] };
}

/** One cross-section of a loft: half extents in metres, measured from the axis. */
export interface Section {
  /** Metres from the loft's start along its axis. */
  readonly along: number;
  /** To either side. */
  readonly side: number;
  /** Towards the front and the back. */
  readonly front: number;
  readonly back: number;
  /** Moves the whole section to the front. Default 0. */
  readonly shift?: number;
}

export interface LoftFrame {
  readonly start: Point;
  /** Unit vectors, right-handed: side × front = axis is not required, the winding follows from them. */
  readonly axis: Point;
  readonly side: Point;
  readonly front: Point;
}

export interface LoftOptions {
  readonly sections: readonly Section[];
  /** Points around a section. */
  readonly around: number;
  /** Rings between two given sections; the sections are joined by a smooth curve. */
  readonly rings: number;
  /** Exponent of the cross-section: 2 is an ellipse, more is boxier. */
  readonly roundness?: number;
  /** The joint(s) that a point at `along` metres follows. */
  readonly weight: (along: number) => { first: string; second: string; share: number };
}

/** Adds a closed, rounded body through the sections. */
export function addLoft(surface: Surface, frame: LoftFrame, options: LoftOptions): void {
  const { around, roundness = 2.3 } = options;
  const rings = smoothSections(options.sections, options.rings);
  const base = surface.positions.length / 3;
  const points: Point[] = [];
  for (const ring of rings) {
    for (let i = 0; i < around; i++) {
      points.push(pointOn(frame, ring, (2 * Math.PI * i) / around, roundness));
      surface.weights.push(options.weight(ring.along));
    }
  }
  const flips = handedness(frame) < 0;
  const triangles: number[] = [];
  for (let r = 0; r + 1 < rings.length; r++) {
    for (let i = 0; i < around; i++) {
      const a = r * around + i;
      const b = r * around + ((i + 1) % around);
      triangles.push(a, b, a + around, b, b + around, a + around);
    }
  }
  // Both ends are closed by a fan around the section's centre.
  for (const [ring, first] of [[rings[0]!, 0], [rings.at(-1)!, (rings.length - 1) * around]] as const) {
    const centre = points.length;
    points.push(pointOn(frame, { ...ring, side: 0, front: 0, back: 0 }, 0, roundness));
    surface.weights.push(options.weight(ring.along));
    for (let i = 0; i < around; i++) {
      const [a, b] = [first + i, first + ((i + 1) % around)];
      triangles.push(...(first === 0 ? [b, a, centre] : [a, b, centre]));
    }
  }
  addTriangles(surface, base, points, flips ? reversed(triangles) : triangles);
}

/** Adds a ball. */
export function addBall(surface: Surface, centre: Point, radius: number, joint: string, around = 14, rings = 7): void {
  const frame: LoftFrame = { start: [centre[0], centre[1] - radius, centre[2]], axis: [0, 1, 0], side: [1, 0, 0], front: [0, 0, 1] };
  const sections = Array.from({ length: rings }, (_, i) => {
    const angle = (Math.PI * i) / (rings - 1);
    const size = Math.max(radius * Math.sin(angle), 1e-5);
    return { along: radius * (1 - Math.cos(angle)), side: size, front: size, back: size };
  });
  addLoft(surface, frame, { sections, around, rings: 1, roundness: 2, weight: () => ({ first: joint, second: joint, share: 0 }) });
}

function pointOn(frame: LoftFrame, ring: Required<Section>, angle: number, roundness: number): Point {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const superellipse = (value: number): number => Math.sign(value) * Math.abs(value) ** (2 / roundness);
  const u = ring.side * superellipse(c);
  const v = (s >= 0 ? ring.front : ring.back) * superellipse(s) + ring.shift;
  return [0, 1, 2].map(
    (k) => frame.start[k]! + frame.axis[k]! * ring.along + frame.side[k]! * u + frame.front[k]! * v,
  ) as unknown as Point;
}

/** Catmull–Rom through the given sections, `rings` steps between two of them. */
function smoothSections(sections: readonly Section[], rings: number): Required<Section>[] {
  const full = sections.map((section) => ({ shift: 0, ...section }));
  const result: Required<Section>[] = [];
  for (let i = 0; i + 1 < full.length; i++) {
    const [p, a, b, n] = [full[Math.max(0, i - 1)]!, full[i]!, full[i + 1]!, full[Math.min(full.length - 1, i + 2)]!];
    for (let step = 0; step < rings; step++) {
      const t = step / rings;
      const curve = (key: keyof Section): number => catmullRom(p[key], a[key], b[key], n[key], t);
      result.push({
        along: curve('along'),
        side: Math.max(curve('side'), 1e-5),
        front: Math.max(curve('front'), 1e-5),
        back: Math.max(curve('back'), 1e-5),
        shift: curve('shift'),
      });
    }
  }
  result.push(full.at(-1)!);
  return result;
}

function catmullRom(p: number, a: number, b: number, n: number, t: number): number {
  return 0.5 * (2 * a + (b - p) * t + (2 * p - 5 * a + 4 * b - n) * t * t + (3 * a - p - 3 * b + n) * t * t * t);
}

function handedness({ axis, side, front }: LoftFrame): number {
  const c = cross(side, front);
  return c[0] * axis[0] + c[1] * axis[1] + c[2] * axis[2];
}

function reversed(triangles: readonly number[]): number[] {
  const result: number[] = [];
  for (let i = 0; i < triangles.length; i += 3) result.push(triangles[i]!, triangles[i + 2]!, triangles[i + 1]!);
  return result;
}

/** Appends vertices with smooth normals (sums of triangle normals by area, shared by vertices at the same place). */
function addTriangles(surface: Surface, base: number, points: readonly Point[], triangles: readonly number[]): void {
  const sums = new Map<string, [number, number, number]>();
  const keyOf = (p: Point): string => p.map((value) => Math.round(value * 1e4)).join();
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [points[triangles[i]!]!, points[triangles[i + 1]!]!, points[triangles[i + 2]!]!];
    const normal = cross(difference(b, a), difference(c, a));
    for (const point of [a, b, c]) {
      const sum = sums.get(keyOf(point)) ?? [0, 0, 0];
      normal.forEach((value, k) => (sum[k]! += value));
      sums.set(keyOf(point), sum);
    }
    if (Math.hypot(...normal) > 1e-12) surface.indices.push(...triangles.slice(i, i + 3).map((index) => base + index));
  }
  for (const point of points) {
    const sum = sums.get(keyOf(point)) ?? [0, 1, 0];
    const n = Math.hypot(...sum) || 1;
    surface.positions.push(...point);
    surface.normals.push(...sum.map((value) => value / n));
  }
}

function difference(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
