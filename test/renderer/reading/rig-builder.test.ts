import { describe, expect, test } from 'vitest';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { createRigBuilder, type RigAnswer, type RigRequest } from '../../../renderer/reading/rig-builder.ts';
import { mannequin } from '../state/open-studio.ts';

/** Threads that answer when they are told to; what they are sent and what they answer is copied as messages are. */
function fakeThreads() {
  const listeners = new Map<string, (event: unknown) => void>();
  const threads = {
    asked: [] as RigRequest[],
    started: 0,
    ended: 0,
    start: () => {
      threads.started++;
      return {
        addEventListener: (name: string, listener: (event: unknown) => void) => void listeners.set(name, listener),
        postMessage: (message: RigRequest) => void threads.asked.push(structuredClone(message)),
        terminate: () => void threads.ended++,
      } as unknown as Worker;
    },
    tell: (name: string, event: object) => listeners.get(name)!(event),
    answer: (data: RigAnswer) => threads.tell('message', { data: structuredClone(data) }),
  };
  return threads;
}

describe('building rigs beside the window', () => {
  const { scene } = mannequin();

  test('gives each asker the rig that was asked for, from one thread', async () => {
    const threads = fakeThreads();
    const build = createRigBuilder(threads.start);
    const [plain, dancer] = [build(scene), build(scene, { preset: 'dancer' })];
    expect(threads.started).toBe(1);
    const answers = threads.asked.map(({ id, ...asked }) => ({ id, rig: buildRig(asked.scene, asked.options) }));
    for (const answer of answers.toReversed()) threads.answer(answer);
    expect(await plain).toEqual(buildRig(scene));
    expect(await dancer).toEqual(buildRig(scene, { preset: 'dancer' }));
  });

  test('rejects as buildRig throws where the character has none', async () => {
    const threads = fakeThreads();
    const refused = createRigBuilder(threads.start)(scene);
    threads.answer({ id: threads.asked[0]!.id, refusal: 'no usable skeleton' });
    await expect(refused).rejects.toThrow(new RangeError('no usable skeleton'));
    await expect(refused).rejects.toBeInstanceOf(RangeError);
  });

  test('says so when the thread breaks off, and goes on with another one', async () => {
    const threads = fakeThreads();
    const build = createRigBuilder(threads.start);
    const broken = build(scene);
    threads.tell('error', { message: 'out of memory' });
    await expect(broken).rejects.toThrow('the skeleton was not read: the work on it broke off (out of memory)');
    const next = build(scene);
    expect([threads.started, threads.ended]).toEqual([2, 1]);
    threads.answer({ id: threads.asked[1]!.id, rig: buildRig(scene) });
    expect(await next).toEqual(buildRig(scene));
  });
});
