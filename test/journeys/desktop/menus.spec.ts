import { COMMAND_CATEGORIES } from '../../../renderer/commands/command.ts';
import { commandsByGroup } from '../../../renderer/commands/commands.ts';
import { TRIES_ALL } from '../../helpers/extent.ts';
import { compareEffects } from './command-effects.ts';
import type { Entry } from './page-effects.ts';
import { bend, expect, steps, test } from './desktop.ts';

/** Every command where it stands in the menus. */
const ALL: readonly Entry[] = COMMAND_CATEGORIES.flatMap((category) =>
  commandsByGroup(category).flatMap(({ group, isFolded, commands }) =>
    commands.map(({ id }): Entry => ({ id, category, folder: isFolded ? group : null })),
  ),
);

/** The first of every menu and of every menu in one, and each eighth: that all of them run their commands is seen without a window too. */
const SOME = ALL.filter(({ category, folder }, i) => {
  const before = ALL[i - 1];
  return i % 8 === 0 || before?.category !== category || (folder !== null && before.folder !== folder);
});
const ENTRIES = TRIES_ALL ? ALL : SOME;

test('there is one menu bar, the window’s own; Alt leads to it, and every entry does what its command does', async ({
  desktop,
}) => {
  // Up to 350 entries, each two times: minutes on a busy machine.
  test.setTimeout(900_000);
  const program = await desktop.start();
  const { page } = program;
  // A menu bar of the system would take its height from the page.
  const id = desktop.display.run('search', '--onlyvisible', '--name', 'Limber$');
  const height = Number(/Geometry: \d+x(\d+)/.exec(desktop.display.run('getwindowgeometry', id))?.[1]);
  expect(await page.evaluate(() => innerHeight * devicePixelRatio)).toBe(height);
  await bend(program);

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  desktop.display.window('Limber$');
  desktop.display.press('Alt_L');
  await expect(button('File')).toBeFocused();
  desktop.display.press('Escape');
  await expect(button('File')).not.toBeFocused();
  desktop.display.press('Alt_L', 'Right');
  await expect(button('Edit')).toBeFocused();
  desktop.display.press('Return');
  await expect(page.getByRole('menu', { name: 'Edit', exact: true })).toBeVisible();
  desktop.display.press('Left');
  await expect(page.getByRole('menu', { name: 'File', exact: true })).toBeVisible();
  desktop.display.press('Right', 'Escape');
  await button('Edit').click();
  await page.getByRole('menuitem', { name: /^Undo/ }).click();
  await expect.poll(() => steps(program)).toBe(0);

  // Something to work on: two characters, a prop with a grip, another one and a camera, a handle that is selected and stays on something, a pose that is
  // kept, two keys with a marker each, a layer, settings that are not the first ones, and steps to undo and to redo.
  const run = (...commands: readonly string[]) =>
    page.evaluate(async (list) => {
      for (const command of list) await window.limber!.run(command);
    }, commands);
  await run(
    'pose.order.forward',
    'prop.add.cylinder',
    'prop.grip',
    'prop.keepGrip',
    'prop.add.stairs',
    'scene.duplicate',
    'camera.add',
  );
  await bend(program);
  await run('pose.save', 'key.set', 'marker.tap', 'key.stepOn', 'marker.tap');
  await bend(program);
  await run(
    'key.set',
    'clip.duplicate',
    'key.chooseAll',
    'key.copy',
    'key.first',
    'layer.add',
    'scene.holdOn',
    'pose.resetAll',
    'edit.undo',
  );
  // Pixels that nobody looks at cost time.
  desktop.display.run('windowsize', '--sync', id, '800', '600');
  const { differences, effective } = await compareEffects(page, ENTRIES);
  expect(differences).toEqual([]);
  expect(effective.length).toBeGreaterThan(0.7 * ENTRIES.length);
});
