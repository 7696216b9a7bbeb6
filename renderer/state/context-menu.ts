import type { Studio } from './studio.ts';

/** What a context menu is about; its commands speak of what is selected. */
export type MenuSubject =
  | 'handle'
  | 'joint'
  | 'space'
  | 'pose'
  | 'library'
  | 'keys'
  | 'ruler'
  | 'contact'
  | 'layer'
  | 'marker'
  | 'clip';

/** A context menu on screen, beside the thing it was asked for; CSS pixels from the window's corner. */
export interface ContextMenu {
  readonly about: MenuSubject;
  readonly x: number;
  readonly y: number;
  /** Size of the thing; none where a pointer asked. */
  readonly width?: number;
  readonly height?: number;
}

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
