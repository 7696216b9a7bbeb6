import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CORE_PACKAGE } from './build-core.ts';
import { runNpm } from './pack.ts';
import { readSubpaths } from './subpaths.ts';

/** What others compile and run with: an earlier compiler than this project's, and a runtime with a compiler of its own. */
const COMPILER = 'typescript@5.9.3';
const RUNTIME = 'deno@2.9.6';

const PROGRAM = `const skeleton = createSkeleton([
  { name: 'upper', parent: -1, offset: [0, 0, 0] },
  { name: 'lower', parent: 0, offset: [0.3, 0, 0], limit: hinge({ axis: [0, 0, 1], min: -2, max: 2 }) },
  { name: 'hand', parent: 1, offset: [0.25, 0, 0] },
]);
const outcome = createSolver(skeleton).solve(restPose(skeleton), [{ kind: 'position', joint: 2, target: [0.3, 0.3, 0] }]);
console.log(outcome.status);
`;

/**
 * Installs the tarball in an empty project beside TypeScript 5 and Deno, which npm fetches, and has a program that imports every subpath compiled by the
 * one and checked and run by the other. Throws with what they say.
 */
export function tryElsewhere(tarball: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'limber-elsewhere-'));
  try {
    mkdirSync(join(folder, 'cache'));
    writeFileSync(join(folder, 'package.json'), '{ "name": "program", "private": true }');
    runNpm(folder, 'install', '--no-audit', '--no-fund', tarball, COMPILER, RUNTIME);
    const names = ['createSkeleton', 'createSolver', 'hinge', 'restPose'].join(', ');
    const subpaths = readSubpaths().map(
      ({ name }, i) => `import * as part${i} from '${CORE_PACKAGE}/${name}';\nvoid part${i};\n`,
    );
    writeFileSync(join(folder, 'program.ts'), `import { ${names} } from '${CORE_PACKAGE}';\n${subpaths.join('')}${PROGRAM}`);
    writeFileSync(join(folder, 'console.d.ts'), 'declare const console: { log(...values: unknown[]): void };\n');
    const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--lib', 'es2022'];
    run(folder, 'tsc', ...strict, '--module', 'nodenext', 'console.d.ts', 'program.ts');
    run(folder, 'deno', 'check', '--node-modules-dir=manual', 'program.ts');
    const printed = run(folder, 'deno', 'run', '--node-modules-dir=manual', 'program.ts');
    if (printed.trim() !== 'reached') throw new Error(`Deno should print "reached", got "${printed.trim()}"`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(folder: string, tool: string, ...parameters: readonly string[]): string {
  const isWindows = process.platform === 'win32';
  const program = join(folder, 'node_modules', '.bin', isWindows ? `${tool}.cmd` : tool);
  const env = { ...process.env, DENO_DIR: join(folder, 'cache') };
  const { status, stdout, stderr } = spawnSync(program, parameters, { cwd: folder, encoding: 'utf8', env, shell: isWindows });
  if (status !== 0) throw new Error(`${tool} ${parameters[0]} failed: ${stdout}${stderr}`);
  return stdout;
}
