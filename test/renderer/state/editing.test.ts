import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clipKeyTimes, sampleClip } from '../../../core/animation/sampling.ts';
import { activeClip, deleteKey, setClipLoop, setKeyAt } from '../../../core/document/edits/clips.ts';
import { setCorrection, setLimit, setPreset } from '../../../core/document/edits/rig-settings.ts';
import { projectFromData, projectToData } from '../../../core/document/serialize.ts';
import { deletePose, renamePose } from '../../../core/document/edits/library.ts';
import { createHistory } from '../../../core/document/history.ts';
import { capturePose } from '../../../core/library/apply.ts';
import { applyChange } from '../../../core/document/changes.ts';
import { isInsideLimits } from '../../../core/skeleton/limit-state.ts';
import type { JournalEntry } from '../../../electron/contract.ts';
import { commitEdit, commitPose, redo, undo } from '../../../renderer/state/editing.ts';
import { dismissNotice, notify, tellFailure } from '../../../renderer/state/window/notify.ts';
import { setFeedback, setPreview } from '../../../renderer/state/preview.ts';
import { select, setTool } from '../../../renderer/state/selection.ts';
import { showFrame } from '../../../renderer/state/timeline/playback.ts';
import { hasUnsavedChanges, shownPose } from '../../../renderer/state/studio.ts';
import { plainFigure, sceneOf } from '../../helpers/figure.ts';
import { bentElbow, documentOf, type FakeDesktop, leftElbow, mannequin, noticesOf, openStudio, poseOf } from './open-studio.ts';
import { eventually } from '../../helpers/eventually.ts';

function journalOf(desktop: FakeDesktop): readonly JournalEntry[] {
  return desktop.callsOf('journal.append').map(([entry]) => entry as JournalEntry);
}

describe('An edit', () => {
  test('changes the document, ends the preview and can be undone and redone with its label', async () => {
    const { studio } = await openStudio();
    const before = documentOf(studio).history.present;
    const pose = bentElbow(studio, 40);
    setPreview(studio, { pose, cause: 'pull' });
    commitPose(studio, 'Pull left hand', pose);
    expect(poseOf(studio)).toBe(pose);
    expect(studio.getState().transient.preview).toBeNull();
    expect(documentOf(studio).history.past.at(-1)?.label).toBe('Pull left hand');
    undo(studio);
    expect(documentOf(studio).history.present).toBe(before);
    redo(studio);
    expect(shownPose(studio.getState())).toBe(pose);
  });

  test('that changes nothing leaves no step, no journal entry, and still ends the preview', async () => {
    const { studio, desktop } = await openStudio();
    setPreview(studio, { pose: bentElbow(studio, 10), cause: 'blend' });
    commitEdit(studio, 'Nothing', (project) => project);
    expect(documentOf(studio).history.past).toHaveLength(0);
    expect(journalOf(desktop)).toHaveLength(0);
    expect(studio.getState().transient.preview).toBeNull();
  });

  test('before any document is open does nothing', async () => {
    const { studio } = await openStudio();
    studio.setState({ document: null });
    commitEdit(studio, 'Anything', () => {
      throw new Error('must not be called');
    });
    undo(studio);
    redo(studio);
    expect(studio.getState().document).toBeNull();
  });

  test('of the rig settings makes a new rig and brings the pose inside its limits; undo brings both back', async () => {
    const { studio } = await openStudio();
    commitPose(studio, 'Bend', bentElbow(studio, 140));
    const { rig: standard, history } = documentOf(studio);
    const bent = poseOf(studio);
    commitEdit(studio, 'Limits: Stiff', (project) => setPreset(project, 'stiff'));
    const { rig: stiff } = documentOf(studio);
    expect(stiff).not.toBe(standard);
    expect(isInsideLimits(standard.skeleton, bent)).toBe(true);
    expect(isInsideLimits(stiff.skeleton, bent)).toBe(false);
    expect(isInsideLimits(stiff.skeleton, poseOf(studio))).toBe(true);
    undo(studio);
    expect(documentOf(studio).rig.skeleton.limits).toEqual(standard.skeleton.limits);
    expect(documentOf(studio).history.present).toBe(history.present);
  });

  test('that leaves the rig settings alone keeps the very same rig', async () => {
    const { studio } = await openStudio();
    const { rig } = documentOf(studio);
    commitPose(studio, 'Bend', bentElbow(studio, 20));
    expect(documentOf(studio).rig).toBe(rig);
  });

  test('is refused by a limit that cannot be used and leaves everything as it was', async () => {
    const { studio } = await openStudio();
    const before = studio.getState().document;
    const joint = leftElbow(studio);
    expect(() =>
      commitEdit(studio, 'Bad', (project) => setLimit(project, joint, { kind: 'hinge', axis: [1, 0, 0], min: 2, max: 1 })),
    ).toThrow(RangeError);
    expect(studio.getState().document).toBe(before);
  });
});

