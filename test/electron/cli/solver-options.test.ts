import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { emptyFolder, limber } from './fake-terminal.ts';

const MANNEQUIN = join(import.meta.dirname, '..', '..', '..', 'build', 'assets', 'mannequin.glb');
/** Up and ahead, as far as the arm alone reaches, and a little farther. */
const NEAR = ['--goal', 'leftHand=0.45,1.5,0.3'];
const FAR = ['--goal', 'leftHand=0.5,1.9,0.5', '--hips', '0'];

async function posed(...flags: readonly string[]): Promise<string> {
  const out = join(await emptyFolder(), 'posed.glb');
  const ran = await limber('solve', MANNEQUIN, ...flags, '--restarts', '0', '--out', out);
  expect(ran.noted).toBe('');
  expect([0, 3]).toContain(ran.exitCode);
  return (await readFile(out)).toString('base64');
}

describe('what limber solve is told of the solver', () => {
  let near = '';
  let far = '';
  beforeAll(async () => {
    near = await posed(...NEAR);
    far = await posed(...FAR);
  });

  test.each([['--order', 'forward'], ['--damping', '0.5'], ['--largest-step', '5'], ['--comfort', '20'], ['--balance']])(
    'changes the pose: %s %s',
    async (...flags) => {
      expect(await posed(...NEAR, ...flags)).not.toBe(near);
    },
  );

  test('changes the pose of a solve: fewer iterations', async () => {
    expect(await posed(...NEAR, '--order', 'forward', '--iterations', '1')).not.toBe(await posed(...NEAR, '--order', 'forward'));
  });

  test('changes a pose that is stretched: the share of the stretch that is used last, and how the hips follow', async () => {
    expect(await posed(...FAR, '--reserve', '0.1')).not.toBe(far);
    expect(await posed(...FAR.slice(0, 2))).not.toBe(far);
  });

  test.each([
    ['--damping', '2', 'expected a number from 0.1 to 1.9, got "2"'],
    ['--largest-step', '0', 'expected a number from 0.01 to 180, got "0"'],
    ['--comfort', '-1', 'expected a number from 0 to 180, got "-1"'],
    ['--reserve', 'x', 'expected a number from 0 to 0.5, got "x"'],
    ['--hips', '', 'expected a number from 0 to 1, got ""'],
    ['--order', 'sideways', 'Allowed choices are backward, forward, bounce, bounceFromRoot, smartBounce, largestErrorFirst'],
    ['--iterations', '0', 'expected a whole number of 1 or more, got "0"'],
  ])('is refused in one sentence: %s %s', async (flag, value, sentence) => {
    const ran = await limber('solve', MANNEQUIN, ...NEAR, '--out', join(await emptyFolder(), 'a.glb'), flag, value);
    expect(ran.exitCode).toBe(2);
    expect(ran.noted).toContain(sentence);
  });
});
