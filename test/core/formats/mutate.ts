import type { Random } from '../../../core/math/random.ts';
import { looksLikeZip } from '../../../core/formats/zip/zip-archive.ts';
import { isBinaryFbx } from '../../../core/formats/fbx/fbx-container.ts';
import { isGlb, readGlb, writeGlb } from '../../../core/formats/gltf/glb.ts';

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
const below = (random: Random, limit: number) => Math.floor(random() * limit);

type Mutation = (bytes: Uint8Array, random: Random) => Uint8Array;

/** A damaged copy of a real file: bytes, JSON fields, numbers, hierarchy or text, as the random numbers say. */
export function mutate(bytes: Uint8Array, random: Random): Uint8Array {
  const glb = [...Array<Mutation>(7).fill(changeJson), multiplyItems, changeHeader, poisonFloats, poisonFloats];
  const text = [...Array<Mutation>(4).fill(changeText), nestText, repeatJoints];
  const json = [...Array<Mutation>(6).fill(changeJson), multiplyItems];
  const isPacked = isBinaryFbx(bytes) || looksLikeZip(bytes);
  const own = isPacked
    ? Array<Mutation>(4).fill(flipBytes)
    : isGlb(bytes)
      ? glb
      : bytes[0] === 0x7b || bytes[0] === 0x5b
        ? json
        : text;
  const ways = [flipBytes, cut, fillRange, ...own];
  return pick(random, ways)(bytes, random);
}

function flipBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = bytes.slice();
  for (let i = 1 + below(random, 20); i > 0 && copy.length > 0; i--) copy[below(random, copy.length)] = below(random, 256);
  return copy;
}

function cut(bytes: Uint8Array, random: Random): Uint8Array {
  return random() < 0.8
    ? bytes.slice(0, below(random, bytes.length + 1))
    : Buffer.concat([bytes, bytes.slice(0, below(random, 64))]);
}

function fillRange(bytes: Uint8Array, random: Random): Uint8Array {
  const start = below(random, bytes.length + 1);
  return bytes.slice().fill(pick(random, [0, 255, 0x20, 0x7b, 0x5b]), start, start + below(random, 200));
}

function changeHeader(bytes: Uint8Array, random: Random): Uint8Array {
  if (bytes.length < 20) return bytes;
  const copy = bytes.slice();
  const value = pick(random, [0, 1, 2, 3, 0xffffffff, 0x7fffffff, copy.length, copy.length - 1, below(random, copy.length)]);
  new DataView(copy.buffer).setUint32(pick(random, [4, 8, 12, 16]), value, true);
  return copy;
}

function poisonFloats(bytes: Uint8Array, random: Random): Uint8Array {
  const glb = tryReadGlb(bytes);
  if (!glb?.binary || glb.binary.length < 8) return bytes;
  const binary = glb.binary.slice();
  const view = new DataView(binary.buffer);
  for (let i = 0; i < 200; i++) {
    view.setFloat32(4 * below(random, binary.length >> 2), pick(random, [NaN, Infinity, -Infinity, 3e38, -0]), true);
  }
  return writeGlb({ ...glb, binary });
}

function changeJson(bytes: Uint8Array, random: Random): Uint8Array {
  return withJson(bytes, random, (json) => {
    for (let times = 1 + below(random, 3); times > 0; times--) changeOneField(json, random);
  });
}

/** Copies that multiplied lists get, of which each may hold the one before: all together are no more than a file of some megabytes. */
const MOST_COPIES = 5000;

/** Some lists of the file get thousands of copies of one of their items, whose numbers then multiply. */
function multiplyItems(bytes: Uint8Array, random: Random): Uint8Array {
  return withJson(bytes, random, (json) => {
    let left = MOST_COPIES;
    for (let times = 1 + below(random, 3); times > 0; times--) {
      const lists = [...listsIn(json, new Set())].filter((list) => list.length > 0);
      if (lists.length === 0) return;
      const list = pick(random, lists);
      const item = pick(random, list);
      const copies = below(random, left);
      for (let i = 0; i < copies; i++) list.push(item);
      left = Math.ceil(left / (copies + 1));
    }
  });
}

