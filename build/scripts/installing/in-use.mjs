import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * The meeting point of everything that runs from a checkout: a pipe on Windows, a socket elsewhere. It ends with the process that holds
 * it, however that ends, so that nothing stale can be left behind.
 * @param {string} folder of package.json
 * @param {NodeJS.Platform} platform
 * @returns {string}
 */
export function meetingPoint(folder, platform = process.platform) {
  const name = `limber-${createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16)}`;
  return platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}-${userInfo().uid}.sock`);
}

/**
 * Whether a studio that runs from the checkout is open.
 * @param {string} folder of package.json
 * @returns {Promise<boolean>}
 */
export function isInUse(folder) {
  return new Promise((done) => {
    const socket = connect(meetingPoint(folder));
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}

/**
 * Says that a studio is open until the process ends. A second studio of the same checkout leaves that to the first.
 * @param {string} folder of package.json
 * @returns {Promise<void>}
 */
export async function holdInUse(folder) {
  if (await isInUse(folder)) return;
  const path = meetingPoint(folder);
  // The socket of a process that was killed stays as a file.
  if (process.platform !== 'win32') rmSync(path, { force: true });
  const server = createServer((socket) => socket.destroy());
  await new Promise((done) => {
    server.once('error', () => done(null));
    server.listen(path, () => done(null));
  });
  server.unref();
}