describe('With auto-key', () => {
  test('a new pose is keyed at the playhead in the same step, and other edits key nothing', async () => {
    const { studio } = await openStudio();
    studio.setState({ session: { ...studio.getState().session, autoKey: true } });
    showFrame(studio, 12);
    const pose = bentElbow(studio, 25);
    commitPose(studio, 'Pull', pose);
    const { history, rig } = documentOf(studio);
    expect(history.past).toHaveLength(1);
    const clip = activeClip(history.present);
    expect(clipKeyTimes(clip)).toEqual([12 / 30]);
    expect(sampleClip(rig.skeleton, clip, 12 / 30)).toEqual(pose);
    showFrame(studio, 20);
    commitEdit(studio, 'Loop', (project) => setClipLoop(project, false));
    expect(clipKeyTimes(activeClip(documentOf(studio).history.present))).toEqual([12 / 30]);
    undo(studio);
    undo(studio);
    expect(activeClip(documentOf(studio).history.present).tracks).toEqual([]);
  });
});

describe('The selection', () => {
  /** A figure whose node `head_end` is no joint until it is named the jaw; then it stands before the arms' joints. */
  async function figure() {
    const scene = sceneOf(plainFigure());
    const { studio } = await openStudio({ 'character.mannequin': () => ({ ...mannequin(), scene }) });
    const jaw = scene.nodes.findIndex(({ name }) => name === 'head_end');
    const nameJaw = (node: number | undefined) => commitEdit(studio, 'Map', (project) => setCorrection(project, 'jaw', node));
    const selectNamed = (name: string) => {
      select(studio, { joint: documentOf(studio).rig.skeleton.names.indexOf(name), handle: null });
    };
    const selected = () => {
      const { joint, handle } = studio.getState().session.selection;
      return { joint, name: joint === null ? null : documentOf(studio).rig.skeleton.names[joint], handle };
    };
    return { studio, nameJaw: () => nameJaw(jaw), forgetJaw: () => nameJaw(undefined), selectNamed, selected };
  }

  test('stays on its joint when a corrected map gives the character other joints, and on undo', async () => {
    const { studio, nameJaw, selectNamed, selected } = await figure();
    selectNamed('toes.r');
    const before = selected();
    nameJaw();
    expect(selected()).toEqual({ ...before, joint: before.joint! + 1 });
    undo(studio);
    expect(selected()).toEqual(before);
  });

  test('stays on its handle, and on the joint that this moves', async () => {
    const { studio, nameJaw, selected } = await figure();
    select(studio, { joint: documentOf(studio).rig.humanoid.leftHand!, handle: 'leftHand' });
    nameJaw();
    expect(selected()).toEqual({ joint: documentOf(studio).rig.humanoid.leftHand, name: 'hand.l', handle: 'leftHand' });
    commitEdit(studio, 'Map', (project) => setCorrection(project, 'leftHand', null));
    expect(selected()).toMatchObject({ name: 'hand.l', handle: null });
  });

  test('is lost with its joint', async () => {
    const { studio, nameJaw, forgetJaw, selectNamed, selected } = await figure();
    nameJaw();
    selectNamed('head_end');
    expect(selected().joint).toBeGreaterThan(0);
    forgetJaw();
    expect(studio.getState().session.selection).toEqual({ joint: null, handle: null });
  });

  test('stays when the rig changes but its joints do not', async () => {
    const { studio, selectNamed, selected } = await figure();
    selectNamed('spine');
    const before = selected();
    commitEdit(studio, 'Limits: Stiff', (project) => setPreset(project, 'stiff'));
    expect(selected()).toEqual(before);
    select(studio, { joint: null, handle: null });
    undo(studio);
    expect(selected()).toEqual({ joint: null, name: null, handle: null });
  });
});

const REVISIONS = { 'poses/pose-3.json': 'r3' };

