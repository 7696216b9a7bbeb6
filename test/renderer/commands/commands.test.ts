import { mannequin, asLinearLoop, poseOf } from '../state/open-studio.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { KeyMapName } from '../../../electron/contract.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { INTERPOLATIONS } from '../../../core/animation/clip.ts';
import { createClip } from '../../../core/animation/keys.ts';
import { activeClip, addClip, setClipFps } from '../../../core/document/edits/clips.ts';
import { setPreset } from '../../../core/document/edits/rig-settings.ts';
import { HAND_PRESETS, handShapeOf, withHandShape } from '../../../core/humanoid/anatomy/hand-shape.ts';
import type { Rig } from '../../../core/humanoid/body/rig.ts';
import { DEFAULT_SOLVER_SETTINGS } from '../../../core/humanoid/pulling/request/pull-goals.ts';
import { mirrorPose } from '../../../core/humanoid/transfer/mirror-pose.ts';
import { VISITING_ORDERS } from '../../../core/ik/request/orders.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { restPose, rotationOf, setRotation, type Pose } from '../../../core/skeleton/pose.ts';
import { clampPose } from '../../../core/skeleton/limit-state.ts';
import { COMMAND_CATEGORIES, labelOf, shortcutsOf, type CommandContext } from '../../../renderer/commands/command.ts';
import { CONTEXT_MENUS } from '../../../renderer/commands/context-menus.ts';
import { commandById, COMMANDS, commandsByGroup } from '../../../renderer/commands/commands.ts';
import { runCommand } from '../../../renderer/commands/run-command.ts';
import { correctBone } from '../../../renderer/state/rig/bones.ts';
import { tellFlatFoot } from '../../../renderer/state/rig/told-soles.ts';
import { setBetweenKeys } from '../../../renderer/state/keys/between-keys.ts';
import { addNewClip } from '../../../renderer/state/timeline/clip-edits.ts';
import { commitEdit, commitPose } from '../../../renderer/state/editing.ts';
import { exportPose } from '../../../renderer/state/saving/exporting.ts';
import { hideSelected } from '../../../renderer/state/window/hidden.ts';
import { copyParts } from '../../../renderer/state/posing/limb-edits.ts';
import { setFollowers } from '../../../renderer/state/posing/followers.ts';
import { setPreview } from '../../../renderer/state/preview.ts';
import { keyboardHandle, select, selectByKeyboard, selectedHandles, setTool } from '../../../renderer/state/selection.ts';
import { moveHandle, placeOfHandle } from '../../../renderer/tools/nudge.ts';
import { changeSolver } from '../../../renderer/state/posing/solver-settings.ts';
import { setSpace, whileWorking } from '../../../renderer/state/session.ts';
import { changeSetting } from '../../../renderer/state/window/settings.ts';
import { showFrame } from '../../../renderer/state/timeline/playback.ts';
import { NOTHING_SELECTED } from '../../../renderer/state/session-state.ts';
import { createStudio, shownPose, type Studio, type StudioState } from '../../../renderer/state/studio.ts';
import type { Viewport } from '../../../renderer/state/window/viewport.ts';
import { CAMERA_CHECKS, CAMERA_PREPARE } from './camera-checks.ts';
import { EXPRESSION_CHECKS, EXPRESSION_PREPARE } from './expression-checks.ts';
import { REFERENCE_CHECKS, REFERENCE_PREPARE } from './reference-checks.ts';
import { LIBRARY_FOLDER_CHECKS, LIBRARY_FOLDER_PREPARE } from './library-folder-checks.ts';
import { LIVE_CHECKS, LIVE_PREPARE } from './live-checks.ts';
import { PICTURE_CHECKS, PICTURE_PREPARE } from './picture-checks.ts';
import { PROP_CHECKS, PROP_PREPARE, swordFile } from './prop-checks.ts';
import { SCENE_CHECKS, SCENE_PREPARE } from './scene-checks.ts';
import { SOUND_CHECKS, SOUND_PREPARE } from './sound-checks.ts';
import { SPRING_CHECKS, SPRING_PREPARE } from './spring-checks.ts';
import { TIMELINE_CHECKS, TIMELINE_PREPARE } from './timeline-checks.ts';
import {
  bentElbow,
  documentOf,
  fakeDesktop,
  giant,
  leftElbow,
  noticesOf,
  openStudio,
  type FakeDesktop,
} from '../state/open-studio.ts';
import { TEAM, teamLibrary, teamPose } from '../state/library/folders/team-library.ts';

interface Scene {
  readonly studio: Studio;
  readonly desktop: FakeDesktop;
  readonly context: CommandContext;
  readonly viewport: {
    readonly [
      Name in 'begin' | 'awaitBox' | 'camera' | 'frameSelection' | 'setCamera' | 'steer' | 'thumbnail' | 'movingThumbnail'
    ]: ReturnType<typeof vi.fn>;
  };
  readonly workspace: {
    readonly [Name in 'layout' | 'resetLayout' | 'restoreLayout' | 'showPanel' | 'growPanel' | 'toggleMaximized']: ReturnType<
      typeof vi.fn
    >;
  };
}

const SWORD = '/files/sword.glb';

/** The character's front: its left is at the picture's right. */
const FRONT = { target: [0, 1, 0], yaw: 0, pitch: 0, distance: 5 } as const;

