import { useLayoutEffect, type RefObject } from 'react';

/**
 * Keeps the keyboard in a group: when its focused button becomes disabled, which would leave the focus nowhere, what `fallback` (a CSS selector)
 * finds in the group gets it.
 */
export function useKeptFocus(group: RefObject<Element | null>, fallback: string): void {
  useLayoutEffect(() => {
    const focused = group.current?.querySelector(':focus');
    if (focused?.matches(':disabled')) group.current?.querySelector<HTMLElement | SVGElement>(fallback)?.focus();
  });
}
