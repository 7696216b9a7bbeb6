import { expect, test } from 'vitest';
import { createClip, setKey } from '../../../core/animation/keys.ts';
import { sampleClip } from '../../../core/animation/sampling.ts';
import { createHistory } from '../../../core/document/history.ts';
import { forwardKinematics, worldPosition } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose, type Pose } from '../../../core/skeleton/pose.ts';
import type { PictureCamera, PictureRequest } from '../../../electron/contract.ts';
import { project } from '../../../renderer/tools/geometry/lens.ts';
import { lensOf, FRONT_VIEW } from '../../../renderer/tools/geometry/orbit.ts';
import { cameraPath, fleshAround } from '../../../renderer/tools/pictures/camera-path.ts';
import { checkPictureRequest } from '../../../renderer/tools/pictures/check-request.ts';
import { framesOf, momentsOf } from '../../../renderer/tools/pictures/moments.ts';
import { layOutSheet } from '../../../renderer/tools/pictures/sheet-layout.ts';
import { openedStudio } from './mannequin-studio.ts';
import { addNewCamera, NEW_ASPECT } from '../../../renderer/state/cameras/edit-cameras.ts';
import { cutTo } from '../../../renderer/state/cameras/cuts.ts';
import { camerasOf } from '../../../renderer/state/cameras/shown-cameras.ts';
import { shownPose } from '../../../renderer/state/studio.ts';
import { showFrame } from '../../../renderer/state/timeline/playback.ts';
import { shotOfOrbit, type ShotView } from '../../../renderer/tools/geometry/shot-view.ts';
import { sceneCameraPath } from '../../../renderer/tools/pictures/scene-camera-path.ts';
import type { CameraData } from '../../../core/document/project-data.ts';

const REQUEST: PictureRequest = {
  subject: 'clip',
  format: 'webm',
  path: '/walk.webm',
  width: 320,
  height: 180,
  background: 'studio',
  camera: 'left',
  follows: false,
  turns: 0,
  shows: { grid: true, shadow: true, bones: false, trails: false, springs: false },
};

const NONE = { aside: 0, above: 0, below: 0 };

/** The mannequin goes 3 m forwards in a second, at 24 frames. */
function walking(loop = false) {
  const studio = openedStudio();
  const { rig, history } = studio.document();
  const there = restPose(rig.skeleton);
  there[2] = 3;
  const empty = { ...createClip('walk', 'Walk'), fps: 24, duration: 1, loop };
  const begun = setKey(rig.skeleton, empty, 0, restPose(rig.skeleton));
  const clip = setKey(rig.skeleton, begun, 1, there);
  const present = { ...history.present, clips: [clip], activeClip: clip.id };
  studio.setState({ document: { ...studio.document(), history: createHistory(present) } });
  return { state: studio.getState(), rig, clip };
}

test('a film has both ends, at the exact times of its frames', () => {
  const { state, rig, clip } = walking();
  const moments = momentsOf(state, { ...REQUEST, fps: 60 });
  expect(moments).toMatchObject({ count: 61, fps: 60 });
  for (const i of [0, 7, 60]) {
    expect(moments.at(i).time).toBe(i / 60);
    expect(moments.at(i).pose).toEqual(sampleClip(rig.skeleton, clip, i / 60));
  }
  expect(momentsOf(state, REQUEST).count).toBe(25);
  expect(momentsOf(state, { ...REQUEST, from: 0.25, to: 0.5 }).count).toBe(7);
  expect(momentsOf(state, { ...REQUEST, from: 0.25, to: 0.5 }).at(6).time).toBe(0.5);
});

test('the last frame of a clip that loops is its first one again, and left out', () => {
  const { clip } = walking(true);
  expect(framesOf(clip, 24)).toBe(24);
  expect(framesOf({ ...clip, loop: false }, 24)).toBe(25);
  // Part of it does not loop, and at a rate that misses its end nothing is doubled.
  expect(framesOf(clip, 24, 0.5)).toBe(13);
  expect(framesOf({ ...clip, duration: 1.01 }, 24)).toBe(25);
  expect(framesOf({ ...clip, duration: 1 / 3, loop: false }, 24)).toBe(9);
});

test('a GIF of a clip of 60 frames a second takes every second one', () => {
  const { state, clip } = walking();
  const fast = { ...state.document!.history.present, clips: [{ ...clip, fps: 60 }] };
  const quick = { ...state, document: { ...state.document!, history: createHistory(fast) } };
  expect(momentsOf(quick, { ...REQUEST, format: 'gif' })).toMatchObject({ count: 31, fps: 30 });
});

