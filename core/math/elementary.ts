/**
 * Sine, cosine, their inverses, logarithm and exponential with the same bytes in every engine: `Math.sin` and its like may differ in the last
 * bit from one engine or version to the next, and a solve must not. Only +, −, ×, ÷, √ and rounding are used, which IEEE 754 fixes.
 * Series of Taylor on a reduced argument; errors stay within 2 units in the last place (tested against `Math`).
 */

/** π/2 in three parts, the first two of 33 bits: k times each is exact for whole k below 2²⁰ (the reduction of Cody and Waite). */
const HALF_PI_HIGH = 1.5707963267341256;
const HALF_PI_MIDDLE = 6.077100506303966e-11;
const HALF_PI_LOW = 2.0222662487959506e-21;
const LARGEST_REDUCED = 1.5e6;
/** π/2 and π less their doubles. */
const HALF_PI_TAIL = 6.123233995736766e-17;
const PI_TAIL = 1.2246467991473532e-16;
/** Below it sin x = x to the last bit. */
const TINY = 1e-8;

/** What the functions of single numbers compute in. */
const pair = /* @__PURE__ */ new Float64Array(2);

/** Sine of an angle in radians. */
export function sin(angle: number): number {
  pair[0] = angle;
  writeSineCosine(pair, 0);
  return pair[0];
}

/** Cosine of an angle in radians. */
export function cos(angle: number): number {
  pair[0] = angle;
  writeSineCosine(pair, 0);
  return pair[1]!;
}

/**
 * Writes the sine and the cosine of the angle `v[at]`, radians, to `v[at]` and `v[at + 1]`. For hot paths, like {@link writeAngle}: a number that a
 * call is given or returns is allocated by engines where they do not inline it, one that stays in an array is not.
 */
export function writeSineCosine(v: Float64Array, at: number): void {
  const angle = v[at]!;
  const x = Math.abs(angle) > LARGEST_REDUCED ? angle % (2 * Math.PI) : angle;
  const turns = Math.round(x * (2 / Math.PI));
  const rest = turns === 0 ? x : x - turns * HALF_PI_HIGH - turns * HALF_PI_MIDDLE - turns * HALF_PI_LOW;
  const z = rest * rest;
  const oddTerms =
    1 / 120 +
    z *
      (-1 / 5040 +
        z * (1 / 362880 + z * (-1 / 39916800 + z * (1 / 6227020800 + z * (-1 / 1307674368000 + z * (1 / 355687428096000))))));
  const evenTerms =
    1 / 24 +
    z *
      (-1 / 720 + z * (1 / 40320 + z * (-1 / 3628800 + z * (1 / 479001600 + z * (-1 / 87178291200 + z * (1 / 20922789888000))))));
  const sine = Math.abs(rest) < TINY ? rest : rest + rest * z * (-1 / 6 + z * oddTerms);
  const cosine = 1 - (z / 2 - z * z * evenTerms);
  const isOdd = (turns & 1) === 1;
  const first = isOdd ? cosine : sine;
  const second = isOdd ? sine : cosine;
  v[at] = (turns & 2) === 0 ? first : -first;
  v[at + 1] = ((turns + 1) & 2) === 0 ? second : -second;
}

/** atan(k/8) for k = 0 … 8. */
const ARCTANGENTS: readonly number[] = [
  0,
  0.12435499454676144,
  0.24497866312686414,
  0.35877067027057225,
  0.4636476090008061,
  0.5585993153435624,
  0.6435011087932844,
  0.7188299996216245,
  Math.PI / 4,
];

/** Angle of the point (x, y) from the x axis, radians in [−π, π]; signed zeros as `Math.atan2` has them. */
export function atan2(y: number, x: number): number {
  pair[0] = y;
  pair[1] = x;
  writeAngle(pair, 0);
  return pair[0];
}

/**
 * Writes the angle of the point whose y is `v[at]` and whose x is `v[at + 1]`, as {@link atan2} gives it, to `v[at]`. The arctangent of t in [0, 1] is
 * atan t = atan c + atan((t − c) / (1 + c t)) with the nearest eighth c.
 */
export function writeAngle(v: Float64Array, at: number): void {
  const y = v[at]!;
  const x = v[at + 1]!;
  const width = Math.abs(x);
  const height = Math.abs(y);
  const isSteep = height > width;
  const t = height === width ? Math.sign(width) : isSteep ? width / height : height / width;
  const eighths = Math.round(8 * t);
  const c = eighths / 8;
  const r = (t - c) / (1 + c * t);
  const z = r * r;
  const higher = 1 / 5 + z * (-1 / 7 + z * (1 / 9 + z * (-1 / 11 + z * (1 / 13 - z * (1 / 15)))));
  let angle = ARCTANGENTS[eighths]! + (r + r * z * (-1 / 3 + z * higher));
  const isBehind = x < 0 || Object.is(x, -0);
  if (isSteep) angle = Math.PI / 2 + (HALF_PI_TAIL + (isBehind ? angle : -angle));
  else if (isBehind) angle = Math.PI + (PI_TAIL - angle);
  v[at] = y < 0 || Object.is(y, -0) ? -angle : angle;
}

