import { useEffect, useState } from 'react';

/** Milliseconds in which a second click makes a double click. */
const DOUBLE_CLICK = 400;

/** Whether something has held for as long as a double click may take: what it brings does not come between the two clicks. */
export function useLasting(holds: boolean): boolean {
  const [hasLasted, setLasted] = useState(false);
  useEffect(() => {
    if (!holds) return undefined;
    const timer = setTimeout(() => setLasted(true), DOUBLE_CLICK);
    return () => {
      clearTimeout(timer);
      setLasted(false);
    };
  }, [holds]);
  return holds && hasLasted;
}
