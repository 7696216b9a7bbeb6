import { expect, test } from 'vitest';
import {
  arrangementFor,
  giveSides,
  LASTING_PANELS,
  layoutOf,
  readMovedSides,
  readSides,
  type Arrangement,
  type DockedPanels,
} from '../../../renderer/panels/shell/arrange.ts';
import { fitLayout } from '../../../renderer/panels/shell/fit-layout.ts';

test.each([
  [1280, 1, 'wide'],
  [1000, 1, 'wide'],
  [999, 1, 'narrow'],
  [1280, 1.5, 'narrow'],
  [1920, 2, 'narrow'],
  [2560, 2, 'wide'],
] as const)('a window of %i pixels at the scale %d is %s', (width, scale, arrangement) => {
  expect(arrangementFor(width, scale)).toBe(arrangement);
});

interface Part {
  readonly type: string;
  readonly size?: number;
  readonly data: unknown;
}

/** The groups of a part of the grid, width by height. */
function groups(
  { type, size = 0, data }: Part,
  along: 'x' | 'y',
  other: number,
): { names: string[]; width: number; height: number }[] {
  const box = along === 'x' ? { width: size, height: other } : { width: other, height: size };
  if (type === 'leaf') return [{ names: (data as { views: string[] }).views, ...box }];
  return (data as Part[]).flatMap((part) => groups(part, along === 'x' ? 'y' : 'x', size));
}

test.each<[Arrangement, number, number, number]>([
  ['wide', 1272, 736, 1],
  ['wide', 1912, 1016, 1],
  ['wide', 2552, 1376, 2],
  ['narrow', 892, 536, 1],
  ['narrow', 1272, 660, 2],
  ['narrow', 792, 476, 0.8],
])(
  'in a %s window of %i by %i at the scale %d every panel has a place, and the viewport room',
  (arrangement, width, height, scale) => {
    const { grid } = layoutOf(arrangement, { width, height }, scale);
    // A root that is divided across lies along the other axis itself.
    const along = grid.orientation === 'HORIZONTAL' ? 'y' : 'x';
    const all = groups(grid.root, along, along === 'y' ? width : height);
    expect(all.flatMap(({ names }) => names).toSorted()).toEqual([...LASTING_PANELS].toSorted());
    const area = all.reduce((sum, group) => sum + group.width * group.height, 0);
    expect(area).toBeCloseTo(width * height, 3);
    const viewport = all.find(({ names }) => names.includes('viewport'))!;
    expect(viewport.width).toBeGreaterThanOrEqual(0.39 * width);
    expect(viewport.height).toBeGreaterThanOrEqual(0.39 * height);
  },
);

/** Width and height of the group in which a panel is. */
function sizesIn({ grid }: ReturnType<typeof layoutOf>, panel: string): readonly number[] {
  const isAcross = grid.orientation === 'HORIZONTAL';
  const all = groups(grid.root, isAcross ? 'y' : 'x', isAcross ? grid.width : grid.height);
  const { width, height } = all.find(({ names }) => names.includes(panel))!;
  return [width, height];
}

/** Pixels between what two lists of sizes hold, at most. */
function apart(actual: readonly number[], expected: readonly number[]): number {
  return Math.max(...actual.map((value, i) => Math.abs(value - expected[i]!)));
}

test('columns use the room of a window that is wider than usual, at every scale', () => {
  const inspector = (width: number, scale: number) => sizesIn(layoutOf('wide', { width, height: 1376 }, scale), 'inspector')[0]!;
  expect(inspector(1272, 1)).toBe(300);
  expect(inspector(1700, 1)).toBe(300);
  expect(inspector(2552, 1)).toBeCloseTo((300 * 2552) / 1700, 9);
  expect(inspector(2550, 1.5)).toBe(450);
});

test('the library of a new window has more room where the window is high', () => {
  const heights = [736, 1016, 1376].map((height) => sizesIn(layoutOf('wide', { width: 1912, height }, 1), 'library')[1]);
  expect(heights.map((height) => Math.round(height!))).toEqual([390, 538, 729]);
});

