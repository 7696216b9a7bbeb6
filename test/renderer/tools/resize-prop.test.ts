import { beforeEach, describe, expect, test } from 'vitest';
import { fromAxisAngle, IDENTITY } from '../../../core/math/quat.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import type { MadeShape } from '../../../core/document/project-data.ts';
import { addShape, keyProp, placeProp } from '../../../renderer/state/props/edit-props.ts';
import { selectedProp, selectedShownProp } from '../../../renderer/state/props/shown-props.ts';
import type { Studio } from '../../../renderer/state/studio.ts';
import { project } from '../../../renderer/tools/geometry/lens.ts';
import { lensOf } from '../../../renderer/tools/geometry/orbit.ts';
import { pick } from '../../../renderer/tools/geometry/pick.ts';
import { sizeHandles, type ShapeSide } from '../../../renderer/tools/geometry/size-handles.ts';
import { beginResizeProp } from '../../../renderer/tools/resize-prop.ts';
import { openedStudio } from './mannequin-studio.ts';
import { NOTHING } from './nothing-to-pick.ts';

const lens = lensOf({ target: [0, 0.5, 1], yaw: 0.4, pitch: 0.7, distance: 6 }, 800, 600);
const onScreen = (point: Vec3) => ({ ...project(lens, point)!, precise: false });

let studio: Studio;
const prop = () => selectedProp(studio.getState())!;
const form = () => prop().form as MadeShape;
const shown = () => selectedShownProp(studio.getState())!;
const steps = () => studio.getState().document!.history.past.length;
const handle = (side: ShapeSide) => sizeHandles(shown(), lens).find((each) => each.side === side)!;

function add(kind: MadeShape['kind'], rotation = IDENTITY): void {
  addShape(studio, kind);
  placeProp(studio, prop(), { position: [0, 0, 1], rotation });
}

/** Drags a side outward by so many metres. */
function drag(side: ShapeSide, by: number, end: 'commit' | 'cancel' = 'commit'): void {
  const { at, outward } = handle(side);
  const gesture = beginResizeProp(studio, prop().id, side, onScreen(at), lens)!;
  for (let i = 1; i <= 10; i++)
    gesture.move(onScreen(at.map((value, axis) => value + (i / 10) * by * outward[axis]!) as unknown as Vec3), lens);
  gesture[end]();
}

beforeEach(() => {
  studio = openedStudio();
});

describe('a side of a made shape that is dragged', () => {
  test('makes a box wider; the side across stays, in one step', () => {
    add('box');
    const [width, ...others] = (form() as { readonly size: Vec3 }).size;
    const before = steps();
    drag('+x', 0.3);
    expect((form() as { readonly size: Vec3 }).size).toEqual([expect.closeTo(width + 0.3, 6), ...others]);
    expect(shown().frame.position).toEqual([expect.closeTo(0.15, 6), 0, 1]);
    expect(steps()).toBe(before + 1);
  });

  test('goes along the axes of a rotated shape', () => {
    add('box', fromAxisAngle([0, 1, 0], Math.PI / 2));
    drag('-x', 0.2);
    // Its own −X is the scene's +Z.
    shown().frame.position.forEach((value, axis) => expect(value).toBeCloseTo([0, 0, 1.1][axis]!, 6));
  });

  test('at the top lets it grow from where it stands', () => {
    add('table');
    const { size } = form() as { readonly size: Vec3 };
    drag('+y', 0.1);
    expect((form() as { readonly size: Vec3 }).size[1]).toBeCloseTo(size[1] + 0.1, 6);
    expect(shown().frame.position).toEqual([0, 0, 1]);
  });

  test.each(['ball', 'cylinder', 'plane', 'stairs', 'ramp', 'chair'] as const)(
    'changes a %s, and the handle goes along',
    (kind) => {
      add(kind);
      const at = handle('+z').at[2];
      drag('+z', 0.1);
      expect(handle('+z').at[2]).toBeCloseTo(at + 0.1, 2);
    },
  );

  test('of a door leaves its hinge where it is, but for the side of that, and its grip stays on the bar', () => {
    add('door');
    const [width] = (form() as { readonly size: Vec3 }).size;
    const [grip] = prop().grips!;
    drag('+x', 0.2);
    expect((form() as { readonly size: Vec3 }).size[0]).toBeCloseTo(width + 0.2, 6);
    expect(shown().frame.position).toEqual([0, 0, 1]);
    expect(prop().grips![0]!.position[0]).toBeCloseTo(grip!.position[0] + 0.2, 6);
    drag('-x', 0.1);
    expect(shown().frame.position).toEqual([expect.closeTo(-0.1, 6), 0, 1]);
  });

  test('of a shape that the clip moves leaves its keys, and grows to both sides', () => {
    add('box');
    keyProp(studio, prop());
    const [width] = (form() as { readonly size: Vec3 }).size;
    const { motions } = prop();
    drag('+x', 0.1);
    expect((form() as { readonly size: Vec3 }).size[0]).toBeCloseTo(width + 0.2, 6);
    expect(prop().motions).toEqual(motions);
  });

  test('stops at a millimetre, and a drag that is given up leaves everything', () => {
    add('box');
    const before = form();
    drag('+x', 0.3, 'cancel');
    expect(form()).toBe(before);
    expect(studio.getState().transient.prop).toBeUndefined();
    drag('+x', -3);
    expect((form() as { readonly size: Vec3 }).size[0]).toBeCloseTo(1e-3, 9);
  });
});

test('sides are taken before what lies behind them; a plane has no top', () => {
  add('plane');
  const sizes = sizeHandles(shown(), lens);
  expect(sizes.map(({ side }) => side)).toEqual(['+x', '-x', '+z', '-z']);
  const { at } = sizes[2]!;
  expect(pick(lens, { ...NOTHING, sizes }, onScreen(at))).toEqual({ kind: 'size', side: '+z' });
});
