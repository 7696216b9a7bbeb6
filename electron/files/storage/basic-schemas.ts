import { z } from 'zod';

/** Longest text of a name; longest list of anything. Far above what projects hold, far below what would exhaust memory. */
const LONGEST_NAME = 400;
export const LONGEST_LIST = 2_000_000;

export const vec3 = z.tuple([z.number(), z.number(), z.number()]);
export const quat = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export const numbers = listOf(z.number());
export const share = z.number().min(0).max(1);
export const nameSchema = z.string().max(LONGEST_NAME);

export function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(item).max(LONGEST_LIST);
}

/** Names files: nothing in it can lead to another folder. */
const ID = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,79}$/;

export const NO_ID = 'expected an id of letters, digits, "-" and "_" that is not a field of every object, as "constructor"';

/** Whether a part of a project may have this id. What every object has, such as `constructor`, may not be one: records are looked up by ids. */
export function isId(text: string): boolean {
  return ID.test(text) && !(text in Object.prototype);
}

export const idSchema = z.string().refine(isId, { error: NO_ID });

/** Values by names that a file or a message gives. Zod's own record passes over what is named `__proto__`, which would be lost without a word. */
export function valuesByName<Name extends z.ZodType<string>, Value extends z.ZodType>(name: Name, value: Value) {
  const isUsable = (given: unknown) => typeof given !== 'object' || given === null || !Object.hasOwn(given, '__proto__');
  return z.custom<unknown>(isUsable, { error: 'expected names other than "__proto__"' }).pipe(z.record(name, value));
}

export const hashSchema = z.string().regex(/^[0-9a-f]{64}$/, { error: 'expected a SHA-256 hash' });

/** Metres from the origin at which something of a scene may be. */
const FARTHEST = 1e6;

const coordinate = z.number().min(-FARTHEST).max(FARTHEST);

/** A point of a scene, metres. */
export const pointSchema = z.tuple([coordinate, coordinate, coordinate]);

/** Whether these ids name different files: some file systems take `A` and `a` for the same name. */
export function areDifferent(ids: readonly string[]): boolean {
  return new Set(ids.map((id) => id.toLowerCase())).size === ids.length;
}

/** A list of `words` with different ids. */
export function distinct<Item extends { readonly id: string }>(words: string, item: z.ZodType<Item>, most = LONGEST_LIST) {
  return z
    .array(item)
    .max(most)
    .refine((list) => areDifferent(list.map(({ id }) => id)), { error: `expected ${words} with different ids` });
}
