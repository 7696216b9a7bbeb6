import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Step } from '../../../core/document/step.ts';
import { createStepLog, readSteps, type StepLog } from '../../../electron/files/project/step-log.ts';

let folder = '';
let logs: StepLog[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limber-steps-'));
});

afterEach(async () => {
  for (const log of logs) await log.release();
  logs = [];
  await rm(folder, { recursive: true, force: true });
});

function session(): StepLog {
  const log = createStepLog('ann');
  logs.push(log);
  return log;
}

const step = (label: string, name = 'Before'): Step => ({ label, back: { changed: { name } }, left: {} });
const labels = async (numbers?: readonly number[]) => (await readSteps(folder, 'ann', numbers)).map(({ label }) => label);
const own = async (log: StepLog) => labels(await log.numbers(folder));
const files = () => readdir(join(folder, 'users'));
const first = () => join(folder, 'users', 'ann.steps');

async function keep(log: StepLog, takenBack: number, ...made: readonly string[]): Promise<void> {
  await log.keep(
    folder,
    takenBack,
    made.map((label) => step(label)),
  );
}

test('sessions at work have each their own steps, and a window has those of all in the order in which they were made', async () => {
  const [a, b] = [session(), session()];
  await keep(a, 0, 'a1');
  await keep(b, 0, 'b1');
  await keep(a, 0, 'a2');
  await keep(b, 1, 'b2', 'b3');
  expect(await own(a)).toEqual(['a1', 'a2']);
  expect(await own(b)).toEqual(['b2', 'b3']);
  expect(await labels()).toEqual(['a1', 'a2', 'b2', 'b3']);
  expect((await files()).filter((name) => name.endsWith('.steps')).toSorted()).toEqual(['ann.2.steps', 'ann.steps']);
});

test('the next session goes on with the steps of all that have ended, in one log', async () => {
  const [a, b] = [session(), session()];
  await keep(a, 0, 'a1');
  await keep(b, 0, 'b1');
  await keep(a, 0, 'a2');
  await a.release();
  await b.release();
  const next = session();
  expect(await own(next)).toEqual(['a1', 'b1', 'a2']);
  await keep(next, 2, 'n1');
  expect(await own(next)).toEqual(['a1', 'n1']);
  expect((await files()).filter((name) => name.endsWith('.steps'))).toEqual(['ann.steps']);
  await next.release();
  expect(await files()).toEqual(['ann.steps']);
});

test('what was seen to be free and was taken by another session meanwhile is no step of this one', async () => {
  const before = session();
  await keep(before, 0, 'old');
  await before.release();
  const [a, b] = [session(), session()];
  expect([await own(a), await own(b)]).toEqual([['old'], ['old']]);
  expect(await a.claim(folder)).toBe(false);
  expect(await b.claim(folder)).toBe(true);
  expect([await own(a), await own(b)]).toEqual([['old'], []]);
});

test('a step is added to the log, which is not written anew', async () => {
  const log = session();
  await log.keep(folder, 0, [step('large', 'x'.repeat(100_000))]);
  const [{ ino, size }, before] = [await stat(first()), await readFile(first())];
  await keep(log, 0, 'small');
  const after = await readFile(first());
  expect((await stat(first())).ino).toBe(ino);
  expect(after.length - size).toBeLessThan(200);
  expect(after.subarray(0, size)).toEqual(before);
});

test('a log does not grow without end', async () => {
  const log = session();
  for (let i = 0; i < 30; i++) await keep(log, i === 0 ? 0 : 40, ...Array.from({ length: 60 }, (_, k) => `${i} ${k}`));
  expect(await own(log)).toHaveLength(200);
  expect((await readFile(first(), 'utf8')).split('\n').length).toBeLessThan(1200);
});

test.each(['cut', 'newer', 'changed'])('a log that is %s stays as it is, and another takes its place', async (how) => {
  const log = session();
  await keep(log, 0, 'a1', 'a2');
  const damage = async () => {
    if (how === 'cut') await appendFile(first(), '{"number":3,"st');
    else if (how === 'newer') await writeFile(first(), '{"version":99}\n');
    else await appendFile(first(), '{"takenBack":7}\n');
    return readFile(first());
  };
  const bytes = await damage();
  await keep(log, 0, 'a3');
  expect(await own(log)).toEqual(['a1', 'a2', 'a3']);
  await log.release();
  const next = session();
  await keep(next, 1, 'n1');
  expect(await own(next)).toEqual(['a1', 'a2', 'n1']);
  expect(await readFile(first())).toEqual(bytes);
});

test('a log of before steps could be added is read, and written anew', async () => {
  await keep(session(), 0);
  for (const log of logs) await log.release();
  await writeFile(first(), `{"version":3,"steps":[\n${JSON.stringify(step('old'))}\n]}\n`);
  const log = session();
  expect(await own(log)).toEqual(['old']);
  await keep(log, 0, 'new');
  expect(await own(log)).toEqual(['old', 'new']);
});
