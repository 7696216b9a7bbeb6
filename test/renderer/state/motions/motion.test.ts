import { isCancelled } from '../../../../renderer/state/window/notify.ts';
import { describe, expect, test } from 'vitest';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import { clipFromPoses } from '../../../../core/animation/clip-from-poses.ts';
import type { Clip } from '../../../../core/animation/clip.ts';
import { undo } from '../../../../core/document/history.ts';
import type { ContractEvents, Desktop } from '../../../../electron/contract.ts';
import { openDroppedFile } from '../../../../renderer/state/documents/open-dropped.ts';
import {
  addPosesOf,
  chooseMotion,
  keepClip,
  libraryToClip,
  readOtherwise,
  withBones,
  retargetMotion,
  showOwnMotions,
} from '../../../../renderer/state/motions/motion.ts';
import type { MotionSource } from '../../../../renderer/state/motions/motion-source.ts';
import type { Studio } from '../../../../renderer/state/studio.ts';
import { type Answers, bentElbow, documentOf, mannequin, noticesOf, openStudio, poseOf } from '../open-studio.ts';
import { eventually } from '../../../helpers/eventually.ts';

/** What is said to do with a file that cannot be used. */
const NEXT = ' Select another file, or write this one anew in the program that it comes from.';

const MOTIONS: Answers = {
  'motion.list': () => [{ name: 'walk', duration: 1, fps: 30 }],
  'character.openBytes': (fileName) => ({ ...mannequin('walk'), fileName, hash: 'cd'.repeat(32), isMotionOnly: true }),
};

function shownSource(studio: Studio): MotionSource {
  const dialog = studio.getState().session.dialogs.at(-1);
  if (dialog?.name !== 'motion') throw new Error('the motion dialog is not open');
  return dialog.source;
}

async function withMotion(answers: Answers = {}) {
  const opened = await openStudio({ ...MOTIONS, ...answers });
  await openDroppedFile(opened.studio, new File(['HIERARCHY'], 'walk.bvh'));
  return { ...opened, source: shownSource(opened.studio) };
}

/** The same studio, whose main process can tell progress. */
function telling(studio: Studio) {
  const listeners = new Set<(event: ContractEvents['job.progress']) => void>();
  const desktop: Desktop = {
    ...studio.desktop,
    on: (_name, listener) => {
      listeners.add(listener as (event: ContractEvents['job.progress']) => void);
      return () => listeners.delete(listener as (event: ContractEvents['job.progress']) => void);
    },
  };
  return { told: { ...studio, desktop }, listeners };
}

function twoFrames(studio: Studio, id = 'motion-walk'): Clip {
  const { rig } = documentOf(studio);
  const poses = [poseOf(studio), bentElbow(studio, 30)];
  return clipFromPoses(rig.skeleton, poses, { id, name: 'walk', fps: 30, loop: false });
}

describe('a motion file', () => {
  test('that is dropped shows its motions and leaves the character as it is', async () => {
    const { studio, source } = await withMotion();
    expect(source.motions).toEqual([{ name: 'walk', duration: 1, fps: 30 }]);
    expect(source.choices).toEqual({});
    expect(documentOf(studio).history.present.character.name).toBe('mannequin');
  });

  test('without motion is refused in a sentence', async () => {
    const { studio } = await openStudio({ ...MOTIONS, 'motion.list': () => [] });
    await openDroppedFile(studio, new File([''], 'still.bvh'));
    expect(noticesOf(studio)).toEqual([`“still.bvh” holds no motion.${NEXT}`]);
    expect(studio.getState().session.dialogs).toEqual([]);
  });

  test('of the character itself is offered without opening a file, and one without clips is told of', async () => {
    const { studio, desktop } = await openStudio(MOTIONS);
    const opens = desktop.callsOf('character.openPath').length;
    await showOwnMotions(studio);
    expect(shownSource(studio).character.hash).toBe(documentOf(studio).history.present.character.hash);
    expect(desktop.callsOf('character.openPath')).toHaveLength(opens);
    const without = await openStudio({ ...MOTIONS, 'motion.list': () => [] });
    await showOwnMotions(without.studio);
    expect(noticesOf(without.studio)).toEqual([`“mannequin.glb” holds no motion.${NEXT}`]);
  });

  test('can be read otherwise, from the same bytes', async () => {
    const { studio, desktop, source } = await withMotion();
    const next = await readOtherwise(studio, source, { up: 'z' });
    expect(desktop.callsOf('character.openBytes')).toEqual([
      ['walk.bvh', new TextEncoder().encode('HIERARCHY'), {}, expect.any(String)],
      ['walk.bvh', new TextEncoder().encode('HIERARCHY'), { up: 'z' }],
    ]);
    expect(next.choices).toEqual({ up: 'z' });
  });

  test('keeps the bones that were named when it is read otherwise, and refuses nodes that it has not', async () => {
    const { studio, source } = await withMotion();
    const node = source.character.scene.nodes[source.rig.binding.nodes[source.rig.humanoid.leftHand!]!]!.name;
    const named = withBones(source, { leftHand: null, rightHand: node });
    expect(named.rig.humanoid.leftHand).toBeUndefined();
    expect(named.rig.skeleton.names[named.rig.humanoid.rightHand!]).toBe(node);
    const next = await readOtherwise(studio, named, { up: 'z' });
    expect(next.bones).toEqual({ leftHand: null, rightHand: node });
    expect(next.rig.humanoid).toEqual(named.rig.humanoid);
    expect(() => withBones(source, { hips: 'Hip' })).toThrow(/^"walk\.bvh" has no node "Hip", which the profile says is hips/);
  });

  test('that was chosen in a dialog is opened by its path', async () => {
    const { studio, desktop } = await openStudio({ ...MOTIONS, 'dialog.open': () => ({ kind: 'chosen', path: '/m/run.vrma' }) });
    await chooseMotion(studio);
    expect(desktop.callsOf('character.openPath')).toEqual([['/m/run.vrma', {}, expect.any(String)]]);
    expect(shownSource(studio).motions).toHaveLength(1);
  });
});

