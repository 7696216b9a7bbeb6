import { isRecord } from '../text/json-text.ts';
import { quote } from '../text/quote.ts';
import { EXTENSION_LISTS, extensionFields, fieldOf, GLTF_LISTS, type IndexedList, type IndexFields } from './index-fields.ts';

type Json = Readonly<Record<string, unknown>>;

/** Where the items of lists go. */
export interface IndexMoves {
  /** The index that an item of a list has then. */
  readonly to: (list: IndexedList, index: number) => number;
  /** When indices change that nothing is known of, and what to do then: the end of a sentence; null: none change. */
  readonly refusal: string | null;
}

/** How far the items of each list move: what is added to an index of it. */
export type IndexShifts = Readonly<Record<IndexedList, number>>;

/** The moves of a file that is joined to others. */
export function movesBy(shifts: IndexShifts): IndexMoves {
  const isMoved = Object.values(shifts).some((shift) => shift !== 0);
  return {
    to: (list, index) => index + shifts[list],
    refusal: isMoved ? 'when joined; write each character to its own file' : null,
  };
}

/**
 * The object with the indices in it, and in its extensions at any depth, moved. `extras` stay as they are. Throws an `Error` with one sentence
 * for an extension that may hold indices and that is not known.
 */
export function moveIndices<Value extends Json>(value: Value, fields: IndexFields, moves: IndexMoves): Value {
  const entries = Object.entries(value).map(([name, part]) => {
    if (name === 'extras') return [name, part];
    if (name === 'extensions' && isRecord(part)) return [name, moveExtensions(part, moves)];
    return [name, moveField(part, fieldOf(fields, name), moves)];
  });
  return Object.fromEntries(entries) as Value;
}

function moveField(part: unknown, field: IndexFields[string] | undefined, moves: IndexMoves): unknown {
  if (typeof field === 'string') return typeof part === 'number' ? moves.to(field, part) : part;
  if (Array.isArray(part)) return part.map((item) => moveField(item, isEach(field) ? field[0] : undefined, moves));
  return isRecord(part) ? moveIndices(part, isEach(field) ? {} : (field ?? {}), moves) : part;
}

function isEach(field: IndexFields[string] | undefined): field is readonly [IndexedList | IndexFields] {
  return Array.isArray(field);
}

/** The extensions of one object, moved. */
export function moveExtensions(extensions: Json, moves: IndexMoves): Json {
  return Object.fromEntries(Object.entries(extensions).map(([name, value]) => [name, moveExtension(name, value, moves)]));
}

function moveExtension(name: string, value: unknown, moves: IndexMoves): unknown {
  if (name === 'KHR_animation_pointer' && isRecord(value) && typeof value['pointer'] === 'string') {
    return { ...value, pointer: movePointer(value['pointer'], moves) };
  }
  const fields = extensionFields(name);
  if (fields) return isRecord(value) ? moveIndices(value, fields, moves) : value;
  if (moves.refusal !== null && mayHoldIndices(value)) {
    throw new Error(`the extension ${quote(name, 60)} may name parts by number, which change ${moves.refusal}`);
  }
  return value;
}

/** A path into the document, such as `/nodes/3/rotation`, with the number after its list moved. */
function movePointer(pointer: string, moves: IndexMoves): string {
  const [, start = '', list = '', index = '', rest = ''] =
    /^(\/(?:extensions\/)?)((?:[^/]+\/)??[^/]+)\/(\d+)(\/.*)?$/.exec(pointer) ?? [];
  if (isIndexed(list)) return `${start}${list}/${moves.to(list, Number(index))}${rest}`;
  if (moves.refusal === null) return pointer;
  throw new Error(`an animation moves ${quote(pointer, 60)}, which cannot be found again ${moves.refusal}`);
}

function isIndexed(list: string): list is IndexedList {
  return ([...GLTF_LISTS, ...EXTENSION_LISTS] as readonly string[]).includes(list);
}

/** Whether an object of unknown meaning holds whole numbers, or paths into the document. */
function mayHoldIndices(value: unknown): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0;
  if (typeof value === 'string') return GLTF_LISTS.some((list) => value.includes(`/${list}/`));
  return typeof value === 'object' && value !== null && Object.values(value).some(mayHoldIndices);
}
