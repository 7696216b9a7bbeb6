import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOfCharacters, decodeBase64, encodeBase64 } from '../../../../core/formats/text/base64.ts';

/** Node's is the oracle. */
const nodeText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const nodeBytes = (text: string, encoding: 'base64' | 'latin1') => new Uint8Array(Buffer.from(text, encoding));

describe('base64', () => {
  test('is written as Node writes it, and read back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        expect(encodeBase64(bytes)).toBe(nodeText(bytes));
        expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
      }),
    );
  });

  test.each([
    '',
    'QQ',
    'QQ==',
    'QUI',
    'QUJD\r\nREVG',
    ' QUJD ',
    'QQ==QQ==',
    'a-_b',
    'a+/b',
    'A',
    'Q€Q',
    '====',
    'QUJDRA\u0000==',
  ])('is read as Node reads it where it is not in order: %j', (text) => {
    expect(decodeBase64(text)).toEqual(nodeBytes(text, 'base64'));
  });

  test('is read from where the bytes stand in a larger buffer', () => {
    const whole = Uint8Array.of(1, 2, 3, 4, 5, 6);
    expect(encodeBase64(whole.subarray(2, 5))).toBe(nodeText(Uint8Array.of(3, 4, 5)));
  });
});

test('characters become the bytes that they stand for', () => {
  const text = 'A\u0000\u00FF\u0100';
  expect(bytesOfCharacters(text)).toEqual(nodeBytes(text, 'latin1'));
});
