import { encode } from '@msgpack/msgpack';
import { expect, test } from 'vitest';
import { messageParts } from '../../../electron/contract/message-parts.ts';

const filled = (length: number) => Uint8Array.from({ length }, (_, i) => (7 * i + (i >> 8)) % 256);
const MEBIBYTE = 2 ** 20;

test.each([
  ['with nothing large', { ok: true, value: [1, 'two', null, filled(300)] }],
  ['that is large itself', filled(MEBIBYTE)],
  [
    'with large arrays among much else',
    { a: filled(MEBIBYTE + 1), b: [undefined, { c: filled(3), d: filled(2 * MEBIBYTE).subarray(5) }], e: 'end', f: undefined },
  ],
  ['with the same large array twice', (() => [filled(MEBIBYTE)].flatMap((bytes) => [bytes, { bytes }]))()],
])('the parts of a message %s are MessagePack together', (_, value) => {
  const whole = Buffer.concat(messageParts(value));
  // Byte for byte what the encoder writes in one piece.
  expect(whole.equals(encode(value, { ignoreUndefined: true }))).toBe(true);
});

test('large arrays of bytes are sent from where they lie', () => {
  const [small, large] = [filled(1000), filled(MEBIBYTE)];
  const parts = messageParts({ small, large });
  expect(parts).toHaveLength(4);
  expect(parts[2]).toBe(large);
  expect(parts.some(({ buffer }) => buffer === small.buffer)).toBe(false);
});
