import { useEffect, useRef, type RefObject } from 'react';

/** Gives a field in which a name is edited the keyboard, its text chosen. Autofocus comes too early: a menu that asked for it takes it back as it closes. */
export function useNameFocus(): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  return input;
}
