import { describe, expect, it } from 'vitest';
import { drawBack } from '../../../../core/humanoid/pulling/draw-back.ts';

/** Draws back along a metre, `missed` by how far it is drawn, metres; what was found is how far. */
function drawnFor(missed: (drawn: number) => number, beyond = 0.01): { drawn: number; asked: number } {
  let asked = 0;
  const at = (drawn: number): number => {
    asked++;
    return drawn;
  };
  return { drawn: drawBack({ length: 1, at, missedBy: missed }, 0, beyond), asked };
}

describe('drawing back', () => {
  it.each([0.02, 0.1, 0.4, 0.9])('a target %d m away from what is in reach is missed by what is allowed, at once', (away) => {
    const { drawn, asked } = drawnFor((by) => Math.max(0, away - by));
    expect(away - drawn).toBeCloseTo(0.01, 2);
    expect(asked).toBe(1);
  });

  it.each([0.1, 0.3, 0.8])('goes on faster where a round gains only %d of what it drew back', (slope) => {
    const { drawn, asked } = drawnFor((by) => Math.max(0, 0.2 * slope - slope * by));
    expect(Math.abs(slope * (0.2 - drawn) - 0.01)).toBeLessThanOrEqual(0.002);
    expect(asked).toBeLessThanOrEqual(12);
  });

  it('halves the way back where it was drawn too far', () => {
    const { drawn } = drawnFor((by) => (by < 0.05 ? 0.4 : Math.max(0, 0.2 - by)));
    expect(0.2 - drawn).toBeCloseTo(0.01, 2);
  });

  it('gives what is missed by less where that leaps, however the rounds fall', () => {
    for (let edge = 0.1; edge < 0.9; edge += 0.013) {
      const { drawn } = drawnFor((by) => (by < edge ? 0.3 : 0));
      expect(drawn).toBeGreaterThanOrEqual(edge);
      expect(drawn).toBeLessThan(edge + 0.3);
    }
  });

  it('ends at the beginning of the way where nothing on it is in reach', () => {
    expect(drawnFor(() => 0.5).drawn).toBe(1);
  });
});
