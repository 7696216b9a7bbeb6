import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../../build/scripts/starting/built.ts';
import { toolPath } from '../../build/scripts/tools.ts';
import { projectFolder } from '../../build/vite-targets.ts';

const library = join(projectFolder, 'dist', 'core', 'index.js');
const folder = mkdtempSync(join(tmpdir(), 'limber-core-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An elbow of two bones along +X that should bring its hand to (0.3, 0.3, 0). */
const PROGRAM = `import { createSkeleton, createSolver, createWorldTransforms, forwardKinematics, restPose, worldPosition } from 'LIBRARY';
const skeleton = createSkeleton([
  { name: 'upper', parent: -1, offset: [0, 0, 0] },
  { name: 'lower', parent: 0, offset: [0.3, 0, 0] },
  { name: 'hand', parent: 1, offset: [0.25, 0, 0] },
]);
const target: [number, number, number] = [0.3, 0.3, 0];
const outcome = createSolver(skeleton).solve(restPose(skeleton), [{ kind: 'position', joint: 2, target }]);
const world = createWorldTransforms(skeleton);
forwardKinematics(skeleton, outcome.pose, world);
const [x, y, z] = worldPosition(world, 2);
console.log(outcome.status, Math.hypot(x - 0.3, y - 0.3, z) < 1e-3);
`;

describe.skipIf(!isBuilt())('dist/core/index.js', () => {
  test('is one file that imports nothing', () => {
    expect(readFileSync(library, 'utf8')).not.toMatch(/^\s*(import\b|export .* from )|\bimport\(/m);
  });

  test('solves for a program that has nothing else', () => {
    const file = join(folder, 'program.mjs');
    const plain = PROGRAM.replace('LIBRARY', pathToFileURL(library).href).replace(': [number, number, number]', '');
    writeFileSync(file, plain);
    const run = spawnSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' });
    expect(run.stderr).toBe('');
    expect(run.stdout).toBe('reached true\n');
  });

  test('brings its types along', () => {
    const check = (text: string) => {
      const file = join(folder, 'program.ts');
      writeFileSync(file, text.replace('LIBRARY', library.replaceAll('\\', '/')));
      const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', '', '--ignoreConfig'];
      return spawnSync(process.execPath, [toolPath('tsc'), ...flags, file], { cwd: folder, encoding: 'utf8' }).stdout;
    };
    expect(check(`declare const console: { log(...values: unknown[]): void };\n${PROGRAM}`)).toBe('');
    expect(check(PROGRAM.replace("kind: 'position'", "kind: 'wish'"))).toContain('"wish"');
  });
});