test.each<[Arrangement, number, number, number, number]>([
  ['wide', 1112, 640, 1912, 1016],
  ['wide', 2552, 1376, 1272, 736],
  ['narrow', 892, 536, 990, 900],
])(
  'a %s layout of %i by %i pixels has its columns and rows in %i by %i as in a new window of that size',
  (arrangement, ...sizes) => {
    const [width, height, toWidth, toHeight] = sizes;
    const before = layoutOf(arrangement, { width, height }, 1);
    const room = { width: toWidth, height: toHeight };
    const fitted = fitLayout(before, room, 1);
    const fresh = layoutOf(arrangement, room, 1);
    for (const panel of ['viewport', 'timeline']) expect(apart(sizesIn(fitted, panel), sizesIn(fresh, panel))).toBeLessThan(1e-6);
    for (const panel of ['inspector', 'outliner'])
      expect(apart(sizesIn(fitted, panel).slice(0, 1), sizesIn(fresh, panel).slice(0, 1))).toBeLessThan(1e-6);
    const back = fitLayout(fitted, { width, height }, 1);
    for (const panel of LASTING_PANELS) expect(apart(sizesIn(back, panel), sizesIn(before, panel))).toBeLessThan(1e-6);
  },
);

test('what stands beside the viewport gives way alike in a window that is too small for it', () => {
  const fitted = fitLayout(layoutOf('wide', { width: 1612, height: 1016 }, 1), { width: 500, height: 200 }, 1);
  const [width, height] = sizesIn(fitted, 'viewport');
  expect(sizesIn(fitted, 'inspector')[0]).toBe(300);
  expect(width).toBeCloseTo(0.4 * 200, 9);
  expect(height).toBeCloseTo(0.4 * 200, 9);
});

/** Docked panels of a window of 892 by 536 pixels, where these stand behind each other or alone. */
function docked(
  places: readonly { readonly names: readonly string[]; width: number; height: number }[],
): DockedPanels & { resize(width: number, height: number): void } {
  const all = places.map(({ names, ...size }) => ({
    names,
    group: {
      api: {
        ...size,
        setSize(to: object) {
          Object.assign(this, to);
        },
      },
    },
  }));
  return {
    width: 892,
    height: 536,
    getPanel: (name) => all.find(({ names }) => names.includes(name)),
    resize(width, height) {
      Object.assign(this, { width, height });
    },
  };
}

const placesAtScaleOne = () => [
  { names: ['viewport'], width: 642, height: 386 },
  { names: ['inspector', 'library', 'outliner'], width: 150, height: 380 },
  { names: ['timeline', 'solver'], width: 892, height: 150 },
];
const sizesOf = (api: DockedPanels) => [api.getPanel('inspector')!.group.api.width, api.getPanel('timeline')!.group.api.height];

test('what stands beside the viewport grows with the scale and is as large as before when that is taken back', () => {
  const api = docked(placesAtScaleOne());
  const sides = readSides(api, 'narrow', 1);
  giveSides(api, 'narrow', 2, sides);
  expect(sizesOf(api)).toEqual([300, 0.4 * 536]);
  giveSides(api, 'narrow', 1, readMovedSides(api, 'narrow', 2, sides));
  expect(sizesOf(api)).toEqual([150, 150]);
});

test('what stands beside the viewport keeps its size in a larger window, and through a smaller one', () => {
  const api = docked(placesAtScaleOne());
  let sides = readSides(api, 'narrow', 1);
  for (const [width, height, expected] of [
    [1784, 1072, [150, 150]],
    [300, 200, [120, 80]],
    [892, 536, [150, 150]],
  ] as const) {
    // The dock shares a change of the window alike.
    const [across, down] = [width / api.width, height / api.height];
    api.resize(width, height);
    for (const name of ['inspector', 'timeline'] as const) {
      const { api: group } = api.getPanel(name)!.group;
      group.setSize({ width: group.width * across, height: group.height * down });
    }
    giveSides(api, 'narrow', 1, sides);
    expect(sizesOf(api)).toEqual(expected);
    sides = readMovedSides(api, 'narrow', 1, sides);
  }
});

test('an edge that the user moves stays where it was moved to', () => {
  const api = docked(placesAtScaleOne());
  const sides = readSides(api, 'narrow', 1);
  api.getPanel('inspector')!.group.api.setSize({ width: 210 });
  giveSides(api, 'narrow', 1, readMovedSides(api, 'narrow', 1, sides));
  expect(sizesOf(api)).toEqual([210, 150]);
});

test('a column that was cut to its share of the window gets what a new window gives it', () => {
  const api = docked([
    { names: ['viewport'], width: 500, height: 386 },
    { names: ['inspector', 'outliner'], width: 0.4 * 892 - 4, height: 380 },
    { names: ['timeline'], width: 892, height: 150 },
  ]);
  giveSides(api, 'narrow', 1, readSides(api, 'narrow', 2));
  expect(api.getPanel('inspector')!.group.api.width).toBe(250);
});
