import { useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react';

/** An element's inner size in pixels, followed as it changes. */
export function useSize(element: RefObject<HTMLElement | null>): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const present = element.current;
    if (!present) return undefined;
    const measure = () => setSize({ width: present.clientWidth, height: present.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(present);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** The window's width in pixels, followed as it changes. */
export function useWindowWidth(): number {
  return useSyncExternalStore(followWindow, () => window.innerWidth);
}

function followWindow(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}
