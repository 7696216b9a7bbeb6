/** What JavaScript may hold where something else belongs. */
export const WRONG: readonly unknown[] = [
  undefined,
  null,
  true,
  NaN,
  -7,
  'x',
  {},
  [],
  [null],
  [{}],
  new Float64Array(2),
  new Map(),
  () => 1,
  Symbol('a symbol'),
  10n,
  Object.create(null),
];
