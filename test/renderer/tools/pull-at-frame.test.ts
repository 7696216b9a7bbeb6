import { beforeEach, describe, expect, test } from 'vitest';
import { activeClip, setKeyAt } from '../../../core/document/edits/clips.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { handlesOf } from '../../../core/humanoid/body/handles.ts';
import { commitEdit, undo } from '../../../renderer/state/editing.ts';
import { ghostsOf, shownMoments, trailsOf } from '../../../renderer/state/timeline/motion-marks.ts';
import { showFrame } from '../../../renderer/state/timeline/playback.ts';
import { select } from '../../../renderer/state/selection.ts';
import { shownPose, type Studio } from '../../../renderer/state/studio.ts';
import { metresPerPixel, project } from '../../../renderer/tools/geometry/lens.ts';
import { lensOf } from '../../../renderer/tools/geometry/orbit.ts';
import { pick } from '../../../renderer/tools/geometry/pick.ts';
import { beginDrag, click } from '../../../renderer/tools/press.ts';
import { steerable } from './steerable.ts';
import { pointOf } from '../../../core/skeleton/forward-kinematics.ts';
import { matrixKinematics, transformPoint } from '../../helpers/matrix-kinematics.ts';
import { bentElbow, documentOf, openStudio, poseOf } from '../state/open-studio.ts';
import { NOTHING } from './nothing-to-pick.ts';

const LENS = lensOf({ target: [0, 1, 0], yaw: 0, pitch: 0, distance: 6 }, 1280, 800);
const STILL = steerable(() => ({ target: [0, 0, 0], yaw: 0, pitch: 0, distance: 3 }));

let studio: Studio;

/** Keys at 0, 30 and 60, between which the elbow bends; the playhead stands at 10, the left hand is selected, its trail and ghosts are shown. */
beforeEach(async () => {
  ({ studio } = await openStudio());
  const { skeleton } = documentOf(studio).rig;
  const rest = poseOf(studio);
  commitEdit(studio, 'Keys', (edited) =>
    setKeyAt(setKeyAt(setKeyAt(edited, skeleton, 0, rest), skeleton, 1, bentElbow(studio, 60)), skeleton, 2, rest),
  );
  showFrame(studio, 10);
  select(studio, { joint: documentOf(studio).rig.humanoid.leftHand!, handle: 'leftHand' });
});

function shows(what: { readonly trails?: boolean; readonly ghosts?: boolean }): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, view: { ...session.view, ...what } } });
}

/** Where the left hand is at a frame of the clip, by matrices. */
function handAt(frame: number): readonly number[] {
  const { rig, history } = documentOf(studio);
  const { joint, offset } = handlesOf(rig).find(({ name }) => name === 'leftHand')!;
  const pose = sampleClip(rig.skeleton, activeClip(history.present), frame / 30);
  return transformPoint(matrixKinematics(rig.skeleton, pose)[joint]!, offset);
}

/** A press with the left button on where the left hand is at a frame. */
function pressAt(frame: number) {
  const at = { ...project(LENS, handAt(frame) as [number, number, number])!, precise: false };
  const target = pick(LENS, { ...NOTHING, moments: shownMoments(studio.getState()) }, at);
  return { button: 'left', alt: false, at, target } as const;
}

