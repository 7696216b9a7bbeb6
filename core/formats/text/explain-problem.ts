import * as z from 'zod/mini';
import { quote, shorten } from './quote.ts';

type RawIssue = z.core.$ZodRawIssue;

/** Values of a list that a sentence names before it only counts the others. */
const MOST_NAMED = 12;

// The validator's own wording is for programmers: every problem is phrased here instead, as it is found, whichever of its two entries a schema comes from.
z.config({ customError: (issue) => phrase(issue) });

/**
 * The first problem of a validation in words: `clips[0].fps: expected a number from 1 to 1000, got "fast"`. `whole` names the value itself
 * where the problem has no path.
 */
export function explainProblem(error: z.core.$ZodError, whole = 'the content'): string {
  const issue = error.issues[0];
  if (!issue) return `${whole} cannot be used`;
  const where = showPath(issue.path);
  return `${where === '' ? whole : where}: ${issue.message}`;
}

/** `["clips", 0, "fps"]` → `clips[0].fps`. */
function showPath(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return shorten(text.replace(/^\./, ''));
}

function phrase(issue: RawIssue): string {
  if (issue.code === 'unrecognized_keys') return `${quote(issue.keys[0] ?? '')} is not a known field`;
  if (issue.code === 'invalid_key') return `a name in it cannot be used: ${issue.issues[0]?.message ?? 'it has another form'}`;
  if (issue.code === 'invalid_element')
    return `an entry of it cannot be used: ${issue.issues[0]?.message ?? 'it has another form'}`;
  return `${expectation(issue)}, got ${describe(valueOf(issue))}`;
}

type Expected = Exclude<RawIssue, { code: 'unrecognized_keys' | 'invalid_key' | 'invalid_element' }>;

/** What came: of a choice by a field, the value of that field. */
function valueOf({ input, ...issue }: Expected): unknown {
  if (issue.code !== 'invalid_union' || typeof issue.discriminator !== 'string') return input;
  return (input as Readonly<Record<string, unknown>>)[issue.discriminator];
}

function expectation(issue: Expected): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${typeName(issue.expected, issue.schema ?? issue.inst)}`;
    case 'invalid_value':
      return `expected ${oneOf(issue.values)}`;
    case 'too_small':
      return `expected ${amount(issue.origin, bound(issue, 'least'), issue.minimum)}`;
    case 'too_big':
      return `expected ${amount(issue.origin, bound(issue, 'most'), issue.maximum)}`;
    case 'not_multiple_of':
      return `expected a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return 'expected text of another form';
    case 'invalid_union':
      return `expected ${alternatives(issue)}`;
    case 'custom':
      return 'expected another value';
  }
}

/** What schemas of Limber are made of. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  null: 'null',
};

/** `a number from 0 to 1`, `a list of 3 entries`: with what else the schema asks for. */
function typeName(expected: string, schema: RawIssue['inst']): string {
  if (expected === 'tuple') return `a list of ${entriesOf(schema)}`;
  if (expected !== 'number') return TYPES[expected] ?? 'another value';
  const { least, above, most, isWhole } = rangeOf(schema);
  const name = isWhole ? 'a whole number' : 'a number';
  if (least !== undefined && most !== undefined) return `${name} from ${least} to ${most}`;
  if (above !== undefined) return `${name} above ${above}${most === undefined ? '' : ` and at most ${most}`}`;
  if (least !== undefined) return `${name} of at least ${least}`;
  return most === undefined ? name : `${name} of at most ${most}`;
}

interface Range {
  readonly least?: number;
  readonly above?: number;
  readonly most?: number;
  readonly isWhole?: true;
}

/** What a number's schema asks for besides its being a number. */
function rangeOf(schema: RawIssue['inst']): Range {
  const checks = schema && 'checks' in schema._zod.def ? (schema._zod.def.checks ?? []) : [];
  return Object.assign({}, ...checks.map((check) => rangeOfCheck(check._zod.def))) as Range;
}

function rangeOfCheck(check: { readonly check: string; readonly value?: unknown; readonly inclusive?: unknown }): Range {
  const { value, inclusive } = check;
  if (check.check === 'number_format') return { isWhole: true };
  if (typeof value !== 'number') return {};
  if (check.check === 'greater_than') return inclusive ? { least: value } : { above: value };
  return check.check === 'less_than' ? { most: value } : {};
}

function entriesOf(schema: RawIssue['inst']): string {
  const items =
    schema && 'items' in schema._zod.def && Array.isArray(schema._zod.def.items) ? schema._zod.def.items.length : null;
  return items === null ? 'some entries' : `${items} entries`;
}

interface Bound {
  readonly exact?: boolean;
  readonly inclusive?: boolean;
}

function bound({ exact, inclusive }: Bound, end: 'least' | 'most'): string {
  if (exact) return 'exactly';
  if (inclusive === false) return end === 'least' ? 'more than' : 'less than';
  return `at ${end}`;
}

function amount(origin: string, words: string, limit: number | bigint): string {
  if (origin === 'string') return `text of ${words} ${limit} characters`;
  if (origin === 'array') return `a list of ${words} ${limit} entries`;
  const name = origin === 'int' ? 'a whole number' : 'a number';
  if (words === 'more than') return `${name} above ${limit}`;
  return words === 'less than' ? `${name} below ${limit}` : `${name} of ${words} ${limit}`;
}

function oneOf(values: readonly unknown[]): string {
  const named = values.slice(0, MOST_NAMED).map((value) => (typeof value === 'string' ? quote(value) : String(value)));
  const others = values.length - named.length;
  if (values.length === 1) return named[0]!;
  return `one of ${named.join(', ')}${others > 0 ? ` and ${others} others` : ''}`;
}

/** What the choices of a union expect, each once. Their problems are phrased already. */
function alternatives(issue: Extract<Expected, { code: 'invalid_union' }>): string {
  if ('options' in issue && Array.isArray(issue.options)) return oneOf(issue.options);
  const first = issue.errors.flatMap((problems) => problems.slice(0, 1));
  const wanted = first.map(({ path, message }) => {
    const expected = message.replace(/^expected /, '').replace(/, got [^]*$/, '');
    return path.length === 0 ? expected : `an object whose ${showPath(path)} is ${expected}`;
  });
  return wanted.length === 0 ? 'a value of one kind only' : [...new Set(wanted)].join(' or ');
}

function describe(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'empty text' : quote(value);
  if (value === undefined) return 'nothing';
  if (typeof value === 'number' || typeof value === 'boolean') return shorten(numberText(value));
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length} ${value.length === 1 ? 'entry' : 'entries'}`;
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function numberText(value: number | boolean): string {
  return Number.isNaN(value) ? 'what is not a number' : String(value);
}
