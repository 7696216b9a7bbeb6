import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createLineTransport } from '../../../../electron/cli/mcp/line-transport.ts';

type Said = Readonly<Record<string, unknown>>;

/** A transport whose other end answers every request with its method; `said` are the lines that come back. */
async function connected(longest?: number) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const said: unknown[] = [];
  const heard: unknown[] = [];
  output.setEncoding('utf8').on('data', (lines: string) => {
    for (const line of lines.split('\n')) if (line !== '') said.push(JSON.parse(line));
  });
  const transport = createLineTransport(input, output, longest);
  const hear: typeof transport.onmessage = (message) => {
    heard.push(message);
    if ('method' in message && 'id' in message && message.id !== undefined)
      void transport.send({ jsonrpc: '2.0', id: message.id, result: { method: message.method } });
  };
  Object.assign(transport, { onmessage: hear });
  await transport.start();
  const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  return { input, output, said, heard, transport, settled };
}

const request = (id: unknown, more: Said = {}) => ({ jsonrpc: '2.0', id, method: 'ping', ...more });
const result = (id: unknown) => ({ jsonrpc: '2.0', id, result: { method: 'ping' } });
const error = (id: unknown, code: number) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: expect.stringMatching(/^.{10,200}$/) as string },
});

test.each<readonly [string, string, unknown]>([
  ['no JSON', '{"jsonrpc": "2.0", "method": "ping", "id', error(null, -32_700)],
  ['JSON that is no message', '7', error(null, -32_600)],
  ['null', 'null', error(null, -32_600)],
  ['a wrong version', JSON.stringify(request(1, { jsonrpc: '1.0' })), error(1, -32_600)],
  ['no version', JSON.stringify({ id: 1, method: 'ping' }), error(1, -32_600)],
  ['parameters that are null', JSON.stringify(request('a', { params: null })), error('a', -32_600)],
  ['parameters by place', JSON.stringify(request(1, { params: [1] })), error(1, -32_600)],
  ['an id that is null', JSON.stringify(request(null)), error(null, -32_600)],
  ['a method that is a number', JSON.stringify(request(1, { method: 7 })), error(1, -32_600)],
  ['neither method nor answer', '{"jsonrpc":"2.0","id":3}', error(3, -32_600)],
  ['an empty batch', '[]', error(null, -32_600)],
  [
    'a batch',
    JSON.stringify([request(1), { jsonrpc: '2.0', method: 'note' }, 7, request('b')]),
    [error(null, -32_600), result(1), result('b')],
  ],
  ['a batch of nothing but mistakes', '[1,2]', [error(null, -32_600), error(null, -32_600)]],
  ['a batch in which an id comes twice', JSON.stringify([request(1), request(1)]), [error(1, -32_600), result(1)]],
])('%s is answered as JSON-RPC says, and the next message is heard', async (_, line, answer) => {
  const { input, said, settled } = await connected();
  input.write(`${line}\n${JSON.stringify(request('next'))}\n`);
  await settled();
  expect(said).toEqual([answer, result('next')]);
});

test('a notification, an answer and a batch of them are heard and not answered', async () => {
  const { input, said, heard, settled } = await connected();
  const notes = [
    { jsonrpc: '2.0', method: 'note' },
    { jsonrpc: '2.0', id: 1, result: {} },
  ];
  for (const line of [...notes, notes]) input.write(`${JSON.stringify(line)}\n`);
  await settled();
  expect(heard).toEqual([...notes, ...notes]);
  expect(said).toEqual([]);
});

test('a message that is too long is refused once and passed over, in whatever pieces it comes', async () => {
  const { input, said, settled } = await connected(100);
  for (let piece = 0; piece < 50; piece++) input.write('x'.repeat(9));
  input.write(`\n${JSON.stringify(request(1))}\n`);
  await settled();
  expect(said).toEqual([error(null, -32_600), result(1)]);
});

test('letters are whole that come in two pieces', async () => {
  const { input, heard, settled } = await connected();
  const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', method: 'ü€😀' })}\r\n`);
  for (const byte of bytes) input.write(Buffer.of(byte));
  await settled();
  expect(heard).toEqual([{ jsonrpc: '2.0', method: 'ü€😀' }]);
});

test.each(['the other side closes its end', 'nothing can be written any more'])('it has ended when %s', async (how) => {
  const { input, output, transport } = await connected();
  let closed = 0;
  Object.assign(transport, { onclose: () => void closed++ });
  if (how.startsWith('the other')) input.end();
  else output.destroy(new Error('EPIPE'));
  await transport.ended;
  expect(closed).toBe(1);
  await expect(transport.send({ jsonrpc: '2.0', id: 1, result: {} })).rejects.toThrow('the connection is closed');
});
