import { spawnSync } from 'node:child_process';
import { chownSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { bend, closeWindow, expect, test, titleOf } from './desktop.ts';
import { DRIVEN, startPacked } from './packed.ts';
import { childOf, statusOf } from './processes.ts';

/** A user for one journey; null where the system cannot make one. */
function addUser(home: string): { readonly name: string; readonly uid: number; readonly gid: number } | null {
  const name = `limber-${process.pid}`;
  if (spawnSync('useradd', ['--no-create-home', '--home-dir', home, '--shell', '/bin/sh', name]).status !== 0) return null;
  const id = (what: string) => Number(spawnSync('id', [what, name], { encoding: 'utf8' }).stdout);
  return { name, uid: id('-u'), gid: id('-g') };
}

test('another user than the administrator runs the program within its sandbox', async ({ desktop }) => {
  test.skip(process.getuid?.() !== 0, 'only the administrator can start it as somebody else');
  const { home, folder, environment } = desktop;
  const user = addUser(home);
  test.skip(user === null, 'no other user could be made');
  const { name, uid, gid } = user!;
  try {
    const may = (command: string, ...parameters: readonly string[]) => spawnSync(command, parameters, { uid, gid }).status === 0;
    test.skip(!may('test', '-r', join(folder, 'resources', 'app.asar')), 'another user cannot read the packed program');
    test.skip(!may('unshare', '--user', '--map-root-user', 'true'), 'the system refuses user namespaces, and so the sandbox');
    for (const path of [home, join(home, 'Documents')]) chownSync(path, uid, gid);
    const program = await startPacked({
      program: join(folder, 'limber'),
      environment,
      parameters: [DRIVEN],
      workingFolder: home,
      user: { uid, gid },
    });
    await expect.poll(() => titleOf(desktop)).toBe('mannequin — Limber');
    const renderer = childOf(program.process.pid!, '--type=renderer');
    // Filtered system calls, and a user namespace of its own.
    expect(statusOf(renderer, 'Seccomp')).toBe('2');
    expect(statusOf(renderer, 'NoNewPrivs')).toBe('1');
    expect(statusOf(renderer, 'Uid')).toMatch(new RegExp(`^${uid}\\b`));
    const namespaceOf = (id: number) => readlinkSync(`/proc/${id}/ns/user`);
    expect(namespaceOf(renderer)).not.toBe(namespaceOf(program.process.pid!));
    await bend(program);
    await program.page.evaluate(() => window.limber!.run('edit.undo'));
    await expect.poll(() => titleOf(desktop)).toBe('mannequin — Limber');
    closeWindow(desktop);
    expect(await program.ended).toBe(0);
  } finally {
    await desktop.killAll();
    spawnSync('userdel', [name]);
  }
});
