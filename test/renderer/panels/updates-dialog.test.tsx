// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { UpdateState } from '../../../electron/contract.ts';
import { Dialogs } from '../../../renderer/panels/dialogs/dialogs.tsx';
import { preloadDialogs } from '../../../renderer/panels/dialogs/later-dialogs.ts';
import { followUpdates } from '../../../renderer/state/window/follow-updates.ts';
import { openDialog, openSettings } from '../../../renderer/state/session.ts';
import { openStudio } from '../state/open-studio.ts';
import { click, settle, show } from './show.tsx';
import { eventually } from '../../helpers/eventually.ts';

beforeAll(preloadDialogs);

let remove = (): void => undefined;

afterEach(() => {
  remove();
  document.body.replaceChildren();
});

const OFF: UpdateState = { kind: 'appImage', version: '1.2.3', on: false, step: { kind: 'idle' } };

const text = () => document.querySelector('[role="dialog"]')?.textContent ?? '';

async function open(state: UpdateState, after: UpdateState = state) {
  const opened = await openStudio({
    'updates.state': () => state,
    'updates.turn': () => after,
    'updates.look': () => after,
    'updates.fetch': () => undefined,
    'updates.install': () => undefined,
    'updates.openPage': () => undefined,
  });
  remove = await show(opened.studio, <Dialogs />);
  await settle(() => openDialog(opened.studio, 'updates'));
  await eventually(async () => {
    await settle();
    expect(text()).not.toBe('');
  });
  return opened;
}

const buttons = () => [...document.querySelectorAll('.dialog-actions button')].map((each) => each.textContent);

describe('The dialog of updates', () => {
  test.each([
    ['sources', 'git pull'],
    ['flatpak', 'flatpak update'],
  ] as const)('of a program of the kind %s says who brings later versions, and has nothing to switch', async (kind, words) => {
    await open({ ...OFF, kind });
    expect(text()).toContain(words);
    expect(document.querySelector('input')).toBeNull();
    expect(buttons()).toEqual([]);
  });

  test('has one switch, off, and offers what was found once it is on', async () => {
    const found: UpdateState = { ...OFF, on: true, step: { kind: 'found', version: '2.0.0', canInstall: true } };
    const { desktop } = await open(OFF, found);
    expect(document.querySelector('input')!.checked).toBe(false);
    expect(buttons()).toEqual([]);
    await settle(() => document.querySelector('input')!.click());
    expect(desktop.callsOf('updates.turn')).toEqual([[true]]);
    expect(text()).toContain('Limber 2.0.0 is there.');
    await click('Fetch');
    expect(desktop.callsOf('updates.fetch')).toHaveLength(1);
    await click('Open its page');
    expect(desktop.callsOf('updates.openPage')).toHaveLength(1);
    await settle(() => desktop.tell('updates.changed', { ...found, step: { kind: 'fetching', version: '2.0.0', share: 0.5 } }));
    expect(text()).toContain('Fetching Limber 2.0.0');
    expect(buttons()).toEqual([]);
    await settle(() => desktop.tell('updates.changed', { ...found, step: { kind: 'ready', version: '2.0.0' } }));
    await click('Close and install');
    expect(desktop.callsOf('updates.install')).toHaveLength(1);
  });

  test('tells why it failed, and looks again', async () => {
    const failed: UpdateState = { ...OFF, on: true, step: { kind: 'failed', sentence: 'The site cannot be reached.' } };
    const { desktop } = await open(failed, { ...OFF, on: true, step: { kind: 'latest' } });
    expect(document.querySelector('[role="alert"]')?.textContent).toBe('The site cannot be reached.');
    await click('Look now');
    expect(desktop.callsOf('updates.look')).toHaveLength(1);
    expect(text()).toContain('There is no later version.');
  });

  test('leads to the page where a person replaces the program', async () => {
    await open({ ...OFF, kind: 'byHand', on: true, step: { kind: 'found', version: '2.0.0', canInstall: false } });
    expect(buttons()).toEqual(['Open its page']);
    expect(text()).toContain('Its page has it in every kind of package');
  });
});

test('a version that is found is told once, with the way to the dialog', async () => {
  const { studio, desktop } = await openStudio({});
  const stop = followUpdates(studio);
  const found: UpdateState = { ...OFF, on: true, step: { kind: 'found', version: '2.0.0', canInstall: true } };
  for (let i = 0; i < 2; i++) desktop.tell('updates.changed', found);
  expect(studio.getState().session.notices.map((notice) => [notice.text, notice.commands])).toEqual([
    ['Limber 2.0.0 is there.', ['help.updates']],
  ]);
  stop();
});

test('The switch of updates stands in the settings too, and is given back there', async () => {
  const on: UpdateState = { ...OFF, on: true, step: { kind: 'latest' } };
  let state = OFF;
  const opened = await openStudio({ 'updates.state': () => state, 'updates.turn': (isOn) => (state = isOn ? on : OFF) });
  remove = await show(opened.studio, <Dialogs />);
  await settle(() => openSettings(opened.studio, 'files'));
  const look = () => document.querySelector<HTMLInputElement>('[role="dialog"] input[type="checkbox"]')!;
  const reset = () => document.querySelector<HTMLElement>('[aria-label="Reset “Updates”"]');
  const becomes = (isOn: boolean) =>
    eventually(async () => {
      await settle();
      expect(look().checked).toBe(isOn);
    });
  await becomes(false);
  expect(reset()).toBeNull();
  await settle(() => look().click());
  await becomes(true);
  await click('Reset “Updates”');
  await becomes(false);
  expect(state).toBe(OFF);
  expect(reset()).toBeNull();
});
