import { describe, expect, it } from 'vitest';
import { drawBack } from '../../../../core/humanoid/pulling/draw-back.ts';

/** How far along a way of so many metres it is drawn back to, and what places were tried. */
function drawnTo(isReached: (along: number) => boolean, length = 1): { along: number; asked: number[] } {
  const asked: number[] = [];
  const isAsked = (along: number): boolean => {
    asked.push(along);
    return isReached(along);
  };
  return { along: drawBack(isAsked, length, 2, 0.004), asked };
}

describe('drawing back', () => {
  it('gives the furthest place that is reached, wherever it is, by few places', () => {
    for (let edge = 0.01; edge < 1; edge += 0.013) {
      const { along, asked } = drawnTo((place) => place <= edge);
      expect(along).toBeLessThanOrEqual(edge);
      expect(along).toBeGreaterThan(edge - 0.004);
      expect(asked.length).toBeLessThanOrEqual(9);
    }
  });

  it('gives the same place however far away the end is', () => {
    const isReached = (place: number): boolean => place <= 0.3 || (place > 0.4 && place < 0.5);
    for (const length of [0.6, 0.7, 1.1, 1.9, 5]) expect(drawnTo(isReached, length).along).toBe(drawnTo(isReached, 3).along);
  });

  it('asks for no place beyond the end', () => {
    expect(Math.max(...drawnTo(() => true, 0.7).asked)).toBeLessThan(0.7);
  });

  it('ends at the beginning where no place is reached', () => {
    expect(drawnTo(() => false).along).toBe(0);
  });
});
