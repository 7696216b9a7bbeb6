import { spawn } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MANNEQUIN } from '../../helpers/mannequin.ts';
import { bend, expect, test, titleOf } from './desktop.ts';
import { associate } from './file-manager.ts';
import { DRIVEN, UNSANDBOXED } from './packed.ts';
import { runProgram } from './run-program.ts';

/** Makes a project. */
const SCRIPT = `export default (limber, character) => limber.createProject({ character, folder: 'Übung' });`;

test('files open by association, by a second start and by a drop, in one window; work of a killed program is offered', async ({
  desktop,
}) => {
  const { home, folder, environment } = desktop;
  const program = join(folder, 'limber');
  const elsewhere = join(home, 'Other place');
  await mkdir(elsewhere);
  await writeFile(join(elsewhere, 'make.mjs'), SCRIPT);
  const made = await runProgram(program, [...UNSANDBOXED, 'run', 'make.mjs', MANNEQUIN], { environment, folder: elsewhere });
  expect(made).toMatchObject({ code: 0 });
  for (const name of ['Zweite Figür.glb', 'Dritte Figür 3.glb', 'fourth 4.glb', 'fifth.glb'])
    await copyFile(MANNEQUIN, join(elsewhere, name));
  const second = async (file: string): Promise<unknown> => {
    const started = spawn(program, [...UNSANDBOXED, file], { cwd: elsewhere, env: environment, stdio: 'ignore' });
    return new Promise((done) => started.on('exit', done));
  };

  // Association: the first double click starts the program, the next one finds it.
  const files = await associate(environment, home, program, [...UNSANDBOXED, DRIVEN]);
  files.open(join(elsewhere, 'Übung', 'project.limber'));
  const page = await desktop.attach();
  const opensInPlace = async (name: string) => {
    const question = page.getByRole('alertdialog', { name: `Add “${name}.glb” to` });
    await question.getByRole('button', { name: 'Open in its place' }).click();
    await expect.poll(() => titleOf(desktop)).toBe(`${name} — Limber`);
  };
  await expect.poll(() => titleOf(desktop)).toBe('Übung — Limber');
  files.open(join(elsewhere, 'Zweite Figür.glb'));
  await opensInPlace('Zweite Figür');

  // A second start, with a path that is seen from where it is started, and with an address as file managers hand it over.
  expect(await second('Dritte Figür 3.glb')).toBe(0);
  await opensInPlace('Dritte Figür 3');
  expect(await second(pathToFileURL(join(elsewhere, 'fourth 4.glb')).href)).toBe(0);
  await opensInPlace('fourth 4');

  // A drop. Chromium is told of it as the system tells it; no pointer of the display carries the file.
  const drag = await page.context().newCDPSession(page);
  const data = { items: [], files: [join(elsewhere, 'fifth.glb')], dragOperationsMask: 1 };
  await drag.send('Input.dispatchDragEvent', { type: 'dragEnter', x: 500, y: 400, data });
  await drag.send('Input.dispatchDragEvent', { type: 'dragOver', x: 500, y: 400, data });
  await expect(page.locator('.drop-hint')).toContainText('A character joins “fourth 4”, or opens in its place');
  await drag.send('Input.dispatchDragEvent', { type: 'drop', x: 500, y: 400, data });
  await opensInPlace('fifth');

  await bend({ page });
  await desktop.killAll();
  const next = await desktop.start();
  const question = next.page.getByRole('alertdialog', { name: 'Bring back unsaved work?' });
  await expect(question).toContainText('One edit was kept');
  await question.getByRole('button', { name: 'Bring it back' }).click();
  await expect.poll(() => titleOf(desktop)).toBe('• fifth — Limber');
});
