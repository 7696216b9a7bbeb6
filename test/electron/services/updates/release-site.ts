import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RELEASE_FILE, SIGNATURE_FILE, type Release } from '../../../../electron/services/updates/release.ts';

/** A pair of keys, the public one as programs have it. */
export function newKeys(): { readonly raw: string; readonly secret: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { raw: Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64'), secret: privateKey };
}

export const PUBLISHER = newKeys();

/** What a publisher says of files with these bytes. */
export function releaseOf(version: string, files: Readonly<Record<string, Uint8Array>>): Release {
  return {
    format: 1,
    version,
    files: Object.entries(files).map(([name, bytes]) => ({
      name,
      bytes: bytes.byteLength,
      sha512: createHash('sha512').update(bytes).digest('base64'),
    })),
  };
}

/** A site of this machine. What it serves may be changed at any time; `asked` are the paths that were asked for. */
export interface ReleaseSite {
  readonly address: string;
  readonly files: Map<string, Uint8Array>;
  readonly asked: string[];
  /** Paths whose answer breaks off in the middle. */
  readonly cut: Set<string>;
  publish(release: Release, secret?: KeyObject): void;
  close(): Promise<void>;
}

export async function startSite(): Promise<ReleaseSite> {
  const files = new Map<string, Uint8Array>();
  const asked: string[] = [];
  const cut = new Set<string>();
  const server: Server = createServer((request, response) => {
    // A proxy is asked for whole addresses.
    const { pathname } = new URL(request.url ?? '/', 'http://any');
    asked.push(request.url ?? '');
    const bytes = files.get(pathname.slice(1));
    if (!bytes) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-length': bytes.byteLength });
    if (!cut.has(pathname.slice(1))) return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.byteLength / 2), () => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    asked,
    cut,
    publish(release, secret = PUBLISHER.secret) {
      const bytes = Buffer.from(JSON.stringify(release));
      files.set(RELEASE_FILE, bytes);
      files.set(SIGNATURE_FILE, Buffer.from(sign(null, bytes, secret).toString('base64')));
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
