import { expect, test } from 'vitest';
import type { Contact } from '../../../core/animation/contacts.ts';
import { standingFeet } from '../../../core/animation/retarget/foot-stands.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { readGlbScene } from '../../helpers/glb-scene.ts';
import { MANNEQUIN } from '../../helpers/mannequin.ts';

const rig = buildRig(readGlbScene(MANNEQUIN));
const [ankle, toes] = [rig.humanoid.leftFoot!, rig.humanoid.leftToes!];
const STEP = 0.3;
/** Metres by which the toes of a captured foot are seen higher on the step than its ankle is. */
const OFF = 0.012;

test('toes stand on the step that their ankle stands on', () => {
  const worlds = Array.from({ length: 20 }, (_, frame) => {
    const world = forwardKinematics(rig.skeleton, restPose(rig.skeleton));
    if (frame < 10) return world;
    const positions = world.positions.slice();
    positions[3 * ankle + 1]! += STEP;
    positions[3 * toes + 1]! += STEP + OFF;
    return { ...world, positions };
  });
  const contacts = [0, 10].flatMap((first): Contact[] => [
    { bone: 'leftFoot', joint: ankle, first, last: first + 9 },
    { bone: 'leftToes', joint: toes, first, last: first + 9 },
  ]);
  const [foot] = standingFeet(rig, rig, contacts, worlds, 1);
  expect(foot!.ankleStands.map(({ level }) => level)).toEqual([0, expect.closeTo(STEP, 9)]);
  expect(foot!.toeStands.map(({ level }) => level)).toEqual(foot!.ankleStands.map(({ level }) => level));
});
