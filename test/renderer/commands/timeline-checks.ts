import { expect } from 'vitest';
import type { TouchingSpan } from '../../../core/animation/clip.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { rotationOf } from '../../../core/skeleton/pose.ts';
import type { ClipIssue } from '../../../core/animation/lint/issues.ts';
import { lintClip } from '../../../core/animation/lint/lint-clip.ts';
import { chooseAllKeys, chosenKeys, copyMeantKeys } from '../../../renderer/state/keys/chosen-keys.ts';
import { playRange, setPlayRange, setSpeed, showFrame } from '../../../renderer/state/timeline/playback.ts';
import { ghostsOf, trailsOf } from '../../../renderer/state/timeline/motion-marks.ts';
import { presentIssue } from '../../../renderer/state/timeline/clip-issues.ts';
import type { Studio, StudioState } from '../../../renderer/state/studio.ts';
import { setTimelineSession } from '../../../renderer/state/timeline/set-timeline-session.ts';
import { closeShownLoop } from '../../../renderer/state/timeline/close-loop.ts';
import { duplicateShownClip, showClip } from '../../../renderer/state/timeline/clip-edits.ts';
import { commitEdit, commitPose } from '../../../renderer/state/editing.ts';
import { activeClip, setClipContacts, setClipMarkers, setKeyAt } from '../../../core/document/edits/clips.ts';
import { chooseContact, clipContacts, slideNow } from '../../../renderer/state/timeline/contacts.ts';
import { clipMarkers } from '../../../renderer/state/timeline/markers.ts';
import { addLayer } from '../../../renderer/state/timeline/layers.ts';
import { poseAtTime } from '../../../renderer/state/timeline/clips.ts';
import { select } from '../../../renderer/state/selection.ts';
import { bentElbow, documentOf, leftElbow, noticesOf, poseOf } from '../state/open-studio.ts';

