import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { checkout } from './sources.ts';

/** What IEEE 754 and the language fix to the last bit in every engine. */
const EXACT = [
  'abs',
  'ceil',
  'floor',
  'fround',
  'imul',
  'max',
  'min',
  'round',
  'sign',
  'sqrt',
  'trunc',
  'PI',
  'LN2',
  'SQRT2',
  'SQRT1_2',
];

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Arithmetic in a source whose last bit is the engine's choice. */
function engineDependent(path: string, text: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    const { type, object, property, operator, right } = value;
    if (type === 'MemberExpression' && isNode(object) && object['name'] === 'Math' && isNode(property)) {
      if (!EXACT.includes(String(property['name']))) found.push(`${path}: Math.${String(property['name'])}`);
    }
    const isPower = operator === '**' || operator === '**=';
    if (isPower && !(isNode(right) && right['value'] === 2)) found.push(`${path}: ** with an exponent other than 2`);
    Object.values(value).forEach(visit);
  };
  visit(parseSync(path, text).program);
  return found;
}

test('powers and the functions that engines round as they like are told from what is exact', () => {
  const text = 'export const a = Math.hypot(3, 4) ** 2 + 2 ** n + x ** 0.5 + Math.sqrt(2) + Math.random();';
  expect(engineDependent('a.ts', text)).toEqual([
    'a.ts: Math.hypot',
    'a.ts: ** with an exponent other than 2',
    'a.ts: ** with an exponent other than 2',
    'a.ts: Math.random',
  ]);
});

test('core computes the same bytes in every engine: nothing in it but exact arithmetic', () => {
  const files = globSync('core/**/*.ts', { cwd: checkout });
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((path) => engineDependent(path, readFileSync(join(checkout, path), 'utf8')))).toEqual([]);
});
