import { expect } from 'vitest';
import { shotAt } from '../../../core/animation/camera-motion.ts';
import { addNewCamera, NEW_ASPECT } from '../../../renderer/state/cameras/edit-cameras.ts';
import { lookThrough } from '../../../renderer/state/cameras/look-through.ts';
import { camerasOf, seenThrough, selectedCamera, shotInScene } from '../../../renderer/state/cameras/shown-cameras.ts';
import { cutTo } from '../../../renderer/state/cameras/cuts.ts';
import { clipMarkers } from '../../../renderer/state/timeline/markers.ts';
import type { Studio } from '../../../renderer/state/studio.ts';
import { documentOf } from '../state/open-studio.ts';
import { shotOfOrbit } from '../../../renderer/tools/geometry/shot-view.ts';

/** What the fake viewport looks at: the character's front, 5 m away. */
const FRONT = { target: [0, 1, 0], yaw: 0, pitch: 0, distance: 5 } as const;

const lastLabel = (studio: Studio) => documentOf(studio).history.past.at(-1)?.label;
const only = (studio: Studio) => camerasOf(studio.getState())[0]!;

function camera(studio: Studio): void {
  addNewCamera(studio, shotOfOrbit({ ...FRONT, yaw: 1 }, NEW_ASPECT));
}

function through(studio: Studio): void {
  camera(studio);
  lookThrough(studio, { camera: only(studio).id });
}

export const CAMERA_PREPARE: Readonly<Record<string, (studio: Studio) => void>> = {
  'camera.look': camera,
  'camera.cuts': camera,
  'camera.cut': camera,
  'camera.uncut': (studio) => {
    camera(studio);
    cutTo(studio, only(studio));
  },
  'camera.follow': camera,
  'camera.aim': camera,
  'camera.orbitLeft': camera,
  'camera.orbitRight': camera,
  'camera.lock': through,
  'camera.toView': camera,
  'camera.key': camera,
  'camera.safeFrames': camera,
  'camera.show': camera,
};

const seesFront = { position: [0, 1, 5], rotation: [0, 0, 0, 1], distance: 5 };
const near = (numbers: readonly number[]) => numbers.map((value) => expect.closeTo(value, 9));

/** What the commands of cameras do; where one is needed, it is added and selected before. */
export const CAMERA_CHECKS: Readonly<Record<string, (scene: { readonly studio: Studio }) => void>> = {
  'camera.add': ({ studio }) => {
    expect(only(studio)).toMatchObject({ name: 'Camera', rest: seesFront, motions: {} });
    expect(selectedCamera(studio.getState())).toBe(only(studio));
  },
  'camera.look': ({ studio }) => expect(seenThrough(studio.getState())).toBe(only(studio)),
  'camera.cuts': ({ studio }) => {
    expect(studio.getState().session.through).toBe('cuts');
    expect(seenThrough(studio.getState())).toBe(only(studio));
  },
  'camera.cut': ({ studio }) => expect(clipMarkers(studio.getState())).toEqual([{ name: 'Cut 1', time: 1, camera: 'camera-1' }]),
  'camera.uncut': ({ studio }) => expect(clipMarkers(studio.getState())).toEqual([{ name: 'Cut 1', time: 1 }]),
  'camera.lock': ({ studio }) => expect(studio.getState().session.locksCamera).toBe(true),
  'camera.toView': ({ studio }) => {
    const { position, rotation } = shotInScene(studio.getState(), only(studio));
    expect(position).toEqual(near(seesFront.position));
    expect(rotation).toEqual(near(seesFront.rotation));
    expect(seenThrough(studio.getState())).toBe(only(studio));
  },
  'camera.key': ({ studio }) => {
    const [motion] = Object.values(only(studio).motions);
    expect(motion!.keys).toMatchObject([{ time: 1, interpolation: 'linear', ...only(studio).rest }]);
    expect(shotAt(only(studio).rest, motion!, 0)).toEqual(only(studio).rest);
  },
  'camera.follow': ({ studio }) => expect(lastLabel(studio)).toBe('Follow hips with Camera'),
  'camera.aim': ({ studio }) => expect(lastLabel(studio)).toBe('Aim Camera at hips'),
  'camera.orbitLeft': ({ studio }) => expect(lastLabel(studio)).toBe('Orbit with Camera'),
  'camera.orbitRight': ({ studio }) => expect(lastLabel(studio)).toBe('Orbit with Camera'),
  'camera.safeFrames': ({ studio }) => expect(studio.getState().session.view.safeFrames).toBe(false),
  'camera.show': ({ studio }) => expect(studio.getState().session.view.cameras).toBe(false),
};
