import { expect, test } from 'vitest';
import type { MessageName } from '../../../../electron/contract.ts';
import { createStudio } from '../../../../renderer/state/studio.ts';
import { fakeDesktop } from '../open-studio.ts';

test.each<[MessageName, 'save' | 'export']>([
  ['project.save', 'save'],
  ['project.saveChange', 'save'],
  ['export.clip', 'export'],
  ['export.pose', 'export'],
])('While %s is under way the window knows that it writes, also when it is refused', async (name, kind) => {
  let end: (error: Error | null) => void = () => undefined;
  const answer = () => new Promise<void>((resolve, reject) => (end = (error) => (error ? reject(error) : resolve())));
  const studio = createStudio(fakeDesktop({ [name]: answer }));
  const writing = () => studio.getState().session.writing;
  const call = () => studio.desktop.call(name, ...([] as never));
  for (const error of [null, new Error('refused')]) {
    const first = call();
    expect(writing()).toBe(kind);
    const endFirst = end;
    const second = call();
    end(null);
    await second;
    expect(writing()).toBe(kind);
    endFirst(error);
    await Promise.allSettled([first]);
    expect(writing()).toBeNull();
  }
});

test('Other messages are no writing', () => {
  const studio = createStudio(fakeDesktop());
  void studio.desktop.call('recent.list');
  expect(studio.getState().session.writing).toBeNull();
});
