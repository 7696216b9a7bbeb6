import { beforeEach, describe, expect, test } from 'vitest';
import { aimOf } from '../../../core/animation/camera-motion.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { commandById } from '../../../renderer/commands/commands.ts';
import { runCommand } from '../../../renderer/commands/run-command.ts';
import { addNewCamera, keyCamera, NEW_ASPECT, placeCamera } from '../../../renderer/state/cameras/edit-cameras.ts';
import { keepSteered, lookThrough, setCameraLocked } from '../../../renderer/state/cameras/look-through.ts';
import { camerasOf, drawnCameras, selectedCamera, shotInScene } from '../../../renderer/state/cameras/shown-cameras.ts';
import { undo } from '../../../renderer/state/editing.ts';
import { previewPlace } from '../../../renderer/state/scene/shown-place.ts';
import { showFrame } from '../../../renderer/state/timeline/playback.ts';
import type { Studio } from '../../../renderer/state/studio.ts';
import { project, type Lens } from '../../../renderer/tools/geometry/lens.ts';
import { lensOf, turnOrbit, type Orbit } from '../../../renderer/tools/geometry/orbit.ts';
import { pick } from '../../../renderer/tools/geometry/pick.ts';
import {
  frameCorners,
  lensOfView,
  orbitOfShot,
  pictureOfShot,
  shotOfOrbit,
  steeredShot,
  viewThrough,
} from '../../../renderer/tools/geometry/shot-view.ts';
import type { Gesture } from '../../../renderer/tools/gesture.ts';
import { beginAimCamera, beginMoveCamera, beginZoomCamera } from '../../../renderer/tools/move-camera.ts';
import { throughCamera } from '../../../renderer/viewport/stage/through-camera.ts';
import { openedStudio } from './mannequin-studio.ts';
import { NOTHING } from './nothing-to-pick.ts';

const SIDE: Orbit = { target: [0, 1, 2], yaw: 1.3, pitch: 0.3, distance: 9 };
const FRONT: Orbit = { target: [0, 1, 0], yaw: 0.2, pitch: 0.1, distance: 4 };
const lens = lensOf(SIDE, 800, 600);
/** Behind the camera, looking the same way. */
const FACING = lensOf({ ...FRONT, distance: 7 }, 800, 600);
const onScreen = (point: Vec3, through: Lens = lens) => ({ ...project(through, point)!, precise: false });

let studio: Studio;
const camera = () => camerasOf(studio.getState())[0]!;
const shot = () => shotInScene(studio.getState(), camera());
const steps = () => studio.getState().document!.history.past.length;

beforeEach(() => {
  studio = openedStudio();
  addNewCamera(studio, shotOfOrbit(FRONT, NEW_ASPECT));
});

function drag(gesture: Gesture | null, to: Vec3): Gesture {
  gesture!.move(onScreen(to), lens);
  return gesture!;
}

describe('a camera that is dragged', () => {
  test('goes with the pointer and looks the same way, in one step that is taken back', () => {
    const [before, count] = [shot(), steps()];
    const gesture = drag(beginMoveCamera(studio, 'camera-1', onScreen(before.position), lens), [0, 2, 3]);
    expect(steps()).toBe(count);
    gesture.commit();
    expect(project(lens, shot().position)).toMatchObject({ x: expect.closeTo(project(lens, [0, 2, 3])!.x, 6) });
    expect(shot().rotation).toEqual(before.rotation);
    expect(steps()).toBe(count + 1);
    undo(studio);
    expect(shot()).toEqual(before);
  });

  test('aims where the point before it is dragged to, level', () => {
    const before = shot();
    drag(beginAimCamera(studio, 'camera-1', onScreen(aimOf(before)), lens), [1, 0.2, 0]).commit();
    expect(shot().position).toEqual(before.position);
    expect(project(lens, aimOf(shot()))).toMatchObject({ y: expect.closeTo(project(lens, [1, 0.2, 0])!.y, 6) });
    // The right of its picture stays level.
    const { right } = lensOfView(pictureOfShot(shot(), 1), 10, 10);
    expect(right[1]).toBeCloseTo(0, 12);
  });

  test('has a longer lens where the corner of what it sees is dragged to its middle, and the shorter one again after undo', () => {
    const before = shot();
    const corner = frameCorners(before, NEW_ASPECT)[2];
    const middle = before.position.map((value, i) => value + (aimOf(before)[i]! - value) * (0.5 / before.distance));
    const halfway = corner.map((value, i) => (value + middle[i]!) / 2) as unknown as Vec3;
    const gesture = beginZoomCamera(studio, 'camera-1', onScreen(corner, FACING), FACING)!;
    gesture.move(onScreen(halfway, FACING), FACING);
    // The pointer goes in the plane that faces the viewer, who looks as the camera does: half as far is twice as long.
    expect(shot().focalLength).toBeCloseTo(2 * before.focalLength, 6);
    expect(gesture.shown().words).toBe(`${(2 * before.focalLength).toFixed(1)} mm`);
    gesture.commit();
    expect(shot()).toMatchObject({ position: before.position, rotation: before.rotation });
    undo(studio);
    expect(shot()).toEqual(before);
  });

  test('is as it was where the drag is given up', () => {
    const before = shot();
    drag(beginMoveCamera(studio, 'camera-1', onScreen(before.position), lens), [0, 2, 3]).cancel();
    expect(shot()).toEqual(before);
  });

  test('gets a key where the clip moves it already, and else none', () => {
    placeCamera(studio, camera(), { ...shot(), focalLength: 70 });
    expect(camera().motions).toEqual({});
    keyCamera(studio, camera());
    showFrame(studio, 12);
    placeCamera(studio, camera(), { ...shot(), focalLength: 35 });
    expect(camera().motions['clip-1']!.keys.map(({ focalLength }) => focalLength)).toEqual([70, 35]);
    showFrame(studio, 6);
    expect(shot().focalLength).toBeCloseTo(52.5, 9);
  });

  test('is picked by itself, and while it is selected by what it aims at', () => {
    const at = shot().position;
    const cameras = [{ name: { camera: 'camera-1', part: 'place' as const }, at }];
    expect(pick(lens, { ...NOTHING, cameras }, onScreen(at))).toEqual({ kind: 'camera', camera: 'camera-1', part: 'place' });
    expect(pick(lens, { ...NOTHING, cameras }, onScreen([0, 0, 0]))).toBeNull();
  });
});

