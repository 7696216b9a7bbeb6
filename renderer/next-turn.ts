/** Lets the window do what waits: drawing, typing, an answer. */
export function nextTurn(milliseconds = 0): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
