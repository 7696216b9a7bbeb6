import { useEffect } from 'react';
import { useServices } from '../window-context.tsx';

/**
 * Alt, pressed and let go alone, leads to the first button of a menu bar, and from there back to where the keyboard was before; Escape leads
 * back too. On a Mac the key has no such meaning.
 */
export function useAltKey(bar: HTMLElement | null): void {
  const { mac } = useServices();
  useEffect(() => {
    if (mac || bar === null) return undefined;
    let isAlone = false;
    let before: Element | null = null;
    const leave = () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      else bar.querySelector<HTMLElement>(':focus')?.blur();
      before = null;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      isAlone = event.key === 'Alt' && !event.ctrlKey && !event.shiftKey && !event.metaKey;
      if (event.key !== 'Escape' || !isButtonOf(bar, document.activeElement)) return;
      // It is no command of the viewport meanwhile; an open menu has the keyboard itself, and closes first.
      event.stopPropagation();
      leave();
    };
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key !== 'Alt' || !isAlone) return;
      isAlone = false;
      // Browsers have menus of their own behind this key.
      event.preventDefault();
      if (bar.contains(document.activeElement)) return leave();
      before = document.activeElement;
      bar.querySelector('button')?.focus();
    };
    const forget = () => {
      isAlone = false;
    };
    window.addEventListener('keydown', onKeyDown, true);
    window.addEventListener('keyup', onKeyUp);
    window.addEventListener('pointerdown', forget, true);
    window.addEventListener('wheel', forget, { capture: true, passive: true });
    window.addEventListener('blur', forget);
    return () => {
      window.removeEventListener('keydown', onKeyDown, true);
      window.removeEventListener('keyup', onKeyUp);
      window.removeEventListener('pointerdown', forget, true);
      window.removeEventListener('wheel', forget, true);
      window.removeEventListener('blur', forget);
    };
  }, [bar, mac]);
}

/** Whether the keyboard is on one of the bar's own buttons, not in a menu that one of them opened. */
function isButtonOf(bar: HTMLElement, element: Element | null): boolean {
  return element instanceof HTMLButtonElement && bar.contains(element) && element.closest('[role=menu]') === null;
}
