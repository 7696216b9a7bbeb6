// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { COMMAND_CATEGORIES } from '../../../renderer/commands/command.ts';
import { COMMANDS, commandsByGroup } from '../../../renderer/commands/commands.ts';
import { MenuBar } from '../../../renderer/panels/shell/menu-bar.tsx';
import { openStudio } from '../state/open-studio.ts';
import { button, settle, show } from './show.tsx';
import { few } from '../../helpers/extent.ts';

let remove = (): void => undefined;

afterEach(() => {
  remove();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const menu = (name: string) => document.querySelector<HTMLElement>(`[role=menu][aria-label="${name}"]`)!;
const entry = (name: string, key: string) => menu(name).querySelector<HTMLElement>(`[data-key="${key}"]`)!;

/** The commands that ran, by their ids. */
function heardCommands(areUsable: boolean): string[] {
  const heard: string[] = [];
  for (const command of COMMANDS) {
    vi.spyOn(command, 'enabled').mockReturnValue(areUsable);
    vi.spyOn(command, 'run').mockImplementation(() => void heard.push(command.id));
  }
  return heard;
}

/** Opens a menu, and those in it one after the other, and presses all their entries; each closes with the last of its own. */
async function pressAll(category: (typeof COMMAND_CATEGORIES)[number], heard: readonly string[]): Promise<void> {
  const groups = commandsByGroup(category);
  const pressed: string[] = [];
  const press = (name: string, ids: readonly string[]) =>
    settle(() => {
      for (const id of ids) entry(name, id).click();
      pressed.push(...ids);
    });
  for (const { group, isFolded, commands } of groups.filter(({ isFolded: isMenu }) => isMenu)) {
    await settle(() => button(category).click());
    expect(isFolded).toBe(true);
    await settle(() => {
      entry(category, group).focus();
      entry(category, group).dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    });
    const ids = commands.map(({ id }) => id);
    expect([...menu(group).querySelectorAll('[data-key]')].map((each) => each.getAttribute('data-key'))).toEqual(ids);
    await press(group, ids);
  }
  await settle(() => button(category).click());
  await press(
    category,
    groups.flatMap(({ isFolded, commands }) => (isFolded ? [] : commands.map(({ id }) => id))),
  );
  expect(heard).toEqual(pressed);
}

test.each(few(COMMAND_CATEGORIES, 1))('every entry of the menu %s runs the command that it stands for', async (category) => {
  const { studio } = await openStudio();
  const heard = heardCommands(true);
  remove = await show(studio, <MenuBar />);
  await pressAll(category, heard);
  expect(heard.toSorted()).toEqual(COMMANDS.flatMap((command) => (command.category === category ? [command.id] : [])).toSorted());
});

test('entries of commands that cannot be used do nothing', async () => {
  const { studio } = await openStudio();
  const heard = heardCommands(false);
  remove = await show(studio, <MenuBar />);
  await settle(() => button('Edit').click());
  const entries = [...menu('Edit').querySelectorAll<HTMLElement>('[data-key]')];
  expect(entries.length).toBeGreaterThan(5);
  expect(entries.filter((each) => each.getAttribute('aria-disabled') !== 'true')).toEqual([]);
  await settle(() => {
    for (const each of entries) each.click();
  });
  expect(heard).toEqual([]);
});
