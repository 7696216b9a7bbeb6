/** Waits for somebody who may have stopped without a word. */
export interface SignsOfLife {
  /** There is one: the waiting begins anew. */
  seen(): void;
  /** Nothing is waited for any more. */
  stop(): void;
}

/** Seconds until a page must have been opened, and then from each sign to the next: a large frame without a graphics card takes its time. */
const FIRST = 60;
const NEXT = 300;

/** `silent` is called with one sentence when a sign stayed away for too long. */
export function waitForSigns(silent: (error: Error) => void): SignsOfLife {
  const wait = (seconds: number, sentence: string) => setTimeout(() => silent(new Error(sentence)), 1000 * seconds);
  let waiting = wait(FIRST, `the browser did not open the page that draws within ${FIRST} s`);
  return {
    seen() {
      clearTimeout(waiting);
      waiting = wait(NEXT, `the browser drew nothing for ${NEXT} s: it may have run out of memory`);
    },
    stop: () => clearTimeout(waiting),
  };
}
