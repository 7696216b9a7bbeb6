import { builtinModules } from 'node:module';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { ownThemeOnly } from './own-theme.ts';
import { scaledLengths } from './scaled-lengths.ts';

/** The folder of package.json. */
export const projectFolder = join(import.meta.dirname, '..');

/** The window: `renderer/index.html` and everything it loads, in `dist/renderer`. */
export const rendererTarget: InlineConfig = {
  configFile: false,
  root: join(projectFolder, 'renderer'),
  base: './',
  plugins: [react(), scaledLengths(), ownThemeOnly()],
  worker: { format: 'es' },
  logLevel: 'warn',
  build: {
    outDir: join(projectFolder, 'dist', 'renderer'),
    emptyOutDir: true,
    chunkSizeWarningLimit: 1000,
  },
};

/** Electron's main process. */
export const mainTarget = nodeTarget({
  entry: 'electron/desktop/main.ts',
  folder: 'electron',
  fileName: 'main.js',
  format: 'es',
});

/** The thread of long work, beside the main process that starts it. */
export const jobWorkerTarget = nodeTarget({
  entry: 'electron/services/job-worker.ts',
  folder: 'electron',
  fileName: 'job-worker.js',
  format: 'es',
});

/** The command line of the packed program, and the threads that it solves on. */
export const commandLineTarget = nodeTarget({
  entry: 'electron/cli/packed.ts',
  folder: 'electron',
  fileName: 'cli.js',
  format: 'es',
});
export const solverThreadTarget = nodeTarget({
  entry: 'electron/services/solver-worker.ts',
  folder: 'electron',
  fileName: 'solver-worker.js',
  format: 'es',
});

/** The threads of a batch. */
export const batchWorkerTarget = nodeTarget({
  entry: 'electron/cli/batch/batch-worker.ts',
  folder: 'electron',
  fileName: 'batch-worker.js',
  format: 'es',
});

/** The threads of a solver pool, beside the benchmark that starts them. */
export const solverWorkerTarget = nodeTarget({
  entry: 'electron/services/solver-worker.ts',
  folder: 'bench',
  fileName: 'solver-worker.js',
  format: 'es',
  minify: false,
});

/** The script between window and main process; a sandboxed preload must be a single CommonJS file. */
export const preloadTarget = nodeTarget({
  entry: 'electron/desktop/preload.ts',
  folder: 'electron',
  fileName: 'preload.cjs',
  format: 'cjs',
});

/** The same target, built into another folder. */
export function builtInto(folder: string, target: InlineConfig): InlineConfig {
  return { ...target, build: { ...target.build, outDir: folder } };
}

interface NodeTarget {
  readonly entry: string;
  /** Inside `dist`. */
  readonly folder: string;
  readonly fileName: string;
  readonly format: 'es' | 'cjs';
  /** Default true: what is shipped is small; a library stays readable. */
  readonly minify?: boolean;
}

/** One file that holds everything except Electron and Node's own modules. */
export function nodeTarget({ entry, folder, fileName, format, minify = true }: NodeTarget): InlineConfig {
  return {
    configFile: false,
    root: projectFolder,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    // Dependencies that were written as CommonJS know their file by this name, which modules do not have.
    define: format === 'es' ? { __filename: 'import.meta.filename' } : {},
    build: {
      ssr: join(projectFolder, entry),
      outDir: join(projectFolder, 'dist', folder),
      emptyOutDir: false,
      target: 'node24',
      minify,
      sourcemap: true,
      rolldownOptions: {
        external: ['electron', /^electron\//, /^node:/, ...builtinModules],
        output: { format, entryFileNames: fileName, codeSplitting: false },
      },
    },
  };
}
