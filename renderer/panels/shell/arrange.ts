import { Orientation, type DockviewApi, type SerializedDockview } from 'dockview-react';
import { PANEL_NAMES, type PanelName } from '../../state/window/window-parts.ts';

/** Two columns of panels beside the viewport, or one where the window is narrow for the size of its words. */
export type Arrangement = 'wide' | 'narrow';

/** Pixels of the window's width, at the scale 1, from which two columns leave the viewport enough. */
const WIDE = 1000;

/** Pixels that the panels around the viewport begin with, at the scale 1. */
const SIZES = { inspector: 300, narrowInspector: 250, outliner: 218, library: 350, timeline: 176, narrowTimeline: 182 };

/** The library has at least this share of the height: in a window of 1280 by 800 pixels, two rows of pictures with their names. */
const LIBRARY_SHARE = 0.53;

/** From this width of the window on, pixels at the scale 1, columns beside the viewport grow with it. */
const GROWING = 1700;

/** The viewport keeps at least this share of the window's width and height. */
export const LEAST_VIEWPORT = 0.4;

/** And what stands beside it gets at most this share when it grows with the scale. */
const MOST_BESIDE = 0.4;

/** Pixels between panels. */
export const GAP = 4;

export const TITLES: Readonly<Record<PanelName, string>> = {
  outliner: 'Outliner',
  viewport: 'Viewport',
  inspector: 'Inspector',
  library: 'Pose library',
  timeline: 'Timeline',
  solver: 'Solver view',
  mapping: 'Bones',
};

export function arrangementFor(width: number, scale: number): Arrangement {
  return width / scale >= WIDE ? 'wide' : 'narrow';
}

/** Arranges the panels as in a new window, at this scale; panels that are there already only move. */
export function arrange(api: DockviewApi, arrangement: Arrangement, scale: number): void {
  api.fromJSON(layoutOf(arrangement, roomOf(api), scale), { reuseExistingPanels: true });
}

/** What all panels have together, pixels. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

/** Before the panels are drawn for the first time they have none; what they get then is shared alike. */
export function roomOf({ width, height }: Room): Room {
  return { width: width || window.innerWidth, height: height || window.innerHeight };
}

export type Grid = SerializedDockview['grid']['root'];

/** What docks a panel. */
export function dockedPanel(name: PanelName) {
  const title = TITLES[name];
  return { id: name, contentComponent: name, tabComponent: 'props.defaultTabComponent', title, renderer: 'always' } as const;
}

/** The panels that every arrangement has; others come when they are asked for. */
export const LASTING_PANELS: readonly PanelName[] = PANEL_NAMES.filter((name) => name !== 'solver');

/** The arrangement of a new window of this size, pixels. */
export function layoutOf(arrangement: Arrangement, { width, height }: Room, scale: number): SerializedDockview {
  const grown = growth(width, scale);
  const across = (pixels: number) => Math.min(pixels * grown * scale, ((1 - LEAST_VIEWPORT) / 2) * width);
  const down = (pixels: number) => Math.min(pixels * scale, (1 - LEAST_VIEWPORT) * height);
  const sizes = { width, height, scale, across, down };
  const root = arrangement === 'wide' ? wideGrid(sizes) : narrowGrid(sizes);
  const orientation = arrangement === 'wide' ? Orientation.HORIZONTAL : Orientation.VERTICAL;
  const panels = LASTING_PANELS.map((name) => [name, dockedPanel(name)]);
  return { grid: { root, width, height, orientation }, panels: Object.fromEntries(panels), activeGroup: 'viewport' };
}

/** Times the width that columns have in a usual window: more where there is room for more. */
export function growth(width: number, scale: number): number {
  return Math.max(1, width / scale / GROWING);
}

interface Sizes {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly across: (pixels: number) => number;
  readonly down: (pixels: number) => number;
}

/** Outliner, viewport and, below both, the timeline; at their right the inspector and the library. */
function wideGrid({ width, height, across, down }: Sizes): Grid {
  const side = across(SIZES.inspector);
  const outliner = across(SIZES.outliner);
  const timeline = down(SIZES.timeline);
  const library = Math.max(down(SIZES.library), LIBRARY_SHARE * height);
  const top = branch([group(outliner, 'outliner', 'mapping'), group(width - side - outliner, 'viewport')], height - timeline);
  const middle = branch([top, group(timeline, 'timeline')], width - side);
  return branch([middle, branch([group(height - library, 'inspector'), group(library, 'library')], side)], height);
}

