import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Desktop, MenuItem } from '../../electron/contract.ts';
import { parameterSchemas } from '../../electron/ipc.ts';
import { COMMANDS } from '../../renderer/commands/commands.ts';
import { nativeMenus, keepNativeMenu } from '../../renderer/commands/native-menu.ts';
import { setView } from '../../renderer/state/session.ts';
import { createStudio, type Studio } from '../../renderer/state/studio.ts';

function studioOn(): { studio: Studio; call: ReturnType<typeof vi.fn> } {
  const call = vi.fn(async () => undefined);
  const desktop: Desktop = { call: call as never, on: () => () => {}, pathOf: () => null };
  return { studio: createStudio(desktop), call };
}

/** Lines that a menu has room for in a window 800 pixels high, with what divides them. */
const MOST_LINES = 27;

function commandsIn(item: MenuItem): string[] {
  if (item.kind === 'menu') return item.items.map(({ id }) => id);
  return item.kind === 'command' ? [item.id] : [];
}

test('every menu fits a window 800 pixels high', () => {
  for (const { label, items } of nativeMenus(studioOn().studio.getState())) {
    const lines = items.reduce((sum, { kind }) => sum + (kind === 'separator' ? 0.4 : 1), 0);
    expect(lines, label).toBeLessThan(MOST_LINES);
  }
});

test('every command stands in the native menu once, and the main process accepts it', () => {
  const menus = nativeMenus(studioOn().studio.getState());
  const ids = menus.flatMap(({ items }) => items.flatMap(commandsIn));
  expect(ids.toSorted()).toEqual(COMMANDS.map(({ id }) => id).toSorted());
  expect(parameterSchemas['menu.set'].safeParse([menus]).success).toBe(true);
});

describe('The native menu is sent', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('again when something in it changes, and not otherwise', () => {
    const { studio, call } = studioOn();
    keepNativeMenu(studio);
    expect(call).toHaveBeenCalledTimes(1);
    setView(studio, {});
    vi.runAllTimers();
    expect(call).toHaveBeenCalledTimes(1);
    setView(studio, { grid: !studio.getState().session.view.grid });
    vi.runAllTimers();
    expect(call).toHaveBeenCalledTimes(2);
  });

  test('once after many changes, as those of a drag, and never after its end', () => {
    const { studio, call } = studioOn();
    const stop = keepNativeMenu(studio);
    for (let i = 0; i < 61; i++) {
      setView(studio, { grid: !studio.getState().session.view.grid });
      vi.advanceTimersByTime(16);
    }
    expect(call).toHaveBeenCalledTimes(1);
    vi.runAllTimers();
    expect(call).toHaveBeenCalledTimes(2);
    setView(studio, { grid: !studio.getState().session.view.grid });
    stop();
    vi.runAllTimers();
    expect(call).toHaveBeenCalledTimes(2);
  });
});
