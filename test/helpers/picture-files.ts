// Readers of picture and film files that share nothing with what writes them: each walks the format as its specification lays it out.
import { crc32, inflateSync } from 'node:zlib';

/** What a film or picture turned out to be. */
export interface ReadPicture {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** Seconds that each frame stands; empty for one picture. */
  readonly delays: readonly number[];
}

/** A PNG or APNG (PNG, third edition): sizes, frames, delays; every checksum and sequence number is looked at. */
export function readPng(bytes: Uint8Array): ReadPicture & { readonly hasAlpha: boolean; readonly parts: readonly Part[] } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) throw new Error('no PNG');
  let [width, height, colourType, told] = [0, 0, 0, 1];
  const parts: { x: number; y: number; width: number; height: number; data: Uint8Array[] }[] = [];
  const delays: number[] = [];
  let next = 0;
  let hasEnded = false;
  const inSequence = (at: number) => {
    if (view.getUint32(at) !== next++) throw new Error(`a frame has the sequence number ${view.getUint32(at)}, not ${next - 1}`);
  };
  for (let at = 8; at < bytes.byteLength && !hasEnded;) {
    const length = view.getUint32(at);
    const type = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1');
    const data = at + 8;
    if (crc32(bytes.subarray(at + 4, data + length)) !== view.getUint32(data + length))
      throw new Error(`${type}: wrong checksum`);
    if (type === 'IHDR') [width, height, colourType] = [view.getUint32(data), view.getUint32(data + 4), view.getUint8(data + 9)];
    if (type === 'acTL') told = view.getUint32(data);
    if (type === 'fcTL') {
      inSequence(data);
      const [w, h, x, y] = [4, 8, 12, 16].map((offset) => view.getUint32(data + offset)) as [number, number, number, number];
      if (x + w > width || y + h > height) throw new Error('a frame reaches beyond the picture');
      delays.push(view.getUint16(data + 20) / view.getUint16(data + 22));
      parts.push({ x, y, width: w, height: h, data: [] });
    }
    if (type === 'IDAT') {
      if (parts.length === 0) parts.push({ x: 0, y: 0, width, height, data: [] });
      parts.at(-1)!.data.push(bytes.subarray(data, data + length));
    }
    if (type === 'fdAT') {
      inSequence(data);
      parts.at(-1)!.data.push(bytes.subarray(data + 4, data + length));
    }
    hasEnded = type === 'IEND';
    at = data + length + 4;
  }
  if (!hasEnded) throw new Error('the file ends early');
  if (delays.length > 0 && told !== parts.length) throw new Error(`it speaks of ${told} frames and has ${parts.length}`);
  for (const part of parts) {
    const raw = inflateSync(Buffer.concat(part.data));
    const channels = { 0: 1, 2: 3, 4: 2, 6: 4 }[colourType] ?? 1;
    if (raw.byteLength !== part.height * (1 + channels * part.width)) throw new Error('a frame has not all of its pixels');
  }
  return { width, height, frames: parts.length, delays, hasAlpha: colourType === 6, parts };
}

export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Compressed rows. */
  readonly data: readonly Uint8Array[];
}

/** A GIF 89a: screen, frames, delays, whether it goes on for ever. */
export function readGif(bytes: Uint8Array): ReadPicture & { readonly isEndless: boolean } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (Buffer.from(bytes.subarray(0, 6)).toString('latin1') !== 'GIF89a') throw new Error('no GIF');
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)];
  const delays: number[] = [];
  let [frames, isEndless] = [0, false];
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + tableBytes(view.getUint8(10));
  const skipBlocks = () => {
    while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    at += 1;
  };
  for (;;) {
    const mark = view.getUint8(at++);
    if (mark === 0x3b) return { width, height, frames, delays, isEndless };
    if (mark === 0x21) {
      const label = view.getUint8(at++);
      if (label === 0xf9) delays.push(view.getUint16(at + 2, true) / 100);
      if (label === 0xff) isEndless = view.getUint16(at + 14, true) === 0;
      skipBlocks();
    } else if (mark === 0x2c) {
      frames++;
      if (view.getUint16(at + 4, true) !== width || view.getUint16(at + 6, true) !== height)
        throw new Error('a frame of another size');
      at += 9 + tableBytes(view.getUint8(at + 8)) + 1;
      skipBlocks();
    } else throw new Error(`an unknown block ${mark}`);
  }
}

/** A WebM (RFC 8794 and 9559): the size of its one video track, and its blocks. */
export function readWebm(bytes: Uint8Array): ReadPicture & { readonly codec: string; readonly hasAlpha: boolean } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const containers = new Set([0x18538067, 0x1f43b675, 0x1654ae6b, 0xae, 0xe0, 0xa0, 0x1549a966]);
  const values = new Map<number, Uint8Array>();
  const times: number[] = [];
  let cluster = 0;
  const number = (data: Uint8Array) => data.reduce((sum, byte) => 256 * sum + byte, 0);
  const variable = (at: number, keepsMark: boolean): readonly [value: number, length: number] => {
    const first = view.getUint8(at);
    const length = Math.clz32(first) - 23;
    let value = keepsMark ? first : first & (0xff >> length);
    let isUnknown = value === 0xff >> length;
    for (let i = 1; i < length; i++) {
      value = 256 * value + view.getUint8(at + i);
      isUnknown &&= view.getUint8(at + i) === 0xff;
    }
    return [isUnknown && !keepsMark ? -1 : value, length];
  };
  const walk = (from: number, to: number) => {
    for (let at = from; at < to;) {
      const [id, idLength] = variable(at, true);
      const [told, sizeLength] = variable(at + idLength, false);
      const start = at + idLength + sizeLength;
      const end = told < 0 ? to : start + told;
      const data = bytes.subarray(start, end);
      if (containers.has(id)) walk(start, end);
      else if (id === 0xe7) cluster = number(data);
      else if (id === 0xa3 || id === 0xa1) {
        const [, track] = variable(start, false);
        times.push(cluster + view.getInt16(start + track));
      } else values.set(id, data);
      at = end;
    }
  };
  walk(0, bytes.byteLength);
  const scale = number(values.get(0x2ad7b1) ?? Uint8Array.of(0x0f, 0x42, 0x40)) / 1e9;
  return {
    width: number(values.get(0xb0)!),
    height: number(values.get(0xba)!),
    frames: times.length,
    delays: times.slice(1).map((time, i) => (time - times[i]!) * scale),
    codec: Buffer.from(values.get(0x86)!).toString('latin1'),
    hasAlpha: number(values.get(0x53c0) ?? new Uint8Array(0)) === 1,
  };
}
