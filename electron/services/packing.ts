/**
 * Plain data as numbers in one buffer, for messages between threads that look alike: cloning object by object costs more than a small solve.
 * What stays the same from value to value, the shape and the words, is sent the first time only; then numbers alone travel.
 */

/** Values on their way; `numbers` has a buffer of its own, to be transferred. */
export interface Packed {
  readonly numbers: Float64Array<ArrayBuffer>;
  /** Shapes and words that came up first in these values; they are numbered on from those of the messages before. */
  readonly shapes: readonly Shape[];
  readonly words: readonly string[];
}

/** How a value is laid out: what is read for it from the numbers, one after another. */
export type Shape =
  /** One number. */
  | { readonly kind: 'number' | 'boolean' }
  /** The number of the word. */
  | { readonly kind: 'word' }
  /** Their count, then the numbers. */
  | { readonly kind: 'numbers' }
  | { readonly kind: 'typed'; readonly array: TypedKind }
  /** Nothing is read. */
  | { readonly kind: 'constant'; readonly value: null | undefined }
  | { readonly kind: 'list'; readonly items: readonly Shape[] }
  | { readonly kind: 'object'; readonly keys: readonly string[]; readonly fields: readonly Shape[] };

const TYPED = {
  Float64Array,
  Float32Array,
  Int32Array,
  Uint32Array,
  Int16Array,
  Uint16Array,
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
};
type TypedKind = keyof typeof TYPED;
type Typed = InstanceType<(typeof TYPED)[TypedKind]>;

/** Packs for one receiver: what has been sent to it once is not sent again, so that every message must reach it, in order. */
export interface Packer {
  /** Throws a `TypeError` for what is not plain data: functions, symbols, big integers, objects of a class, objects that hold themselves, and a field `__proto__`. */
  pack(values: readonly unknown[]): Packed;
}

const DEEPEST = 32;
const FIRST_ROOM = 1024;

export function createPacker(): Packer {
  const shapes: Shape[] = [];
  const shapeNumbers = new Map<string, number>();
  const words: string[] = [];
  const wordNumbers = new Map<string, number>();
  let sentShapes = 0;
  let sentWords = 0;
  let latest = -1;
  let room = new Float64Array(FIRST_ROOM);
  let end = 0;

  function reserve(count: number): void {
    if (end + count <= room.length) return;
    const larger = new Float64Array(Math.max(2 * room.length, end + count));
    larger.set(room);
    room = larger;
  }

  function put(value: number): void {
    if (end === room.length) reserve(1);
    room[end++] = value;
  }

  function putAll(values: readonly number[]): void {
    reserve(values.length + 1);
    room[end++] = values.length;
    for (let k = 0; k < values.length; k++) room[end++] = values[k]!;
  }

  /** The same, for many numbers quicker and for few slower. */
  function putTyped(values: Typed): void {
    reserve(values.length + 1);
    room[end++] = values.length;
    room.set(values, end);
    end += values.length;
  }

  function wordNumber(word: string): number {
    const known = wordNumbers.get(word);
    if (known !== undefined) return known;
    wordNumbers.set(word, words.length);
    return words.push(word) - 1;
  }

  /** Writes a value of this shape; false when it has another. */
  function write(shape: Shape, value: unknown): boolean {
    switch (shape.kind) {
      case 'number':
        if (typeof value !== 'number') return false;
        put(value);
        return true;
      case 'boolean':
        if (typeof value !== 'boolean') return false;
        put(value ? 1 : 0);
        return true;
      case 'word':
        if (typeof value !== 'string') return false;
        put(wordNumber(value));
        return true;
      case 'numbers':
        if (!isNumbers(value)) return false;
        putAll(value);
        return true;
      case 'typed':
        if (!isTyped(value) || value.constructor !== TYPED[shape.array]) return false;
        putTyped(value);
        return true;
      case 'constant':
        return value === shape.value;
      case 'list':
        return Array.isArray(value) && writeItems(shape.items, value);
      case 'object':
        return isPlain(value) && writeFields(shape.keys, shape.fields, value);
    }
  }

  function writeItems(items: readonly Shape[], values: readonly unknown[]): boolean {
    if (values.length !== items.length) return false;
    for (let k = 0; k < items.length; k++) if (!write(items[k]!, values[k])) return false;
    return true;
  }

  function writeFields(keys: readonly string[], fields: readonly Shape[], value: Readonly<Record<string, unknown>>): boolean {
    let seen = 0;
    for (const key in value) {
      if (keys[seen] !== key || !write(fields[seen]!, value[key])) return false;
      seen++;
    }
    return seen === keys.length;
  }

  function writeWhole(value: unknown): void {
    const before = end;
    put(latest);
    if (latest >= 0 && write(shapes[latest]!, value)) return;
    end = before;
    const shape = shapeOf(value, 0);
    const name = nameOf(shape);
    latest = shapeNumbers.get(name) ?? shapes.push(shape) - 1;
    shapeNumbers.set(name, latest);
    put(latest);
    write(shape, value);
  }

  return {
    pack(values) {
      end = 0;
      put(values.length);
      for (const value of values) writeWhole(value);
      const packed = { numbers: room.slice(0, end), shapes: shapes.slice(sentShapes), words: words.slice(sentWords) };
      sentShapes = shapes.length;
      sentWords = words.length;
      return packed;
    },
  };
}

