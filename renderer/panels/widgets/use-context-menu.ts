import type { MouseEvent } from 'react';
import { isAskedByKey, openContextMenu } from '../../state/window/open-context-menu.ts';
import type { ContextMenu, MenuSubject } from '../../state/window/notices-and-dialogs.ts';
import { useServices } from '../window-context.tsx';

/** The listener that opens a context menu; `choose` selects what it is about. */
export function useContextMenu(about: MenuSubject, choose?: () => void) {
  const { studio } = useServices();
  return (event: MouseEvent) => {
    const target = event.target as Element;
    // Text that is being edited has the system's own menu.
    if (target.closest('input, textarea')) return;
    event.preventDefault();
    event.stopPropagation();
    choose?.();
    openContextMenu(studio, { about, ...placeOf(event) });
  };
}

/** Where the pointer is; what has the focus, or is active in a list that has it, for a menu that a key asked for. */
function placeOf({ nativeEvent, currentTarget, clientX, clientY }: MouseEvent): Omit<ContextMenu, 'about'> {
  if (!isAskedByKey(nativeEvent)) return { x: clientX, y: clientY };
  const { ownerDocument } = currentTarget;
  const focused = ownerDocument.activeElement ?? currentTarget;
  const active = ownerDocument.getElementById(focused.getAttribute('aria-activedescendant') ?? '');
  const { x, y, width, height } = (active ?? focused).getBoundingClientRect();
  return { x, y, width, height };
}
