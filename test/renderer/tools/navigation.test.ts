import { describe, expect, test } from 'vitest';
import { changeSetting } from '../../../renderer/state/window/settings.ts';
import type { Orbit } from '../../../renderer/tools/geometry/orbit.ts';
import { lensOf } from '../../../renderer/tools/geometry/orbit.ts';
import { navigationOf, steeringOf, type SteeringPress } from '../../../renderer/tools/navigation.ts';
import { beginDrag } from '../../../renderer/tools/press.ts';
import { openedStudio } from './mannequin-studio.ts';
import { steerable } from './steerable.ts';

const press = (text: string): SteeringPress => ({
  button: text.includes('middle') ? 'middle' : text.includes('right') ? 'right' : 'left',
  alt: text.includes('Alt'),
  shift: text.includes('Shift'),
  ctrl: text.includes('Ctrl'),
});

test.each([
  ['limber', 'left', null],
  ['limber', 'Alt left', null],
  ['limber', 'Alt middle', 'orbit'],
  ['limber', 'middle', 'orbit'],
  ['limber', 'Shift middle', 'pan'],
  ['limber', 'Ctrl middle', 'zoom'],
  ['limber', 'right', 'pan'],
  ['blender', 'left', null],
  ['blender', 'middle', 'orbit'],
  ['blender', 'Shift middle', 'pan'],
  ['blender', 'Ctrl middle', 'zoom'],
  ['blender', 'Alt left', 'orbit'],
  ['blender', 'Alt Shift left', 'pan'],
  ['blender', 'right', null],
  ['maya', 'left', null],
  ['maya', 'Alt left', 'orbit'],
  ['maya', 'Alt middle', 'pan'],
  ['maya', 'Alt right', 'zoom'],
  ['maya', 'middle', null],
  ['maya', 'right', null],
] as const)('as in %s, a drag with %s steers %s', (navigation, text, steering) => {
  expect(steeringOf(navigation, press(text))).toBe(steering);
});

test('the navigation is that of the key map unless another one is set', () => {
  expect(navigationOf({ navigation: 'keyMap', keyMap: 'maya' })).toBe('maya');
  expect(navigationOf({ navigation: 'blender', keyMap: 'maya' })).toBe('blender');
});

describe('a drag in the viewport', () => {
  const START: Orbit = { target: [0, 1, 0], yaw: 0, pitch: 0.2, distance: 5 };
  const drag = (text: string, dx: number, dy: number): Orbit => {
    const studio = openedStudio();
    changeSetting(studio, 'keyMap', 'maya');
    let orbit = START;
    const camera = steerable(
      () => orbit,
      (next) => void (orbit = next),
    );
    const lens = lensOf(orbit, 800, 600);
    const { button, alt, ctrl } = press(text);
    const at = { x: 100, y: 100, precise: false };
    const gesture = beginDrag(studio, camera, lens, { button, alt, ctrl, at, target: null });
    gesture.move({ ...at, x: 100 + dx, y: 100 + dy }, lens);
    gesture.commit();
    return orbit;
  };

  test('goes nearer to the right and upwards, farther to the left and downwards, and never through the target @all', () => {
    expect(drag('Alt right', 50, 0).distance).toBeLessThan(5);
    expect(drag('Alt right', 0, -50).distance).toBeLessThan(5);
    expect(drag('Alt right', -50, 0).distance).toBeGreaterThan(5);
    expect(drag('Alt right', 50, 50).distance).toBeCloseTo(5, 9);
    expect(drag('Alt right', 1e6, 0).distance).toBeGreaterThan(0);
  });

  test('with a button that means nothing does nothing, on empty ground the left one draws a box', () => {
    expect(drag('middle', 50, 20)).toEqual(START);
    expect(drag('right', 50, 20)).toEqual(START);
    expect(drag('left', 50, 0)).toEqual(START);
  });
});