/** What the commands of the timeline must have done, told from outside; the scene is that of `commands.test.ts`: an elbow bends from frame 0 to 30 of 60. */
export const TIMELINE_CHECKS: Readonly<Record<string, (scene: { readonly studio: Studio }, before: StudioState) => void>> = {
  'clip.check': ({ studio }) => expect(studio.getState().session.timeline.isChecked).toBe(true),
  'key.curves': ({ studio }) => expect(studio.getState().session.timeline.showsCurves).toBe(true),
  'clip.nextIssue': ({ studio }) => {
    const issue = presentIssue(studio.getState());
    expect(issue).toEqual(issuesIn(studio)[0]);
    expect(studio.getState().session.playback.time).toBe(2);
    expect(studio.getState().session.selection.joint).toBe(leftElbow(studio));
  },
  'clip.previousIssue': ({ studio }) => expect(presentIssue(studio.getState())).toEqual(issuesIn(studio).at(-1)),
  'clip.repairIssue': repairsTheSeam,
  'clip.repairAll': repairsTheSeam,
  'clip.duplicate': ({ studio }) => {
    const { clips, activeClip: shown } = documentOf(studio).history.present;
    expect(clips.map(({ name }) => name)).toEqual(['Clip 1', 'Clip 1 copy']);
    expect(shown).toBe(clips[1]!.id);
    expect(clips[1]!.tracks).toEqual(clips[0]!.tracks);
  },
  'clip.trim': ({ studio }) => {
    expect(documentOf(studio).history.present.clips[0]).toMatchObject({ duration: 0.5 });
    expect(bendAt(studio, 0, 'left')).toBeCloseTo(40, 6);
    expect(playRange(studio.getState())).toEqual([0, 0.5]);
  },
  'clip.stretch': ({ studio }) => {
    expect(keyFrames(studio)).toEqual([0, 60]);
    expect(bendAt(studio, 30, 'left')).toBeCloseTo(40, 4);
  },
  'clip.reverse': ({ studio }) => {
    expect([0, 30, 45, 60].map((frame) => bendAt(studio, frame, 'left'))).toEqual(
      [80, 80, 40, 0].map((degrees) => expect.closeTo(degrees, 4)),
    );
  },
  // Spread over the last quarter, before which nothing changes.
  'clip.closeLoop': ({ studio }) => {
    expect([0, 30, 60].map((frame) => bendAt(studio, frame, 'left'))).toEqual(
      [0, 80, 0].map((degrees) => expect.closeTo(degrees, 4)),
    );
    expect(documentOf(studio).history.present.clips[0]!.loop).toBe(true);
    expect(issuesIn(studio).map(({ kind }) => kind)).toEqual(['dead']);
    const { past } = documentOf(studio).history;
    closeShownLoop(studio);
    expect(noticesOf(studio).at(-1)).toBe('The clip goes on from its end into its beginning already.');
    expect(documentOf(studio).history.past).toBe(past);
  },
  // The feet stand still in place: nothing to travel with.
  'clip.travel': ({ studio }) => {
    expect(noticesOf(studio).at(-1)).toBe('The feet that are down stand still already: the body travels with them.');
  },
  'clip.inPlace': ({ studio }) => expect(rootAt(studio, 60)).toEqual([0, 0, 0].map((value) => expect.closeTo(value, 9))),
  'contact.find': ({ studio }) => {
    const parts = ['leftHeel', 'leftBall', 'leftToe', 'rightHeel', 'rightBall', 'rightToe'];
    expect(clipContacts(studio.getState())).toEqual(parts.map((part) => ({ part, from: 0, to: 2 })));
  },
  'contact.add': ({ studio }) => {
    expect(clipContacts(studio.getState())).toEqual([{ part: 'leftHand', from: 0, to: 1 }]);
    expect(documentOf(studio).history.past.at(-1)?.label).toBe('Hold left hand, frames 0 to 30');
  },
  'contact.offer': ({ studio }) => expect(studio.getState().session.settings.offersContacts).toBe(false),
  'contact.delete': ({ studio }) => expect(clipContacts(studio.getState()).map(({ part }) => part)).toEqual(['rightHeel']),
  'contact.mute': ({ studio }) => expect(clipContacts(studio.getState()).map(({ isMuted }) => isMuted)).toEqual([true]),
  'contact.split': ({ studio }) =>
    expect(clipContacts(studio.getState()).map(({ from, to }) => [from, to].map((time) => Math.round(time * 30)))).toEqual([
      [0, 12],
      [13, 60],
    ]),
  'contact.turns': ({ studio }) => expect(touched(studio)).toMatchObject({ on: { turns: true } }),
  'contact.gives.from': ({ studio }) => expect(touched(studio)).toMatchObject({ on: { gives: 'from' } }),
  'contact.gives.on': ({ studio }) => expect(touched(studio)).toMatchObject({ on: { gives: 'on' } }),
  'contact.gives.both': ({ studio }) => expect(touched(studio)).toMatchObject({ on: { gives: 'both' } }),
  'contact.fade.none': ({ studio }) => expect(touched(studio).fade).toBe(0),
  'contact.fade.usual': ({ studio }) => expect(touched(studio)).not.toHaveProperty('fade'),
  'contact.fade.half': ({ studio }) => expect(touched(studio).fade).toBe(0.5),
  'contact.fade.whole': ({ studio }) => expect(touched(studio).fade).toBe(1),
  'contact.deleteAll': ({ studio }) => expect(documentOf(studio).history.present.clips[0]).not.toHaveProperty('contacts'),
  'contact.worst': ({ studio }) => {
    const { time } = studio.getState().session.playback;
    expect(time).toBe(slideNow(documentOf(studio)).worst / 30);
  },
  'marker.add': ({ studio }) => {
    expect(clipMarkers(studio.getState())).toEqual([{ name: 'Marker 1', time: 1 }]);
    expect(studio.getState().session.timeline.marker).toEqual({ time: 1, isRenamed: true });
  },
  'marker.tap': ({ studio }) => {
    expect(clipMarkers(studio.getState())).toEqual([{ name: 'Beat 1', time: 1 }]);
    expect(studio.getState().session.timeline.marker).toEqual({ time: 1, isRenamed: false });
  },
  'marker.previous': ({ studio }) => expect(studio.getState().session.playback.time).toBe(0.5),
  'marker.next': ({ studio }) => expect(studio.getState().session.playback.time).toBe(1.5),
  'marker.rename': ({ studio }) => expect(studio.getState().session.timeline.marker).toEqual({ time: 0.5, isRenamed: true }),
  'marker.delete': ({ studio }) => {
    expect(clipMarkers(studio.getState())).toEqual([{ name: 'End', time: 1.5 }]);
    expect(documentOf(studio).history.past.at(-1)?.label).toBe('Delete marker “Start”');
  },
  'layer.add': ({ studio }) => {
    expect(playedBend(studio, 30)).toBeCloseTo(100, 6);
    expect(bendAt(studio, 30, 'left')).toBeCloseTo(80, 6);
    expect(documentOf(studio).history.past.at(-1)?.label).toBe('Add left hand as layer at frame 30');
    expect(studio.getState().session.notices.map(({ text }) => text)).not.toContain('Unkeyed pose dropped at frame 30.');
  },
  'layer.mute': ({ studio }) => expect(playedBend(studio, 30)).toBeCloseTo(80, 6),
  'layer.weaker': ({ studio }) => expect(playedBend(studio, 30)).toBeCloseTo(98, 6),
  'layer.stronger': ({ studio }) => expect(playedBend(studio, 30)).toBeCloseTo(102, 6),
  'layer.flatten': ({ studio }) => {
    expect(documentOf(studio).history.present.clips[0]).not.toHaveProperty('layers');
    expect(bendAt(studio, 30, 'left')).toBeCloseTo(100, 3);
    // 12 frames before its own a layer begins.
    expect(bendAt(studio, 18, 'left')).toBeCloseTo((18 / 30) * 80, 1);
  },
  'layer.delete': ({ studio }) => expect(documentOf(studio).history.present.clips[0]).not.toHaveProperty('layers'),
  'clip.simplify': ({ studio }) => expect(studio.getState().session.dialogs.at(-1)?.name).toBe('simplify'),
  'clip.join': ({ studio }) => {
    const [first, second] = documentOf(studio).history.present.clips;
    expect([first!.duration * 30, second!.duration * 30].map(Math.round)).toEqual([121, 60]);
    expect(bendAt(studio, 61 + 15, 'left')).toBeCloseTo(40, 6);
  },
  'view.show.trails': ({ studio }) => expect(trailsOf(studio.getState()).map(({ handle }) => handle)).toEqual(['leftHand']),
  'view.show.ghosts': ({ studio }) => expect(studio.getState().session.view.ghosts).toBe(true),
  'view.ghosts.keys': showsGhosts(-1),
  'view.ghosts.frames': showsGhosts(-2, -1, 1, 2),
  'view.ghosts.1': showsGhosts(-1),
  'view.ghosts.2': showsGhosts(-1),
  'view.ghosts.4': showsGhosts(-1),
  // Half a swing of the arm that comes from rest and goes on to rest; the same place of the feet is not left.
  'tween.body': ({ studio }) => {
    expect(documentOf(studio).history.past.at(-1)?.label).toBe('In-between, frames 0 to 30');
    expect(bendAt(studio, 15, 'left')).toBeCloseTo(40, 0);
    expect(bendAt(studio, 5, 'left')).toBeLessThan(0.8 * (80 / 6));
    expect(chosenFrames(studio)).toEqual([0, 30]);
  },
  ...Object.fromEntries(['step', 'walk', 'jump'].map((kind) => [`tween.body.${kind}`, saysThatFeetStay])),
  'tween.half': tweensTo(40),
  'tween.favourBefore': tweensTo(20),
  'tween.favourAfter': tweensTo(60),
  // The elbow's own limit ends 0°: what is beyond is brought in.
  'tween.anticipate': tweensTo(0),
  'tween.overshoot': tweensTo(100),
  // The in-between at frame 12 of 30 is 32°, the pose on screen 50°.
  'tween.push': tweensTo(50 + 0.2 * 18),
  'tween.relax': tweensTo(50 - 0.2 * 18),
  'play.pingPong': ({ studio }) => expect(studio.getState().session.playback.pingPong).toBe(true),
  'play.from': ({ studio }) => expect(playRange(studio.getState())).toEqual([1, 2]),
  'play.to': ({ studio }) => expect(playRange(studio.getState())).toEqual([0, 1]),
  'play.all': ({ studio }) => expect(playRange(studio.getState())).toEqual([0, 2]),
  ...Object.fromEntries([0.25, 0.5, 1, 2, 4].map((speed) => [`play.speed.${speed}`, playsAt(speed)])),
  'key.setPart': ({ studio }) => {
    const { rig, history } = documentOf(studio);
    expect(history.past.at(-1)?.label).toBe('Set key on left arm at frame 12');
    const keyed = history.present.clips[0]!.tracks.filter(({ times }) => times.includes(12 / 30)).map(({ joint }) => joint);
    const arm = ['leftShoulder', 'leftUpperArm', 'leftLowerArm', 'leftHand'] as const;
    expect(keyed).toEqual(arm.map((bone) => rig.humanoid[bone]!));
  },
  'key.setJoint': ({ studio }) => {
    const { history } = documentOf(studio);
    expect(history.past.at(-1)?.label).toBe('Set key on left lower arm at frame 12');
    const keyed = history.present.clips[0]!.tracks.filter(({ times }) => times.includes(12 / 30)).map(({ joint }) => joint);
    expect(keyed).toEqual([leftElbow(studio)]);
  },
  'key.chooseAll': ({ studio }) => expect(chosenFrames(studio)).toEqual([0, 30]),
  'key.chooseNone': ({ studio }) => expect(chosenFrames(studio)).toEqual([]),
  'key.cut': ({ studio }) => {
    expect(keyFrames(studio)).toEqual([0]);
    expect(studio.getState().session.timeline.copied?.keys[0]?.time).toBe(0);
    expect(documentOf(studio).history.past.at(-1)?.label).toBe('Cut key');
  },
  'key.copy': ({ studio }) => {
    expect(keyFrames(studio)).toEqual([0, 30]);
    expect(studio.getState().session.timeline.copied?.keys.length).toBeGreaterThan(50);
  },
  'key.paste': ({ studio }) => {
    expect(keyFrames(studio)).toEqual([0, 12, 30]);
    expect(chosenFrames(studio)).toEqual([12]);
    expect(bendAt(studio, 12, 'left')).toBeCloseTo(80, 6);
  },
  'key.pasteMirrored': ({ studio }) => {
    expect(bendAt(studio, 12, 'left')).toBeCloseTo(0, 6);
    expect(bendAt(studio, 12, 'right')).toBeCloseTo(80, 6);
  },
  'key.spread': ({ studio }) => expect(keyFrames(studio)).toEqual([0, 48]),
  'key.draw': ({ studio }) => expect(keyFrames(studio)).toEqual([6, 21]),
};

