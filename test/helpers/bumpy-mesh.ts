import { seededRandom } from '../../core/index.ts';

export interface BumpyMesh {
  readonly kind: 'mesh';
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

/** A closed body of 2 · rings · around − 2 · around triangles about the origin, half a metre large, with seeded bumps and hollows. */
export function bumpyMesh(rings: number, around: number, seed = 7): BumpyMesh {
  const random = seededRandom(seed);
  const waves = Array.from({ length: 6 }, () => [1 + 5 * random(), 1 + 5 * random(), 6 * random(), 0.03 * random()] as const);
  const positions = [0, -0.5, 0];
  for (let ring = 1; ring < rings; ring++)
    for (let i = 0; i < around; i++) {
      const [polar, angle] = [(Math.PI * ring) / rings, (2 * Math.PI * i) / around];
      const wave = ([a, b, c, size]: readonly [number, number, number, number]): number =>
        size * Math.sin(a * polar + c) * Math.sin(Math.round(b) * angle + c) * Math.sin(polar);
      const radius = 0.5 + waves.reduce((sum, each) => sum + wave(each), 0);
      positions.push(
        radius * Math.sin(polar) * Math.sin(angle),
        -radius * Math.cos(polar),
        radius * Math.sin(polar) * Math.cos(angle),
      );
    }
  positions.push(0, 0.5, 0);
  const top = positions.length / 3 - 1;
  const point = (ring: number, i: number): number =>
    ring === 0 ? 0 : ring === rings ? top : 1 + (ring - 1) * around + (i % around);
  const indices: number[] = [];
  for (let ring = 0; ring < rings; ring++)
    for (let i = 0; i < around; i++) {
      if (ring > 0) indices.push(point(ring, i), point(ring, i + 1), point(ring + 1, i + 1));
      if (ring < rings - 1) indices.push(point(ring, i), point(ring + 1, i + 1), point(ring + 1, i));
    }
  if (indices.length === 0) throw new Error('a bumpy mesh needs rings');
  return { kind: 'mesh', positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}
