import { spawn } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { bend, expect, test, titleOf } from './desktop.ts';
import { UNSANDBOXED } from './packed.ts';

test('a second start hands its file to the first window; work of a program that was killed is offered', async ({ desktop }) => {
  const { home, folder, environment } = desktop;
  const program = await desktop.start();
  await expect.poll(() => titleOf(desktop)).toBe('mannequin — Limber');
  const elsewhere = join(home, 'Other place');
  await mkdir(elsewhere);
  await copyFile(MANNEQUIN, join(elsewhere, 'Zweite Figür.glb'));
  const second = spawn(join(folder, 'limber'), [...UNSANDBOXED, 'Zweite Figür.glb'], {
    cwd: elsewhere,
    env: environment,
    stdio: 'ignore',
  });
  const ended = new Promise((done) => second.on('exit', done));
  await expect.poll(() => titleOf(desktop)).toBe('Zweite Figür — Limber');
  expect(await ended).toBe(0);

  await bend(program);
  await program.kill();
  const next = await desktop.start();
  const question = next.page.getByRole('alertdialog', { name: 'Bring back unsaved work?' });
  await expect(question).toContainText('One edit was kept');
  await question.getByRole('button', { name: 'Bring it back' }).click();
  await expect.poll(() => titleOf(desktop)).toMatch(/^• /);
});