/** A document with two keys (frames 0 and 30), one saved pose, a copied pose, a selected hand and one undone step. */
async function scene(): Promise<Scene> {
  const { studio, desktop } = await openStudio({
    'dialog.save': () => ({ kind: 'chosen', path: '/home/ann/Walk' }),
    'dialog.open': ({ kind, title }) => ({
      kind: 'chosen',
      path:
        kind === 'folder' ? TEAM : kind === 'project' ? '/home/ann/Broken' : title === 'Add a prop' ? SWORD : '/files/hero.glb',
    }),
    'character.openPath': (path) => (path === SWORD ? swordFile() : mannequin('hero')),
    ...teamLibrary(teamPose('wave', 'Wave')),
    'app.takeOver': () => ({ kind: 'mannequin' }),
    'motion.list': () => [{ name: 'Walk', duration: 1 }],
    'export.pose': (_, { path }) => ({ path, bytes: 1, largestDistance: 0, largestAngle: 0, warnings: [] }),
    'project.open': () => {
      throw new Error('The project file ends too early.');
    },
  });
  const viewport = {
    camera: vi.fn(() => FRONT),
    frameSelection: vi.fn(),
    setCamera: vi.fn(),
    steer: vi.fn(),
    begin: vi.fn(),
    awaitBox: vi.fn(),
    thumbnail: vi.fn(async () => 'data:image/png;base64,AAAA'),
    movingThumbnail: vi.fn(async () => 'data:image/png;base64,BBBB'),
  };
  const workspace = {
    layout: vi.fn(),
    resetLayout: vi.fn(),
    restoreLayout: vi.fn(),
    showPanel: vi.fn(),
    growPanel: vi.fn(),
    closePanel: vi.fn(),
    toggleMaximized: vi.fn(),
  };
  const context = { studio, parts: { viewport: viewport as unknown as Viewport, workspace } };
  const run = (id: string) => runCommand(commandById(id), context);
  await run('key.set');
  showFrame(studio, 30);
  commitPose(studio, 'Bend', bentElbow(studio, 80));
  await run('key.set');
  commitEdit(studio, 'Linear loop', asLinearLoop);
  await run('pose.save');
  await run('edit.copyPose');
  select(studio, { joint: null, handle: 'leftHand' });
  commitPose(studio, 'Bend more', bentElbow(studio, 100));
  await run('edit.undo');
  const unsaved = documentOf(studio);
  studio.setState({ document: { ...unsaved, saved: unsaved.history.present } });
  studio.subscribe(({ session }) => {
    const dialog = session.dialogs.at(-1);
    if (dialog?.name === 'replace' && 'answer' in dialog) dialog.answer('open');
  });
  return { studio, desktop, context, viewport, workspace };
}

type Check = (scene: Scene, before: StudioState) => void;

const opens =
  (name: string): Check =>
  ({ studio }) =>
    expect(studio.getState().session.dialogs.at(-1)?.name).toBe(name);
const sets =
  (read: (state: StudioState) => unknown, value: unknown): Check =>
  ({ studio }) =>
    expect(read(studio.getState())).toEqual(value);
const project = (state: StudioState) => state.document?.history.present;
const keyFrames = (state: StudioState) => project(state)?.clips[0]?.tracks[0]?.times.map((time) => Math.round(30 * time));
const frame = (state: StudioState) => Math.round(state.session.playback.time * 30);
const camera =
  (...view: readonly [preset: string, isOrthographic?: boolean]): Check =>
  ({ viewport }) =>
    expect(viewport.setCamera).toHaveBeenCalledExactlyOnceWith(...view);
/** What the camera is told to do to the front view. */
const steers =
  (view: object): Check =>
  ({ viewport }) =>
    expect(viewport.steer.mock.calls[0]?.[0](FRONT)).toMatchObject(view);
/** How a nudge moves the left hand, metres. */
const nudges =
  (delta: readonly number[]): Check =>
  ({ studio }, before) => {
    const from = placeOfHandle(before, 'leftHand')!;
    const to = placeOfHandle(studio.getState(), 'leftHand')!;
    expect(to.map((value, i) => value - from[i]!)).toEqual(delta.map((value) => expect.closeTo(value, 3)));
  };
const panel =
  (name: string): Check =>
  ({ workspace }) =>
    expect(workspace.showPanel).toHaveBeenCalledExactlyOnceWith(name);
const toggles =
  (part: keyof StudioState['session']['view']): Check =>
  ({ studio }, before) =>
    expect(studio.getState().session.view[part]).toBe(!before.session.view[part]);

/** Degrees by which an elbow is bent. */
function bendOf(rig: Rig, pose: Pose, side: 'left' | 'right'): number {
  const joint = rig.humanoid[`${side}LowerArm`] ?? -1;
  return toDegrees(angleBetween(rotationOf(pose, joint), [0, 0, 0, 1]));
}

function near(...degrees: readonly number[]): readonly unknown[] {
  return degrees.map((value) => expect.closeTo(value, 6));
}

/** Of two clips the first comes onto the timeline, and nothing is there to be undone. */
const showsOtherClip: Check = ({ studio }, before) => {
  expect(documentOf(studio).history.present.activeClip).toBe('clip-1');
  expect(documentOf(studio).history.past).toBe(before.document?.history.past);
};

/** Degrees of an elbow that no key holds. */
const BENT = 50;

