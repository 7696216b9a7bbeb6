import { beforeEach, expect, test } from 'vitest';
import { add, distance, scale, type Vec3 } from '../../../core/math/vec3.ts';
import { carrierOfBone } from '../../../renderer/state/props/carriers.ts';
import { addShape, carryProp, placeProp, setPropHidden } from '../../../renderer/state/props/edit-props.ts';
import { selectedProp } from '../../../renderer/state/props/shown-props.ts';
import { toggleBodyStops } from '../../../renderer/state/session.ts';
import type { Studio } from '../../../renderer/state/studio.ts';
import { moveHandle, placeOfHandle } from '../../../renderer/tools/nudge.ts';
import { documentOf, openStudio } from './open-studio.ts';

let studio: Studio;
let way: Vec3;

beforeEach(async () => {
  ({ studio } = await openStudio());
  way = scale(documentOf(studio).rig.report.facing, 0.4);
  const from = placeOfHandle(studio.getState(), 'leftHand')!;
  addShape(studio, 'box');
  placeProp(studio, selectedProp(studio.getState())!, {
    position: add(add(from, way), [0, -0.2, 0]),
    rotation: [0, 0, 0, 1],
  });
  toggleBodyStops(studio);
});

/** Metres that the hand goes for a pull into the middle of the box. */
function gone(): number {
  const from = placeOfHandle(studio.getState(), 'leftHand')!;
  moveHandle(studio, 'leftHand', way);
  return distance(from, placeOfHandle(studio.getState(), 'leftHand')!);
}

test('a prop stops a hand that is pulled into it', () => {
  expect(gone()).toBeLessThan(0.25);
});

test.each<[string, () => void]>([
  ['the body stops nothing', () => toggleBodyStops(studio)],
  ['the prop is hidden', () => setPropHidden(studio, 'prop-1', true)],
  [
    'the character carries it',
    () => carryProp(studio, selectedProp(studio.getState())!, carrierOfBone(studio.getState(), 'leftHand')),
  ],
])('a hand goes where a prop is while %s', (_, set) => {
  set();
  expect(gone()).toBeCloseTo(0.4, 2);
});
