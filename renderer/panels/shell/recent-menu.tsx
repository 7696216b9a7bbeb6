import { useEffect, useState } from 'react';
import { Header, MenuItem, MenuSection } from 'react-aria-components';
import type { RecentItem } from '../../../electron/contract.ts';
import { openPath } from '../../state/documents/open-path.ts';
import { attempting } from '../../state/window/notify.ts';
import { useServices } from '../window-context.tsx';

const MOST_SHOWN = 8;

/** The files that were open lately, at the end of the File menu. */
export function RecentMenu() {
  const { studio } = useServices();
  const [items, setItems] = useState<readonly RecentItem[]>([]);
  useEffect(() => {
    let isShown = true;
    void attempting(studio, 'recent', null, () => studio.desktop.call('recent.list')).then(
      (list) => list && isShown && setItems(list.slice(0, MOST_SHOWN)),
    );
    return () => {
      isShown = false;
    };
  }, [studio]);
  if (items.length === 0) return null;
  return (
    <MenuSection className="menu-section">
      <Header className="menu-heading">Recent</Header>
      {items.map((item) => (
        <MenuItem
          key={item.path}
          id={`recent:${item.path}`}
          textValue={item.name}
          className="menu-item"
          onAction={() => void openPath(studio, item.path)}
        >
          <span />
          <span className="recent-name">{item.name}</span>
          <span className="faint">{item.kind === 'project' ? 'Project' : 'Character'}</span>
        </MenuItem>
      ))}
    </MenuSection>
  );
}