/** The elbow is bent at frame 30 and not keyed, and the playhead is at frame 12. */
function leaveUnkeyed(studio: Studio): void {
  commitPose(studio, 'Bend unkeyed', bentElbow(studio, BENT));
  showFrame(studio, 12);
}

function elbowOf({ studio }: Scene): number {
  return bendOf(documentOf(studio).rig, shownPose(studio.getState())!, 'left');
}

/** The elbow is bent by 100°, where the key at the playhead has 80°, and nothing holds the hand. */
function bendFreely(studio: Studio): void {
  select(studio, NOTHING_SELECTED);
  commitPose(studio, 'Bend unkeyed', bentElbow(studio, 100));
}

/** Degrees of both elbows. */
function elbowsOf(studio: Studio): readonly number[] {
  const { rig } = documentOf(studio);
  return (['left', 'right'] as const).map((side) => bendOf(rig, shownPose(studio.getState())!, side));
}

/** The right elbow is bent by 70° beside the left one's 80°, and the left hand is selected. */
function bendRight(studio: Studio): void {
  const { rig } = documentOf(studio);
  const [left, right] = [rig.humanoid.leftLowerArm, rig.humanoid.rightLowerArm] as [number, number];
  const pose = poseOf(studio).slice();
  setRotation(pose, right, rotationOf(mirrorPose(rig, bentElbow(studio, 70)), right));
  setRotation(pose, left, rotationOf(bentElbow(studio, 80), left));
  commitPose(studio, 'Bend right', pose);
}

/** The left arm is copied, and the right hand is selected. */
function copyLeft(studio: Studio): void {
  bendRight(studio);
  copyParts(studio);
  select(studio, { joint: null, handle: 'rightHand' });
}

/** The left hand is a fist, which its commands open. */
function closeHand(studio: Studio): void {
  const { rig } = documentOf(studio);
  commitPose(studio, 'Close', withHandShape(rig, poseOf(studio), 'left', HAND_PRESETS.fist));
}

/** The index finger of the selected left hand is curled so far, and the right hand is as before. */
const curls =
  (index: number): Check =>
  ({ studio }, before) => {
    const { rig } = documentOf(studio);
    const pose = shownPose(studio.getState())!;
    expect(handShapeOf(rig, pose, 'left').curls.Index).toBeCloseTo(index, 1);
    expect(documentOf(studio).history.past.at(-1)?.label).toMatch(/ of left hand$/);
    const right = rig.humanoid.rightIndexProximal ?? -1;
    expect(rotationOf(pose, right)).toEqual(rotationOf(shownPose(before)!, right));
  };

const cancelWork = vi.fn();

/** Long work is under way that never ends. */
function working(studio: Studio): void {
  void whileWorking(studio, 'Exporting out.glb', () => new Promise(() => undefined), cancelWork);
}

