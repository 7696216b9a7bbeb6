import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startHeadless } from '../../../electron/browser/headless.ts';

/** A browser: ends when its pipe does, as Chromium ends, and says so in a file. */
const BROWSER = `const { readSync, writeFileSync } = require('node:fs');
writeFileSync(process.argv[1] + '/began', '');
while (readSync(3, Buffer.alloc(1)) > 0);
writeFileSync(process.argv[1] + '/ended', '');`;

test.skipIf(process.platform === 'win32')('a browser that a script runs, as in Debian, ends with the script', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'limber-headless-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const script = join(folder, 'browser.sh');
  // Not by exec: the shell stays between.
  await writeFile(script, `#!/bin/sh -e\n"${process.execPath}" -e "$LIMBER_TEST_BROWSER" "${folder}"\ntrue\n`);
  await chmod(script, 0o755);
  process.env['LIMBER_TEST_BROWSER'] = BROWSER;
  onTestFinished(() => void delete process.env['LIMBER_TEST_BROWSER']);
  const browser = startHeadless(script, 'about:blank', folder);
  await expect.poll(() => readFile(join(folder, 'began'), 'utf8').catch(() => null), { timeout: 5000 }).toBe('');
  await browser.close();
  expect(await readFile(join(folder, 'ended'), 'utf8')).toBe('');
});
