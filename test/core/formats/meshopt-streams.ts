import type { Random } from '../../../core/math/random.ts';

/** A valid stream with random contents: every kind of group, with and without bytes that follow. */
export function randomStream(random: Random, count: number, stride: number): Uint8Array {
  const byte = () => Math.floor(random() * 256);
  const out = [0xa0];
  const blockElements = Math.min(256, Math.floor(8192 / stride) & ~15);
  for (let first = 0; first < count; first += blockElements) {
    const groups = Math.ceil(Math.min(blockElements, count - first) / 16);
    for (let channel = 0; channel < stride; channel++) {
      const kinds = Array.from({ length: groups }, () => Math.floor(random() * 4));
      const header = new Uint8Array(Math.ceil(groups / 4));
      kinds.forEach((kind, group) => {
        header[group >> 2]! |= kind << (2 * (group & 3));
      });
      out.push(...header);
      for (const kind of kinds) {
        const width = [0, 2, 4, 8][kind]!;
        const packed = Array.from({ length: 2 * width }, byte);
        out.push(...packed);
        if (width === 0 || width === 8) continue;
        const largest = (1 << width) - 1;
        for (const value of packed) {
          for (let bit = 0; bit < 8; bit += width) if (((value >> bit) & largest) === largest) out.push(byte());
        }
      }
    }
  }
  const tail = Math.max(stride, 32);
  for (let i = 0; i < tail; i++) out.push(byte());
  return new Uint8Array(out);
}

/** A valid stream of the second version with random contents: every way in which bytes, and words of four, are coded. */
export function randomSecondStream(random: Random, count: number, stride: number): Uint8Array {
  const below = (limit: number) => Math.floor(random() * limit);
  const bytes = (length: number) => Array.from({ length }, () => below(256));
  const out = [0xa1];
  const blockElements = Math.min(256, Math.floor(8192 / stride) & ~15);
  for (let first = 0; first < count; first += blockElements) {
    const elements = Math.min(blockElements, count - first);
    const controls = Array.from({ length: stride }, () => below(4));
    for (let word = 0; word < stride; word += 4)
      out.push(controls.slice(word, word + 4).reduceRight((all, control) => (all << 2) | control, 0));
    for (const control of controls) {
      if (control === 3) out.push(...bytes(elements));
      if (control < 2) out.push(...randomGroups(random, Math.ceil(elements / 16), control === 0 ? [0, 1, 2, 4] : [1, 2, 4, 8]));
    }
  }
  const codings = Array.from({ length: stride / 4 }, () => [0, 1, 2 | (below(16) << 4)][below(3)]!);
  return new Uint8Array([...out, ...new Uint8Array(Math.max(0, 24 - stride - stride / 4)), ...bytes(stride), ...codings]);
}

/** Groups of sixteen deltas of random widths, with the whole bytes that follow the largest values. */
function randomGroups(random: Random, groups: number, widths: readonly number[]): number[] {
  const byte = () => Math.floor(random() * 256);
  const kinds = Array.from({ length: groups }, () => Math.floor(random() * 4));
  const out = Array.from({ length: Math.ceil(groups / 4) }, () => 0);
  kinds.forEach((kind, group) => {
    out[group >> 2]! |= kind << (2 * (group & 3));
  });
  for (const kind of kinds) {
    const width = widths[kind]!;
    const packed = Array.from({ length: 2 * width }, byte);
    out.push(...packed);
    if (width === 0 || width === 8) continue;
    const largest = (1 << width) - 1;
    for (const value of packed)
      for (let bit = 0; bit < 8; bit += width) if (((value >> bit) & largest) === largest) out.push(byte());
  }
  return out;
}

/** A stream that gives these bytes, all groups written out in full. */
export function plainStream(bytes: Uint8Array, count: number, stride: number): Uint8Array {
  const out = [0xa0];
  const blockElements = Math.min(256, Math.floor(8192 / stride) & ~15);
  const previous = new Uint8Array(stride);
  for (let first = 0; first < count; first += blockElements) {
    const elements = Math.min(blockElements, count - first);
    const groups = Math.ceil(elements / 16);
    for (let channel = 0; channel < stride; channel++) {
      out.push(...Array<number>(Math.ceil(groups / 4)).fill(0xff));
      for (let i = 0; i < 16 * groups; i++) {
        const value = i < elements ? bytes[(first + i) * stride + channel]! : previous[channel]!;
        const delta = ((value - previous[channel]!) << 24) >> 24;
        out.push(((delta << 1) ^ (delta >> 31)) & 0xff);
        previous[channel] = value;
      }
    }
  }
  out.push(...new Uint8Array(Math.max(stride, 32)));
  return new Uint8Array(out);
}
