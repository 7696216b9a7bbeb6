/** Lowest and highest values of stretches of a sound, for each channel and length of stretch. */
export interface Peaks {
  /** Samples a second. */
  readonly rate: number;
  /** Of each channel. */
  readonly samples: number;
  /** From the shortest stretches to the longest. */
  readonly levels: readonly PeakLevel[];
}

export interface PeakLevel {
  /** Samples of a stretch; the last one may be shorter. */
  readonly stretch: number;
  /** For each channel the lowest and the highest value of stretch after stretch. */
  readonly channels: readonly Float32Array<ArrayBuffer>[];
}

/** Samples of the shortest stretches. */
const SHORTEST = 64;
/** How many stretches make one of the next level. */
const FACTOR = 4;

/** The peaks of a sound: each level is made of the one before it, until a level is a few numbers. */
export function buildPeaks(rate: number, channels: readonly Float32Array[]): Peaks {
  const samples = channels[0]?.length ?? 0;
  const levels: PeakLevel[] = [];
  let stretch = SHORTEST;
  let last = channels.map((values) => gathered(values, SHORTEST, 1));
  levels.push({ stretch, channels: last });
  while ((last[0]?.length ?? 0) / 2 > FACTOR) {
    stretch *= FACTOR;
    last = last.map((pairs) => gathered(pairs, FACTOR, 2));
    levels.push({ stretch, channels: last });
  }
  return { rate, samples, levels };
}

/** Lowest and highest of every `count` entries; an entry is one value, or a lowest and a highest one. */
function gathered(values: Float32Array, count: number, size: 1 | 2): Float32Array<ArrayBuffer> {
  const entries = values.length / size;
  const stretches = Math.ceil(entries / count);
  const pairs = new Float32Array(2 * stretches);
  for (let s = 0; s < stretches; s++) {
    let [low, high] = [Infinity, -Infinity];
    const end = Math.min(entries, (s + 1) * count);
    for (let e = s * count; e < end; e++) {
      low = Math.min(low, values[size * e]!);
      high = Math.max(high, values[size * e + size - 1]!);
    }
    pairs[2 * s] = low;
    pairs[2 * s + 1] = high;
  }
  return pairs;
}

/**
 * The lowest and the highest value of a channel in `count` equal parts of the stretch [from, to] seconds of a sound: a flat list of pairs, one a column of a
 * picture. Zeros where the sound is not. `values` are the channel's own samples: a part of few samples is read from them.
 */
export function peaksBetween(
  peaks: Peaks,
  channel: number,
  values: Float32Array,
  from: number,
  to: number,
  count: number,
): Float32Array {
  const pairs = new Float32Array(2 * count);
  const perPart = ((to - from) * peaks.rate) / count;
  const level = peaks.levels.findLast(({ stretch }) => stretch <= perPart / 2);
  const source = level?.channels[channel] ?? values;
  const [size, stretch] = level ? [2, level.stretch] : [1, 1];
  const entries = source.length / size;
  for (let i = 0; i < count; i++) {
    const begins = from * peaks.rate + i * perPart;
    if (begins + perPart <= 0 || begins >= peaks.samples) continue;
    const first = Math.max(0, Math.floor(begins / stretch));
    // A part has one sample at least.
    const end = Math.min(entries, Math.max(first + 1, Math.ceil((begins + perPart) / stretch)));
    let [low, high] = [Infinity, -Infinity];
    for (let e = first; e < end; e++) {
      low = Math.min(low, source[size * e]!);
      high = Math.max(high, source[size * e + size - 1]!);
    }
    pairs[2 * i] = low;
    pairs[2 * i + 1] = high;
  }
  return pairs;
}
