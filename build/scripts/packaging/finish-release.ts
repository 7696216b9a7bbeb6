import { createHash } from 'node:crypto';
import { copyFileSync, createReadStream, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file that lists the SHA-256 of every other file of a release, as `sha256sum -c` reads it. */
export const CHECKSUM_FILE = 'SHA256SUMS';

/** What is published; folders and electron-builder's own notes are not. */
const PUBLISHED = /^(limber-.*\.(exe|dmg|zip|AppImage|deb|rpm|tar\.gz|cdx\.json|txt)|icon\.png)$/;

/** Puts what belongs to a release beside its installers: bill of materials, notices, the icon, Blender's add-on, and the checksums of all of them. */
export async function finishRelease(release: string, project: string, version: string): Promise<void> {
  const dist = join(project, 'dist');
  copyFileSync(join(dist, 'sbom.cdx.json'), join(release, `limber-${version}.cdx.json`));
  copyFileSync(join(dist, 'renderer', 'third-party-notices.txt'), join(release, `limber-${version}-third-party-notices.txt`));
  copyFileSync(join(dist, 'assets', 'icon.png'), join(release, 'icon.png'));
  copyFileSync(join(dist, 'limber-blender.zip'), join(release, `limber-${version}-blender.zip`));
  await writeChecksums(release);
}

/** Writes {@link CHECKSUM_FILE} for the published files of a folder, sorted by name. */
export async function writeChecksums(release: string): Promise<void> {
  const lines: string[] = [];
  for (const name of readdirSync(release)
    .filter((each) => PUBLISHED.test(each))
    .toSorted())
    lines.push(`${await sha256Of(join(release, name))}  ${name}\n`);
  writeFileSync(join(release, CHECKSUM_FILE), lines.join(''));
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