/** Every list in a JSON value, once. */
function listsIn(value: unknown, found: Set<unknown[]>): Set<unknown[]> {
  if (typeof value !== 'object' || value === null || found.has(value as unknown[])) return found;
  if (Array.isArray(value)) found.add(value as unknown[]);
  for (const each of Object.values(value)) listsIn(each, found);
  return found;
}

function withJson(bytes: Uint8Array, random: Random, change: (json: unknown) => void): Uint8Array {
  const glb = tryReadGlb(bytes);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(glb?.json ?? bytes));
  } catch {
    return flipBytes(bytes, random);
  }
  change(json);
  const text = textOf(json);
  if (text === null) return flipBytes(bytes, random);
  return glb ? writeGlb({ ...glb, json: text }) : text;
}

/** UTF-8 JSON; null where multiplied lists make more than one text can hold. */
function textOf(json: unknown): Uint8Array | null {
  try {
    return new TextEncoder().encode(JSON.stringify(json));
  } catch {
    return null;
  }
}

function changeOneField(json: unknown, random: Random): void {
  let parent: Record<string, unknown> | null = null;
  let key = '';
  let value = json;
  while (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value);
    if (keys.length === 0 || (parent && random() < 0.08)) break;
    parent = value as Record<string, unknown>;
    key = pick(random, keys);
    value = parent[key];
  }
  if (!parent) return;
  if (random() < 0.15) {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
    return;
  }
  if (typeof value === 'number' && random() < 0.6) {
    parent[key] = pick(random, [value + 1, value - 1, value * 1000, -value, value + 0.5, 0, below(random, 100), 2 ** 31, 1e30]);
    return;
  }
  parent[key] = pick<unknown>(random, [
    null,
    -1,
    0,
    1,
    2.5,
    1e308,
    4294967295,
    2 ** 53,
    below(random, 100),
    '',
    'x',
    true,
    [],
    {},
    [0],
    [[[]]],
    'data:;base64,AAAA',
    'http://example.org/a.bin',
    deeplyNested(random),
    'long '.repeat(below(random, 20_000)),
    2 ** 24,
    parent[pick(random, Object.keys(parent))],
  ]);
}

function deeplyNested(random: Random): unknown {
  let value: unknown = 1;
  for (let depth = below(random, 700); depth > 0; depth--) value = random() < 0.5 ? [value] : { extras: value };
  return value;
}

const ODD_WORDS = [
  'nan',
  '-',
  '1e999',
  '{',
  '}',
  'JOINT x',
  'End Site',
  'CHANNELS 3',
  'CHANNELS 999999999',
  'OFFSET',
  'MOTION',
  '1e-400',
  '99999999999',
  'Frames:',
  '',
];

function changeText(bytes: Uint8Array, random: Random): Uint8Array {
  const text = new TextDecoder('latin1').decode(bytes);
  const head = text.slice(0, 20_000);
  const words = head.split(/(\s+)/);
  for (let times = 1 + below(random, 4); times > 0; times--) words[below(random, words.length)] = pick(random, ODD_WORDS);
  return Buffer.from(words.join('') + text.slice(20_000), 'latin1');
}

function nestText(bytes: Uint8Array, random: Random): Uint8Array {
  const text = new TextDecoder('latin1').decode(bytes);
  const at = text.indexOf('JOINT');
  const nested = 'JOINT deep\n{\nOFFSET 0 0 0\n'.repeat(below(random, 3000));
  return Buffer.from(text.slice(0, Math.max(at, 0)) + nested + text.slice(Math.max(at, 0)), 'latin1');
}

function repeatJoints(bytes: Uint8Array, random: Random): Uint8Array {
  const text = new TextDecoder('latin1').decode(bytes);
  const at = Math.max(0, text.indexOf('JOINT'));
  const channels = pick(random, ['0', '1 Xrotation', '3 Zrotation Xrotation Yrotation', '1 Yposition']);
  const joints = `JOINT more\n{\nOFFSET 0 1 0\nCHANNELS ${channels}\n}\n`.repeat(below(random, 3000));
  return Buffer.from(text.slice(0, at) + joints + text.slice(at), 'latin1');
}

function tryReadGlb(bytes: Uint8Array) {
  try {
    return readGlb(bytes);
  } catch {
    return null;
  }
}
