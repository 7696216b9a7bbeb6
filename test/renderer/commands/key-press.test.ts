// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { commandById } from '../../../renderer/commands/commands.ts';
import { runCommand } from '../../../renderer/commands/run-command.ts';
import { meaningOfKey, type KeyboardSettings } from '../../../renderer/commands/key-press.ts';
import { setPreview } from '../../../renderer/state/preview.ts';
import { openDialog, whileWorking } from '../../../renderer/state/session.ts';
import { NOTHING_SELECTED } from '../../../renderer/state/session-state.ts';
import { select, selectByKeyboard } from '../../../renderer/state/selection.ts';
import { changeSetting } from '../../../renderer/state/window/settings.ts';
import type { KeyMapName } from '../../../electron/contract.ts';
import type { Studio } from '../../../renderer/state/studio.ts';
import { bentElbow, openStudio } from '../state/open-studio.ts';

let studio: Studio;

beforeEach(async () => {
  ({ studio } = await openStudio());
  document.body.innerHTML = `
    <div data-panel="library"><div role="grid"><div role="row" tabindex="0" id="card"></div><input id="name" /></div><button id="save"></button></div>
    <div data-panel="timeline"><div role="slider" tabindex="0" id="ruler"></div><button id="button"></button><button id="bar" data-deletable></button></div>
    <div role="dialog"><button id="in-dialog"></button></div>
    <nav><div role="toolbar"><button id="menu"></button></div></nav>
    <div data-panel="viewport" id="viewport"><canvas id="canvas"></canvas><button id="tool"></button></div>`;
});

function pressed(target: string, key: string, options: KeyboardEventInit & Partial<KeyboardSettings> = {}): string | null {
  const element = document.querySelector(target);
  if (!element) throw new Error(`there is no ${target}`);
  const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key;
  const event = new KeyboardEvent('keydown', { key, code, bubbles: true, ...options });
  element.dispatchEvent(event);
  const { mac = false, isFocusedByPointer = false } = options;
  const meaning = meaningOfKey(studio.getState(), event, { mac, isFocusedByPointer });
  return meaning && 'runs' in meaning ? meaning.runs.id : null;
}

describe('A key', () => {
  test.each<[KeyMapName, string, string]>([
    ['limber', 'w', 'pose.tool.pull'],
    ['limber', 'f', 'view.frame'],
    ['limber', 'k', 'key.set'],
    ['limber', 'i', 'key.set'],
    ['blender', 'g', 'pose.move'],
    ['blender', 'r', 'pose.turn'],
    ['blender', 'e', 'pose.tool.rotate'],
    ['blender', 'i', 'key.set'],
    ['maya', 's', 'key.set'],
    ['maya', 'e', 'pose.tool.rotate'],
  ])('of the %s map: %s runs %s', (keyMap, key, command) => {
    changeSetting(studio, 'keyMap', keyMap);
    select(studio, { joint: null, handle: 'leftHand' });
    expect(pressed('#canvas', key)).toBe(command);
  });

  test('of the viewport goes through handles and moves the one it is at, and Tab leaves behind the last', () => {
    expect(pressed('#canvas', 'Tab')).toBe('edit.handle.next');
    expect(pressed('#tool', 'Tab')).toBeNull();
    expect(pressed('#canvas', 'ArrowLeft')).toBe('key.stepBack');
    selectByKeyboard(studio, 'leftHand');
    expect(pressed('#canvas', 'ArrowLeft')).toBe('edit.nudge.left');
    expect(pressed('#viewport', 'ArrowLeft', { shiftKey: true })).toBe('edit.nudge.left');
    expect(pressed('#canvas', 'ArrowUp', { ctrlKey: true })).toBe('edit.nudge.away');
    expect(pressed('#ruler', 'ArrowLeft')).toBeNull();
    selectByKeyboard(studio, 'rightKnee');
    expect(pressed('#canvas', 'Tab')).toBe('edit.handle.next');
    // Fingers are gone to from their hand only.
    selectByKeyboard(studio, 'rightToes');
    expect(pressed('#canvas', 'Tab')).toBeNull();
    // One that was clicked is moved as well; where nothing is selected, the arrows step through time.
    select(studio, { joint: null, handle: 'rightHand' });
    expect(pressed('#canvas', 'ArrowLeft')).toBe('edit.nudge.left');
    expect(pressed('#ruler', 'ArrowLeft')).toBeNull();
    select(studio, NOTHING_SELECTED);
    expect(pressed('#canvas', 'ArrowLeft')).toBe('key.stepBack');
  });

  test('goes through a row of buttons that was reached by the keyboard', () => {
    expect(pressed('#menu', 'ArrowRight')).toBeNull();
    expect(pressed('#menu', 'End')).toBeNull();
    expect(pressed('#menu', 'ArrowRight', { isFocusedByPointer: true })).toBe('key.stepOn');
    expect(pressed('#menu', 'k')).toBe('key.set');
  });

  test('is left to text that is being typed, but not Ctrl+S or F3', () => {
    expect(pressed('#name', 'w')).toBeNull();
    expect(pressed('#name', 'z', { ctrlKey: true })).toBeNull();
    expect(pressed('#name', 's', { ctrlKey: true })).toBe('file.save');
    expect(pressed('#name', 'F3')).toBe('help.palette');
  });

  test('is left to lists and sliders where they move by it', () => {
    expect(pressed('#ruler', 'Home')).toBeNull();
    expect(pressed('#card', 'ArrowLeft')).toBeNull();
    expect(pressed('#canvas', 'Home')).toBe('key.first');
    expect(pressed('#card', 'w')).toBe('pose.tool.pull');
  });

  test('moves the playhead from the viewport and the timeline only, never from another panel', () => {
    expect(pressed('#save', 'ArrowLeft')).toBeNull();
    expect(pressed('#save', 'Home')).toBeNull();
    expect(pressed('#save', 'w')).toBe('pose.tool.pull');
    expect(pressed('#button', 'ArrowLeft')).toBe('key.stepBack');
    expect(pressed('#canvas', 'ArrowLeft')).toBe('key.stepBack');
  });

  test('Space presses a button that was reached by the keyboard, but not one that was clicked', () => {
    const clip = { isFocusedByPointer: true };
    expect(pressed('#button', ' ')).toBeNull();
    studio.setState(withKeys());
    expect(pressed('#button', ' ')).toBeNull();
    expect(pressed('#button', ' ', clip)).toBe('key.play');
    expect(pressed('#canvas', ' ')).toBe('key.play');
  });

  test('is left to dialogs', () => {
    expect(pressed('#in-dialog', 'w')).toBeNull();
    openDialog(studio, 'about');
    expect(pressed('#canvas', 'w')).toBeNull();
  });

  test('is left to a drag that is under way', () => {
    setPreview(studio, { pose: bentElbow(studio, 20), cause: 'pull' });
    expect(pressed('#canvas', 'Escape')).toBeNull();
    setPreview(studio, { pose: bentElbow(studio, 20), cause: 'clip' });
    expect(pressed('#canvas', 'Escape')).toBe('edit.deselect');
  });

  test('that ends long work goes first while there is any', () => {
    setPreview(studio, { pose: bentElbow(studio, 20), cause: 'clip' });
    void whileWorking(
      studio,
      'Exporting out.glb',
      () => new Promise(() => undefined),
      () => undefined,
    );
    expect(pressed('#canvas', 'Escape')).toBe('file.cancelWork');
    expect(pressed('#in-dialog', 'Escape')).toBeNull();
  });

  test('is left to a key or slider that is being dragged', () => {
    setPreview(studio, { pose: bentElbow(studio, 20), cause: 'clip' });
    expect(pressed('#button', 'Escape')).toBe('edit.deselect');
    document.querySelector('#button')?.setAttribute('data-dragging', 'true');
    expect(pressed('#button', 'Escape')).toBeNull();
  });

  test('Delete speaks of what has the focus', () => {
    studio.setState(withKeys());
    expect(pressed('#canvas', 'Delete')).toBeNull();
    expect(pressed('#card', 'Delete')).toBeNull();
    expect(pressed('#ruler', 'Delete')).toBe('key.delete');
    // A bar takes it, although there are keys at the playhead.
    expect(pressed('#bar', 'Delete')).toBeNull();
  });

  test('of a command that cannot run now does nothing', () => {
    expect(pressed('#canvas', 'z', { ctrlKey: true })).toBeNull();
  });
});

