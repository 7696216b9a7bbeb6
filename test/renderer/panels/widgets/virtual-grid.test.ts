import { describe, expect, test } from 'vitest';
import { cardAfterKey, cardsInView, layOutCards, scrollToCard } from '../../../../renderer/panels/widgets/virtual-grid.ts';

const SIZES = { narrowest: 84, widest: 130, below: 24, gap: 6 };

describe('a list of cards', () => {
  test.each([
    [84, 1, 84],
    [173, 1, 130],
    [174, 2, 84],
    [280, 3, 89],
    [0, 1, 84],
  ])('%d pixels wide has %d columns of %d', (width, columns, card) => {
    expect(layOutCards(10, width, SIZES)).toMatchObject({ columns, width: card, height: card + 24 });
  });

  test('draws every card that is in view, and few others, wherever it is scrolled to', () => {
    const grid = layOutCards(10_000, 280, SIZES);
    for (let top = 0; top < grid.whole; top += 997) {
      const { from, to } = cardsInView(grid, 10_000, top, 500, 2);
      const seen = Array.from({ length: 10_000 }, (_, i) => Math.floor(i / grid.columns) * grid.down).flatMap((y, i) =>
        y + grid.height > top && y < top + 500 ? [i] : [],
      );
      expect(from).toBeLessThanOrEqual(seen[0]!);
      expect(to).toBeGreaterThan(seen.at(-1)!);
      expect(to - from).toBeLessThan(seen.length + 7 * grid.columns);
    }
  });

  test('is scrolled no farther than a card needs to be in view', () => {
    const grid = layOutCards(100, 280, SIZES);
    expect(scrollToCard(grid, 0, 0, 500)).toBe(0);
    expect(scrollToCard(grid, 0, 300, 500)).toBe(0);
    const below = scrollToCard(grid, 99, 0, 500);
    expect(below).toBe(33 * grid.down + grid.height - 500);
    expect(scrollToCard(grid, 99, below, 500)).toBe(below);
    // In a list that is lower than a card its top is in view.
    expect(scrollToCard(grid, 6, 0, grid.height - 5)).toBe(2 * grid.down);
    expect(scrollToCard(grid, 0, 20, grid.height - 5)).toBe(0);
  });

  test('goes by keys from card to card', () => {
    const grid = layOutCards(10, 280, SIZES);
    const after = (key: string, index: number) => cardAfterKey(key, index, 10, grid, 2 * grid.down);
    expect(['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'].map((key) => after(key, 4))).toEqual([5, 3, 7, 1]);
    expect(['Home', 'End', 'PageDown', 'PageUp'].map((key) => after(key, 4))).toEqual([0, 9, 9, 0]);
    expect(after('ArrowDown', 8)).toBe(8);
    expect(after('ArrowUp', 1)).toBe(1);
    expect(after('ArrowRight', 9)).toBe(9);
    expect(after('ArrowRight', -1)).toBe(0);
    expect(after('a', 4)).toBeNull();
    expect(cardAfterKey('End', -1, 0, grid, 100)).toBeNull();
  });
});
