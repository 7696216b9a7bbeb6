import { expect, test } from 'vitest';
import { paletteOf, type Colour } from '../../../renderer/viewport/palette.ts';

/** Degrees around the circle of hues. */
function hueOf([red, green, blue]: Colour): number {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const range = most - least;
  if (most === red) return (60 * ((green - blue) / range) + 360) % 360;
  return most === green ? 60 * ((blue - red) / range) + 120 : 60 * ((red - green) / range) + 240;
}

function apart(a: Colour, b: Colour): number {
  const difference = Math.abs(hueOf(a) - hueOf(b));
  return Math.min(difference, 360 - difference);
}

for (const theme of ['dark', 'light', 'neutral'] as const)
  for (const sides of ['blueRed', 'colourSafe'] as const)
    test(`ghosts have hues of their own beside those of left, right and the middle: ${theme}, ${sides}`, () => {
      const { before, after, left, right, middle } = paletteOf(theme, sides);
      for (const side of [left, right, middle]) {
        expect(apart(before, side)).toBeGreaterThan(30);
        expect(apart(after, side)).toBeGreaterThan(30);
      }
      expect(apart(before, after)).toBeGreaterThan(90);
    });
