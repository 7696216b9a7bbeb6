import { poseOf } from '../state/open-studio.ts';
import { describe, expect, test } from 'vitest';
import type { KeyMapName } from '../../../electron/contract.ts';
import { changeSetting } from '../../../renderer/state/window/settings.ts';
import { setIk, turnsByRings } from '../../../renderer/state/posing/limb-ik.ts';
import { handleSelection, select } from '../../../renderer/state/selection.ts';
import { gizmoNow } from '../../../renderer/tools/geometry/shown-gizmo.ts';
import { plainBones } from '../../../core/humanoid/rigging/plain-bones.ts';
import type { Vec3 } from '../../../core/math/vec3.ts';
import { restPose, rotationOf } from '../../../core/skeleton/pose.ts';
import { metresPerPixel } from '../../../renderer/tools/geometry/lens.ts';
import { lensOf } from '../../../renderer/tools/geometry/orbit.ts';
import { beginDrag, click, menuSubjectOf, type Press } from '../../../renderer/tools/press.ts';
import { steerable } from './steerable.ts';
import { dog } from '../../helpers/dog.ts';
import { sceneOf } from '../../helpers/figure.ts';
import { matrixKinematics, positionOf } from '../../helpers/matrix-kinematics.ts';
import { openCharacter, openedStudio } from './mannequin-studio.ts';

const LENS = lensOf({ target: [0, 0.4, 0], yaw: 0, pitch: 0, distance: 3 }, 800, 600);
const STILL = steerable(() => ({ target: [0, 0, 0], yaw: 0, pitch: 0, distance: 3 }));

const LEFT: Press = { button: 'left', alt: false, at: { x: 0, y: 0, precise: false }, target: null };

/** A studio in which one joint is selected, and what is selected after a click. */
function selected(navigation: KeyMapName = 'limber') {
  const studio = openedStudio();
  changeSetting(studio, 'navigation', navigation);
  select(studio, { joint: 3, handle: null });
  const after = (change: Partial<Press>) => {
    click(studio, { ...LEFT, ...change });
    return studio.getState().session.selection;
  };
  return { studio, after };
}

describe('a click with the left button', () => {
  test('on a joint selects it, beside everything it selects nothing', () => {
    const { after } = selected();
    expect(after({ target: { kind: 'joint', joint: 5 } })).toEqual({ joint: 5, handle: null });
    expect(after({ target: null })).toEqual({ joint: null, handle: null });
  });

  test('on a handle selects it and the joint that it moves', () => {
    const { studio, after } = selected();
    const joint = studio.document().rig.humanoid.leftHand;
    expect(after({ target: { kind: 'handle', handle: 'leftHand' } })).toEqual({ joint, handle: 'leftHand' });
  });

  test('on a ring of the selected joint keeps the selection', () => {
    expect(selected().after({ target: { kind: 'ring', ring: 'x' } })).toEqual({ joint: 3, handle: null });
  });
});

describe('a click with the right button', () => {
  test('selects what its menu is about, and keeps the selection beside everything', () => {
    const { studio, after } = selected();
    const joint = studio.document().rig.humanoid.leftHand;
    expect(after({ button: 'right', target: { kind: 'handle', handle: 'leftHand' } })).toEqual({ joint, handle: 'leftHand' });
    expect(after({ button: 'right', target: null })).toEqual({ joint, handle: 'leftHand' });
    expect(after({ button: 'right', target: { kind: 'joint', joint: 5 } })).toEqual({ joint: 5, handle: null });
  });

  test('means the handle by its arrows, the joint by its rings, and the viewport where nothing is', () => {
    expect(menuSubjectOf({ kind: 'arrow', axis: 'x' })).toBe('handle');
    expect(menuSubjectOf({ kind: 'ring', ring: 'x' })).toBe('joint');
    expect(menuSubjectOf(null)).toBe('space');
  });
});

describe('clicks where handles lie on one another', () => {
  const pile = { kind: 'handle', handle: 'leftHand', next: 'hips' } as const;

  test('take the first, then the next; with the right button always the first', () => {
    const { after } = selected();
    expect(after({ target: pile }).handle).toBe('leftHand');
    expect(after({ target: pile, button: 'right' }).handle).toBe('leftHand');
    expect(after({ target: pile }).handle).toBe('hips');
  });
});