function saysThatFeetStay({ studio }: { readonly studio: Studio }, before: StudioState): void {
  expect(noticesOf(studio).at(-1)).toMatch(/needs two feet that stand at both keys, in other places. Nothing was changed/);
  expect(documentOf(studio).history.past).toBe(before.document?.history.past);
}

/** Ghosts stand at these places before (below 0) and after the playhead at frame 30. */
function showsGhosts(...places: readonly number[]): (scene: { readonly studio: Studio }) => void {
  return ({ studio }) => {
    expect(studio.getState().session.view.ghosts).toBe(true);
    const found = ghostsOf(studio.getState()).map(({ place }) => place);
    expect(found.toSorted((a, b) => a - b)).toEqual(places);
  };
}

/** The elbow is keyed at frame 12, bent by so many degrees, and nothing but its arm is. */
function tweensTo(degrees: number): (scene: { readonly studio: Studio }) => void {
  return ({ studio }) => {
    expect(bendAt(studio, 12, 'left')).toBeCloseTo(degrees, 4);
    const { rig, history } = documentOf(studio);
    const keyed = history.present.clips[0]!.tracks.filter(({ times }) => times.includes(12 / 30)).map(({ joint }) => joint);
    expect(keyed).toContain(leftElbow(studio));
    expect(keyed).not.toContain(rig.humanoid.head!);
  };
}

