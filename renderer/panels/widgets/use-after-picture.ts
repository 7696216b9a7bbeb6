import { useEffect, useState } from 'react';

/** A value of the window, as it was until a picture of the window was painted with the present one: for what takes longer to show than all else. */
export function useAfterPicture<Value>(value: Value): Value {
  const [painted, setPainted] = useState<{ readonly value: Value }>({ value });
  useEffect(() => afterPicture(() => setPainted((before) => (before.value === value ? before : { value }))), [value]);
  return painted.value;
}

/** How many pictures of the window were painted since this was first shown, `most` at the most: for what is shown piece by piece. */
export function usePictures(most: number): number {
  const [painted, setPainted] = useState(0);
  useEffect(() => (painted < most ? afterPicture(() => setPainted(painted + 1)) : undefined), [painted, most]);
  return painted;
}

/** Calls back when the next picture was painted; what is returned calls it off. */
function afterPicture(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // What a frame asks for comes before its picture, a timer after it.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(callback);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