/** What each command must have done, told from outside. */
const CHECKS: Readonly<Record<string, Check>> = {
  'file.new': sets((state) => project(state)?.character.fileName, 'mannequin.glb'),
  'file.openCharacter': sets((state) => project(state)?.character.fileName, 'hero.glb'),
  'file.openProject': ({ studio }) =>
    expect(noticesOf(studio)).toContainEqual(expect.stringContaining('The project file ends too early.')),
  'file.save': ({ desktop }) => expect(desktop.callsOf('project.save')).toHaveLength(1),
  'file.takeOver': ({ desktop }) => expect(desktop.callsOf('app.takeOver')).toHaveLength(1),
  'file.cancelWork': () => expect(cancelWork).toHaveBeenCalledOnce(),
  'file.saveAs': ({ desktop }) => expect(desktop.callsOf('dialog.save')).toHaveLength(1),
  'file.exportClip': opens('exportClip'),
  'file.exportPose': opens('exportPose'),
  'file.exportPictures': opens('exportPictures'),
  'file.exportAgain': ({ desktop }) =>
    expect(desktop.callsOf('export.pose').map(([, request]) => request)).toEqual([
      expect.objectContaining({ path: '/out/still.glb' }),
      expect.objectContaining({ path: '/out/still.glb' }),
    ]),
  'file.importMotion': ({ studio, desktop }) => {
    expect(desktop.callsOf('motion.list')).toHaveLength(1);
    expect(studio.getState().session.dialogs.at(-1)?.name).toBe('motion');
  },
  'file.ownMotions': ({ studio, desktop }) => {
    expect(desktop.callsOf('motion.list').at(-1)?.[0]).toBe(studio.getState().document?.character.hash);
    expect(studio.getState().session.dialogs.at(-1)?.name).toBe('motion');
  },
  'file.readInUnits': ({ studio, desktop }) => {
    expect(desktop.callsOf('character.readAs').map((parameters) => parameters.slice(1, 3))).toEqual([
      ['giant.glb', { unit: 0.01 }],
    ]);
    expect(documentOf(studio).rig.report.height).toBeCloseTo(1.75, 1);
  },
  'file.importReport': opens('importReport'),
  'edit.undo': ({ studio }, before) =>
    expect(documentOf(studio).history.past.length).toBe((before.document?.history.past.length ?? 0) - 1),
  'edit.redo': ({ studio }) => expect(documentOf(studio).history.past.at(-1)?.label).toBe('Bend more'),
  'edit.copyPose': ({ studio }) => expect(studio.getState().session.clipboard).toEqual(shownPose(studio.getState())),
  'edit.pastePose': ({ studio }) => expect(poseOf(studio)).toEqual(studio.getState().session.clipboard),
  'edit.selectAll': ({ studio }) => {
    const handles = selectedHandles(studio.getState());
    expect(handles.toSorted()).toEqual(['chest', 'head', 'hips', 'leftFoot', 'leftHand', 'rightFoot', 'rightHand']);
  },
  'pose.mirrorSelected': ({ studio }) => {
    expect(elbowsOf(studio)).toEqual(near(80, 80));
    expect(documentOf(studio).history.past.at(-1)?.label).toBe('Mirror left lower arm onto the other side');
  },
  'pose.liveMirror': sets((state) => state.session.mirrorsLive, true),
  'view.hideSelected': sets((state) => state.session.hidden.joints.size, 1),
  'view.isolateSelected': ({ studio }) => {
    const { rig } = documentOf(studio);
    expect(studio.getState().session.hidden.joints.size).toBe(rig.skeleton.count - 1);
    expect(studio.getState().session.hidden.joints.has(rig.humanoid.leftHand!)).toBe(false);
  },
  'view.showAll': sets((state) => state.session.hidden.joints.size, 0),
  'edit.handle.next': sets(keyboardHandle, 'rightHand'),
  'edit.handle.previous': sets(keyboardHandle, 'head'),
  'edit.handle.byKeys': sets(keyboardHandle, 'leftHand'),
  'edit.nudge.left': nudges([-0.01, 0, 0]),
  'edit.nudge.right': nudges([0.01, 0, 0]),
  'edit.nudge.up': nudges([0, 0.01, 0]),
  'edit.nudge.down': nudges([0, -0.01, 0]),
  'edit.nudge.away': nudges([0, 0, -0.01]),
  'edit.nudge.nearer': nudges([0, 0, 0.01]),
  'edit.settings': opens('settings'),
  'edit.deselect': sets((state) => state.session.selection, { joint: null, handle: null }),
  'view.frame': ({ viewport }) => expect(viewport.frameSelection).toHaveBeenCalledOnce(),
  'view.camera.front': camera('front'),
  'view.camera.back': camera('back'),
  'view.camera.left': camera('left'),
  'view.camera.right': camera('right'),
  'view.camera.top': camera('top'),
  'view.camera.threeQuarter': camera('threeQuarter'),
  ...Object.fromEntries(
    (['front', 'back', 'right', 'left', 'top'] as const).map((preset) => [`view.orthographic.${preset}`, camera(preset, true)]),
  ),
  'view.steer.orthographic': steers({ distance: 5, orthographic: true }),
  'view.steer.in': steers({ distance: expect.closeTo(4.25, 9) }),
  'view.steer.out': steers({ distance: expect.closeTo(5 / 0.85, 9) }),
  'view.steer.left': steers({ yaw: expect.closeTo(-0.2625, 9), pitch: 0 }),
  'view.steer.right': steers({ yaw: expect.closeTo(0.2625, 9), pitch: 0 }),
  'view.steer.up': steers({ yaw: 0, pitch: expect.closeTo(0.2625, 9) }),
  'view.steer.down': steers({ yaw: 0, pitch: expect.closeTo(-0.2625, 9) }),
  'view.show.mesh': toggles('mesh'),
  'view.show.bones': toggles('bones'),
  'view.show.handles': toggles('handles'),
  'view.show.limits': toggles('limits'),
  'view.show.grid': toggles('grid'),
  'view.show.balance': toggles('balance'),
  'view.panel.viewport': panel('viewport'),
  'view.panel.outliner': panel('outliner'),
  'view.panel.inspector': panel('inspector'),
  'view.panel.library': panel('library'),
  'view.panel.timeline': panel('timeline'),
  'view.panel.solver': panel('solver'),
  'view.panel.mapping': panel('mapping'),
  'view.maximizePanel': ({ workspace }) => expect(workspace.toggleMaximized).toHaveBeenCalledOnce(),
  'view.resetLayout': ({ workspace }) => expect(workspace.resetLayout).toHaveBeenCalledOnce(),
  'view.keys.limber': sets((state) => state.session.settings.keyMap, 'limber'),
  'view.keys.blender': sets((state) => state.session.settings.keyMap, 'blender'),
  'view.keys.maya': sets((state) => state.session.settings.keyMap, 'maya'),
  'pose.tool.pull': sets((state) => state.session.tool, 'pull'),
  'pose.tool.rotate': sets((state) => state.session.tool, 'rotate'),
  'pose.togglePin': sets((state) => project(state)?.pins.leftHand, { translation: true, rotation: true, weight: 1 }),
  'pose.pin.place': sets((state) => project(state)?.pins.leftHand, { translation: true, rotation: false, weight: 1 }),
  'pose.pin.direction': sets((state) => project(state)?.pins.leftHand, { translation: false, rotation: true, weight: 1 }),
  'pose.gaze': ({ studio }) => {
    const [, y, z] = project(studio.getState())!.solver.gaze!;
    expect([y > 1.5, z > 0.5]).toEqual([true, true]);
  },
  'pose.unpinAll': sets((state) => project(state)?.pins, {}),
  'pose.toggleLock': ({ studio }) => {
    const { rig, history } = documentOf(studio);
    expect(rig.skeleton.stiffness[leftElbow(studio)]).toBe(1);
    expect(history.past.at(-1)?.label).toBe('Lock left lower arm');
  },
  'pose.findBones': sets((state) => project(state)?.rig.corrections, {}),
  'pose.flatLeftFoot': sets((state) => project(state)?.rig.flatFeet?.leftFoot?.map(Math.round), [0, 1, 0]),
  'pose.flatRightFoot': sets((state) => project(state)?.rig.flatFeet?.rightFoot?.map(Math.round), [0, 1, 0]),
  'pose.findSoleLeftFoot': sets((state) => project(state)?.rig.flatFeet, undefined),
  'pose.findSoleRightFoot': sets((state) => project(state)?.rig.flatFeet, undefined),
  'pose.pullSettings': ({ studio, workspace }) => {
    expect(studio.getState().session.inspectorPage).toBe('pulling');
    expect(workspace.showPanel).toHaveBeenCalledExactlyOnceWith('inspector');
  },
  'pose.resetPullSettings': sets((state) => project(state)?.solver, DEFAULT_SOLVER_SETTINGS),
  ...Object.fromEntries(
    VISITING_ORDERS.map((order) => [`pose.order.${order}`, sets((state) => project(state)?.solver.order, order)]),
  ),
  'pose.followLibrary': sets((state) => project(state)?.solver.followLibrary, 1),
  'pose.balance': sets((state) => project(state)?.solver.weight, 0),
  'pose.resetJoint': ({ studio }) => {
    const pose = poseOf(studio);
    expect(rotationOf(pose, leftElbow(studio))).toEqual([0, 0, 0, 1]);
    expect(pose[2]).toBe(-0.1);
  },
  'pose.resetAll': ({ studio }) => {
    const { skeleton } = documentOf(studio).rig;
    expect(poseOf(studio)).toEqual(clampPose(skeleton, restPose(skeleton)).pose);
  },
  'pose.limits.standard': sets((state) => state.document?.rig.preset, 'standard'),
  'pose.limits.flexible': sets((state) => state.document?.rig.preset, 'flexible'),
  'pose.limits.dancer': sets((state) => state.document?.rig.preset, 'dancer'),
  'pose.limits.stiff': sets((state) => state.document?.rig.preset, 'stiff'),
  'pose.mirrorLimits': sets((state) => state.session.mirrorLimits, false),
  'pose.limits.free': sets((state) => state.document?.rig.preset, 'free'),
  'pose.save': sets((state) => project(state)?.poses.map(({ name }) => name), ['Pose 1', 'Pose 2']),
  'pose.saveClip': ({ studio }) => {
    const saved = documentOf(studio).history.present.poses.at(-1);
    expect(saved).toMatchObject({ name: 'Clip 1', motion: { fps: 30 } });
  },
  'pose.put': ({ studio }) => {
    const { past, present } = documentOf(studio).history;
    expect(past.at(-1)?.label).toBe('Put “Pose 1” onto the timeline');
    expect(present.clips[0]!.tracks.every(({ times }) => times.length > 0)).toBe(true);
  },
  'pose.apply': ({ studio }) => expect(poseOf(studio)).toEqual(documentOf(studio).history.present.poses[0]?.pose),
  'pose.applyFlipped': ({ studio }) => {
    const { rig, history } = documentOf(studio);
    expect(poseOf(studio)).toEqual(mirrorPose(rig, history.present.poses[0]!.pose));
  },
  'pose.applyToSelection': ({ studio }) =>
    expect(documentOf(studio).history.past.at(-1)?.label).toMatch(/^Apply “Pose 1” to left arm$/),
  'pose.bringPlace': sets((state) => state.session.settings.posesBringPlace, true),
  'pose.keepPins': sets((state) => state.session.library.keepsPins, true),
  'pose.favourite': sets((state) => project(state)?.poses[0]?.isFavourite, true),
  'pose.starterLibrary': ({ studio }) => {
    const { poses } = documentOf(studio).history.present;
    expect(poses.filter(({ id }) => id.startsWith('starter-')).length).toBeGreaterThanOrEqual(150);
  },
  'pose.update': ({ viewport }) => expect(viewport.thumbnail).toHaveBeenCalledTimes(2),
  'pose.toClip': ({ studio }) => {
    expect(documentOf(studio).history.present.clips).toHaveLength(2);
    expect(documentOf(studio).history.past.at(-1)?.label).toContain('library');
  },
  'pose.putJoints': ({ studio }) => {
    const pose = poseOf(studio);
    const { poses } = documentOf(studio).history.present;
    expect(rotationOf(poses[0]!.pose, leftElbow(studio))).toEqual(rotationOf(pose, leftElbow(studio)));
  },
  'pose.takeJoints': ({ studio }) => expect(documentOf(studio).history.present.poses[0]?.joints).not.toContain(leftElbow(studio)),
  'pose.rename': ({ studio }) =>
    expect(studio.getState().session.library.renaming).toBe(project(studio.getState())?.poses[0]?.id),
  'pose.delete': sets((state) => project(state)?.poses, []),
  'edit.selectByBox': ({ viewport }) => expect(viewport.awaitBox).toHaveBeenCalledOnce(),
  'pose.move': ({ viewport }) => expect(viewport.begin).toHaveBeenCalledExactlyOnceWith('move'),
  'pose.spread': ({ viewport }) => expect(viewport.begin).toHaveBeenCalledExactlyOnceWith('spread'),
  'pose.turn': ({ viewport }) => expect(viewport.begin).toHaveBeenCalledExactlyOnceWith('turn'),
  'pose.space.world': sets((state) => state.session.space, 'world'),
  'pose.space.local': sets((state) => state.session.space, 'local'),
  'pose.space.camera': sets((state) => state.session.space, 'camera'),
  'pose.space.next': sets((state) => state.session.space, 'local'),
  'pose.floorStops': sets((state) => state.session.floorStops, true),
  'pose.bodyStops': sets((state) => state.session.bodyStops, true),
  'pose.snapToFloor': sets((state) => state.session.snapsToFloor, true),
  'view.show.gizmo': toggles('gizmo'),
  'view.show.shape': toggles('shape'),
  'pose.hand.fist': curls(1),
  'pose.hand.point': curls(0),
  'pose.hand.open': curls(0),
  'pose.hand.grip': curls(0.55),
  'pose.resetLimb': ({ studio }) => {
    expect(elbowsOf(studio)).toEqual(near(0, 70));
    expect(documentOf(studio).history.past.at(-1)?.label).toBe('Reset left arm');
  },
  'pose.limbFk': sets((state) => project(state)?.pins.leftHand, { translation: true, rotation: true, weight: 1, ik: 0 }),
  'edit.copyLimb': sets((state) => state.session.copiedParts?.parts, ['Left arm']),
  'edit.pasteLimb': ({ studio }) => {
    expect(elbowsOf(studio)).toEqual(near(80, 80));
    expect(documentOf(studio).history.past.at(-1)?.label).toBe('Paste right arm');
  },
  'pose.followers.limb': sets((state) => state.session.followers, 'limb'),
  'pose.followers.upperBody': sets((state) => state.session.followers, 'upperBody'),
  'pose.followers.wholeBody': sets((state) => state.session.followers, 'wholeBody'),
  'pose.followers.next': sets((state) => state.session.followers, 'limb'),
  'pose.relax': (open) => expect(elbowOf(open)).toBeCloseTo(90, 3),
  'pose.relaxWhole': (open) => expect(elbowOf(open)).toBeCloseTo(80, 3),
  'pose.flip': ({ studio }) => {
    const { rig } = documentOf(studio);
    expect(bendOf(rig, poseOf(studio), 'right')).toBeCloseTo(80, 6);
    expect(bendOf(rig, poseOf(studio), 'left')).toBeCloseTo(0, 6);
  },
  'pose.leftToRight': ({ studio }) => {
    const { rig } = documentOf(studio);
    expect([bendOf(rig, poseOf(studio), 'left'), bendOf(rig, poseOf(studio), 'right')]).toEqual(near(80, 80));
  },
  'pose.rightToLeft': ({ studio }) => {
    const { rig } = documentOf(studio);
    expect([bendOf(rig, poseOf(studio), 'left'), bendOf(rig, poseOf(studio), 'right')]).toEqual(near(0, 0));
  },
  'edit.pasteFlipped': ({ studio }) => {
    const { rig } = documentOf(studio);
    expect([bendOf(rig, poseOf(studio), 'left'), bendOf(rig, poseOf(studio), 'right')]).toEqual(near(0, 80));
  },
  'key.play': sets((state) => state.session.playback.playing, true),
  'key.keepPins': sets((state) => project(state)?.clips[0]?.keepsPins, true),
  'key.loop': sets((state) => project(state)?.clips[0]?.loop, false),
  'key.set': ({ studio }) => expect(documentOf(studio).history.past.at(-1)?.label).toBe('Set key at frame 30'),
  'key.auto': sets((state) => state.session.autoKey, true),
  'key.setUnkeyed': (context) => {
    expect(frame(context.studio.getState())).toBe(12);
    showFrame(context.studio, 30);
    expect(elbowOf(context)).toBeCloseTo(BENT, 6);
    expect(project(context.studio.getState())?.unkeyed).toBeNull();
  },
  'key.dropUnkeyed': (context) => {
    expect(project(context.studio.getState())?.unkeyed).toBeNull();
    showFrame(context.studio, 30);
    expect(elbowOf(context)).not.toBeCloseTo(BENT, 1);
  },
  'key.showUnkeyed': (context) => {
    expect(frame(context.studio.getState())).toBe(30);
    expect(elbowOf(context)).toBeCloseTo(BENT, 6);
    expect(keyFrames(context.studio.getState())).toEqual([0, 30]);
  },
  'key.delete': ({ studio }) => expect(activeClip(documentOf(studio).history.present).tracks[0]?.times).toEqual([0]),
  'key.moveBack': sets(keyFrames, [0, 29]),
  'key.moveOn': sets(keyFrames, [0, 31]),
  'key.copyToEnd': sets(keyFrames, [0, 30, 60]),
  'key.endHere': sets((state) => project(state)?.clips[0]?.duration, 1),
  ...Object.fromEntries(
    INTERPOLATIONS.map((way) => [
      `key.between.${way}`,
      sets((state) => project(state)?.clips[0]?.tracks.every(({ interpolation }) => interpolation === way), true),
    ]),
  ),
  'key.between.tangents': ({ studio }) =>
    expect(activeClip(documentOf(studio).history.present).tracks[0]?.keyInterpolations).toEqual([
      { out: expect.anything(), in: expect.anything() },
      null,
    ]),
  'key.renameClip': ({ studio, workspace }) => {
    expect(studio.getState().session.isRenamingClip).toBe(true);
    expect(workspace.showPanel).toHaveBeenCalledExactlyOnceWith('timeline');
  },
  'key.nextClip': showsOtherClip,
  'key.previousClip': showsOtherClip,
  'key.newClip': ({ studio }) => {
    const { clips, activeClip: shown } = documentOf(studio).history.present;
    expect(clips.map(({ id }) => id)).toEqual(['clip-1', 'clip-2']);
    expect(shown).toBe('clip-2');
    expect(frame(studio.getState())).toBe(0);
  },
  'key.deleteClip': sets((state) => project(state)?.clips.map(({ id }) => id), ['clip-1']),
  'key.stepBack': sets(frame, 29),
  'key.stepOn': sets(frame, 31),
  'key.previous': sets(frame, 0),
  'key.next': sets(frame, 30),
  'key.first': sets(frame, 0),
  'key.last': sets(frame, 60),
  ...Object.fromEntries(
    [24, 25, 30, 48, 60, 120].map((fps) => [`key.fps.${fps}`, sets((state) => project(state)?.clips[0]?.fps, fps)]),
  ),
  ...TIMELINE_CHECKS,
  ...EXPRESSION_CHECKS,
  ...PICTURE_CHECKS,
  ...REFERENCE_CHECKS,
  ...SPRING_CHECKS,
  ...SCENE_CHECKS,
  ...PROP_CHECKS,
  ...CAMERA_CHECKS,
  ...LIVE_CHECKS,
  ...SOUND_CHECKS,
  ...LIBRARY_FOLDER_CHECKS,
  'help.palette': opens('palette'),
  'help.tour': ({ studio, workspace }) => {
    expect(studio.getState().session.tour).toEqual([]);
    expect(workspace.showPanel).toHaveBeenCalledExactlyOnceWith('viewport');
  },
  'help.shortcuts': opens('shortcuts'),
  'file.openSample': ({ studio }) => {
    const { history, folder, saved, rig } = documentOf(studio);
    expect([folder, saved === history.present, history.present.name]).toEqual([null, true, 'Sample']);
    expect(history.present.poses).toHaveLength(20);
    expect(history.present.clips.map(({ name }) => name)).toEqual(['Walk']);
    // It stands as the walk begins: there is nothing that no key holds.
    expect(poseOf(studio)).toEqual(sampleClip(rig.skeleton, history.present.clips[0]!, 0));
  },
  'help.handbook': opens('handbook'),
  'help.legend': opens('legend'),
  'help.updates': opens('updates'),
  'help.about': opens('about'),
};