describe('dragging a bone', () => {
  const drag = (studio: ReturnType<typeof openedStudio>, joint: number) => {
    const at = { x: 400, y: 300, precise: false };
    const gesture = beginDrag(studio, STILL, LENS, { button: 'left', alt: false, at, target: { kind: 'joint', joint } });
    gesture.move({ ...at, y: 280 }, LENS);
    gesture.commit();
  };

  test('of a skeleton without meaning pulls its end there, in one labelled step', () => {
    const scene = sceneOf(dog(true));
    const studio = openedStudio({ ...openCharacter(), scene }, plainBones(scene));
    const { rig } = studio.document();
    const joint = rig.skeleton.names.indexOf('LeftForeArm');
    drag(studio, joint);
    const { past } = studio.document().history;
    expect(past.map(({ label }) => label)).toEqual(['Pull LeftForeArm']);
    const hand = rig.skeleton.names.indexOf('LeftHand');
    const [before, after] = [restPose(rig.skeleton), poseOf(studio)].map((pose) =>
      positionOf(matrixKinematics(rig.skeleton, pose)[hand]!),
    );
    // 20 pixels up, in the plane that faces the camera.
    expect(after![1]! - before![1]!).toBeCloseTo(20 * metresPerPixel(LENS, before as unknown as Vec3), 2);
    expect(after![2]).toBeCloseTo(before![2]!, 2);
  });

  test('of a person moves the camera: it is pulled by its handles', () => {
    const studio = openedStudio();
    drag(studio, 5);
    expect(studio.document().history.past).toEqual([]);
  });
});

describe('a click that belongs to the camera', () => {
  test.each([
    ['the middle button', { button: 'middle' }],
    ['Alt', { alt: true }],
  ] as const)('with %s changes no selection, on a joint, on a handle and beside everything', (_, change) => {
    const targets = [{ kind: 'joint', joint: 5 }, { kind: 'handle', handle: 'leftHand' }, null] as const;
    for (const target of targets) expect(selected('maya').after({ ...change, target })).toEqual({ joint: 3, handle: null });
  });
});

describe('a limb in FK', () => {
  test('is turned by a drag of its handle, and pulled again in IK; neither switch moves anything', () => {
    const studio = openedStudio();
    const at = { x: 400, y: 300, precise: false };
    const drag = (handle: 'leftHand' | 'rightHand') => {
      const gesture = beginDrag(studio, STILL, LENS, { ...LEFT, at, target: { kind: 'handle', handle } });
      gesture.move({ x: 430, y: 270, precise: false }, LENS);
      gesture.move({ x: 460, y: 290, precise: false }, LENS);
      gesture.commit();
      return studio.document().history.past.at(-1)!.label;
    };
    const before = poseOf(studio);
    setIk(studio, ['Left arm'], 0);
    expect(poseOf(studio)).toEqual(before);
    expect(studio.document().history.past.at(-1)!.label).toBe('Left arm: FK');
    expect(drag('leftHand')).toBe('Rotate left hand');
    expect(drag('rightHand')).toBe('Pull right hand');
    const { leftHand, leftUpperArm } = studio.document().rig.humanoid;
    const turned = poseOf(studio);
    expect(rotationOf(turned, leftHand!)).not.toEqual(rotationOf(before, leftHand!));
    expect(rotationOf(turned, leftUpperArm!)).toEqual(rotationOf(before, leftUpperArm!));
    setIk(studio, ['Left arm'], 1);
    expect(poseOf(studio)).toBe(turned);
    expect(studio.document().history.present.pins.leftHand).toEqual({ translation: true, rotation: true, weight: 1 });
    expect(drag('leftHand')).toBe('Pull left hand');
  });

  test('shows rings at its joints and no gizmo, whatever the tool', () => {
    const studio = openedStudio();
    const { rig } = studio.document();
    select(studio, handleSelection(rig, 'leftHand'));
    expect(gizmoNow(studio.getState(), LENS)).not.toBeNull();
    expect(turnsByRings(studio.getState())).toBe(false);
    setIk(studio, ['Left arm'], 0);
    expect(gizmoNow(studio.getState(), LENS)).toBeNull();
    for (const bone of ['leftUpperArm', 'leftLowerArm', 'leftHand'] as const) {
      select(studio, { joint: rig.humanoid[bone]!, handle: null });
      expect(turnsByRings(studio.getState())).toBe(true);
    }
    select(studio, handleSelection(rig, 'rightHand'));
    expect(turnsByRings(studio.getState())).toBe(false);
    setIk(studio, ['Left arm'], 0.5);
    expect(studio.document().history.past.at(-1)!.label).toBe('Left arm: 50 % IK');
    expect(gizmoNow(studio.getState(), LENS)).not.toBeNull();
  });
});
