import { useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react';

/** An element's width in pixels, followed as it changes. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const present = element.current;
    if (!present) return undefined;
    setWidth(present.clientWidth);
    const observer = new ResizeObserver(() => setWidth(present.clientWidth));
    observer.observe(present);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** The window's width in pixels, followed as it changes. */
export function useWindowWidth(): number {
  return useSyncExternalStore(followWindow, () => window.innerWidth);
}

function followWindow(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}