test('what there is nothing of is told in a sentence', () => {
  const { state, clip } = walking();
  const bare = { ...state.document!.history.present, clips: [{ ...clip, tracks: [] }] };
  const empty = { ...state, document: { ...state.document!, history: createHistory(bare) } };
  expect(() => momentsOf(empty, REQUEST)).toThrow('“Walk” holds no keys');
  expect(() => momentsOf(state, { ...REQUEST, subject: 'librarySheet' })).toThrow('the pose library is empty');
  expect(() => momentsOf(state, { ...REQUEST, from: 0.5, to: 2 })).toThrow('“Walk” goes from 0 to 1.000 s');
  expect(() => momentsOf({ ...state, document: null }, REQUEST)).toThrow('open a character first');
});

test('a clip in which only a camera moves is filmed with the body as it stands', () => {
  const { state, clip } = walking();
  const still = { position: [0, 1, 4], rotation: [0, 0, 0, 1], focalLength: 35, distance: 4 } as const;
  const keys = [0, 1].map((time) => ({ ...still, time, interpolation: 'cubic' as const }));
  const camera = { id: 'camera-1', name: 'Camera 1', aspect: 16 / 9, rest: still, motions: { [clip.id]: { keys } } };
  const around = { ...state.document!.history.present, clips: [{ ...clip, tracks: [] }], cameras: [camera] };
  const filmed = { ...state, document: { ...state.document!, history: createHistory(around) } };
  const moments = momentsOf(filmed, REQUEST);
  expect(moments.count).toBe(25);
  expect(moments.at(12).pose).toEqual(shownPose(filmed));
});

test('requests that cannot be are refused', () => {
  const cases: readonly (readonly [Partial<PictureRequest>, string])[] = [
    [{ format: 'png' }, 'a film is written as'],
    [{ subject: 'pose' }, 'one picture is written as PNG'],
    [{ width: 8193 }, '16 to 8192 pixels'],
    [{ height: 20.5 }, '16 to 8192 pixels'],
    [{ format: 'mp4', width: 321 }, 'an even number of pixels'],
    [{ format: 'mp4', background: 'transparent' }, 'an MP4 cannot be transparent'],
    [{ background: 'red' }, 'a colour such as #204060'],
    [{ format: 'gif', fps: 60 }, 'at most 50 frames a second'],
    [{ fps: Number.NaN }, 'more than 0 and at most 240'],
    [{ subject: 'turntable', seconds: 1e9 }, 'at most an hour'],
    [{ subject: 'clipSheet', format: 'png', count: 0 }, '1 to 1000 pictures'],
  ];
  for (const [change, sentence] of cases) expect(() => checkPictureRequest({ ...REQUEST, ...change })).toThrow(sentence);
  checkPictureRequest(REQUEST);
});

/** Where the joints of a pose are in the picture, as shares of it from its top left. */
function places(rig: ReturnType<typeof walking>['rig'], pose: Pose, orbit: typeof FRONT_VIEW) {
  const world = forwardKinematics(rig.skeleton, pose);
  const lens = lensOf(orbit, 320, 180);
  return Object.values(rig.humanoid).map((joint) => {
    const seen = project(lens, worldPosition(world, joint));
    return seen ? { x: seen.x / 320, y: seen.y / 180 } : { x: Number.NaN, y: Number.NaN };
  });
}

for (const [name, change] of Object.entries<Partial<PictureRequest>>({
  'stands beside the way': {},
  'follows it': { follows: true },
  'goes round it': { turns: -2 },
  'looks from above': { camera: 'top' },
})) {
  test(`a camera that ${name} has all of the body in every frame, and no more room than it needs`, () => {
    const { state, rig } = walking();
    const request = { ...REQUEST, ...change };
    const moments = momentsOf(state, request);
    const options = {
      rig,
      request,
      moments,
      aspect: 16 / 9,
      view: FRONT_VIEW,
      shown: moments.at(0).pose,
      flesh: { aside: 0.1, above: 0.1, below: 0.05 },
    };
    const camera = cameraPath(options);
    const seen = Array.from({ length: moments.count }, (_, i) => places(rig, moments.at(i).pose, camera(i))).flat();
    const sides = seen.flatMap(({ x, y }) => [x, 1 - x, y, 1 - y]);
    expect(Math.min(...sides)).toBeGreaterThan(0.02);
    expect(Math.min(...sides)).toBeLessThan(0.25);
  });
}

test('a camera that goes round is back after the last frame; one that follows keeps the hips where they are', () => {
  const { state, rig } = walking();
  const path = (change: Partial<PictureRequest>) => {
    const request = { ...REQUEST, camera: 'view', ...change } as const;
    const moments = momentsOf(state, request);
    return {
      moments,
      camera: cameraPath({ rig, request, moments, aspect: 1, view: FRONT_VIEW, shown: moments.at(0).pose, flesh: NONE }),
    };
  };
  const round = path({ turns: 1 });
  const steps = Array.from({ length: round.moments.count }, (_, i) => round.camera(i).yaw);
  expect((steps[1]! - steps[0]!) * round.moments.count).toBeCloseTo(2 * Math.PI, 9);
  expect(round.camera(0)).toEqual(FRONT_VIEW);
  const still = path({});
  expect(still.camera(17)).toEqual(FRONT_VIEW);
  const following = path({ follows: true });
  for (const i of [0, 9, 24])
    expect(following.camera(i).target[2] - FRONT_VIEW.target[2]).toBeCloseTo(following.moments.at(i).pose[2]!, 1);
  // A turntable that is not told how often goes once.
  expect(path({ subject: 'turntable', seconds: 2, fps: 10 }).camera(5).yaw).toBeCloseTo(FRONT_VIEW.yaw + Math.PI / 2, 9);
});

