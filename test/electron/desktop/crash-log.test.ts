import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCrashLog } from '../../../electron/desktop/crash-log.ts';

const fresh = () => mkdtempSync(join(tmpdir(), 'limber-crashes-'));
const noon = () => new Date('2026-01-02T12:00:00Z');

test('an entry says when, which version, what and how', () => {
  const log = createCrashLog(join(fresh(), 'not there yet'), '1.2.3', noon);
  log.write('window', 'oom');
  expect(readFileSync(log.path, 'utf8')).toBe(
    '{"time":"2026-01-02T12:00:00.000Z","version":"1.2.3","what":"window","detail":"oom"}\n',
  );
});

test('the last fifty entries are kept, each of a bearable length', () => {
  const log = createCrashLog(fresh(), '1.2.3', noon);
  for (let i = 0; i < 60; i++) log.write('window', `${i}${'x'.repeat(9_000)}`);
  const lines = readFileSync(log.path, 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(50);
  expect(JSON.parse(lines[0]!).detail).toMatch(/^10x+$/);
  expect(JSON.parse(lines[0]!).detail).toHaveLength(4_000);
});

test('a log that cannot be written hides nothing', () => {
  const folder = fresh();
  writeFileSync(join(folder, 'file'), '');
  expect(() => createCrashLog(join(folder, 'file'), '1.2.3').write('window', 'oom')).not.toThrow();
});