describe('The journal', () => {
  test('holds the whole project first and then what changed, and replays to the present document', async () => {
    const { studio, desktop } = await openStudio();
    commitPose(studio, 'Bend', bentElbow(studio, 20));
    commitEdit(studio, 'Flexible', (project) => setPreset(project, 'flexible'));
    undo(studio);
    commitPose(studio, 'Bend more', bentElbow(studio, 60));
    const [first, ...rest] = journalOf(desktop);
    const { rig, history } = documentOf(studio);
    expect(Object.keys(first?.changed ?? {}).sort()).toEqual(Object.keys(projectToData(rig, history.present)).sort());
    expect(rest.map(({ label, changed }) => [label, Object.keys(changed)])).toEqual([
      ['Flexible', ['rig']],
      ['Undo Flexible', ['rig']],
      ['Bend more', ['unkeyed']],
    ]);
    const replayed = rest.reduce((data, entry) => applyChange(data, entry), first?.changed as ReturnType<typeof projectToData>);
    expect(projectFromData(rig, replayed).project).toEqual(history.present);
  });

  test('begins with what changed where the project is saved, and keeps of the library only what an edit touched', async () => {
    const { studio, desktop } = await openStudio();
    const { rig, history } = documentOf(studio);
    const saved = Array.from({ length: 50 }, (_, i) =>
      capturePose(rig.skeleton, poseOf(studio), { id: `pose-${i}`, name: `Pose ${i}` }),
    );
    const project = { ...history.present, poses: saved };
    studio.setState({
      document: { ...documentOf(studio), history: createHistory(project), saved: project, folder: '/p', revisions: REVISIONS },
    });
    commitEdit(studio, 'Rename', (before) => renamePose(before, 'pose-20', 'Renamed'));
    commitEdit(studio, 'Delete', (before) => deletePose(before, 'pose-3'));
    undo(studio);
    const entries = journalOf(desktop);
    expect(entries.map(({ onSaved = false, changed }) => [onSaved, changed])).toEqual([
      [true, {}],
      [false, {}],
      [false, {}],
    ]);
    expect(entries[0]?.poses?.put).toMatchObject([{ after: 'pose-19', item: { id: 'pose-20', name: 'Renamed' } }]);
    expect(entries[1]?.poses).toEqual({ removed: ['pose-3'], put: [], bases: { 'pose-3': 'r3' } });
    expect(entries[0]?.poses?.bases).toEqual({ 'pose-20': null });
    expect(entries[2]?.poses?.put).toMatchObject([{ after: 'pose-2', item: { id: 'pose-3' } }]);
    const replayed = entries.reduce(applyChange, projectToData(rig, project));
    expect(projectFromData(rig, replayed).project).toEqual(documentOf(studio).history.present);
  });

  test('that cannot be written is told once and does not stop the edit', async () => {
    const { studio } = await openStudio({
      'journal.append': () => {
        throw new Error('the disk is full');
      },
    });
    commitPose(studio, 'One', bentElbow(studio, 20));
    commitPose(studio, 'Two', bentElbow(studio, 30));
    await eventually(() => expect(noticesOf(studio)).toEqual([expect.stringContaining('the disk is full')]));
    expect(documentOf(studio).history.past).toHaveLength(2);
  });
});

describe('A clip that is looked at', () => {
  test('stays in view when a key is deleted, and gives way when the pose itself is edited', async () => {
    const { studio } = await openStudio();
    const { skeleton } = documentOf(studio).rig;
    const bent = bentElbow(studio, 90);
    commitEdit(studio, 'Key', (project) => setKeyAt(setKeyAt(project, skeleton, 0, poseOf(studio)), skeleton, 1, bent));
    showFrame(studio, 30);
    expect(shownPose(studio.getState())).toEqual(bent);
    const first = sampleClip(skeleton, documentOf(studio).history.present.clips[0]!, 0);
    commitEdit(studio, 'Delete key', (project) => deleteKey(project, 1));
    expect(shownPose(studio.getState())).toEqual(first);
    const pose = bentElbow(studio, 30);
    commitPose(studio, 'Pull', pose);
    expect(shownPose(studio.getState())).toBe(pose);
  });
});

test('Unsaved changes are those that undo has not taken back', async () => {
  const { studio } = await openStudio();
  expect(hasUnsavedChanges(studio.getState())).toBe(false);
  commitPose(studio, 'Bend', bentElbow(studio, 20));
  expect(hasUnsavedChanges(studio.getState())).toBe(true);
  undo(studio);
  expect(hasUnsavedChanges(studio.getState())).toBe(false);
});

test('Selecting and choosing a tool tell nobody when nothing changes', async () => {
  const { studio } = await openStudio();
  select(studio, { joint: 3, handle: null });
  setTool(studio, 'rotate');
  const told = vi.fn();
  studio.subscribe(told);
  select(studio, { joint: 3, handle: null });
  setTool(studio, 'rotate');
  setPreview(studio, null);
  setFeedback(studio, null);
  expect(told).not.toHaveBeenCalled();
});

describe('A notice', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('of an error stays until it is closed', async () => {
    const { studio } = await openStudio();
    tellFailure(studio, 'opening', new Error('It could not be opened: choose another file.'), null);
    vi.advanceTimersByTime(60_000);
    expect(noticesOf(studio)).toEqual(['It could not be opened: choose another file.']);
    const [notice] = studio.getState().session.notices;
    dismissNotice(studio, notice?.id ?? -1);
    expect(noticesOf(studio)).toEqual([]);
  });

  test('is not repeated while it is there', async () => {
    const { studio } = await openStudio();
    notify(studio, 'warning', 'Twice.');
    notify(studio, 'warning', 'Twice.');
    expect(noticesOf(studio)).toEqual(['Twice.']);
  });
});