test('what reaches beyond the bones is found for any side, and never less than nothing', () => {
  const bones = { low: [-0.5, 0, -0.1], high: [0.5, 1.5, 0.1] } as const;
  expect(fleshAround(bones, { low: [-0.6, -0.25, -0.1], high: [0.5, 1.4, 0.5] })).toEqual({ aside: 0.4, above: 0, below: 0.25 });
});

test('a sheet shows whole frames, each with the figure in the same place', () => {
  const { state, rig } = walking();
  const request = { ...REQUEST, subject: 'clipSheet', format: 'png', count: 5, camera: 'left' } as const;
  const moments = momentsOf(state, request);
  expect(Array.from({ length: 5 }, (_, i) => moments.at(i).label)).toEqual([
    'Frame 0',
    'Frame 6',
    'Frame 12',
    'Frame 18',
    'Frame 24',
  ]);
  const { session } = state;
  const inSeconds = { ...state, session: { ...session, settings: { ...session.settings, times: 'seconds' } } } as const;
  expect(momentsOf(inSeconds, request).at(1).label).toBe('0.25 s');
  const camera = cameraPath({ rig, request, moments, aspect: 1, view: FRONT_VIEW, shown: moments.at(0).pose, flesh: NONE });
  const [first] = places(rig, moments.at(0).pose, camera(0));
  for (const i of [1, 4]) expect(places(rig, moments.at(i).pose, camera(i))[0]!.x).toBeCloseTo(first!.x, 6);
  // More pictures than frames: moments between them.
  expect(momentsOf(state, { ...request, count: 49 }).at(1).time).toBeCloseTo(1 / 48, 9);
});

test('pictures of a sheet lie within it, apart from each other, and fill most of it', () => {
  for (const [count, width, height] of [
    [12, 1280, 720],
    [1, 100, 100],
    [157, 1920, 1080],
    [7, 400, 1600],
  ] as const) {
    const sheet = layOutSheet(count, width, height);
    const boxes = Array.from({ length: count }, (_, i) => sheet.at(i));
    for (const { x, y } of boxes) {
      expect(x + sheet.width).toBeLessThanOrEqual(width);
      expect(y + sheet.height + sheet.line).toBeLessThanOrEqual(height);
    }
    expect(new Set(boxes.map(({ x, y }) => `${x} ${y}`)).size).toBe(count);
    expect(boxes[0]).toEqual({ x: 0, y: 0 });
    expect((count * sheet.width * (sheet.height + sheet.line)) / (width * height)).toBeGreaterThan(0.7);
  }
  expect(() => layOutSheet(900, 320, 180)).toThrow('900 pictures are too many for a sheet of 320 × 180 pixels');
});

test('pictures through cameras of the scene see what each sees at its time, as the clip cuts', () => {
  const studio = openedStudio();
  const state = () => studio.getState();
  addNewCamera(studio, shotOfOrbit(FRONT_VIEW, NEW_ASPECT));
  addNewCamera(studio, shotOfOrbit({ ...FRONT_VIEW, yaw: 2 }, NEW_ASPECT));
  const [first, second] = camerasOf(state()) as [CameraData, CameraData];
  showFrame(studio, 1);
  cutTo(studio, second);
  showFrame(studio, 0);
  cutTo(studio, first);
  const moments = { count: 3, fps: 30, at: (i: number) => ({ pose: shownPose(state())!, time: i / 30, label: '' }) };
  const seen = (camera: PictureCamera, i: number) => (sceneCameraPath(state(), camera, moments, 2)(i) as ShotView).shot;
  expect([0, 1, 2].map((i) => seen('cuts', i).position)).toEqual([first, second, second].map(({ rest }) => rest.position));
  expect(seen('scene:camera-2', 0).position).toEqual(second.rest.position);
  expect(seen('scene:Camera 2', 0).position).toEqual(second.rest.position);
  expect(sceneCameraPath(state(), 'cuts', moments, 2)(0)).toMatchObject({ slope: 36 / (4 * first.rest.focalLength) });
  expect(() => seen('scene:Crane', 0)).toThrow(
    'no camera is called “Crane”: expected one of view, front and the other sides, cuts, or a camera; the scene has “Camera”, “Camera 2”',
  );
  expect(() => checkPictureRequest({ ...REQUEST, camera: 'cuts', follows: true })).toThrow('it neither follows the hips');
});
