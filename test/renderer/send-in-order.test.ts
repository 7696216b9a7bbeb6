import { expect, test } from 'vitest';
import { inOrder } from '../../renderer/send-in-order.ts';

/** A host that answers when it is told to. */
function slowHost() {
  const came: string[] = [];
  const answers: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const send = inOrder((name, [label]) => {
    came.push(`${name} ${String(label)}`);
    return new Promise<string>((resolve, reject) => answers.push({ resolve, reject }));
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { came, answers, send, settle };
}

test('edits come one after another, though the one before was refused; saves wait for them, and they for no save', async () => {
  const { came, answers, send, settle } = slowHost();
  const first = send('journal.append', ['large']);
  const second = send('journal.append', ['small']);
  const saved = send('project.saveChange', ['both']);
  const third = send('journal.append', ['meanwhile']);
  await settle();
  expect(came).toEqual(['journal.append large']);
  answers[0]!.reject(new Error('the disk is full'));
  await expect(first).rejects.toThrow('the disk is full');
  await settle();
  expect(came.slice(1)).toEqual(['journal.append small']);
  answers[1]!.resolve('kept');
  expect(await second).toBe('kept');
  await settle();
  expect(came.slice(2)).toEqual(['project.saveChange both', 'journal.append meanwhile']);
  answers[3]!.resolve('kept too');
  expect(await third).toBe('kept too');
  const closed = send('journal.close', ['all']);
  await settle();
  expect(came.at(-1)).toBe('journal.close all');
  answers[2]!.resolve('saved');
  answers[4]!.resolve('closed');
  expect(await Promise.all([saved, closed])).toEqual(['saved', 'closed']);
});

test('all else is sent at once', async () => {
  const { came, send, settle } = slowHost();
  void send('journal.append', ['slow']);
  await settle();
  void send('recent.list', ['now']);
  expect(came).toEqual(['journal.append slow', 'recent.list now']);
});
