import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why tests with symbolic links cannot run here, for `skip`, or null where they can: Windows wants a privilege or its developer mode. */
export const WHY_NO_LINKS: string | null = tryLink();

function tryLink(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'limber-links-'));
  try {
    symlinkSync('nowhere', join(folder, 'link'));
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const reason = `this user may make no symbolic links (${code})`;
    console.log(`Skipped: ${reason}.`);
    return reason;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
