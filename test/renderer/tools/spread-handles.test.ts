import { poseOf } from '../state/open-studio.ts';
import { expect, test } from 'vitest';
import { distance, type Vec3 } from '../../../core/math/vec3.ts';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { handleSelection, selectAll } from '../../../renderer/state/selection.ts';
import { project } from '../../../renderer/tools/geometry/lens.ts';
import { lensOf } from '../../../renderer/tools/geometry/orbit.ts';
import { placeOfHandle } from '../../../renderer/tools/nudge.ts';
import { beginSpread } from '../../../renderer/tools/spread-handles.ts';
import { openedStudio } from './mannequin-studio.ts';

const lens = lensOf({ target: [0, 1, 0], yaw: 0, pitch: 0, distance: 6 }, 1280, 800);
const key = (text: string, shiftKey = false) => ({
  key: text,
  code: `Key${text.toUpperCase()}`,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey,
});

function open(...handles: HandleName[]) {
  const studio = openedStudio();
  const { rig } = studio.document();
  selectAll(
    studio,
    handles.map((handle) => handleSelection(rig, handle)),
  );
  const at = (handle: HandleName): Vec3 => placeOfHandle(studio.getState(), handle)!;
  const start = { ...project(lens, at(handles[0]!))!, precise: false };
  return { studio, at, start, gesture: beginSpread(studio, handles[0]!, start, lens)! };
}

test('selected feet go apart about their middle by the factor that is typed, along the axis that is named', () => {
  const { studio, at, start, gesture } = open('leftFoot', 'rightFoot');
  const apart = distance(at('leftFoot'), at('rightFoot'));
  gesture.move(start, lens);
  for (const text of ['x', '1', '.', '5']) expect(gesture.press!(key(text))).toBe(true);
  expect(gesture.shown().words).toBe('X × 1.5▏');
  gesture.commit();
  expect(distance(at('leftFoot'), at('rightFoot'))).toBeCloseTo(1.5 * apart, 2);
  expect(studio.document().history.past.map(({ label }) => label)).toEqual(['Spread 2 handles']);
});

test('a hand alone is drawn to its shoulder by the pointer, and Esc gives it back', () => {
  const { studio, at, start, gesture } = open('leftHand');
  const pose = poseOf(studio);
  const shoulder = project(lens, at('chest'))!;
  const before = distance(at('leftHand'), at('chest'));
  gesture.move({ ...start, x: (start.x + shoulder.x) / 2, y: (start.y + shoulder.y) / 2 }, lens);
  expect(distance(at('leftHand'), at('chest'))).toBeLessThan(0.8 * before);
  gesture.cancel();
  expect(poseOf(studio)).toBe(pose);
  expect(distance(at('leftHand'), at('chest'))).toBeCloseTo(before, 6);
});
