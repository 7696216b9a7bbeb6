import { poseOf } from '../state/open-studio.ts';
import { describe, expect, test } from 'vitest';
import type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
import { DEGREES } from '../../../core/math/angles.ts';
import { dot } from '../../../core/math/vec3.ts';
import { angleBetween, fromAxisAngle, multiply } from '../../../core/math/quat.ts';
import { forwardKinematics, worldPosition, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
import { isInsideLimits } from '../../../core/skeleton/limit-state.ts';
import { FREE } from '../../../core/skeleton/limits.ts';
import { rotationOf } from '../../../core/skeleton/pose.ts';
import { withLimits } from '../../../core/skeleton/skeleton.ts';
import { shownPose } from '../../../renderer/state/studio.ts';
import { project } from '../../../renderer/tools/geometry/lens.ts';
import { lensOf } from '../../../renderer/tools/geometry/orbit.ts';
import { nearestOnRing, ringPoints, ringsOf, turnOnScreen, type RingName } from '../../../renderer/tools/geometry/rings.ts';
import { createTurn } from '../../../renderer/tools/drag/ring-turn.ts';
import { beginRotate } from '../../../renderer/tools/rotate-joint.ts';
import { openedStudio } from './mannequin-studio.ts';

const lens = lensOf({ target: [0, 1, 0], yaw: 0.5, pitch: 0.3, distance: 5 }, 1280, 800);

interface GrabOptions {
  readonly free?: boolean;
  readonly bone?: HumanoidBone;
  readonly ring?: RingName;
}

function grabbed({ free = false, bone = 'leftUpperArm', ring: name = 'x' }: GrabOptions = {}) {
  const studio = openedStudio();
  const document = studio.document();
  const skeleton = free
    ? withLimits(
        document.rig.skeleton,
        document.rig.skeleton.limits.map(() => FREE),
      )
    : document.rig.skeleton;
  studio.setState({ document: { ...document, rig: { ...document.rig, skeleton } } });
  const joint = document.rig.humanoid[bone]!;
  const pose = poseOf(studio);
  const ring = ringsOf(skeleton, forwardKinematics(skeleton, pose), joint, lens).find((each) => each.name === name)!;
  const seen = nearestOnRing(ring, lens, { x: 0, y: 0 })!;
  const { x, y } = project(lens, seen.at)!;
  const gesture = beginRotate(studio, joint, name, { x, y, precise: false }, lens)!;
  return { studio, skeleton, joint, pose, ring, seen, gesture, start: { x, y } };
}

describe('turning a joint by a ring', () => {
  test('turns it in the world about the axis of the ring by the angle that was dragged along it', () => {
    const { studio, skeleton, joint, pose, ring, seen, gesture, start } = grabbed({ free: true });
    const { x, y, radians } = turnOnScreen(ring, lens, seen.at);
    const angle = 0.02;
    gesture.move({ x: start.x + (x * angle) / radians, y: start.y + (y * angle) / radians, precise: false }, lens);
    const before = worldRotation(forwardKinematics(skeleton, pose), joint);
    const after = worldRotation(forwardKinematics(skeleton, shownPose(studio.getState())!), joint);
    expect(angleBetween(after, multiply(fromAxisAngle(ring.axis, angle), before))).toBeLessThan(1e-3);
    expect(angleBetween(after, before)).toBeCloseTo(angle, 2);
  });

  test('moves no other joint', () => {
    const { studio, skeleton, joint, pose, gesture, start } = grabbed();
    gesture.move({ x: start.x + 40, y: start.y + 30, precise: false }, lens);
    const shown = shownPose(studio.getState())!;
    for (let j = 0; j < skeleton.count; j++) {
      if (j !== joint) expect(rotationOf(shown, j)).toEqual(rotationOf(pose, j));
    }
    expect(rotationOf(shown, joint)).not.toEqual(rotationOf(pose, joint));
  });

  test.each(['leftUpperArm', 'leftLowerArm', 'rightLowerLeg', 'neck'] as const)(
    'keeps %s inside its limits wherever the pointer goes',
    (bone) => {
      const { studio, skeleton, gesture, start } = grabbed({ bone });
      for (let i = 0; i < 40; i++) {
        gesture.move({ x: start.x + 90 * Math.cos(i), y: start.y + 12 * i, precise: false }, lens);
        expect(isInsideLimits(skeleton, shownPose(studio.getState())!)).toBe(true);
      }
    },
  );

  test('is one labelled step, and nothing at all when cancelled', () => {
    const { studio, gesture, start } = grabbed();
    const before = studio.getState();
    gesture.move({ x: start.x + 30, y: start.y + 20, precise: false }, lens);
    gesture.cancel();
    expect(studio.getState().transient).toEqual(before.transient);
    expect(studio.getState().document).toBe(before.document);
    gesture.move({ x: start.x + 30, y: start.y + 20, precise: false }, lens);
    gesture.commit();
    expect(studio.document().history.past.map(({ label }) => label)).toEqual(['Rotate left upper arm']);
  });

  test('turns a quarter as far while Shift is held', () => {
    const turned = (precise: boolean): number => {
      const { studio, joint, pose, ring, seen, gesture, start } = grabbed({ free: true });
      const { x, y } = turnOnScreen(ring, lens, seen.at);
      gesture.move({ x: start.x + 4 * x, y: start.y + 4 * y, precise }, lens);
      return angleBetween(rotationOf(shownPose(studio.getState())!, joint), rotationOf(pose, joint));
    };
    expect(turned(true) / turned(false)).toBeCloseTo(0.25, 1);
  });

  test.each(['the front', 'the side', 'above'])(
    'that is seen from its edge, from %s, goes along at a calm pace wherever it is grabbed',
    (from) => {
      const studio = openedStudio();
      const { rig } = studio.document();
      const world = forwardKinematics(rig.skeleton, poseOf(studio));
      for (const bone of ['hips', 'head', 'leftUpperArm', 'leftHand', 'rightUpperLeg'] as const) {
        const joint = rig.humanoid[bone]!;
        const orbit = { target: worldPosition(world, joint), distance: 1.5, orthographic: true };
        const way = { yaw: from === 'the side' ? Math.PI / 2 : 0, pitch: from === 'above' ? Math.PI / 2 - 1e-4 : 0 };
        const along = lensOf({ ...orbit, ...way }, 716, 530);
        const edgeOn = ringsOf(rig.skeleton, world, joint, along).filter(({ axis }) => Math.abs(dot(axis, along.forward)) < 0.1);
        for (const ring of edgeOn)
          for (const { at, front } of ringPoints(ring, along)) {
            if (!front) continue;
            const start = project(along, at)!;
            const turns = [45, -45].flatMap((pixels) => [
              createTurn(ring, along, start, at)({ x: start.x + pixels, y: start.y }),
              createTurn(ring, along, start, at)({ x: start.x, y: start.y + pixels }),
            ]);
            const most = Math.max(...turns.map(Math.abs)) / DEGREES;
            expect(most, `${bone} ${ring.name}`).toBeLessThan(62);
            expect(most, `${bone} ${ring.name}`).toBeGreaterThan(20);
          }
      }
    },
  );

  test('has only one ring for a hinge', () => {
    const { studio, joint } = grabbed({ bone: 'leftLowerLeg' });
    expect(beginRotate(studio, joint, 'y', { x: 0, y: 0, precise: false }, lens)).toBeNull();
  });
});
