import { expect, test } from 'vitest';
import { scaleLengths } from '../../build/scaled-lengths.ts';

test('Lengths become shares of the root size, hairlines and everything else stay', () => {
  expect(scaleLengths('a { width: 32px; margin: -8px 0 .5em 12.5px; border: 1px solid #12px34 }')).toBe(
    'a { width: 2rem; margin: -0.5rem 0 .5em 0.78125rem; border: 1px solid #12px34 }',
  );
  expect(scaleLengths('b { inset: calc(100vw - 48px) 1.5px 2px 3px; --wide-4px: red }')).toBe(
    'b { inset: calc(100vw - 3rem) 1.5px 2px 0.1875rem; --wide-4px: red }',
  );
});
