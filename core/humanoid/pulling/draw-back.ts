/**
 * Metres to the furthest place on a way that is reached, to `exact` metres, by halving the first `most` metres of it; 0 where none is. Which places are tried does
 * not follow from where the way ends, `length` metres away: what is out of reach leads to the same place however far it is.
 */
export function drawBack(isReached: (along: number) => boolean, length: number, most: number, exact: number): number {
  let [low, high] = [0, most];
  while (high - low > exact && low < length) {
    const middle = (low + high) / 2;
    if (middle < length && isReached(middle)) low = middle;
    else high = middle;
  }
  return low;
}
