import { isRecord } from '../text/json-text.ts';
import { quote } from '../text/quote.ts';
import { extensionFields, fieldOf, GLTF_LISTS, type IndexedList, type IndexFields } from './index-fields.ts';

type Json = Readonly<Record<string, unknown>>;

/** How far the items of each list move: what is added to an index of it. */
export type IndexShifts = Readonly<Record<IndexedList, number>>;

/**
 * The object with the indices in it, and in its extensions at any depth, moved. `extras` stay as they are. Throws an `Error` with one sentence
 * for an extension that may hold indices and that is not known.
 */
export function moveIndices<Value extends Json>(value: Value, fields: IndexFields, shifts: IndexShifts): Value {
  const entries = Object.entries(value).map(([name, part]) => {
    if (name === 'extras') return [name, part];
    if (name === 'extensions' && isRecord(part)) return [name, moveExtensions(part, shifts)];
    return [name, moveField(part, fieldOf(fields, name), shifts)];
  });
  return Object.fromEntries(entries) as Value;
}

function moveField(part: unknown, field: IndexFields[string] | undefined, shifts: IndexShifts): unknown {
  if (typeof field === 'string') return typeof part === 'number' ? part + shifts[field] : part;
  if (Array.isArray(part)) return part.map((item) => moveField(item, isEach(field) ? field[0] : undefined, shifts));
  return isRecord(part) ? moveIndices(part, isEach(field) ? {} : (field ?? {}), shifts) : part;
}

function isEach(field: IndexFields[string] | undefined): field is readonly [IndexedList | IndexFields] {
  return Array.isArray(field);
}

/** The extensions of one object, moved. */
export function moveExtensions(extensions: Json, shifts: IndexShifts): Json {
  return Object.fromEntries(Object.entries(extensions).map(([name, value]) => [name, moveExtension(name, value, shifts)]));
}

function moveExtension(name: string, value: unknown, shifts: IndexShifts): unknown {
  if (name === 'KHR_animation_pointer' && isRecord(value) && typeof value['pointer'] === 'string') {
    return { ...value, pointer: movePointer(value['pointer'], shifts) };
  }
  const fields = extensionFields(name);
  if (fields) return isRecord(value) ? moveIndices(value, fields, shifts) : value;
  if (isMoved(shifts) && mayHoldIndices(value)) {
    throw new Error(
      `the extension ${quote(name, 60)} may name parts by number, which change when joined; write each character to its own file`,
    );
  }
  return value;
}

/** A path into the document, such as `/nodes/3/rotation`, with the number after its list moved. */
function movePointer(pointer: string, shifts: IndexShifts): string {
  const [, start = '', list = '', index = '', rest = ''] =
    /^(\/(?:extensions\/)?)((?:[^/]+\/)??[^/]+)\/(\d+)(\/.*)?$/.exec(pointer) ?? [];
  if (Object.hasOwn(shifts, list)) return `${start}${list}/${Number(index) + shifts[list as IndexedList]}${rest}`;
  if (!isMoved(shifts)) return pointer;
  throw new Error(
    `an animation moves ${quote(pointer, 60)}, which cannot be found again when joined; write each character to its own file`,
  );
}

function isMoved(shifts: IndexShifts): boolean {
  return Object.values(shifts).some((shift) => shift !== 0);
}

/** Whether an object of unknown meaning holds whole numbers, or paths into the document. */
function mayHoldIndices(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0;
  if (typeof value === 'string') return GLTF_LISTS.some((list) => value.includes(`/${list}/`));
  return typeof value === 'object' && value !== null && Object.values(value).some(mayHoldIndices);
}
