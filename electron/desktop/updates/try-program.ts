import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownEnvironment } from '../own-environment.ts';
import type { PackageKind } from '../../services/updates/package-kind.ts';

/** Milliseconds that a program has to show a character. */
const PATIENCE = 120_000;

/**
 * Starts a program that was fetched, before it takes the place of the present one: it must show a character in its window. On Windows the
 * installer does that, which keeps the present program until then. Rejects with one sentence.
 */
export async function tryProgram(kind: PackageKind, file: string): Promise<void> {
  if (kind === 'appImage') await smokeTest(file);
  if (kind !== 'mac') return;
  await inTemporaryFolder(async (folder) => {
    await run('/usr/bin/ditto', ['-x', '-k', file, folder], 'it could not be unpacked');
    await smokeTest(join(folder, 'Limber.app', 'Contents', 'MacOS', 'Limber'));
  });
}

function smokeTest(program: string): Promise<void> {
  const parameters = (folder: string) => ['--smoke-test', `--user-data-dir=${folder}`];
  return inTemporaryFolder((folder) => run(program, parameters(folder), 'it does not start on this machine'));
}

async function inTemporaryFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'limber-update-'));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function run(command: string, parameters: readonly string[], complaint: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { stdio: 'ignore', timeout: PATIENCE, env: ownEnvironment() });
    child.on('error', (error) => reject(new Error(complaint, { cause: error })));
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(complaint))));
  });
}
