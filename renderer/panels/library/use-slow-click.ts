import { useEffect, useRef, type MouseEvent } from 'react';

/** Milliseconds after a click in which a second one makes a double click. */
const DOUBLE_CLICK = 500;

/**
 * Handlers for something that is renamed by a second, slow click: one on it while it is selected already, which no other click and no way out with the
 * pointer follows.
 */
export function useSlowClick(isSelected: boolean, onSlowClick: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const wasSelected = useRef(false);
  const forget = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown: () => {
      wasSelected.current = isSelected;
    },
    onClick: ({ detail, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) => {
      forget();
      const isPlain = detail === 1 && !ctrlKey && !metaKey && !shiftKey && !altKey;
      if (isPlain && wasSelected.current) timer.current = setTimeout(onSlowClick, DOUBLE_CLICK);
    },
    onPointerLeave: forget,
  };
}
