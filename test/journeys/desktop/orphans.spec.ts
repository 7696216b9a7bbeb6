import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { decode, encode } from '@msgpack/msgpack';
import { projectFolder } from '../../../build/vite-targets.ts';
import type { Answer } from '../../../electron/contract.ts';
import { sampleProject } from '../../electron/services/sample-project.ts';
import { expect, test, titleOf, type Desktop } from './desktop.ts';
import { describeProcesses, processesAt } from './processes.ts';

/** How whoever started the studio ends: the program that is killed, which began `npm start`. */
const ENDS = [
  { how: 'its terminal is closed', terminal: true },
  { how: 'npm is killed', terminal: false },
] as const;

/** Each end is tried once in `npm test`, and for the program and the host in `npm run test-all`. */
const ONLY_IN_ALL = ' @all';

/** Starts the studio as a user does, in a terminal of its own where one is wanted. */
function npmStart(desktop: Desktop, terminal: boolean, parameters: readonly string[]) {
  const command = ['npm', 'start', '--', ...parameters];
  // What `script` shows is a terminal: who ends it closes that.
  const [program = '', ...given] = terminal ? ['script', '--quiet', '--command', command.join(' '), '/dev/null'] : command;
  // The packed program in the place of Electron's own, which would need a part that the one for tests does not have.
  const environment = { ...desktop.environment, LIMBER_ELECTRON: join(desktop.folder, 'limber'), SHELL: '/bin/sh' };
  return spawn(program, given, { cwd: projectFolder, env: environment, stdio: ['pipe', 'pipe', 'inherit'] });
}

async function nobodyIsLeft(home: string): Promise<void> {
  await expect.poll(() => describeProcesses(processesAt(home)), { timeout: 30_000 }).toEqual([]);
}

for (const { how, terminal } of ENDS) {
  test(`the studio that “npm start” opened ends where ${how}, with what was done kept${terminal ? '' : ONLY_IN_ALL}`, async ({
    desktop,
  }) => {
    const { home, display } = desktop;
    const starter = npmStart(desktop, terminal, []);
    display.window('^mannequin — Limber$');
    // A handle of the figure is chosen and moved by the keyboard, as soon as the figure is there.
    await expect
      .poll(
        () => {
          display.window('Limber$');
          display.press('alt+shift+1', 'Tab', 'Tab', 'Tab', 'Tab', 'Up');
          return titleOf(desktop);
        },
        { timeout: 30_000 },
      )
      .toBe('• mannequin — Limber');
    starter.kill('SIGKILL');
    await nobodyIsLeft(home);

    const next = await desktop.start();
    const question = next.page.getByRole('alertdialog', { name: 'Bring back unsaved work?' });
    await question.getByRole('button', { name: 'Bring it back' }).click();
    await expect.poll(() => titleOf(desktop)).toBe('• mannequin — Limber');
  });

  test(`the host of the studio in a browser ends where ${how}, with what was done kept, and is no stray${terminal ? ONLY_IN_ALL : ''}`, async ({
    desktop,
  }) => {
    const { home } = desktop;
    const starter = npmStart(desktop, terminal, ['--no-open']);
    let printed = '';
    starter.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
    await expect.poll(() => printed, { timeout: 30_000 }).toContain('Limber is ready at');
    const ask = await asPage(/Limber is ready at (\S+)/.exec(printed)![1]!);
    const { hash } = (await ask('character.mannequin')) as { readonly hash: string };
    await ask('journal.append', { label: 'Begin', folder: null, changed: sampleProject(hash) });
    const rename = (name: string) => ask('journal.append', { label: 'Rename', folder: null, changed: { name } });
    await rename('Kept');
    // The last edit is on its way while the starter is killed: it may be refused, but is there if it was answered.
    const last = rename('Later').then(
      () => /^• Later — Limber$/,
      () => /^• (Kept|Later) — Limber$/,
    );
    starter.kill('SIGKILL');
    const title = await last;
    await nobodyIsLeft(home);

    const next = await desktop.start();
    const question = next.page.getByRole('alertdialog', { name: 'Bring back unsaved work?' });
    await question.getByRole('button', { name: 'Bring it back' }).click();
    await expect.poll(() => titleOf(desktop)).toMatch(title);
  });
}

/** Talks to a host as the page does that was opened with its address. */
async function asPage(address: string): Promise<(name: string, ...parameters: readonly unknown[]) => Promise<unknown>> {
  const { origin, hash } = new URL(address);
  const post = (path: string, bearer: string, body: Uint8Array<ArrayBuffer>) =>
    fetch(`${origin}${path}`, { method: 'POST', headers: { authorization: `Bearer ${bearer}`, origin }, body });
  const session = await (await post('/session', hash.replace('#ticket=', ''), new Uint8Array(0))).text();
  return async (name, ...parameters) => {
    const response = await post(`/rpc/${name}`, session, new Uint8Array(encode(parameters)));
    const answer = decode(new Uint8Array(await response.arrayBuffer())) as Answer;
    if (!answer.ok) throw new Error(answer.error.message);
    return answer.value;
  };
}
