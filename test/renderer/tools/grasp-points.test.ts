import { expect, test } from 'vitest';
import { axesOf } from '../../../renderer/tools/geometry/axes.ts';
import { graspPoints } from '../../../renderer/tools/geometry/grasp-points.ts';
import { gizmoOf } from '../../../renderer/tools/geometry/gizmo.ts';
import { lensOf } from '../../../renderer/tools/geometry/orbit.ts';
import { pick, type Pickable } from '../../../renderer/tools/geometry/pick.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { NOTHING } from './nothing-to-pick.ts';

const lens = lensOf({ target: [0, 0, 0], yaw: 0.4, pitch: 0.3, distance: 4 }, 1000, 800);
const axes = axesOf('world', [0, 0, 0, 1], lens);
const corner: Vec3 = [0, 0.2, 0.6];
const points: readonly Vec3[] = [
  [-0.6, -0.5, 0],
  [0, -0.5, 0.6],
  [0.6, -0.5, 0],
  [-0.6, -0.5, 0],
];

const SCENES: readonly Pickable[] = [
  {
    ...NOTHING,
    handles: [
      { name: 'leftHand', at: [0.5, 0, 0] },
      { name: 'head', at: [0, 0.5, 0] },
    ],
  },
  { ...NOTHING, gaze: [0.3, 0.6, 0.2] },
  { ...NOTHING, gizmo: gizmoOf([0.2, 0, 0], axes, lens) },
  { ...NOTHING, rings: gizmoOf([0.2, 0, 0], axes, lens).rings },
  { ...NOTHING, grips: [{ name: 'max', at: corner }] },
  { ...NOTHING, moments: [{ handle: 'leftHand', frame: 3, at: corner }] },
  { ...NOTHING, stand: { centre: [0, -0.5, 0], points, mark: [0, -0.5, 0.7] } },
];

test('at each of its points the pointer takes hold of something, whatever there is to drag', () => {
  for (const scene of SCENES) {
    const found = graspPoints(lens, scene);
    expect(found.length).toBeGreaterThan(0);
    for (const point of found) expect(pick(lens, { ...scene, clickedAt: null }, point)).not.toBeNull();
  }
});

test('what is only selected, and what is behind the eye, is not among them', () => {
  const bones = [{ joint: 1, from: [0, 0, 0], to: [0, 1, 0] }] as const;
  expect(graspPoints(lens, { ...NOTHING, bones, handles: [{ name: 'head', at: [0, 9, 40] }] })).toEqual([]);
});
