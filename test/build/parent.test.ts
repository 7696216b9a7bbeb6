import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { projectFolder } from '../../build/vite-targets.ts';
import { eventually } from '../helpers/eventually.ts';

const folder = mkdtempSync(join(tmpdir(), 'limber-parent-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(process.platform === 'win32')('a script hears that the process which started it was killed', async () => {
  const parent = JSON.stringify(join(projectFolder, 'build', 'scripts', 'installing', 'parent.mjs'));
  const [log, child, starter] = ['log', 'child.mjs', 'starter.mjs'].map((name) => join(folder, name)) as [string, string, string];
  writeFileSync(
    child,
    `import { appendFileSync } from 'node:fs';
     import { whenParentEnds } from ${parent};
     const stay = setInterval(() => {}, 1000);
     whenParentEnds(() => { appendFileSync(${JSON.stringify(log)}, 'ended'); clearInterval(stay); });
     appendFileSync(${JSON.stringify(log)}, 'began ');`,
  );
  writeFileSync(starter, `import { spawn } from 'node:child_process'; spawn(process.execPath, [${JSON.stringify(child)}]);`);
  const started = spawn(process.execPath, [starter], { stdio: 'ignore' });
  await eventually(() => expect(readFileSync(log, 'utf8')).toBe('began '));
  started.kill('SIGKILL');
  await eventually(() => expect(readFileSync(log, 'utf8')).toBe('began ended'));
});