function bend(studio: Studio): void {
  commitPose(studio, 'Bend', bentElbow(studio, 35));
}

/** What must be otherwise before a command runs, so that its check can fail. */
const PREPARE: Readonly<Record<string, (studio: Studio) => unknown>> = {
  'file.readInUnits': (studio) => {
    const character = giant();
    studio.setState({ document: { ...documentOf(studio), character, rig: buildRig(character.scene) } });
  },
  'pose.space.world': (studio) => setSpace(studio, 'camera'),
  'pose.followers.wholeBody': (studio) => setFollowers(studio, 'limb'),
  'pose.relax': bendFreely,
  'pose.resetLimb': bendRight,
  'view.showAll': hideSelected,
  'pose.mirrorSelected': (studio) => {
    bendRight(studio);
    select(studio, { joint: leftElbow(studio), handle: null });
  },
  'edit.pasteLimb': copyLeft,
  'pose.hand.point': closeHand,
  'pose.hand.open': closeHand,
  'pose.relaxWhole': bendFreely,
  'file.takeOver': (studio) => studio.setState(({ session }) => ({ session: { ...session, canTakeOver: true } })),
  'file.cancelWork': working,
  'file.exportAgain': (studio) => exportPose(studio, '/out/still.glb').result,
  'pose.toggleLock': (studio) => select(studio, { joint: leftElbow(studio), handle: null }),
  'pose.findBones': (studio) => correctBone(studio, 'leftEye', null),
  'pose.findSoleLeftFoot': (studio) => tellFlatFoot(studio, 'leftFoot'),
  'pose.findSoleRightFoot': (studio) => tellFlatFoot(studio, 'rightFoot'),
  'pose.resetPullSettings': (studio) => changeSolver(studio, 'softReach', 0.2),
  'pose.order.smartBounce': (studio) => changeSolver(studio, 'order', 'forward'),
  'key.between.linear': (studio) => setBetweenKeys(studio, 'step'),
  'key.nextClip': addNewClip,
  'key.previousClip': addNewClip,
  'pose.resetJoint': (studio) => {
    select(studio, { joint: leftElbow(studio), handle: null });
    setPreview(studio, { pose: leanedBack(bentElbow(studio, 35)), cause: 'clip' });
  },
  'pose.tool.pull': (studio) => setTool(studio, 'rotate'),
  'pose.limits.standard': (studio) => commitEdit(studio, 'Stiff', (present) => setPreset(present, 'stiff')),
  'key.deleteClip': (studio) => commitEdit(studio, 'New clip', (present) => addClip(present, createClip('clip-2', 'Clip 2'))),
  'pose.update': bend,
  'pose.apply': bend,
  'pose.applyFlipped': bend,
  'pose.applyToSelection': (studio) => {
    bend(studio);
    select(studio, { joint: leftElbow(studio), handle: null });
  },
  'pose.putJoints': (studio) => {
    bend(studio);
    select(studio, { joint: leftElbow(studio), handle: null });
  },
  'pose.takeJoints': (studio) => select(studio, { joint: leftElbow(studio), handle: null }),
  'edit.copyPose': bend,
  'edit.pastePose': bend,
  'key.set': bend,
  'key.setUnkeyed': leaveUnkeyed,
  'key.dropUnkeyed': leaveUnkeyed,
  'key.showUnkeyed': leaveUnkeyed,
  'key.fps.30': (studio) => commitEdit(studio, '24', (present) => setClipFps(present, 24)),
  'key.next': (studio) => showFrame(studio, 12),
  ...Object.fromEntries(
    ['left', 'right', 'up', 'down', 'away', 'nearer'].map((way) => [`edit.nudge.${way}`, holdBentHand] as const),
  ),
  'view.keys.limber': (studio) => changeSetting(studio, 'keyMap', 'maya'),
  ...TIMELINE_PREPARE,
  ...EXPRESSION_PREPARE,
  ...PICTURE_PREPARE,
  ...REFERENCE_PREPARE,
  ...SPRING_PREPARE,
  ...SCENE_PREPARE,
  ...PROP_PREPARE,
  ...CAMERA_PREPARE,
  ...LIVE_PREPARE,
  ...SOUND_PREPARE,
  ...LIBRARY_FOLDER_PREPARE,
};

