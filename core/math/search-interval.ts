/** Places at which an excess is looked at on the way to where there is none. */
const HUMP_SAMPLES = 8;
/** Halvings of an interval of about a radian or a metre, to 0.06 mrad or mm, and narrowings of it by the golden section. */
const HALVINGS = 14;
const NARROWINGS = 18;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * How far to go from `from` to `to`, from where on nothing is in excess. Where the excess grows at first, less of the way the smaller it is beside the most on
 * that: what is just over a limit does not leap the whole way.
 */
export function overHump(from: number, to: number, excessAt: (at: number) => number): number {
  const excess = excessAt(from);
  if (excess <= 0) return from;
  let most = excess;
  for (let sample = 1; sample < HUMP_SAMPLES; sample++)
    most = Math.max(most, excessAt(from + ((to - from) * sample) / HUMP_SAMPLES));
  return from + ((to - from) * excess) / most;
}

/**
 * The first number on the way from `from` to `to` at which `holds`, which holds from there on; `to` where it does not before. As exact as the interval halved
 * `halvings` times.
 */
export function firstWhere(from: number, to: number, holds: (at: number) => boolean, halvings = HALVINGS): number {
  if (holds(from)) return from;
  return holds(to) ? lastWhere(to, from, holds, halvings) : to;
}

/** The last number on the way from `from`, where `holds` does, to `to`, where it does not. As exact as the interval halved `halvings` times. */
export function lastWhere(from: number, to: number, holds: (at: number) => boolean, halvings: number): number {
  let [last, beyond] = [from, to];
  for (let halving = 0; halving < halvings; halving++) {
    const middle = (last + beyond) / 2;
    if (holds(middle)) last = middle;
    else beyond = middle;
  }
  return last;
}

/** Where between `from` and `to` the value is least, of values that fall and then rise: by the golden section, each value asked for once. */
export function leastOn(from: number, to: number, valueAt: (at: number) => number): number {
  let [low, high] = [from, to];
  let [first, second] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
  let [atFirst, atSecond] = [valueAt(first), valueAt(second)];
  for (let narrowing = 0; narrowing < NARROWINGS; narrowing++) {
    if (atFirst <= atSecond) {
      [high, second, atSecond] = [second, first, atFirst];
      first = high - GOLDEN * (high - low);
      atFirst = valueAt(first);
    } else {
      [low, first, atFirst] = [first, second, atSecond];
      second = low + GOLDEN * (high - low);
      atSecond = valueAt(second);
    }
  }
  return (low + high) / 2;
}
