import { expect, test } from 'vitest';
import { suggestNames } from '../../../core/math/near-names.ts';

test.each([
  ['hnad', ['hand', 'foot'], '; near it is "hand"'],
  ['HADN', ['hand', 'foot'], '; near it is "hand"'],
  ['lfet', ['left', 'right'], '; near it is "left"'],
  ['hips', ['hip', 'lips', 'head'], '; near it are "hip", "lips"'],
  ['knee', ['hand', 'foot'], ''],
  ['ab', ['ba'], ''],
  ['', ['a'], ''],
])('near %s of %j: %s', (name, names, sentence) => {
  expect(suggestNames(names, name)).toBe(sentence);
});
