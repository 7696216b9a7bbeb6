import { describe, expect, test } from 'vitest';
import { parseJsonObject } from '../../../../core/formats/text/json-text.ts';

const parse = (text: string) => parseJsonObject(Buffer.from(text), 'the file');

describe('text that should be a JSON object', () => {
  test.each([
    ['{"a": 1\n  "b": 2}', 'the file cannot be read: it is not JSON at line 2, column 3'],
    ['{"a": }', 'the file cannot be read: it is not JSON'],
    ['{"a":', 'the file cannot be read: its end is missing'],
    ['', 'the file cannot be read: its end is missing'],
    ['<<<<<<< HEAD\n{}', 'the file cannot be read: it is not JSON'],
    ['[1]', 'the file must be an object, got a list'],
    [JSON.stringify('x'.repeat(1e6)), 'the file must be an object, got a text'],
    ['null', 'the file must be an object, got null'],
  ])('is refused with where it stops being one: %#', (text, sentence) => {
    expect(() => parse(text)).toThrow(new RegExp(`^${sentence}$`));
  });

  test.each([
    [{ bytes: 10 }, 'the file has 1 MB, more than the 1 MB that can be read'],
    [{ values: 7 }, 'the file holds 8 values, more than the 7 that can be read'],
    [{ fields: 2 }, 'the file holds 3 fields, more than the 2 that can be read'],
  ])('is refused beyond its budget, however little its parts are: %j', (less, sentence) => {
    const text = Buffer.from('{"a:": [1, 2, {"b": "x,:{"}], "c": []}');
    const budget = { bytes: 1000, values: 8, fields: 3 };
    expect(() => parseJsonObject(text, 'the file', { ...budget, ...less })).toThrow(new RegExp(`^${sentence}$`));
    expect(parseJsonObject(text, 'the file', budget)).toEqual({ 'a:': [1, 2, { b: 'x,:{' }], c: [] });
  });

  test.each([
    ['[', ']', 511],
    ['{"a":', '}', 511],
    ['[{"a":', '}]', 255],
  ])('is read as deep as 512 levels, of %s too: %#', (begin, end, count) => {
    const nested = (times: number) => `{"a": ${begin.repeat(times)}1${end.repeat(times)}}`;
    expect(parse(nested(count))).toHaveProperty('a');
    expect(() => parse(nested(count + 1))).toThrow(/^the file is nested more than 512 levels deep$/);
  });

  test('is read however many lists stand beside each other', () => {
    const lists = Array.from({ length: 5000 }, () => [{}]);
    expect(parse(JSON.stringify({ lists }))).toEqual({ lists });
  });

  test('is read as it is', () => {
    expect(parse('{"a": [1, {"b": null}]}')).toEqual({ a: [1, { b: null }] });
  });
});
