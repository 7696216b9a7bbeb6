import { beforeAll, describe, expect, test } from 'vitest';
import { createProject } from '../../../core/document/create-project.ts';
import {
  commit,
  createHistory,
  HISTORY_DEPTH,
  redo,
  redoLabel,
  undo,
  undoLabel,
  type History,
} from '../../../core/document/history.ts';
import type { Project } from '../../../core/document/project.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { randomEdit } from '../../helpers/random-edit.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();
const { skeleton } = rig;
const project = createProject(rig, { name: 'Hero', fileName: 'hero.glb', hash: 'ab12' });

describe('1000 random edits (seed 11)', () => {
  const states: string[] = [];
  let history: History = createHistory(project);
  beforeAll(() => {
    const random = seededRandom(11);
    states.push(asText(history.present));
    for (let step = 0; step < 1000; step++) {
      const before = history;
      history = commit(history, `Edit ${step}`, randomEdit(skeleton, history.present, random, step));
      if (history !== before) states.push(asText(history.present));
    }
  }, 60_000);

  test('undone one by one give back every state, and redone give them again', () => {
    expect(states.length).toBeGreaterThan(600);
    let back = history;
    for (let i = states.length - 1; i >= 0; i--) {
      expect(asText(back.present) === states[i], `state ${i} on the way back`).toBe(true);
      back = undo(back);
    }
    expect(back.past).toEqual([]);
    for (let i = 1; i < states.length; i++) {
      back = redo(back);
      expect(asText(back.present) === states[i], `state ${i} on the way forward`).toBe(true);
    }
    expect(redo(back)).toBe(back);
  }, 60_000);
});

function asText(value: Project): string {
  return JSON.stringify(value, (_, part: unknown) => (part instanceof Float64Array ? [...part] : part));
}

test('labels say what undo and redo would do', () => {
  const history = commit(createHistory(project), 'Move the left hand', { ...project, name: 'Other' });
  expect(undoLabel(history)).toBe('Move the left hand');
  expect(redoLabel(history)).toBeNull();
  expect(undoLabel(undo(history))).toBeNull();
  expect(redoLabel(undo(history))).toBe('Move the left hand');
});

test('an edit that changes nothing leaves no step, and a new edit forgets what was undone', () => {
  const start = createHistory(project);
  expect(commit(start, 'Nothing', project)).toBe(start);
  expect(undo(start)).toBe(start);
  const undone = undo(commit(start, 'One', { ...project, name: 'One' }));
  const other = commit(undone, 'Two', { ...project, name: 'Two' });
  expect(other.future).toEqual([]);
  expect(redo(other)).toBe(other);
});

test('5000 edits are undone to the beginning, each to the very state before it, and made again', () => {
  const states = [project];
  let history = createHistory(project);
  for (let i = 1; i <= 5000; i++) {
    states.push({ ...history.present, name: `${i}` });
    history = commit(history, `Edit ${i}`, states[i]!);
  }
  for (let i = 5000; i > 0; i--) {
    if (history.present !== states[i] || undoLabel(history) !== `Edit ${i}`) throw new Error(`edit ${i} is not undone`);
    history = undo(history);
  }
  expect(history.present).toBe(project);
  expect(undo(history)).toBe(history);
  for (let i = 1; i <= 5000; i++) {
    history = redo(history);
    if (history.present !== states[i]) throw new Error(`edit ${i} is not made again`);
  }
  expect(redo(history)).toBe(history);
});

test('the depth of history is bounded', () => {
  let history = createHistory(project);
  for (let i = 0; i < HISTORY_DEPTH + 20; i++) history = commit(history, `Edit ${i}`, { ...project, name: `${i}` });
  expect(history.past).toHaveLength(HISTORY_DEPTH);
  expect(history.past[0]!.label).toBe('Edit 20');
});