/** The state with a key at frame 0. */
function withKeys() {
  const state = studio.getState();
  if (!state.document) throw new Error('no document is open');
  const { history } = state.document;
  const [clip] = history.present.clips;
  if (!clip) throw new Error('a project has a clip');
  const track = { joint: 0, interpolation: 'linear', times: [0], values: [0, 0, 0, 1] } as const;
  const present = { ...history.present, clips: [{ ...clip, tracks: [track] }] };
  return { document: { ...state.document, history: { ...history, present } } };
}

test('A key of the timeline means the pose where there are no keys for it', async () => {
  expect(pressed('#button', 'c', { ctrlKey: true })).toBe('edit.copyPose');
  await runCommand(commandById('key.set'), { studio, parts: { viewport: null, workspace: null } });
  expect(pressed('#button', 'c', { ctrlKey: true })).toBe('key.copy');
  expect(pressed('#canvas', 'c', { ctrlKey: true })).toBe('edit.copyPose');
});

test('What was copied last is pasted wherever the focus is; where nothing can be, the key says why', async () => {
  const run = (id: string) => runCommand(commandById(id), { studio, parts: { viewport: null, workspace: null } });
  const meaning = (target: string, key: string) => {
    const event = new KeyboardEvent('keydown', { key, code: `Key${key.toUpperCase()}`, ctrlKey: true, bubbles: true });
    document.querySelector(target)!.dispatchEvent(event);
    return meaningOfKey(studio.getState(), event, { mac: false, isFocusedByPointer: false });
  };
  const places = ['body', '#canvas', '#card', '#ruler', '#button'];
  for (const place of places) expect(meaning(place, 'v')).toMatchObject({ refused: { id: 'edit.pastePose' } });
  expect(meaning('#ruler', 'x')).toMatchObject({ refused: { id: 'key.cut' } });
  expect(meaning('#name', 'v')).toBeNull();
  await run('key.set');
  await run('key.copy');
  for (const place of places) expect(meaning(place, 'v')).toMatchObject({ runs: { id: 'key.paste' } });
  await run('edit.copyPose');
  for (const place of places) expect(meaning(place, 'v')).toMatchObject({ runs: { id: 'edit.pastePose' } });
  await run('key.copy');
  for (const place of places) expect(meaning(place, 'v')).toMatchObject({ runs: { id: 'key.paste' } });
  expect(meaning('#name', 'v')).toBeNull();
});
