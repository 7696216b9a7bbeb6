import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { NODE_RANGE, refuseNode } from '../../../build/scripts/installing/node-version.mjs';
import { projectFolder } from '../../../build/vite-targets.ts';

describe('the Node that Limber needs', () => {
  test.each(['20.19.0', '20.20.2', '22.12.0', '22.23.3', '23.0.0', '24.21.0', '26.10.0'])('may be %s', (version) => {
    expect(refuseNode(version)).toBeNull();
  });

  test.each(['12.22.0', '18.20.8', '20.11.0', '20.18.3', '21.7.3', '22.0.0', '22.11.0'])('may not be %s', (version) => {
    expect(refuseNode(version)).toBe(
      `Limber needs Node 20.19 or newer of version 20, or 22.12 or newer, and this is ${version}: install a newer one from https://nodejs.org and start again.`,
    );
  });

  test('is the same in package.json, the README and the packages that npm would leave out', () => {
    const read = (file: string) => readFileSync(join(projectFolder, file), 'utf8');
    expect(JSON.parse(read('package.json')).engines.node).toBe(NODE_RANGE);
    expect(read('README.md')).toContain('Node 20.19 or newer of version 20, or 22.12 or newer');
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { optional?: boolean; os?: unknown; engines?: { node?: string } }>;
    };
    const bindings = Object.values(packages).filter(({ optional, os }) => optional && os !== undefined);
    const ranges = new Set(bindings.flatMap(({ engines }) => engines?.node ?? []));
    expect(ranges).toContain(NODE_RANGE);
    for (const range of ranges) expect(range === NODE_RANGE || />= ?1?\d\./.test(range), range).toBe(true);
  });

  test.each(['run.mjs', 'limber.mjs'])('is asked for by %s in one sentence, before anything else is read', (script) => {
    const folder = mkdtempSync(join(tmpdir(), 'limber-node-'));
    try {
      const preload = join(folder, 'old.cjs');
      writeFileSync(preload, "Object.defineProperty(process.versions, 'node', { value: '18.20.8' });");
      const parameters = ['--require', preload, join(projectFolder, 'build', 'scripts', script), 'start'];
      const { status, stdout, stderr } = spawnSync(process.execPath, parameters, { encoding: 'utf8' });
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr.trimEnd()).toBe(refuseNode('18.20.8'));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('is asked for in words that Node 12 reads', () => {
    for (const file of ['run.mjs', 'limber.mjs', 'installing/node-version.mjs']) {
      const text = readFileSync(join(projectFolder, 'build', 'scripts', file), 'utf8');
      expect(text, file).not.toMatch(/^import .* from|\?\?|\?\.|^await |\.at\(|node:/m);
    }
  });
});
