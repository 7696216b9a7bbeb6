import { describe, expect, test } from 'vitest';
import { project } from '../../../renderer/tools/geometry/lens.ts';
import { farHandles } from '../../../renderer/tools/geometry/far-handles.ts';
import { lensOf } from '../../../renderer/tools/geometry/orbit.ts';
import { nearestOnSegment, pick, type Pickable } from '../../../renderer/tools/geometry/pick.ts';
import { turnOnScreen, nearestOnRing, type Ring } from '../../../renderer/tools/geometry/rings.ts';
import { UNIT_X, UNIT_Z, type Vec3 } from '../../../core/math/vec3.ts';
import { NOTHING } from './nothing-to-pick.ts';

/** Straight on: 1 m at the target's depth is the same number of pixels both ways. */
const lens = lensOf({ target: [0, 0, 0], yaw: 0, pitch: 0, distance: 4 }, 1000, 800);
const at = (point: Vec3) => project(lens, point)!;

describe('what is under the pointer', () => {
  const scene: Pickable = {
    ...NOTHING,
    handles: [
      { name: 'leftHand', at: [0.5, 0, 0] },
      { name: 'rightHand', at: [-0.5, 0, 0] },
    ],
    bones: [
      { joint: 3, from: [0, 0, 0], to: [0.5, 0, 0] },
      { joint: 8, from: [0, 0.5, -1], to: [0, -0.5, -1] },
      { joint: 9, from: [0, 0.5, 1], to: [0, -0.5, 1] },
    ],
  };

  test('is a handle when the pointer is near it, even on a bone', () => {
    const { x, y } = at([0.5, 0, 0]);
    expect(pick(lens, scene, { x: x - 8, y })).toEqual({ kind: 'handle', handle: 'leftHand' });
  });

  test('is a bone anywhere along its length', () => {
    const { x, y } = at([0.25, 0, 0]);
    expect(pick(lens, scene, { x, y: y + 6 })).toEqual({ kind: 'joint', joint: 3 });
    expect(pick(lens, scene, { x, y: y + 20 })).toBeNull();
  });

  test('is the bone in front where two cover each other', () => {
    const { x, y } = at([0, 0.2, 1]);
    expect(pick(lens, scene, { x, y })).toEqual({ kind: 'joint', joint: 9 });
  });

  test('is nothing behind the eye', () => {
    expect(nearestOnSegment(lens, [0, 0, 0], [0, 0, 9], { x: 500, y: 400 })).toBeNull();
  });
});

describe('handles that lie on one another', () => {
  const scene: Pickable = {
    ...NOTHING,
    handles: [
      { name: 'rightHand', at: [0, 0, -0.5] },
      { name: 'leftHand', at: [0.01, 0, 0.5] },
      { name: 'head', at: [0.5, 0, 0] },
    ],
  };
  const pointer = at([0, 0, 0]);

  test('give the one nearest to the eye first, and tell what another click takes', () => {
    expect(pick(lens, scene, pointer)).toEqual({ kind: 'handle', handle: 'leftHand', next: 'rightHand' });
  });

  test('give the selected one, and then begin anew', () => {
    expect(pick(lens, { ...scene, selected: 'rightHand' }, pointer)).toEqual({
      kind: 'handle',
      handle: 'rightHand',
      next: 'leftHand',
    });
    expect(pick(lens, { ...scene, selected: 'head' }, pointer)).toMatchObject({ handle: 'leftHand' });
  });

  test.each([
    ['a mouse', 1, 11],
    ['a pen', 18 / 13, 15],
    ['a finger', 24 / 13, 20],
  ])('are cycled by clicking again wherever %s is on both', (_, reach, apart) => {
    const { x, y } = at([0, 0, 0]);
    const metres = apart / (at([1, 0, 0]).x - x);
    const feet: Pickable = {
      ...NOTHING,
      handles: [
        { name: 'leftFoot', at: [0, 0, 0] },
        { name: 'rightFoot', at: [metres, 0, 0] },
      ],
    };
    const between = { x: x + 0.4 * Math.sign(metres) * apart, y };
    expect(pick(lens, feet, between, reach)).toEqual({ kind: 'handle', handle: 'leftFoot', next: 'rightFoot' });
    // Chosen by a second click, it is what a drag from there takes, and a third click goes on.
    const again: Pickable = { ...feet, selected: 'rightFoot', clickedAt: between };
    expect(pick(lens, again, between, reach)).toEqual({ kind: 'handle', handle: 'rightFoot', next: 'leftFoot' });
    // Elsewhere the nearer one is taken, whatever is selected.
    const beside = { x: x - 1.8 * reach * Math.sign(metres), y };
    expect(pick(lens, again, beside, reach)).toEqual({ kind: 'handle', handle: 'leftFoot', next: 'rightFoot' });
    expect(pick(lens, { ...again, clickedAt: null }, between, reach)).toMatchObject({ handle: 'leftFoot' });
  });

  test('are on the far side where a nearer one lies on them, and where the body is seen from its side', () => {
    expect([...farHandles(scene.handles, lens, 1)]).toEqual(['rightHand']);
    const feet = [
      { name: 'leftFoot', at: [-0.2, 0, 0] },
      { name: 'rightFoot', at: [0.2, 0, 0.1] },
    ] as const;
    expect([...farHandles(feet, lens, 1)]).toEqual([]);
    const fromTheSide = lensOf({ target: [0, 0, 0], yaw: Math.PI / 2, pitch: 0, distance: 4 }, 1000, 800);
    expect([...farHandles(feet, fromTheSide, 1)]).toEqual(['leftFoot']);
  });
});

test.each([
  ['a mouse', 1, 13],
  ['a pen', 18 / 13, 18],
  ['a finger', 24 / 13, 24],
])('the pointer of %s takes a handle from as far as its reach', (_, reach, pixels) => {
  const scene: Pickable = { ...NOTHING, handles: [{ name: 'head', at: [0, 0, 0] }] };
  const { x, y } = at([0, 0, 0]);
  expect(pick(lens, scene, { x: x + pixels - 0.1, y }, reach)).toEqual({ kind: 'handle', handle: 'head' });
  expect(pick(lens, scene, { x: x + pixels + 0.1, y }, reach)).toBeNull();
});

describe('a ring', () => {
  const facing: Ring = { name: 'z', centre: [0, 0, 0], axis: UNIT_Z, radius: 0.3 };
  const edgeOn: Ring = { name: 'x', centre: [0, 0, 0], axis: UNIT_X, radius: 0.3 };

  test('is grabbed on its line and not inside it', () => {
    const rings = { ...NOTHING, rings: [facing] };
    expect(pick(lens, rings, at([0.3, 0, 0]))).toEqual({ kind: 'ring', ring: 'z' });
    expect(pick(lens, rings, at([0.1, 0, 0]))).toBeNull();
  });

  test('is grabbed only on the half turned to the eye', () => {
    const top = nearestOnRing(edgeOn, lens, at([0, 0, 0.3]))!;
    expect(top.at[2]).toBeGreaterThan(-0.05);
  });

  test('turned by a small angle moves its point along the given way on screen', () => {
    const { x, y, radians } = turnOnScreen(facing, lens, [0.3, 0, 0]);
    // A positive turn about +z carries +x towards +y: up on screen.
    expect([x, y]).toEqual([expect.closeTo(0, 3), expect.closeTo(-1, 3)]);
    const pixels = at([0.3, 0, 0]).x - at([0, 0, 0]).x;
    expect(radians).toBeCloseTo(1 / pixels, 6);
  });
});
