import type { ContextMenu } from './notices-and-dialogs.ts';
import type { Studio } from '../studio.ts';

/** Whether the context menu key or Shift+F10 asked for a menu, not a button or a finger. */
export function isAskedByKey(event: MouseEvent): boolean {
  return event.button < 0 || (event.button === 0 && (!('pointerType' in event) || event.pointerType === ''));
}

/** What it is about has been selected by then. */
export function openContextMenu(studio: Studio, contextMenu: ContextMenu): void {
  studio.setState({ session: { ...studio.getState().session, contextMenu } });
}

export function closeContextMenu(studio: Studio): void {
  const { session } = studio.getState();
  if (session.contextMenu) studio.setState({ session: { ...session, contextMenu: null } });
}
