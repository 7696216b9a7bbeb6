import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASE_FILE, SIGNATURE_FILE, type Release, type ReleaseFile } from '../../../electron/services/updates/release.ts';

/** The files that a program can replace itself by. */
const INSTALLABLE = /^limber-.*(-setup\.exe|-macos-universal\.zip|\.AppImage)$/;

/**
 * Writes what programs are told of a release, and its signature, beside its files. `secret` is a private key (Ed25519, PKCS #8, DER in
 * base64). Throws an `Error` with one sentence when it is none, or when no program would accept it: `keys` are those that programs know.
 */
export async function signRelease(folder: string, version: string, secret: string, keys: readonly string[]): Promise<Release> {
  const key = readSecret(secret);
  if (!keys.includes(rawPublicKey(key)))
    throw new Error('the release cannot be signed: package.json does not name the public key that belongs to LIMBER_RELEASE_KEY');
  const present = existsSync(folder) ? readdirSync(folder) : [];
  const names = present.filter((name) => INSTALLABLE.test(name) && name.includes(`-${version}-`));
  if (names.length === 0) throw new Error(`the release cannot be signed: there is no file of version ${version} in ${folder}`);
  const files: ReleaseFile[] = [];
  for (const name of names.toSorted())
    files.push({ name, bytes: statSync(join(folder, name)).size, sha512: await sha512Of(join(folder, name)) });
  const release: Release = { format: 1, version, files };
  const text = Buffer.from(`${JSON.stringify(release, null, 2)}\n`);
  writeFileSync(join(folder, RELEASE_FILE), text);
  writeFileSync(join(folder, SIGNATURE_FILE), `${sign(null, text, key).toString('base64')}\n`);
  return release;
}

function readSecret(secret: string): KeyObject {
  try {
    const key = createPrivateKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'pkcs8' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Told below.
  }
  throw new Error(
    'the release cannot be signed: LIMBER_RELEASE_KEY holds no private key of Ed25519 (npm run release-key makes one)',
  );
}

/** The public key that belongs to a private one, as package.json names it. */
export function rawPublicKey(key: KeyObject): string {
  return Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
}

async function sha512Of(file: string): Promise<string> {
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('base64');
}