/** The viewport with everything else in one column beside it; the timeline below both. */
function narrowGrid({ width, height, scale, down }: Sizes): Grid {
  const side = Math.min(SIZES.narrowInspector * scale, MOST_BESIDE * width);
  const timeline = down(SIZES.narrowTimeline);
  const column = group(side, 'inspector', 'library', 'outliner', 'mapping');
  const top = branch([group(width - side, 'viewport'), column], height - timeline);
  return branch([top, group(timeline, 'timeline')], width);
}

function branch(data: Grid[], size: number): Grid {
  return { type: 'branch', data, size };
}

/** Panels behind each other, the first in front. */
function group(size: number, ...names: [PanelName, ...PanelName[]]): Grid {
  const [first] = names;
  return { type: 'leaf', data: { id: first, views: names, activeView: first }, size };
}

/** What is used of the docked panels to give them other sizes, pixels. */
export interface DockedPanels extends Room {
  getPanel(name: PanelName): { readonly group: { readonly api: SizedGroup } } | undefined;
}

interface SizedGroup {
  readonly width: number;
  readonly height: number;
  setSize(size: { readonly width?: number; readonly height?: number }): void;
}

/** Pixels that the columns and rows beside the viewport are to have at the scale 1 in a usual window, by a panel of each. */
export type SideSizes = ReadonlyMap<PanelName, number>;

/** How large the user left what stands beside the viewport. One that was cut to its share of the window is to have what a new window gives it. */
export function readSides(api: DockedPanels, arrangement: Arrangement, scale: number): SideSizes {
  const sizes = new Map<PanelName, number>();
  for (const { name, present, most, inNewWindow, unit } of sidesOf(api, arrangement, scale)) {
    const wasCut = present > most - 2 * GAP && present < inNewWindow * unit;
    sizes.set(name, wasCut ? inNewWindow : present / unit);
  }
  return sizes;
}

/** The same after the user may have moved an edge: what has the size that it was given is still to have the size that it was to have. */
export function readMovedSides(api: DockedPanels, arrangement: Arrangement, scale: number, before: SideSizes): SideSizes {
  const sizes = new Map(readSides(api, arrangement, scale));
  for (const { name, present, most, unit } of sidesOf(api, arrangement, scale)) {
    const former = before.get(name);
    if (former !== undefined && Math.abs(present - Math.min(former * unit, most)) <= GAP) sizes.set(name, former);
  }
  return sizes;
}

/** Gives what stands beside the viewport its size, or its share of the window where that is less; the viewport has the rest. */
export function giveSides(api: DockedPanels, arrangement: Arrangement, scale: number, sizes: SideSizes): void {
  for (const { name, side, beside, most, unit } of sidesOf(api, arrangement, scale)) {
    const size = sizes.get(name);
    if (size !== undefined) beside.setSize({ [side]: Math.min(size * unit, most) });
  }
}

interface Side {
  readonly name: PanelName;
  readonly side: 'width' | 'height';
  readonly beside: SizedGroup;
  /** Pixels that it has, and has at most. */
  readonly present: number;
  readonly most: number;
  /** Pixels that it begins with at the scale 1 in a usual window, and how many here are one of those. */
  readonly inNewWindow: number;
  readonly unit: number;
}

/** Each column and row beside the viewport once: panels behind each other are of one size, and what shares a line with the viewport is not beside it. */
function sidesOf(api: DockedPanels, arrangement: Arrangement, scale: number): readonly Side[] {
  const isWide = arrangement === 'wide';
  const taken = new Set([api.getPanel('viewport')?.group]);
  // The outliner shares a line with what the inspector leaves.
  const sides: readonly (readonly [PanelName, 'width' | 'height', number])[] = [
    ['inspector', 'width', isWide ? SIZES.inspector : SIZES.narrowInspector],
    ['outliner', 'width', isWide ? SIZES.outliner : SIZES.narrowInspector],
    ['timeline', 'height', isWide ? SIZES.timeline : SIZES.narrowTimeline],
  ];
  return sides.flatMap(([name, side, inNewWindow]) => {
    const around = api.getPanel(name)?.group;
    if (!around || taken.has(around)) return [];
    taken.add(around);
    const most = MOST_BESIDE * api[side];
    const present = around.api[side];
    const unit = isWide && side === 'width' ? scale * growth(api.width, scale) : scale;
    return [{ name, side, beside: around.api, present, most, inNewWindow, unit }];
  });
}