function poseAt12(studio: Studio): void {
  showFrame(studio, 12);
  commitPose(studio, 'Bend', bentElbow(studio, 50));
}

function playsAt(speed: number): (scene: { readonly studio: Studio }) => void {
  return ({ studio }) => expect(studio.getState().session.playback.speed).toBe(speed);
}

/** Frames of the keys of the first clip. */
function keyFrames(studio: Studio): readonly number[] | undefined {
  return documentOf(studio).history.present.clips[0]?.tracks[0]?.times.map((time) => Math.round(30 * time));
}

function chosenFrames(studio: Studio): readonly number[] {
  return [...new Set(chosenKeys(studio.getState()).map(({ time }) => Math.round(30 * time)))].toSorted((a, b) => a - b);
}

/** Degrees by which the clip bends an elbow at a frame. */
function bendAt(studio: Studio, frame: number, side: 'left' | 'right'): number {
  const { rig, history } = documentOf(studio);
  const pose = sampleClip(rig.skeleton, history.present.clips[0]!, frame / 30);
  return toDegrees(angleBetween(rotationOf(pose, rig.humanoid[`${side}LowerArm`]!), [0, 0, 0, 1]));
}

function chooseAllAt12(studio: Studio): void {
  chooseAllKeys(studio);
  showFrame(studio, 12);
}

