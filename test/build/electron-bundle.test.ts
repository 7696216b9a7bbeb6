import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..', '..', 'dist', 'electron');
const modules = ['main.js', 'job-worker.js', 'cli.js', 'batch-worker.js', 'solver-worker.js'].map((name) => join(folder, name));

describe.skipIf(!modules.every((file) => existsSync(file)))('the bundles of the main process', () => {
  it.each(modules)('%s names nothing that only CommonJS knows', (file) => {
    const code = readFileSync(file, 'utf8');
    expect(code).not.toMatch(/(?<![\w.$])__(?:filename|dirname)\b/);
  });
});
