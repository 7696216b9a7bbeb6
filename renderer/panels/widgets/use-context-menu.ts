import type { MouseEvent } from 'react';
import { isAskedByKey, openContextMenu, type MenuSubject } from '../../state/context-menu.ts';
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

/** Where the pointer is; below what has the focus for a menu that a key asked for. */
function placeOf({ nativeEvent, currentTarget, clientX, clientY }: MouseEvent): {
  readonly x: number;
  readonly y: number;
} {
  if (!isAskedByKey(nativeEvent)) return { x: clientX, y: clientY };
  const { left, bottom } = (currentTarget.ownerDocument.activeElement ?? currentTarget).getBoundingClientRect();
  return { x: left, y: bottom };
}