function copyAt12(studio: Studio): void {
  copyMeantKeys(studio);
  showFrame(studio, 12);
}

export const TIMELINE_PREPARE: Readonly<Record<string, (studio: Studio) => void>> = {
  'clip.nextIssue': check,
  ...Object.fromEntries(['body', 'body.step', 'body.walk', 'body.jump'].map((id) => [`tween.${id}`, chooseAllKeys])),
  ...Object.fromEntries(
    ['half', 'favourBefore', 'favourAfter', 'anticipate', 'overshoot', 'push', 'relax'].map((id) => [`tween.${id}`, poseAt12]),
  ),
  'clip.trim': (studio) => setPlayRange(studio, [15, 30]),
  'clip.join': (studio) => {
    duplicateShownClip(studio);
    showClip(studio, 'clip-1');
  },
  'clip.inPlace': (studio) => {
    const moved = poseOf(studio).slice();
    moved.set([0.3, 0, 1]);
    commitEdit(studio, 'Walk', (project) => setKeyAt(project, documentOf(studio).rig.skeleton, 2, moved));
  },
  'contact.add': (studio) => {
    showFrame(studio, 12);
    select(studio, { joint: documentOf(studio).rig.humanoid.leftHand!, handle: 'leftHand' });
  },
  ...Object.fromEntries(
    ['mute', 'split', 'turns', 'gives.from', 'gives.on', 'gives.both', 'fade.none', 'fade.usual', 'fade.half', 'fade.whole'].map(
      (id) => [`contact.${id}`, touchAnother],
    ),
  ),
  'contact.delete': holdHeels,
  'contact.deleteAll': holdHeels,
  'contact.worst': holdHeels,
  'marker.previous': mark,
  'marker.next': mark,
  'marker.rename': markAndGoBack,
  'marker.delete': markAndGoBack,
  'layer.add': poseMoreBent,
  ...Object.fromEntries(['mute', 'weaker', 'stronger', 'flatten', 'delete'].map((id) => [`layer.${id}`, layMoreBent])),
  'play.all': (studio) => setPlayRange(studio, [6, 12]),
  'view.ghosts.keys': (studio) => setTimelineSession(studio, { ghosts: { by: 'frames', count: 2 } }),
  'view.ghosts.2': (studio) => setTimelineSession(studio, { ghosts: { by: 'keys', count: 1 } }),
  'play.speed.1': (studio) => setSpeed(studio, 4),
  'clip.previousIssue': check,
  'clip.repairIssue': (studio) => {
    check(studio);
    setTimelineSession(studio, { issue: issuesIn(studio)[0]! });
  },
  'clip.repairAll': check,
  'key.setPart': (studio) => showFrame(studio, 12),
  'key.setJoint': (studio) => {
    showFrame(studio, 12);
    select(studio, { joint: leftElbow(studio), handle: null });
  },
  'key.chooseNone': chooseAllKeys,
  'key.paste': copyAt12,
  'key.pasteMirrored': copyAt12,
  'key.spread': chooseAllAt12,
  'key.draw': chooseAllAt12,
};

