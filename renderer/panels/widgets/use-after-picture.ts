import { useEffect, useState } from 'react';

/** A value of the window, as it was until a picture of the window was painted with the present one: for what takes longer to show than all else. */
export function useAfterPicture<Value>(value: Value): Value {
  const [painted, setPainted] = useState<{ readonly value: Value }>({ value });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // What a frame asks for comes before its picture, a timer after it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted((before) => (before.value === value ? before : { value })));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value]);
  return painted.value;
}