test('the key that deletes a prop deletes a camera that is selected', () => {
  void runCommand(commandById('scene.deleteSelected'), { studio, parts: { viewport: null, workspace: null } });
  expect(camerasOf(studio.getState())).toEqual([]);
  expect(studio.getState().document!.history.past.at(-1)?.label).toBe('Delete Camera');
});

describe('looking through a camera', () => {
  test('shows what it sees, wherever the character stands that is worked on', () => {
    const drawn = drawnCameras(studio.getState())[0]!.shot;
    previewPlace(studio, { at: [3, 0, -1], turn: 0.8 });
    const moved = drawnCameras(studio.getState())[0]!.shot;
    expect(moved.position).not.toEqual(drawn.position);
    expect(shot()).toMatchObject({ position: drawn.position });
  });

  test('has the view that it was added from, as high as its picture', () => {
    const seen = lensOfView(pictureOfShot(shot(), NEW_ASPECT), 1600, 900);
    const was = lensOf(FRONT, 1600, 900);
    for (const point of [
      [0, 1.6, 0.1],
      [0.4, 0, 0],
      [-0.5, 1, 0.3],
    ] as const) {
      const [a, b] = [project(seen, point)!, project(was, point)!];
      expect([a.x, a.y, a.depth]).toEqual([b.x, b.y, b.depth].map((value) => expect.closeTo(value, 6)));
    }
  });

  test('keeps the whole picture of the camera within the viewport, whatever their forms', () => {
    for (const [width, height] of [
      [800, 600],
      [300, 900],
      [1900, 400],
    ] as const) {
      const view = lensOfView(viewThrough(shot(), NEW_ASPECT, width, height), width, height);
      const own = lensOfView(pictureOfShot(shot(), NEW_ASPECT), 160, 90);
      const corner = [0.99, 0.99].map((share, i) => share * own.slope * (i === 0 ? NEW_ASPECT : 1));
      const point = own.eye.map((value, i) => value + own.forward[i]! + corner[0]! * own.right[i]! + corner[1]! * own.up[i]!);
      const { x, y } = project(view, point as unknown as Vec3)!;
      expect(x).toBeLessThan(width);
      expect(y).toBeGreaterThan(0);
    }
  });

  test('steers it where it is locked to the view, in one step; its roll and its lens stay', () => {
    const rolled = { ...shot(), focalLength: 90 };
    lookThrough(studio, { camera: 'camera-1' });
    setCameraLocked(studio, true);
    const through = throughCamera(studio);
    placeCamera(studio, camera(), rolled);
    const count = steps();
    expect(through.goesAlong()).toBe(true);
    const from = orbitOfShot(through.view(800, 600)!.shot);
    for (let i = 1; i < 5; i++) through.steer(turnOrbit(from, 20 * i, 0));
    expect(steps()).toBe(count);
    keepSteered(studio);
    expect(steps()).toBe(count + 1);
    expect(shot().focalLength).toBe(90);
    expect(aimOf(shot())).toEqual(aimOf(rolled).map((value) => expect.closeTo(value, 9)));
    expect(angleBetween(shot().rotation, rolled.rotation)).toBeGreaterThan(0.5);
    expect(selectedCamera(studio.getState())).toBe(camera());
  });

  test('steers a camera that looks straight down and is rolled without a leap', () => {
    const down = { position: [1, 5, 1], rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], focalLength: 35, distance: 4 } as const;
    for (const same of [down, { ...down, rotation: [0.5, 0.5, 0.5, 0.5] as const }]) {
      const again = steeredShot(same, orbitOfShot(same));
      expect(again.position).toEqual(same.position.map((value) => expect.closeTo(value, 9)));
      expect(angleBetween(again.rotation, same.rotation)).toBeLessThan(1e-7);
    }
  });
});
