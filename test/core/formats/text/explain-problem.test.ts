import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { explainProblem } from '../../../../core/formats/text/explain-problem.ts';
import { limitSchema } from '../../../../electron/files/storage/rig-schema.ts';
import { projectDataSchema } from '../../../../electron/files/storage/project-schema.ts';
import { sampleProject } from '../../../electron/services/sample-project.ts';

function explained(schema: z.ZodType, value: unknown): string {
  const { error } = schema.safeParse(value);
  if (!error) throw new Error('the value fits');
  return explainProblem(error);
}

/** Words of programs and validators, which no animator knows. */
const RAW = /received|invalid|undefined|\bNaN\b|\[object|discriminator|union|too_/i;

/** At least one problem of every kind that the validator knows: a kind that is missing here does not compile. */
const KINDS: Readonly<Record<z.core.$ZodIssueCode, readonly (readonly [z.ZodType, unknown, string])[]>> = {
  invalid_type: [
    [z.object({ a: z.number().min(0).max(1) }), { a: 'x' }, 'a: expected a number from 0 to 1, got "x"'],
    [z.object({ a: z.number().int().min(0) }), { a: 'x' }, 'a: expected a whole number of at least 0, got "x"'],
    [z.number().positive(), '', 'the content: expected a number above 0, got empty text'],
    [z.number().positive().max(9), null, 'the content: expected a number above 0 and at most 9, got null'],
    [z.number().max(9), [1], 'the content: expected a number of at most 9, got a list of 1 entry'],
    [z.number().int(), 1.5, 'the content: expected a whole number, got 1.5'],
    [z.number(), Number.NaN, 'the content: expected a number, got what is not a number'],
    [z.strictObject({ a: z.object({}) }), {}, 'a: expected an object, got nothing'],
    [z.tuple([z.number(), z.number()]), 'x', 'the content: expected a list of 2 entries, got "x"'],
    [z.array(z.boolean()), [1, {}], '[0]: expected true or false, got 1'],
    [z.string(), new Uint8Array(3), 'the content: expected text, got 3 bytes'],
  ],
  invalid_value: [
    [z.literal(1), 2, 'the content: expected 1, got 2'],
    [z.enum(['a', 'b']), 'c', 'the content: expected one of "a", "b", got "c"'],
    [
      z.enum('abcdefghijklmn'.split('')),
      7,
      `the content: expected one of ${'abcdefghijkl'.replaceAll(/\w/g, '"$&", ').slice(0, -2)} and 2 others, got 7`,
    ],
  ],
  too_small: [
    [z.number().min(0), -1, 'the content: expected a number of at least 0, got -1'],
    [z.number().gt(0), 0, 'the content: expected a number above 0, got 0'],
    [z.string().min(1), '', 'the content: expected text of at least 1 characters, got empty text'],
    [z.array(z.number()).length(2), [1], 'the content: expected a list of exactly 2 entries, got a list of 1 entry'],
  ],
  too_big: [
    [z.number().max(1), 3, 'the content: expected a number of at most 1, got 3'],
    [z.number().lt(1), 1, 'the content: expected a number below 1, got 1'],
    [z.tuple([z.number()]), [1, 2], 'the content: expected a list of at most 1 entries, got a list of 2 entries'],
  ],
  not_multiple_of: [[z.number().multipleOf(5), 7, 'the content: expected a multiple of 5, got 7']],
  invalid_format: [[z.string().regex(/^a/), 'b', 'the content: expected text of another form, got "b"']],
  unrecognized_keys: [[z.strictObject({}), { b: 1 }, 'the content: "b" is not a known field']],
  invalid_union: [
    [z.union([z.literal('all'), z.array(z.string())]), 7, 'the content: expected "all" or a list, got 7'],
    [
      z.union([z.object({ a: z.string() }), z.number()]),
      {},
      'the content: expected an object whose a is text or a number, got an object',
    ],
    [limitSchema, { kind: 'odd' }, 'kind: expected one of "free", "hinge", "prismatic", "swingTwist", got "odd"'],
    [limitSchema, {}, 'kind: expected one of "free", "hinge", "prismatic", "swingTwist", got nothing'],
    [z.xor([z.string(), z.string()]), 'a', 'the content: expected a value of one kind only, got "a"'],
  ],
  invalid_key: [
    [
      z.record(z.string().regex(/^a/), z.number()),
      { b: 1 },
      'b: a name in it cannot be used: expected text of another form, got "b"',
    ],
  ],
  invalid_element: [
    [
      z.map(z.object({}), z.number()),
      new Map([[{}, 'b']]),
      'the content: an entry of it cannot be used: expected a number, got "b"',
    ],
  ],
  custom: [[z.custom(() => false), 'x', 'the content: expected another value, got "x"']],
};

describe.each(Object.entries(KINDS))('a problem of the kind %s', (code, cases) => {
  test.each(cases)('is told in plain words (%#)', (schema, value, sentence) => {
    expect(schema.safeParse(value).error?.issues[0]?.code).toBe(code);
    expect(explained(schema, value)).toBe(sentence);
    expect(sentence).not.toMatch(RAW);
  });
});

test('a project with any field replaced by anything is refused in plain words', () => {
  const project = sampleProject('a'.repeat(64));
  const odd = [undefined, null, 7, -1, '', 'x'.repeat(5000), true, [], {}, Number.NaN];
  let refused = 0;
  for (const [field, value] of Object.entries(project)) {
    const inner = typeof value === 'object' ? Object.keys(value) : [];
    const changed = odd.flatMap((other) => [
      { ...project, [field]: other },
      ...inner.map((key) => ({ ...project, [field]: Object.assign(structuredClone(value), { [key]: other }) })),
    ]);
    for (const wrong of changed) {
      const { error } = projectDataSchema.safeParse(wrong);
      if (!error) continue;
      refused++;
      expect(explainProblem(error)).not.toMatch(RAW);
      expect(explainProblem(error).length).toBeLessThan(400);
    }
  }
  expect(refused).toBeGreaterThan(200);
});

test('names and values that go on and on are cut in the middle', () => {
  const long = 'x'.repeat(100_000);
  expect(explained(z.number(), long).length).toBeLessThan(260);
  expect(explained(z.record(z.string(), z.number()), { [long]: 'y' }).length).toBeLessThan(260);
  expect(explained(z.strictObject({}), { [long]: 1 }).length).toBeLessThan(260);
});