describe('bringing a motion over', () => {
  test('asks for the original and the result, and hears the progress of its own job alone', async () => {
    let finish: (value: unknown) => void = () => undefined;
    const { studio, desktop, source } = await withMotion({
      'motion.read': () => 'original',
      'motion.retarget': () => new Promise((resolve) => (finish = resolve)),
    });
    const { told, listeners } = telling(studio);
    const shares: number[] = [];
    const { result } = retargetMotion(told, source, 0, { fps: 30 }, (share) => shares.push(share));
    await eventually(() => expect(desktop.callsOf('motion.retarget')).toHaveLength(1));
    const [job, request] = desktop.callsOf('motion.retarget')[0]!;
    expect(request).toMatchObject({
      source: { characterHash: 'cd'.repeat(32), index: 0 },
      characterHash: 'ab'.repeat(32),
      options: { fps: 30 },
    });
    for (const listener of listeners) {
      listener({ job: 'another', progress: 0.9 });
      listener({ job: String(job), progress: 0.4 });
    }
    finish({ clip: 'clip', report: 'report' });
    expect(await result).toEqual({ clip: 'clip', report: 'report', original: 'original' });
    expect(shares).toEqual([0.4]);
    expect(listeners.size).toBe(0);
  });

  test('begins the original where the result does, when a calibration pose was left out', async () => {
    const { studio, source } = await withMotion({
      'motion.list': () => [{ name: 'walk', duration: 0.1, fps: 30 }],
      'motion.read': (): Clip => whole,
      'motion.retarget': () => ({ clip: 'clip', report: 'report', leavesFirst: true }),
    });
    const { skeleton } = documentOf(studio).rig;
    const poses = [0, 10, 20, 30].map((degrees) => bentElbow(studio, degrees));
    const whole = clipFromPoses(skeleton, poses, { id: 'motion-walk', name: 'walk', fps: 30, loop: false });
    const { original } = await retargetMotion(studio, source, 0, {}, () => undefined).result;
    expect(original.duration).toBeCloseTo(2 / 30, 9);
    expect(sampleClip(skeleton, original, 0)).toEqual(sampleClip(skeleton, whole, 1 / 30));
  });

  test('is ended by the name of its job', async () => {
    const { studio, desktop, source } = await withMotion({
      'motion.retarget': () => {
        throw new Error('cancelled');
      },
    });
    const { result, cancel } = retargetMotion(studio, source, 0, {}, () => undefined);
    cancel();
    expect(isCancelled(await result.catch((error: unknown) => error))).toBe(true);
    expect(desktop.callsOf('job.cancel')[0]?.[0]).toBe(desktop.callsOf('motion.retarget')[0]?.[0]);
  });

  test('puts clips of one name beside each other, each undone by itself', async () => {
    const { studio } = await openStudio();
    const before = documentOf(studio).history.present.clips.length;
    keepClip(studio, twoFrames(studio), 'Bring');
    keepClip(studio, twoFrames(studio), 'Bring again');
    const { history } = documentOf(studio);
    expect(history.present.clips.slice(before).map(({ id }) => id)).toEqual(['motion-walk', 'motion-walk-2']);
    expect(history.present.activeClip).toBe('motion-walk-2');
    expect(undo(history).present.clips).toHaveLength(before + 1);
  });
});

describe('the poses of a motion', () => {
  const sample = (studio: Studio, id: string) => ({
    id,
    name: id,
    tags: [],
    folder: 'walk',
    joints: [],
    pose: [...bentElbow(studio, 30)],
  });

  test('come into the library as one step', async () => {
    const { studio, source } = await withMotion({
      'motion.samplePoses': () => [sample(studio, 'one'), sample(studio, 'two')],
    });
    await addPosesOf(studio, source, 0, null);
    const { history } = documentOf(studio);
    expect(history.present.poses.map(({ id }) => id)).toEqual(['one', 'two']);
    expect(history.past.at(-1)?.label).toBe('Add 2 poses of “walk”');
    expect(undo(history).present.poses).toEqual([]);
    await libraryToClip(studio);
    const { clips, activeClip } = documentOf(studio).history.present;
    expect(clips.find(({ id }) => id === activeClip)?.duration).toBeCloseTo(2, 9);
  });

  test('are looked for with a bar that can be cancelled, which is no error', async () => {
    let refuse: (error: Error) => void = () => undefined;
    const { studio, desktop, source } = await withMotion({
      'motion.samplePoses': () => new Promise((_, reject) => (refuse = reject)),
    });
    const { told, listeners } = telling(studio);
    const adding = addPosesOf(told, source, 0, null);
    await eventually(() => expect(desktop.callsOf('motion.samplePoses')).toHaveLength(1));
    const job = String(desktop.callsOf('motion.samplePoses')[0]![0]);
    for (const listener of listeners) listener({ job, progress: 0.25 });
    expect(studio.getState().session.work).toMatchObject({ progress: 0.25 });
    studio.getState().session.work!.cancel();
    expect(desktop.callsOf('job.cancel')).toEqual([[job]]);
    refuse(new Error('cancelled'));
    await adding;
    expect(studio.getState().session.work).toBeNull();
    expect(noticesOf(studio)).toEqual([]);
    expect(documentOf(studio).history.present.poses).toEqual([]);
  });
});
