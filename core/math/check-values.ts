/** What a program handed in, checked at the door: TypeScript's types say nothing about the JavaScript, JSON or messages that values come from. */

/** Entries of a list, and characters of a text, that a sentence repeats; of longer ones it says the length. */
const MOST_REPEATED = 16;
const MOST_CHARACTERS = 40;

/**
 * A value as the end of a sentence that refuses it: "… must be a number from 0 to 1, got "half"". Where a vector was expected, `count` is how many numbers it
 * has. Never throws.
 */
export function spellOut(value: unknown, count?: number): string {
  if (typeof value === 'string') return value.length > MOST_CHARACTERS ? `a text of ${value.length} characters` : `"${value}"`;
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (!isList(value)) return spellOutObject(value, count);
  if (value.length === 0) return 'none';
  if (value.length > MOST_REPEATED) return `a list of ${value.length}`;
  return Array.from(value, (entry) => (isObject(entry) ? (isList(entry) ? 'a list' : 'an object') : spellOut(entry))).join(', ');
}

/** An object, and what to write for one that is the vector or the quaternion of another library. */
function spellOutObject(value: object, count: number | undefined): string {
  try {
    const { x, y, z, w } = value as Readonly<Record<string, unknown>>;
    if ([x, y, z].every((each) => typeof each === 'number'))
      return `an object with x, y, z: write [v.x, v.y, v.z${typeof w === 'number' && count !== 3 ? ', v.w' : ''}]`;
  } catch {
    // Fields that throw are none of a vector.
  }
  return 'an object';
}

/** The same of what came for the index of a joint: a name is looked up by `jointNamed`. */
export function spellOutJoint(joint: unknown): string {
  return typeof joint === 'string' ? `${spellOut(joint)}: write jointNamed(skeleton, ${spellOut(joint)})` : spellOut(joint);
}

/** Whether a value has fields to look at. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Whether a value is a list of any kind: an array, a typed array, or what has their length. */
export function isList(value: unknown): value is ArrayLike<unknown> {
  return isObject(value) && typeof value['length'] === 'number';
}

/** Throws a `RangeError` that begins with `what` unless the value is an object that is no list. */
export function checkObject(value: unknown, what: string): void {
  if (!isObject(value) || isList(value)) throw new RangeError(`${what} must be an object, got ${spellOut(value)}`);
}

/** Throws a `RangeError` that begins with `what` unless the value is a text. */
export function checkText(value: unknown, what: string): void {
  if (typeof value !== 'string') throw new RangeError(`${what} must be a text, got ${spellOut(value)}`);
}

/** Throws a `RangeError` that begins with `what` unless the value is an array of texts. */
export function checkTexts(value: unknown, what: string): void {
  checkArray(value, what);
  for (const [i, entry] of (value as readonly unknown[]).entries()) checkText(entry, `${what}: number ${i}`);
}

/** Throws a `RangeError` that begins with `what` unless the value is bytes. */
export function checkBytes(value: unknown, what: string): void {
  if (!(value instanceof Uint8Array)) throw new RangeError(`${what} must be a Uint8Array, got ${spellOut(value)}`);
}

/** Throws a `RangeError` that begins with `what` unless the value is a function. */
export function checkFunction(value: unknown, what: string): void {
  if (typeof value !== 'function') throw new RangeError(`${what} must be a function, got ${spellOut(value)}`);
}

/** Throws a `RangeError` that begins with `what` unless the value is one of these. */
export function checkOneOf(value: unknown, all: readonly unknown[], what: string): void {
  if (!all.includes(value)) throw new RangeError(`${what} must be one of ${all.join(', ')}, got ${spellOut(value)}`);
}

/** Throws a `RangeError` that begins with `what` unless the value is true or false. */
export function checkFlag(value: unknown, what: string): void {
  if (typeof value !== 'boolean') throw new RangeError(`${what} must be true or false, got ${spellOut(value)}`);
}

/** Throws a `RangeError` that begins with `what` unless the value is an array. */
export function checkArray(value: unknown, what: string): void {
  if (!Array.isArray(value)) throw new RangeError(`${what} must be an array, got ${spellOut(value)}`);
}
