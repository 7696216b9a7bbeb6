import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 30_000,
    coverage: { provider: 'v8', include: ['core/**', 'electron/**', 'renderer/**'], reporter: ['text-summary'] },
  },
});
