import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { answers } from '../../../build/scripts/installing/answers.mjs';

test('an address answers when its machine accepts connections, and what is no http address is left to npm', async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  expect(await answers(`http://127.0.0.1:${port}/registry/`)).toBe(true);
  await new Promise((done) => server.close(done));
  expect(await answers(`http://127.0.0.1:${port}/registry/`)).toBe(false);
  for (const other of ['proxy:3128', 'socks5://127.0.0.1:9', 'not an address']) expect(await answers(other), other).toBe(true);
});
