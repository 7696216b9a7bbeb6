import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLocalReader, type ReadAnswer } from '../../../renderer/reading/local-reader.ts';

type Listener = (event: { data: ReadAnswer }) => void;

/** A thread that answers when it is told to. */
function fakeWorker() {
  const listeners = new Map<string, Listener>();
  const worker = {
    asked: [] as unknown[],
    isEnded: false,
    addEventListener: (name: string, listener: Listener) => void listeners.set(name, listener),
    postMessage: (message: unknown) => void worker.asked.push(message),
    terminate: () => void (worker.isEnded = true),
    tell: (name: string, data?: ReadAnswer) => listeners.get(name)!({ data: data! }),
  };
  return worker;
}

const BYTES = new TextEncoder().encode('glTF…');
const OPENED = { name: 'hero', fileName: 'hero.glb', hash: 'ab'.repeat(32), scene: { nodes: [], roots: [] } } as never;

describe('reading a character in the window', () => {
  afterEach(() => void vi.useRealTimers());

  const start = () => {
    const worker = fakeWorker();
    const reader = createLocalReader(() => worker as unknown as Worker);
    return { worker, reader, result: reader.read('hero.glb', BYTES, undefined, 'job 1') };
  };

  test('gives what the thread found, with the bytes that the window has', async () => {
    const { worker, result } = start();
    await vi.waitFor(() => expect(worker.asked).toMatchObject([{ fileName: 'hero.glb', bvh: undefined }]));
    const { file } = worker.asked[0] as { file: Blob };
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(BYTES);
    worker.tell('message', { ok: true, opened: OPENED, made: null });
    const opened = await result;
    expect(opened).toMatchObject(OPENED);
    expect(opened.bytes).toBe(BYTES);
    expect(worker.isEnded).toBe(true);
  });

  test('is refused with the sentence of the thread, and when the thread breaks off', async () => {
    const refused = start();
    refused.worker.tell('message', { ok: false, message: '"hero.glb" cannot be opened: the file is empty' });
    await expect(refused.result).rejects.toThrow(/^"hero.glb" cannot be opened: the file is empty$/);
    const broken = start();
    broken.worker.tell('error');
    await expect(broken.result).rejects.toThrow('the work on it broke off');
    expect(broken.worker.isEnded).toBe(true);
  });

  test('is ended by its job, once, and ends by itself when it takes too long', async () => {
    const { worker, reader, result } = start();
    expect(reader.cancel('job 2')).toBe(false);
    expect(reader.cancel('job 1')).toBe(true);
    await expect(result).rejects.toThrow(/^cancelled$/);
    expect(worker.isEnded).toBe(true);
    expect(reader.cancel('job 1')).toBe(false);
    vi.useFakeTimers();
    const late = start();
    vi.advanceTimersByTime(120_000);
    await expect(late.result).rejects.toThrow('the file takes longer to read than 120 seconds');
    expect(late.worker.isEnded).toBe(true);
  });

  test('gives the GLB that was made of another file', async () => {
    const { worker, result } = start();
    const made = new Uint8Array([1, 2, 3]);
    worker.tell('message', { ok: true, opened: OPENED, made });
    expect((await result).bytes).toBe(made);
  });
});
