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

/** A site of this machine. What it serves may be changed at any time; `asked` are the paths that were asked for, with the range where one was. */
export interface ReleaseSite {
  readonly address: string;
  readonly files: Map<string, Uint8Array>;
  readonly asked: string[];
  /** Paths of which nothing beyond the middle is sent: answers break off there. */
  readonly cut: Set<string>;
  /** Signs a release and puts it into a folder of the site, by default its topmost. */
  publish(release: Release, secret?: KeyObject, folder?: string): void;
  close(): Promise<void>;
}

/** Milliseconds after which what was sent has arrived. */
const ON_ITS_WAY = 100;

export async function startSite(): Promise<ReleaseSite> {
  const files = new Map<string, Uint8Array>();
  const asked: string[] = [];
  const cut = new Set<string>();
  const server: Server = createServer((request, response) => {
    // A proxy is asked for whole addresses.
    const { pathname } = new URL(request.url ?? '/', 'http://any');
    const { range } = request.headers;
    asked.push(`${request.url ?? ''}${range === undefined ? '' : ` ${range}`}`);
    const name = pathname.slice(1);
    const bytes = files.get(name);
    if (!bytes) return void response.writeHead(404).end();
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const length = { 'content-length': bytes.byteLength - from };
    if (from === 0) response.writeHead(200, length);
    else response.writeHead(206, { ...length, 'content-range': `bytes ${from}-${bytes.byteLength - 1}/${bytes.byteLength}` });
    if (!cut.has(name)) return void response.end(bytes.subarray(from));
    response.write(bytes.subarray(from, bytes.byteLength / 2));
    // What was sent would be forgotten with the connection where its end came in the same breath.
    setTimeout(() => response.destroy(), ON_ITS_WAY);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    asked,
    cut,
    publish(release, secret = PUBLISHER.secret, folder = '') {
      const bytes = Buffer.from(JSON.stringify(release));
      files.set(`${folder}${RELEASE_FILE}`, bytes);
      files.set(`${folder}${SIGNATURE_FILE}`, Buffer.from(sign(null, bytes, secret).toString('base64')));
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
