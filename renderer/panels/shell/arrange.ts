import type { AddPanelOptions, AddPanelPositionOptions, DockviewApi } from 'dockview-react';
import type { PanelName } from '../../state/window-parts.ts';

/** Two columns of panels beside the viewport, or one where the window is narrow for the size of its words. */
export type Arrangement = 'wide' | 'narrow';

/** Pixels of the window's width, at the scale 1, from which two columns leave the viewport enough. */
const WIDE = 1000;

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

/** Where a panel stands and how large it begins. */
type PanelPlace = Pick<AddPanelOptions, 'initialWidth' | 'initialHeight' | 'inactive'> & {
  readonly position?: AddPanelPositionOptions;
};

/** Arranges the panels as in a new window, at this scale. */
export function arrange(api: DockviewApi, arrangement: Arrangement, scale: number): void {
  api.clear();
  const add = (name: PanelName, place: PanelPlace) =>
    api.addPanel({ id: name, component: name, title: TITLES[name], renderer: 'always', ...place });
  const within = (name: PanelName): PanelPlace => ({
    position: { direction: 'within', referencePanel: name },
    inactive: true,
  });
  add('viewport', {});
  if (arrangement === 'wide') {
    add('inspector', { position: { direction: 'right' }, initialWidth: 300 * scale });
    add('timeline', { position: { direction: 'below', referencePanel: 'viewport' }, initialHeight: 176 * scale });
    add('outliner', { position: { direction: 'left', referencePanel: 'viewport' }, initialWidth: 218 * scale });
    add('library', { position: { direction: 'below', referencePanel: 'inspector' }, initialHeight: 330 * scale });
    add('mapping', within('outliner'));
  } else {
    add('timeline', { position: { direction: 'below' }, initialHeight: 150 * scale });
    add('inspector', { position: { direction: 'right', referencePanel: 'viewport' }, initialWidth: 250 * scale });
    add('library', within('inspector'));
    add('outliner', within('inspector'));
    add('mapping', within('inspector'));
  }
  add('solver', within('timeline'));
  api.getPanel('viewport')?.api.setActive();
}

/** Gives the columns and rows beside the viewport the size that they would have at another scale. */
export function rescale(api: DockviewApi, ratio: number): void {
  const resize = (name: PanelName, side: 'width' | 'height') => {
    const group = api.getPanel(name)?.group;
    if (group && group !== api.getPanel('viewport')?.group) group.api.setSize({ [side]: ratio * group.api[side] });
  };
  resize('outliner', 'width');
  resize('inspector', 'width');
  resize('timeline', 'height');
}
