import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import { explainProblem } from '../../../core/formats/text/explain-problem.ts';

/** A file of a release, by which it is checked after it was fetched. */
const fileSchema = z.strictObject({
  name: z.string().regex(/^limber-[\w.-]{1,100}$/),
  bytes: z
    .number()
    .int()
    .positive()
    .max(2 ** 31),
  /** SHA-512 in base64. */
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
});

const releaseSchema = z.strictObject({
  /** Of this format; a program reads no other. */
  format: z.literal(1),
  version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/),
  files: z.array(fileSchema).min(1).max(100),
});

/** What a publisher says of the latest version. */
export type Release = z.infer<typeof releaseSchema>;
export type ReleaseFile = Release['files'][number];

/** The names under which both lie beside the files of a release. */
export const RELEASE_FILE = 'release.json';
export const SIGNATURE_FILE = 'release.json.sig';

/**
 * Reads what a publisher says of a release, once its signature was found to be that of one of the keys. `signature` is that of the very
 * bytes, by Ed25519 (RFC 8032), in base64; `keys` are raw public keys of 32 bytes in base64. Throws an `Error` with one sentence.
 */
export function readRelease(bytes: Uint8Array, signature: string, keys: readonly string[]): Release {
  const given = Buffer.from(signature.trim(), 'base64');
  if (!keys.some((key) => verify(null, bytes, publicKey(key), given)))
    throw new Error('what was found about the latest version is not signed by those who make Limber, so it was not used');
  const parsed = releaseSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
  if (!parsed.success) throw new Error(`what was found about the latest version cannot be read: ${explainProblem(parsed.error)}`);
  return parsed.data;
}

function publicKey(raw: string) {
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(raw, 'base64').toString('base64url') },
    format: 'jwk',
  });
}

/** Whether version `a` (1.2.3) is later than `b`. */
export function isLater(a: string, b: string): boolean {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  const first = left!.findIndex((number, i) => number !== right![i]);
  return first >= 0 && left![first]! > right![first]!;
}
