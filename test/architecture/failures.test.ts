import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkout } from './sources.ts';

test('where a failure is told, it is also settled: what tells one by itself takes it back in the same file', () => {
  const files = globSync('renderer/**/*.{ts,tsx}', { cwd: checkout }).filter((path) => !path.endsWith('notices.ts'));
  const told = files.flatMap((path) => {
    const text = readFileSync(join(checkout, path), 'utf8');
    const calls = [...text.matchAll(/tellFailure\(\s*studio,\s*'(\w+)'/g)].map(([, attempt]) => attempt!);
    return calls.map((attempt) => ({ path, attempt, isSettled: text.includes(`settleNotice(studio, '${attempt}')`) }));
  });
  expect(told.length).toBeGreaterThan(8);
  expect(told.filter(({ isSettled }) => !isSettled)).toEqual([]);
});

test('no failure is told beside that: what is caught is neither a passing notice nor kept for the console', () => {
  const files = globSync('renderer/**/*.{ts,tsx}', { cwd: checkout }).filter((path) => !path.endsWith('notices.ts'));
  const beside = files.filter((path) =>
    /notify\([^;]*messageOf\(|console\.\w+\(/.test(readFileSync(join(checkout, path), 'utf8')),
  );
  expect(beside.map((path) => path.replaceAll('\\', '/'))).toEqual(['renderer/state/saving/saving.ts']);
});