/** The left hand in reach all around, held by the keyboard. */
function holdBentHand(studio: Studio): void {
  moveHandle(studio, 'leftHand', [-0.1, -0.1, 0.1]);
  selectByKeyboard(studio, 'leftHand');
}

function leanedBack(pose: Pose): Pose {
  pose[2] = -0.1;
  return pose;
}

test('Every command has its check here', () => {
  expect(Object.keys(CHECKS).toSorted()).toEqual(COMMANDS.map(({ id }) => id).toSorted());
});

describe('Running a command', () => {
  let open: Scene;
  beforeEach(async () => {
    open = await scene();
  });

  test.each(COMMANDS.map((command) => [command.id, command] as const))('%s does what it says', async (id, command) => {
    const { studio, context } = open;
    await PREPARE[id]?.(studio);
    const before = studio.getState();
    studio.setState({ document: { ...documentOf(studio), saved: documentOf(studio).history.present } });
    expect(command.enabled(studio.getState())).toBe(true);
    await runCommand(command, context);
    CHECKS[id]?.(open, before);
  });

  test('that fails tells the user why', async () => {
    const { studio, context, viewport } = open;
    viewport.thumbnail.mockRejectedValue(new Error('The picture could not be drawn.'));
    await runCommand(commandById('pose.save'), context);
    expect(noticesOf(studio)).toContain('The picture could not be drawn. Try it again, or undo the last step.');
  });
});

