// `npm run manifests -- [URL]`: the manifests of winget, Homebrew and Flatpak for the files in release/, which will be fetched from URL
// (default: this version's release at the home page). Writes release/manifests.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectFolder } from '../vite-targets.ts';
import { fillManifest, readChecksums } from './packaging/fill-manifest.ts';
import { CHECKSUM_FILE, writeChecksums } from './packaging/finish-release.ts';

const { version, homepage, appId, author } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));

try {
  const [url = `${homepage}/releases/download/v${version}`] = process.argv.slice(2);
  if (!URL.canParse(url))
    throw new Error(`expected the address where the files can be fetched, got "${url}", as in: npm run manifests -- URL`);
  await writeManifests(url.replace(/\/$/, ''));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}

async function writeManifests(url: string): Promise<void> {
  const release = join(projectFolder, 'release');
  await writeChecksums(release);
  const checksums = readChecksums(readFileSync(join(release, CHECKSUM_FILE), 'utf8'));
  const described = { version, url, homepage, appId, publisher: author.replace(/ <.*/, ''), checksums };
  mkdirSync(join(release, 'manifests'), { recursive: true });
  for (const file of globSync('build/manifests/*', { cwd: projectFolder })) {
    const filled = fillManifest(readFileSync(join(projectFolder, file), 'utf8'), described);
    const name = fillManifest(basename(file, '.template'), described);
    writeFileSync(join(release, 'manifests', name), filled);
  }
  console.log('Wrote release/manifests.');
}