/** Takes the messages of one {@link Packer}, every one and in their order, and gives the values back; their `Float64Array`s lie in the message's memory. */
export function createUnpacker(): (packed: Packed) => unknown[] {
  const shapes: Shape[] = [];
  const words: string[] = [];
  let numbers = new Float64Array();
  let at = 0;

  function read(shape: Shape): unknown {
    switch (shape.kind) {
      case 'number':
        return numbers[at++];
      case 'boolean':
        return numbers[at++] === 1;
      case 'word':
        return words[numbers[at++]!];
      case 'numbers': {
        const count = numbers[at++]!;
        const values: number[] = [];
        for (let k = 0; k < count; k++) values.push(numbers[at++]!);
        return values;
      }
      case 'typed': {
        const first = at + 1;
        at = first + numbers[at]!;
        const values = numbers.subarray(first, at);
        return shape.array === 'Float64Array' ? values : new TYPED[shape.array](values);
      }
      case 'constant':
        return shape.value;
      case 'list':
        return shape.items.map(read);
      case 'object': {
        const value: Record<string, unknown> = {};
        for (let k = 0; k < shape.keys.length; k++) value[shape.keys[k]!] = read(shape.fields[k]!);
        return value;
      }
    }
  }

  return (packed) => {
    shapes.push(...packed.shapes);
    words.push(...packed.words);
    numbers = packed.numbers;
    at = 0;
    const values = Array.from({ length: numbers[at++]! }, () => read(shapes[numbers[at++]!]!));
    numbers = new Float64Array();
    return values;
  };
}

function shapeOf(value: unknown, depth: number): Shape {
  if (depth > DEEPEST)
    throw new TypeError(`data for a thread must be at most ${DEEPEST} levels deep, got an object that is deeper or holds itself`);
  if (typeof value === 'number' || typeof value === 'boolean') return { kind: typeof value as 'number' | 'boolean' };
  if (typeof value === 'string') return { kind: 'word' };
  if (value === null || value === undefined) return { kind: 'constant', value };
  if (isNumbers(value)) return { kind: 'numbers' };
  if (Array.isArray(value)) return { kind: 'list', items: Array.from(value, (item) => shapeOf(item, depth + 1)) };
  for (const array of Object.keys(TYPED) as TypedKind[]) {
    if (isTyped(value) && value.constructor === TYPED[array]) return { kind: 'typed', array };
  }
  if (!isPlain(value))
    throw new TypeError(
      `data for a thread must be plain, got ${typeof value === 'object' ? 'an object of a class' : `a ${typeof value}`}`,
    );
  const keys = Object.keys(value);
  if (keys.includes('__proto__')) throw new TypeError('data for a thread must have no field named "__proto__"');
  return { kind: 'object', keys, fields: keys.map((key) => shapeOf(value[key], depth + 1)) };
}

/** The same for shapes that are equal, and for no others. */
function nameOf(shape: Shape): string {
  return JSON.stringify(shape, (key, part: unknown) => (part === undefined && key === 'value' ? 'undefined' : part));
}

function isNumbers(value: unknown): value is number[] {
  if (!Array.isArray(value)) return false;
  for (let k = 0; k < value.length; k++) if (typeof value[k] !== 'number') return false;
  return true;
}

function isTyped(value: unknown): value is Typed {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
