import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** Gives the keyboard back to what had it before a group when the group's focused element is taken away, which leaves the focus nowhere. */
export function useReturnedFocus(group: RefObject<Element | null>): void {
  const focused = useRef<Element | null>(null);
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const follow = ({ target, relatedTarget }: FocusEvent): void => {
      const isInside = (what: EventTarget | null) => what instanceof Element && group.current?.contains(what) === true;
      focused.current = isInside(target) ? (target as Element) : null;
      if (isInside(target) && relatedTarget instanceof HTMLElement && !isInside(relatedTarget)) before.current = relatedTarget;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [group]);
  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement === document.body) before.current?.focus({ preventScroll: true });
  });
}