describe('The list of commands', () => {
  test('names each command once and each shortcut for one thing in each key map', () => {
    expect(new Set(COMMANDS.map(({ id }) => id)).size).toBe(COMMANDS.length);
    for (const keyMap of ['limber', 'blender', 'maya'] satisfies KeyMapName[]) {
      const taken = COMMANDS.flatMap((command) =>
        shortcutsOf(command, { keyMap, keys: {} }).map(
          (text) => `${command.goesFirst ? 'first' : (command.within ?? '')}:${text}`,
        ),
      );
      expect(taken.filter((text, at) => taken.indexOf(text) !== at)).toEqual([]);
    }
  });

  test('reaches the menus whole', () => {
    const inMenus = COMMAND_CATEGORIES.flatMap((category) => commandsByGroup(category)).flatMap(({ commands }) => commands);
    expect(inMenus.map(({ id }) => id).toSorted()).toEqual(COMMANDS.map(({ id }) => id).toSorted());
  });

  test('is refused politely before anything is open', async () => {
    const studio = createStudio(fakeDesktop());
    const state = studio.getState();
    const enabled = COMMANDS.filter((command) => command.enabled(state)).map(({ category }) => category);
    expect(enabled).toContain('File');
    for (const command of COMMANDS.filter((each) => !each.enabled(state))) {
      await runCommand(command, { studio, parts: { viewport: null, workspace: null } });
      expect(studio.getState()).toBe(state);
    }
  });

  test('says what to do before where one cannot be used', async () => {
    const nothing = createStudio(fakeDesktop()).getState();
    const { studio } = await openStudio();
    const silent = [nothing, studio.getState()].flatMap((state) =>
      COMMANDS.filter(({ enabled }) => !enabled(state) && !enabled.otherwise?.endsWith('.')).map(({ id }) => id),
    );
    expect(silent).toEqual([]);
  });

  test('holds every command of the context menus', () => {
    for (const { groups } of Object.values(CONTEXT_MENUS))
      for (const line of groups.flat())
        for (const id of typeof line === 'string' ? [line] : line.ids) expect(commandById(id).id).toBe(id);
  });

  test('says what undo would take back', async () => {
    const { studio } = await openStudio();
    const undo = commandById('edit.undo');
    expect(labelOf(undo, studio.getState())).toBe('Undo');
    commitPose(studio, 'Bend', bentElbow(studio, 10));
    expect(labelOf(undo, studio.getState())).toBe('Undo “Bend”');
    expect(leftElbow(studio)).toBeGreaterThan(0);
  });

  test('does not know what is not there', () => {
    expect(() => commandById('file.teleport')).toThrow('there is no command "file.teleport"');
  });
});
