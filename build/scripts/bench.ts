// Bundles test/benchmarks/run.ts (some peers are not plain Node modules) and the threads it starts, and runs it with the arguments given.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'vite';
import { solverWorkerTarget } from '../vite-targets.ts';

const root = join(import.meta.dirname, '..', '..');
const outDir = join(root, 'dist', 'bench');

await build({
  configFile: false,
  root,
  publicDir: false,
  logLevel: 'error',
  ssr: { noExternal: true },
  build: {
    ssr: join(root, 'test', 'benchmarks', 'run.ts'),
    outDir,
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'run.js', codeSplitting: false } },
  },
});
await build(solverWorkerTarget);
const run = spawnSync(process.execPath, [join(outDir, 'run.js'), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
process.exitCode = run.status ?? 1;
