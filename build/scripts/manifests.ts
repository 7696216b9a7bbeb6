// `npm run manifests -- URL HOMEPAGE`: the manifests of winget, Homebrew and Flatpak for the files in release/, which will be fetched
// from URL. Writes release/manifests.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectFolder } from '../vite-targets.ts';
import { fillManifest, readChecksums } from './packaging/fill-manifest.ts';
import { CHECKSUM_FILE, writeChecksums } from './packaging/finish-release.ts';

const [url, homepage] = process.argv.slice(2);

try {
  if (!url || !homepage || !URL.canParse(url) || !URL.canParse(homepage))
    throw new Error('expected two addresses, where the files are and the home page, as in: npm run manifests -- URL HOMEPAGE');
  await writeManifests(url.replace(/\/$/, ''), homepage);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}

async function writeManifests(address: string, page: string): Promise<void> {
  const release = join(projectFolder, 'release');
  await writeChecksums(release);
  const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
  const checksums = readChecksums(readFileSync(join(release, CHECKSUM_FILE), 'utf8'));
  mkdirSync(join(release, 'manifests'), { recursive: true });
  for (const file of globSync('build/manifests/*', { cwd: projectFolder })) {
    const filled = fillManifest(readFileSync(join(projectFolder, file), 'utf8'), {
      version,
      url: address,
      homepage: page,
      checksums,
    });
    writeFileSync(join(release, 'manifests', basename(file, '.template')), filled);
  }
  console.log('Wrote release/manifests.');
}