/** Radians in [−π/2, π/2]; NaN outside [−1, 1]. */
export function asin(sine: number): number {
  return atan2(sine, Math.sqrt((1 - sine) * (1 + sine)));
}

/** Radians in [0, π]; NaN outside [−1, 1]. */
export function acos(cosine: number): number {
  return atan2(Math.sqrt((1 - cosine) * (1 + cosine)), cosine);
}

/** Squares of numbers between these neither overflow nor lose bits to underflow. */
const LARGEST_SQUARED = 1e150;
const SMALLEST_SQUARED = 1e-140;

/** Length of the vector (x, y, z, w): √(x² + y² + z² + w²). Infinity and NaN where a component is. */
export function hypot(x: number, y: number, z = 0, w = 0): number {
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (length > SMALLEST_SQUARED && length < LARGEST_SQUARED) return length;
  // Special case of very large and very small components: by the largest of them.
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w));
  if (!(largest > 0 && largest < Infinity)) return largest;
  return largest * Math.sqrt((x / largest) ** 2 + (y / largest) ** 2 + (z / largest) ** 2 + (w / largest) ** 2);
}

/** 2 to a whole power, by repeated squaring: exact. */
export function powerOfTwo(exponent: number): number {
  return wholePower(exponent < 0 ? 0.5 : 2, Math.abs(exponent));
}

/** `base` to a whole power ≥ 0 by repeated squaring: in one order of multiplications, where `**` is the engine's choice. */
export function wholePower(base: number, exponent: number): number {
  let result = 1;
  for (let left = exponent, square = base; left > 0; left = Math.floor(left / 2), square *= square) {
    if (left % 2 === 1) result *= square;
  }
  return result;
}

/** `base` > 0 to any power: e to the power of `exponent` ln `base`. */
export function power(base: number, exponent: number): number {
  return exp(exponent * log(base));
}

/** ln 2 in two parts, the first of 32 bits. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const TWO_TO_200 = 1.6069380442589903e60;
const TWO_TO_512 = 1.3407807929942597e154;

/** Natural logarithm: x = 2ⁿ m, ln m = 2 (s + s³/3 + s⁵/5 + …) with s = (m − 1) / (m + 1). */
export function log(x: number): number {
  pair[0] = x;
  writeLog(pair, 0);
  return pair[0];
}

/** Writes the natural logarithm of `v[at]` in its place. */
export function writeLog(v: Float64Array, at: number): void {
  const x = v[at]!;
  if (!(x > 0 && x < Infinity)) {
    v[at] = x === 0 ? -Infinity : x > 0 ? x : Number.NaN;
    return;
  }
  if (x < 1e-300) {
    v[at] = x * TWO_TO_200;
    writeLog(v, at);
    v[at] -= 200 * Math.LN2;
    return;
  }
  let m = x;
  let n = 0;
  // The factor is 2 to the power of `bits`: the root of such a number is exact.
  for (let bits = 512, factor = TWO_TO_512; bits >= 1; bits /= 2, factor = Math.sqrt(factor)) {
    if (m >= factor) {
      m /= factor;
      n += bits;
    } else if (m * factor <= 1) {
      m *= factor;
      n -= bits;
    }
  }
  // Now m is from 1/2 to 2; the middle of the series is at 1.
  if (m > Math.SQRT2) {
    m /= 2;
    n++;
  } else if (m < Math.SQRT1_2) {
    m *= 2;
    n--;
  }
  const s = (m - 1) / (m + 1);
  const z = s * s;
  const far = 1 / 13 + z * (1 / 15 + z * (1 / 17 + z * (1 / 19 + z * (1 / 21 + z / 23))));
  const series = z * (1 / 3 + z * (1 / 5 + z * (1 / 7 + z * (1 / 9 + z * (1 / 11 + z * far)))));
  v[at] = n * LN2_HIGH + (2 * (s + s * series) + n * LN2_LOW);
}

/** e to the power of x: x = n ln 2 + r, eˣ = 2ⁿ eʳ. */
export function exp(x: number): number {
  if (x > 709.79) return Infinity;
  if (x < -746) return 0;
  const n = Math.round(x / Math.LN2);
  const r = x - n * LN2_HIGH - n * LN2_LOW;
  let term = 1;
  let sum = 0;
  for (let k = 1; k <= 16; k++) {
    term *= r / k;
    sum += term;
  }
  return (1 + sum) * powerOfTwo(n - 1) * 2;
}
