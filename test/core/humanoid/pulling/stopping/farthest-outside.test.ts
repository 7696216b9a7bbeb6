import { expect, it } from 'vitest';
import { farthestOutside, type Way } from '../../../../../core/humanoid/pulling/stopping/farthest-outside.ts';
import type { Stopped } from '../../../../../core/humanoid/pulling/stopping/go-on.ts';

/** A way of one metre on which every share leads to something that misses the end by so many metres, or inside. */
function wayOf(missedAt: (share: number) => number | null): Way & { readonly tried: number[] } {
  const tried: number[] = [];
  const build = (share: number): Stopped => {
    tried.push(share);
    return { share } as unknown as Stopped;
  };
  const shareOf = (attempt: unknown): number => (attempt as { readonly share: number }).share;
  return {
    tried,
    build,
    near: (_, share) => build(share),
    missedBy: (attempt) => missedAt(shareOf(attempt)) ?? 0,
    isBroken: (attempt) => missedAt(shareOf(attempt)) === null,
    length: 1,
    short: 0.05,
  };
}

it('goes as far as it stays outside', () => {
  const way = wayOf((share) => (share < 0.7 ? 1 - share : null));
  expect(way.missedBy(farthestOutside(way))).toBeLessThan(0.32);
});

it('comes back to where it is nearest when what goes further is held back more', () => {
  // Three quarters of the way are reached; further on the body holds it back, and at last it would go in.
  const way = wayOf((share) => (share > 0.9 ? null : share > 0.8 ? 0.4 : 1 - share));
  expect(way.missedBy(farthestOutside(way))).toBeLessThan(0.21);
});
