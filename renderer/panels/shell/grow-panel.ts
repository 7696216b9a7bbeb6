import type { DockviewApi, DockviewGroupPanel } from 'dockview-react';
import type { PanelName } from '../../state/window-parts.ts';

/**
 * Gives a panel's group at least `height` pixels while that panel is at the front of it, and its former height back when another comes there:
 * a drawing needs more room than a row of keys. Who sets the height by hand meanwhile keeps it.
 */
export function growWhileShown(api: DockviewApi, name: PanelName, height: number): void {
  let grown: { readonly group: DockviewGroupPanel; readonly from: number; readonly to: number } | null = null;
  const follow = () => {
    const group = api.getPanel(name)?.group;
    if (grown && grown.group !== group) grown = null;
    if (!group || !api.groups.includes(group)) return;
    const isShown = group.activePanel?.id === name;
    if (isShown && !grown && group.api.height > 0 && group.api.height < height) {
      const from = group.api.height;
      group.api.setSize({ height });
      grown = { group, from, to: group.api.height };
    } else if (!isShown && grown) {
      if (Math.abs(group.api.height - grown.to) < 2) group.api.setSize({ height: grown.from });
      grown = null;
    }
  };
  api.onDidActivePanelChange(follow);
}
