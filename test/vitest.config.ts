import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { keepCompiled } from './helpers/compile-cache.ts';
import { LEFT_OUT_TESTS } from './helpers/extent.ts';

/** Tests that replace modules or this process's folders for the files after them, or that read stacks, which others may change, run in a worker of their own. */
const ALONE = [
  'test/electron/cli/vocabulary/run-script.test.ts',
  'test/electron/desktop/**/*.test.ts',
  'test/electron/files/siblings.test.ts',
  'test/electron/files/storage/{read-file,replaced}.test.ts',
  'test/electron/services/solver-pool.test.ts',
  'test/renderer/state/library/library-prior.test.ts',
];
const TESTS = 'test/**/*.test.{ts,tsx}';

keepCompiled();

export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    ...LEFT_OUT_TESTS,
    environment: 'node',
    maxWorkers: '100%',
    // For what hangs; a busy machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Threads that run TypeScript bring Node's type stripper, a WebAssembly module each; freeing its code crashes Node 24 once in a while
    // (nodejs/node#64500).
    execArgv: ['--no-wasm-code-gc'],
    projects: [
      { extends: true, test: { name: 'shared', include: [TESTS], exclude: ALONE, isolate: false } },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
    coverage: { provider: 'v8', include: ['core/**', 'electron/**', 'renderer/**'], reporter: ['text-summary'] },
  },
});