describe.each([{ trails: true }, { ghosts: true }] as const)('a key of a trail, or the handle of a ghost (%o)', (what) => {
  test('is dragged to another place, where the clip then has its key', () => {
    shows(what);
    const press = pressAt(30);
    expect(press.target).toEqual({ kind: 'moment', handle: 'leftHand', frame: 30 });
    const [before, others] = [handAt(30), [0, 60].map(handAt)];
    const gesture = beginDrag(studio, STILL, LENS, press);
    gesture.move({ x: press.at.x - 40, y: press.at.y - 25, precise: false }, LENS);
    gesture.commit();
    const pixel = metresPerPixel(LENS, before as [number, number, number]);
    const wanted = before.map((each, c) => each + pixel * (25 * LENS.up[c]! - 40 * LENS.right[c]!));
    handAt(30).forEach((each, c) => expect(each).toBeCloseTo(wanted[c]!, 3));
    [0, 60].forEach((frame, i) => handAt(frame).forEach((each, c) => expect(each).toBeCloseTo(others[i]![c]!, 9)));
    const { past } = documentOf(studio).history;
    expect(past.at(-1)!.label).toBe('Pull left hand at frame 30');
    expect(activeClip(documentOf(studio).history.present).tracks[0]!.times).toEqual([0, 1, 2]);
    undo(studio);
    handAt(30).forEach((each, c) => expect(each).toBeCloseTo(before[c]!, 12));
    expect(documentOf(studio).history.past).toHaveLength(past.length - 1);
  });

  test('is that of the nearest frame where two are in the same place', () => {
    shows(what);
    showFrame(studio, 50);
    expect(pressAt(0).target).toMatchObject({ frame: 60 });
  });

  test('is not there while neither is shown', () => {
    expect(pressAt(30).target).toBeNull();
  });
});

/** Where the trail of the left hand goes, and where it is in the ghosts. */
function handOfMarks(): readonly (readonly number[])[] {
  const state = studio.getState();
  const { joint, offset } = handlesOf(documentOf(studio).rig).find(({ name }) => name === 'leftHand')!;
  const trail = trailsOf(state).find(({ handle }) => handle === 'leftHand')!;
  return [...trail.points.map(({ at }) => at), ...ghostsOf(state).map(({ world }) => pointOf(world, joint, offset))];
}

describe('while something is dragged that will be keyed, trails and ghosts are as they are once it is let go', () => {
  test('at a key of a trail', () => {
    shows({ trails: true, ghosts: true });
    const press = pressAt(30);
    const before = handOfMarks();
    const gesture = beginDrag(studio, STILL, LENS, press);
    gesture.move({ x: press.at.x - 40, y: press.at.y - 25, precise: false }, LENS);
    const during = handOfMarks();
    expect(during).not.toEqual(before);
    gesture.commit();
    expect(handOfMarks()).toEqual(during);
    expect(trailsOf(studio.getState())[0]!.points[15]!.at).toEqual(handAt(15).map((each) => expect.closeTo(each, 9)));
  });

  test.each([true, false])('at a handle of the playhead’s own frame, with auto-key (%s)', (autoKey) => {
    shows({ trails: true });
    studio.setState({ session: { ...studio.getState().session, autoKey } });
    showFrame(studio, 30);
    const before = handOfMarks();
    const at = { ...project(LENS, handAt(30) as [number, number, number])!, precise: false };
    const gesture = beginDrag(studio, STILL, LENS, {
      button: 'left',
      alt: false,
      at,
      target: { kind: 'handle', handle: 'leftHand' },
    });
    gesture.move({ x: at.x - 40, y: at.y - 25, precise: false }, LENS);
    const during = handOfMarks();
    gesture.commit();
    expect(handOfMarks()).toEqual(during);
    if (autoKey) expect(during).not.toEqual(before);
    else expect(during).toEqual(before);
  });
});

test('a drag that is cancelled leaves playhead, pose and clip as they were', () => {
  shows({ trails: true });
  const { document } = studio.getState();
  const pose = shownPose(studio.getState());
  const press = pressAt(30);
  const gesture = beginDrag(studio, STILL, LENS, press);
  gesture.move({ x: press.at.x + 30, y: press.at.y, precise: false }, LENS);
  expect(studio.getState().session.playback.time).toBe(1);
  gesture.cancel();
  expect(studio.getState().session.playback.time).toBeCloseTo(1 / 3, 12);
  expect(shownPose(studio.getState())).toEqual(pose);
  expect(studio.getState().document).toBe(document);
});

test('a click goes to its frame and selects its handle; the moment of the playhead itself is none', () => {
  shows({ trails: true });
  select(studio, { joint: null, handle: null });
  click(studio, pressAt(30));
  expect(studio.getState().session.playback.time).toBe(1);
  expect(studio.getState().session.selection.handle).toBe('leftHand');
  expect(pressAt(30).target).toBeNull();
});
