import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the keyboard in a group: when its focused button becomes disabled, which leaves the focus nowhere, what `fallback` (a CSS selector) finds
 * in the group gets it.
 */
export function useKeptFocus(group: RefObject<Element | null>, fallback: string): void {
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    const follow = ({ target }: Event): void => {
      focused.current = target instanceof Element && group.current?.contains(target) ? target : null;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [group]);
  useLayoutEffect(() => {
    if (!focused.current?.matches(':disabled')) return;
    focused.current = null;
    group.current?.querySelector<HTMLElement | SVGElement>(fallback)?.focus();
  });
}
