import { useRef } from 'react';
import { Menu, Popover } from 'react-aria-components';
import { CONTEXT_MENUS } from '../../commands/context-menus.ts';
import { closeContextMenu } from '../../state/window/open-context-menu.ts';
import { CommandGroups } from '../widgets/command-groups.tsx';
import { useServices, useStudio } from '../window-context.tsx';

/** The menu of what the right button, a long press or the context menu key was used on. */
export function ContextMenu() {
  const { studio } = useServices();
  const menu = useStudio((state) => state.session.contextMenu);
  const spot = useRef<HTMLSpanElement>(null);
  const close = () => closeContextMenu(studio);
  const { label, groups } = CONTEXT_MENUS[menu?.about ?? 'space'];
  return (
    <>
      <span
        ref={spot}
        className="menu-spot"
        style={{ left: menu?.x ?? 0, top: menu?.y ?? 0, width: menu?.width ?? 0, height: menu?.height ?? 0 }}
      />
      <Popover
        key={menu ? `${menu.x} ${menu.y}` : ''}
        className="popover"
        // Beside what it is about, and up by as much as it would leave the window below.
        placement="right top"
        offset={2}
        triggerRef={spot}
        isOpen={menu !== null}
        onOpenChange={(isOpen) => {
          if (!isOpen) close();
        }}
      >
        <Menu className="menu" aria-label={label} autoFocus="first" onClose={close}>
          <CommandGroups label={label} groups={groups} />
        </Menu>
      </Popover>
    </>
  );
}
