import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 30_000,
    // Threads that run TypeScript bring Node's type stripper, a WebAssembly module each; freeing its code crashes Node 24 once in a while
    // (nodejs/node#64500).
    execArgv: ['--no-wasm-code-gc'],
    coverage: { provider: 'v8', include: ['core/**', 'electron/**', 'renderer/**'], reporter: ['text-summary'] },
  },
});
