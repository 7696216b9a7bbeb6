import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { FromHalfFloat } from '@babylonjs/core/Misc/halfFloat.js';
import { expect, test } from 'vitest';
import { createScene } from '../../../renderer/viewport/stage/engine.ts';
import { createReflectanceTable, reflectedShares } from '../../../renderer/viewport/stage/reflectance-table.ts';

/** The three shares by their definitions, over directions to the light in steps of the same solid angle: slow, and another way than the program's. */
function byDefinition(view: number, roughness: number, steps = 1200): readonly [number, number, number] {
  const alpha = roughness ** 2;
  const side = Math.sqrt(1 - view * view);
  const sums: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < steps; i++) {
    const light = (i + 0.5) / steps;
    const lightSide = Math.sqrt(1 - light * light);
    for (let j = 0; j < steps / 2; j++) {
      const turn = (Math.PI * (j + 0.5)) / (steps / 2);
      const between = side * lightSide * Math.cos(turn) + view * light;
      const towards = Math.sqrt((1 + between) / 2);
      const high = (view + light) / (2 * towards);
      const spread = alpha ** 2 / (Math.PI * (high * high * (alpha ** 2 - 1) + 1) ** 2);
      const shadow = (cosine: number, other: number) => other * Math.sqrt(cosine * cosine * (1 - alpha ** 2) + alpha ** 2);
      const gloss = (spread * 0.5) / (shadow(view, light) + shadow(light, view));
      const cloth = ((2 + 1 / alpha) * (1 - high * high) ** (0.5 / alpha)) / (2 * Math.PI);
      sums[0] += gloss * (1 - towards) ** 5 * light;
      sums[1] += gloss * light;
      sums[2] += (cloth * light) / (4 * (light + view - light * view));
    }
  }
  return sums.map((sum) => (2 * Math.PI * sum) / (steps * (steps / 2))) as [number, number, number];
}

test.each([
  [0.9, 0.3],
  [0.5, 0.5],
  [0.3, 0.8],
  [0.7, 1],
  [0.15, 0.6],
])('a surface seen at the cosine %d, of roughness %d, reflects what its lobes say', (view, roughness) => {
  const shares = reflectedShares(view, roughness);
  const wanted = byDefinition(view, roughness);
  for (const [i, share] of shares.entries()) expect(Math.abs(share - wanted[i]!), `share ${i}`).toBeLessThan(0.012);
});

test('a mirror reflects all, and of the light at grazing angles (1 − n·v)⁵', () => {
  for (const view of [0.05, 0.3, 0.8]) {
    const [fresnel, all, sheen] = reflectedShares(view, 0.01);
    expect(fresnel).toBeCloseTo((1 - view) ** 5, 2);
    expect(all).toBeCloseTo(1, 3);
    expect(sheen).toBeGreaterThanOrEqual(0);
  }
});

test('materials find the shares where the shaders look: the cosine across, the roughness up', () => {
  const engine = new NullEngine();
  const table = createReflectanceTable(createScene(engine));
  const { width, height } = table.getSize();
  const texels = table.getInternalTexture()!._bufferView as unknown as Uint16Array;
  const [column, row] = [40, 20];
  const found = [...texels.subarray(4 * (row * width + column)).subarray(0, 3)].map(FromHalfFloat);
  for (const [i, share] of reflectedShares((column + 0.5) / width, (row + 0.5) / height).entries())
    expect(found[i]).toBeCloseTo(share, 3);
  expect([...texels].every((half) => Number.isFinite(FromHalfFloat(half)))).toBe(true);
  engine.dispose();
});
