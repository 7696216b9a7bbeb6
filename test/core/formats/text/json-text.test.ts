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

  test('is read as it is', () => {
    expect(parse('{"a": [1, {"b": null}]}')).toEqual({ a: [1, { b: null }] });
  });
});
