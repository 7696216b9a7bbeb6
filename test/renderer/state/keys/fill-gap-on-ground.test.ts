import { beforeEach, expect, test } from 'vitest';
import { footPoints, solePointsOf } from '../../../../core/animation/holding/contact-points.ts';
import { sampleClip } from '../../../../core/animation/sampling.ts';
import type { Vec3 } from '../../../../core/math/vec3.ts';
import { forwardKinematics, pointOf } from '../../../../core/skeleton/forward-kinematics.ts';
import type { Pose } from '../../../../core/skeleton/pose.ts';
import { commitPose } from '../../../../renderer/state/editing.ts';
import { fillChosenGap } from '../../../../renderer/state/keys/fill-gap.ts';
import { addShape, formProp, placeProp, standOnProp } from '../../../../renderer/state/props/edit-props.ts';
import { selectedProp } from '../../../../renderer/state/props/shown-props.ts';
import { shownPose, type Studio } from '../../../../renderer/state/studio.ts';
import { showTime } from '../../../../renderer/state/timeline/playback.ts';
import { keyPull } from '../../../helpers/carried-things.ts';
import { documentOf, noticesOf, openStudio } from '../open-studio.ts';

const HIGH = 0.2;
const EDGE = 0.35;
let studio: Studio;

beforeEach(async () => {
  ({ studio } = await openStudio());
  // It stands on the floor, and after 1.5 s on a stage 20 cm high.
  keyPull(studio, 0, 'rightHand', [0.05, -0.1, 0.05]);
  showTime(studio, 1.5);
  const pose = shownPose(studio.getState())!.slice() as Pose;
  pose[1]! += HIGH;
  pose[2]! += 0.7;
  commitPose(studio, 'Go', pose);
  keyPull(studio, 1.5, 'rightHand', [0.05, 0.1, 0.05]);
  addShape(studio, 'box');
  formProp(studio, selectedProp(studio.getState())!, { kind: 'box', size: [3, HIGH, 2] });
  placeProp(studio, selectedProp(studio.getState())!, { position: [0, 0, EDGE + 1], rotation: [0, 0, 0, 1] });
  showTime(studio, 0.7);
});

/** Metres that soles are in the stage or the floor at most, in any frame. */
function deepest(): number {
  const { rig, history } = documentOf(studio);
  const [clip] = history.present.clips;
  const points = footPoints(rig).flatMap(solePointsOf);
  const heights = Array.from({ length: 46 }, (_, frame) => {
    const world = forwardKinematics(rig.skeleton, sampleClip(rig.skeleton, clip!, frame / clip!.fps));
    return points.map(({ joint, offset }): number => {
      const [, y, z]: Vec3 = pointOf(world, joint, offset);
      return y - (z > EDGE ? HIGH : 0);
    });
  });
  return -Math.min(...heights.flat());
}

test('the command steps onto a prop that feet stand on', async () => {
  standOnProp(studio, selectedProp(studio.getState())!, true);
  await fillChosenGap(studio, 1, 'step');
  expect(deepest()).toBeLessThan(2e-3);
});

test('one that feet do not stand on is none: they do not stand at the second key, and nothing is changed', async () => {
  const { clips } = documentOf(studio).history.present;
  await fillChosenGap(studio, 1, 'step');
  expect(noticesOf(studio).at(-1)).toContain('Nothing was changed.');
  expect(documentOf(studio).history.present.clips).toBe(clips);
});
