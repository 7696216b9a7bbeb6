import { beforeAll, describe, expect, test } from 'vitest';
import { createProject } from '../../../core/document/create-project.ts';
import {
  activeClip,
  addClip,
  deleteClip,
  deleteKey,
  editActiveClip,
  setActiveClip,
  setClipDuration,
  setClipFps,
  setClipInterpolation,
  setClipLoop,
  setClipName,
  setKeyAt,
} from '../../../core/document/edits/clips.ts';
import { deletePose, renamePose, savePose, tagPose } from '../../../core/document/edits/library.ts';
import { setPin, setPose, setSolverSetting } from '../../../core/document/edits/posing.ts';
import { setCorrection, setLimit, setPreset, setStiffness } from '../../../core/document/edits/rig-settings.ts';
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
import { keysWithin, moveChosen, repeatChosen, scaleChosen } from '../../../core/animation/chosen-keys.ts';
import { createClip } from '../../../core/animation/keys.ts';
import { HANDLE_NAMES } from '../../../core/humanoid/body/handles.ts';
import { capturePose } from '../../../core/library/apply.ts';
import { seededRandom, type Random } from '../../../core/math/random.ts';
import { randomPose } from '../../helpers/random-pose.ts';
import { smallBiped } from '../../helpers/small-biped.ts';

const { rig } = smallBiped();
const { skeleton } = rig;
const project = createProject(rig, { name: 'Hero', fileName: 'hero.glb', hash: 'ab12' });

/** One random edit of any kind, possibly one that changes nothing. */
function randomEdit(present: Project, random: Random, step: number): Project {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const joint = Math.floor(random() * skeleton.count);
  const time = random() * 3;
  const saved = present.poses.length > 0 ? pick(present.poses) : null;
  const edits: (() => Project)[] = [
    () => setPose(present, randomPose(skeleton, random)),
    () => setPose(present, present.pose.slice()),
    () => setPin(present, pick(HANDLE_NAMES), { translation: random() < 0.5, rotation: random() < 0.5, weight: 1 }),
    () => setSolverSetting(present, 'restarts', Math.floor(random() * 5)),
    () => setPreset(present, pick(['standard', 'flexible', 'free'])),
    () => setLimit(present, joint, random() < 0.3 ? null : { kind: 'hinge', axis: [1, 0, 0], min: -random(), max: random() }),
    () => setStiffness(present, joint, random() < 0.3 ? null : random()),
    () => setCorrection(present, 'head', pick([null, undefined, 3])),
    () => savePose(present, capturePose(skeleton, present.pose, { id: `p${step}`, name: `Pose ${step}` })),
    () => (saved ? renamePose(present, saved.id, `Renamed ${step}`) : present),
    () => (saved ? tagPose(present, saved.id, [`tag ${step % 3}`]) : present),
    () => (saved && random() < 0.5 ? deletePose(present, saved.id) : present),
    () => setKeyAt(present, skeleton, time, present.pose, random() < 0.5 ? undefined : [joint]),
    () => editActiveClip(present, (clip) => moveChosen(clip, keysWithin(clip, 0, time), step).clip),
    () => editActiveClip(present, (clip) => repeatChosen(clip, keysWithin(clip, 0, time), step).clip),
    () => deleteKey(present, activeClip(present).tracks[0]?.times[0] ?? 0),
    () => editActiveClip(present, (clip) => scaleChosen(clip, keysWithin(clip, 0, 9), 0, 0.5 + random()).clip),
    () => setClipInterpolation(present, pick(['step', 'linear', 'ease', 'cubic'])),
    () => setClipFps(present, pick([24, 30, 60])),
    () => setClipDuration(present, 1 + random()),
    () => setClipLoop(present, random() < 0.5),
    () => setClipName(present, `Clip ${step}`),
    () => addClip(present, createClip(`c${step}`, 'Another')),
    () => setActiveClip(present, pick(present.clips).id),
    () => deleteClip(present, pick(present.clips).id),
  ];
  return pick(edits)();
}

describe('1000 random edits (seed 11)', () => {
  const states: string[] = [];
  let history: History = createHistory(project);
  beforeAll(() => {
    const random = seededRandom(11);
    states.push(asText(history.present));
    for (let step = 0; step < 1000; step++) {
      const before = history;
      history = commit(history, `Edit ${step}`, randomEdit(history.present, random, step));
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

test('the depth of history is bounded', () => {
  let history = createHistory(project);
  for (let i = 0; i < HISTORY_DEPTH + 20; i++) history = commit(history, `Edit ${i}`, { ...project, name: `${i}` });
  expect(history.past).toHaveLength(HISTORY_DEPTH);
  expect(history.past[0]!.label).toBe('Edit 20');
});
