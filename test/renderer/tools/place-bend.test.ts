import { describe, expect, test } from 'vitest';
import type { HandleName } from '../../../core/humanoid/body/handles.ts';
import { angleBetween } from '../../../core/math/quat.ts';
import { add, distance, normalize, scale, subtract, type Vec3 } from '../../../core/math/vec3.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { limitExcess } from '../../../core/skeleton/limit-state.ts';
import { changePin } from '../../../renderer/state/posing/pins.ts';
import { shownPose, type Studio } from '../../../renderer/state/studio.ts';
import { moveHandle } from '../../../renderer/tools/nudge.ts';
import { placeBend } from '../../../renderer/tools/place-bend.ts';
import { documentOf, openStudio } from '../state/open-studio.ts';

const BONES = { leftElbow: 'leftLowerArm', leftHand: 'leftHand', rightKnee: 'rightLowerLeg', rightFoot: 'rightFoot' } as const;

function at(studio: Studio, what: keyof typeof BONES): Vec3 {
  const { skeleton, humanoid } = documentOf(studio).rig;
  return worldPosition(forwardKinematics(skeleton, shownPose(studio.getState())!), humanoid[BONES[what]]!);
}

describe('a place that is typed for an elbow or a knee', () => {
  test.each<[HandleName & keyof typeof BONES, 'leftHand' | 'rightFoot', Vec3]>([
    ['leftElbow', 'leftHand', [0.01, 0.06, 0.05]],
    ['rightKnee', 'rightFoot', [-0.05, 0.02, 0.06]],
  ])('is where the %s goes, in one step of the history', async (bend, end, by) => {
    const { studio } = await openStudio();
    moveHandle(studio, end, bend === 'leftElbow' ? [-0.15, -0.15, 0.2] : [0, 0.2, 0.1]);
    const { skeleton, humanoid } = documentOf(studio).rig;
    const upper = humanoid[bend === 'leftElbow' ? 'leftUpperArm' : 'rightUpperLeg']!;
    const root = worldPosition(forwardKinematics(skeleton, shownPose(studio.getState())!), upper);
    // A place that is as far from the limb's root as the bend is: it can be reached exactly.
    const way = subtract(add(at(studio, bend), by), root);
    const place = add(root, scale(normalize(way), distance(root, at(studio, bend))));
    changePin(studio, end, { translation: false, rotation: false });
    const steps = documentOf(studio).history.past.length;
    placeBend(studio, bend, place);
    expect(distance(at(studio, bend), place)).toBeLessThan(1.1e-3);
    expect(documentOf(studio).history.past).toHaveLength(steps + 1);
    expect(studio.getState().transient.feedback?.outcome.status).toBe('reached');
    const pose = shownPose(studio.getState())!;
    for (let joint = 0; joint < skeleton.count; joint++) expect(limitExcess(skeleton, pose, joint)).toBeLessThan(1e-6);
  });

  test('that is out of reach brings it as near as it can, and how far off is told', async () => {
    const { studio } = await openStudio();
    const far = add(at(studio, 'leftElbow'), [2, 0, 0]);
    placeBend(studio, 'leftElbow', far);
    const { outcome } = studio.getState().transient.feedback!;
    expect(outcome.status).not.toBe('reached');
    expect(outcome.residuals[0]!.distance).toBeCloseTo(distance(at(studio, 'leftElbow'), far), 6);
    expect(outcome.residuals[0]!.distance).toBeLessThan(2);
  });

  test('leaves a pinned hand where it is, turned as it was', async () => {
    const { studio } = await openStudio();
    moveHandle(studio, 'leftHand', [-0.15, -0.15, 0.2]);
    changePin(studio, 'leftHand', { translation: true });
    const { skeleton, humanoid } = documentOf(studio).rig;
    const turnOf = () => worldRotation(forwardKinematics(skeleton, shownPose(studio.getState())!), humanoid.leftHand!);
    const [hand, turn] = [at(studio, 'leftHand'), turnOf()];
    const elbow = at(studio, 'leftElbow');
    placeBend(studio, 'leftElbow', add(elbow, [0, 0.08, 0]));
    expect(distance(at(studio, 'leftHand'), hand)).toBeLessThan(1.1e-3);
    expect(angleBetween(turnOf(), turn)).toBeLessThan(0.5);
    expect(at(studio, 'leftElbow')[1]).toBeGreaterThan(elbow[1] + 0.01);
  });

  test('of no number changes nothing', async () => {
    const { studio } = await openStudio();
    placeBend(studio, 'leftElbow', [0, Number.NaN, 0]);
    expect(documentOf(studio).history.past).toHaveLength(0);
  });
});
