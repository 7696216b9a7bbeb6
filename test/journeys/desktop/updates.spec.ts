import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newKeys, PUBLISHER, releaseOf, startSite } from '../../electron/services/updates/release-site.ts';
import { appImages } from './app-image.ts';
import { expect, test, titleOf } from './desktop.ts';

const OLD = '1.0.0';
const BROKEN = '1.0.1';
const NEW = '1.0.2';
const LATEST = 'releases/latest/download/';

const nameOf = (version: string) => `limber-${version}-linux-${process.arch === 'arm64' ? 'arm64' : 'x86_64'}.AppImage`;
const placeOf = (version: string) => `releases/download/v${version}/${nameOf(version)}`;

test('an AppImage finds, checks, tries and installs a later version; what is not signed, or broken, is not used @all', async ({
  desktop,
}) => {
  const site = await startSite();
  const folder = join(desktop.home, 'images');
  await mkdir(folder);
  const images = await appImages(desktop.folder, folder);
  const known = { homepage: site.address, releaseKeys: [PUBLISHER.raw] };
  const present = join(desktop.home, 'Limber ü.AppImage');
  await images.make(present, { ...known, version: OLD });
  const publish = async (version: string, isBroken: boolean) => {
    const path = join(folder, nameOf(version));
    await images.make(path, { ...known, version, isBroken });
    const bytes = await readFile(path);
    site.files.set(placeOf(version), bytes);
    return { bytes, release: releaseOf(version, { [nameOf(version)]: bytes }) };
  };
  try {
    const old = await readFile(present);
    const later = await publish(NEW, false);
    const broken = await publish(BROKEN, true);
    const program = await desktop.startProgram(present);
    const { page } = program;
    expect(site.asked).toEqual([]);
    const dialog = page.getByRole('dialog', { name: 'Updates' });
    await page.evaluate(() => window.limber!.run('help.updates'));
    await expect(dialog).toContainText(`This is Limber ${OLD}.`);

    // A signature by another key.
    site.publish(later.release, newKeys().secret, LATEST);
    await dialog.getByText('Look for later versions').click();
    await expect(dialog).toContainText('is not signed by those who make Limber, so it was not used');
    expect(site.asked.filter((path) => path.includes('AppImage'))).toEqual([]);

    // A version that shows no character.
    const look = async (version: string) => {
      await dialog.getByRole('button', { name: 'Look now' }).click();
      await expect(dialog).toContainText(`Limber ${version} is there.`);
      await dialog.getByRole('button', { name: 'Fetch' }).click();
    };
    site.publish(broken.release, PUBLISHER.secret, LATEST);
    await look(BROKEN);
    const patience = { timeout: 120_000 };
    await expect(dialog).toContainText('it does not start on this machine', patience);
    expect((await readFile(present)).equals(old)).toBe(true);

    // A download that stops half way, and is taken up again.
    site.publish(later.release, PUBLISHER.secret, LATEST);
    site.cut.add(placeOf(NEW));
    await look(NEW);
    await expect(dialog).toContainText('it could not be fetched whole, and what came is kept', patience);
    site.cut.clear();
    site.asked.splice(0);
    await look(NEW);
    await expect(dialog).toContainText(`Limber ${NEW} is ready.`, patience);
    const [, from] = / bytes=(\d+)-$/.exec(site.asked.find((path) => path.includes('AppImage'))!)!;
    expect(Number(from)).toBeGreaterThan(later.bytes.byteLength / 3);
    expect((await readFile(present)).equals(old)).toBe(true);

    await dialog.getByRole('button', { name: 'Close and install' }).click();
    expect(await program.ended).toBe(0);
    expect((await readFile(present)).equals(later.bytes)).toBe(true);
    const next = await desktop.attach();
    await expect.poll(() => titleOf(desktop)).toBe('mannequin — Limber');
    expect(await next.evaluate(() => window.limber!.studio.getState().session.app!.version)).toBe(NEW);
    expect(existsSync(join(desktop.home, '.limber-update'))).toBe(false);
  } finally {
    await site.close();
  }
});