/** Markers at frames 15 and 45, the playhead at 30. */
function mark(studio: Studio): void {
  const markers = [
    { name: 'Start', time: 0.5 },
    { name: 'End', time: 1.5 },
  ];
  commitEdit(studio, 'Mark', (project) => setClipMarkers(project, markers));
}

function markAndGoBack(studio: Studio): void {
  mark(studio);
  showFrame(studio, 15);
}

function poseMoreBent(studio: Studio): void {
  commitPose(studio, 'Bend more', bentElbow(studio, 100));
}

function layMoreBent(studio: Studio): void {
  poseMoreBent(studio);
  addLayer(studio);
}

/** Degrees by which the left elbow is bent at a frame as the clip is played. */
function playedBend(studio: Studio, frame: number): number {
  const pose = poseAtTime(documentOf(studio), frame / 30)!;
  return toDegrees(angleBetween(rotationOf(pose, leftElbow(studio)), [0, 0, 0, 1]));
}

/** A hand on another character, who gives way otherwise than is asked, chosen, with the playhead in the middle. */
function touchAnother(studio: Studio): void {
  const on = { by: { actor: 'actor-2', joint: 'Head' }, position: [0, 0, 0], rotation: [0, 0, 0, 1] } as const;
  const contact = { part: 'leftHand', from: 0, to: 2, fade: 0.3, on } as const;
  commitEdit(studio, 'Touch', (project) => setClipContacts(project, [contact]));
  chooseContact(studio, contact);
  showFrame(studio, 12);
}

function touched(studio: Studio): TouchingSpan {
  return clipContacts(studio.getState())[0] as TouchingSpan;
}

function holdHeels(studio: Studio): void {
  const [left, right] = (['leftHeel', 'rightHeel'] as const).map((part) => ({ part, from: 0.5, to: 1 }));
  commitEdit(studio, 'Hold', (project) => setClipContacts(project, [left!, right!]));
  chooseContact(studio, left!);
}

function rootAt(studio: Studio, frame: number): readonly number[] {
  const { rig, history } = documentOf(studio);
  return [...sampleClip(rig.skeleton, history.present.clips[0]!, frame / 30).subarray(0, 3)];
}

function check(studio: Studio): void {
  const found = issuesIn(studio);
  expect(found.map(({ kind }) => kind)).toEqual(['seam', 'dead']);
  setTimelineSession(studio, { isChecked: true, found });
}

function repairsTheSeam({ studio }: { readonly studio: Studio }): void {
  expect(issuesIn(studio).map(({ kind }) => kind)).toEqual(['dead']);
  expect(documentOf(studio).history.past.at(-1)?.label).toMatch(/^Repair/);
}

function issuesIn(studio: Studio): readonly ClipIssue[] {
  const { rig, history } = documentOf(studio);
  return lintClip(rig, activeClip(history.present));
}
