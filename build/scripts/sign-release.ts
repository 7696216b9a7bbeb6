// `npm run sign-release`: tells programs of the files in release/, signed with the private key in LIMBER_RELEASE_KEY.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../vite-targets.ts';
import { signRelease } from './packaging/sign-release.ts';

const { version, releaseKeys } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));

try {
  const { files } = await signRelease(
    join(projectFolder, 'release'),
    version,
    process.env['LIMBER_RELEASE_KEY'] ?? '',
    releaseKeys,
  );
  console.log(`Signed ${files.map(({ name }) => name).join(', ')}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
