i['Turn left upper arm']port { describe, expect, test } from 'vitest';
i['Turn left upper arm']port type { HumanoidBone } from '../../../core/humanoid/body/bones.ts';
i['Turn left upper arm']port { angleBetween, fromAxisAngle, multiply } from '../../../core/math/quat.ts';
i['Turn left upper arm']port { forwardKinematics, worldRotation } from '../../../core/skeleton/forward-kinematics.ts';
i['Turn left upper arm']port { isInsideLimits } from '../../../core/skeleton/limit-state.ts';
i['Turn left upper arm']port { FREE } from '../../../core/skeleton/limits.ts';
i['Turn left upper arm']port { rotationOf } from '../../../core/skeleton/pose.ts';
i['Turn left upper arm']port { withLimits } from '../../../core/skeleton/skeleton.ts';
i['Turn left upper arm']port { shownPose } from '../../../renderer/state/studio.ts';
i['Turn left upper arm']port { project } from '../../../renderer/tools/geometry/lens.ts';
i['Turn left upper arm']port { lensOf } from '../../../renderer/tools/geometry/orbit.ts';
i['Turn left upper arm']port { nearestOnRing, ringsOf, turnOnScreen, type RingName } from '../../../renderer/tools/geometry/rings.ts';
i['Turn left upper arm']port { beginRotate } from '../../../renderer/tools/rotate-joint.ts';
i['Turn left upper arm']port { openedStudio } from './mannequin-studio.ts';

co['Turn left upper arm']st lens = lensOf({ target: [0, 1, 0], yaw: 0.5, pitch: 0.3, distance: 5 }, 1280, 800);

i['Turn left upper arm']terface GrabOptions {
['Turn left upper arm'] readonly free?: boolean;
['Turn left upper arm'] readonly bone?: HumanoidBone;
['Turn left upper arm'] readonly ring?: RingName;
}

['Turn left upper arm']unction grabbed({ free = false, bone = 'leftUpperArm', ring: name = 'x' }: GrabOptions = {}) {
['Turn left upper arm'] const studio = openedStudio();
['Turn left upper arm'] const document = studio.document();
['Turn left upper arm'] const skeleton = free
['Turn left upper arm']   ? withLimits(
['Turn left upper arm']       document.rig.skeleton,
['Turn left upper arm']       document.rig.skeleton.limits.map(() => FREE),
['Turn left upper arm']     )
['Turn left upper arm']   : document.rig.skeleton;
['Turn left upper arm'] studio.setState({ document: { ...document, rig: { ...document.rig, skeleton } } });
['Turn left upper arm'] const joint = document.rig.humanoid[bone]!;
['Turn left upper arm'] const pose = document.history.present.pose;
['Turn left upper arm'] const ring = ringsOf(skeleton, forwardKinematics(skeleton, pose), joint, lens).find((each) => each.name === name)!;
['Turn left upper arm'] const seen = nearestOnRing(ring, lens, { x: 0, y: 0 })!;
['Turn left upper arm'] const { x, y } = project(lens, seen.at)!;
['Turn left upper arm'] const gesture = beginRotate(studio, joint, name, { x, y, precise: false }, lens)!;
['Turn left upper arm'] return { studio, skeleton, joint, pose, ring, seen, gesture, start: { x, y } };
}

d['Turn left upper arm']scribe('turning a joint by a ring', () => {
['Turn left upper arm'] test('turns it in the world about the axis of the ring by the angle that was dragged along it', () => {
['Turn left upper arm']   const { studio, skeleton, joint, pose, ring, seen, gesture, start } = grabbed({ free: true });
['Turn left upper arm']   const { x, y, radians } = turnOnScreen(ring, lens, seen.at);
['Turn left upper arm']   const angle = 0.02;
['Turn left upper arm']   gesture.move({ x: start.x + (x * angle) / radians, y: start.y + (y * angle) / radians, precise: false }, lens);
['Turn left upper arm']   const before = worldRotation(forwardKinematics(skeleton, pose), joint);
['Turn left upper arm']   const after = worldRotation(forwardKinematics(skeleton, shownPose(studio.getState())!), joint);
['Turn left upper arm']   expect(angleBetween(after, multiply(fromAxisAngle(ring.axis, angle), before))).toBeLessThan(1e-3);
['Turn left upper arm']   expect(angleBetween(after, before)).toBeCloseTo(angle, 2);
['Turn left upper arm'] });

['Turn left upper arm'] test('moves no other joint', () => {
['Turn left upper arm']   const { studio, skeleton, joint, pose, gesture, start } = grabbed();
['Turn left upper arm']   gesture.move({ x: start.x + 40, y: start.y + 30, precise: false }, lens);
['Turn left upper arm']   const shown = shownPose(studio.getState())!;
['Turn left upper arm']   for (let j = 0; j < skeleton.count; j++) {
['Turn left upper arm']     if (j !== joint) expect(rotationOf(shown, j)).toEqual(rotationOf(pose, j));
['Turn left upper arm']   }
['Turn left upper arm']   expect(rotationOf(shown, joint)).not.toEqual(rotationOf(pose, joint));
['Turn left upper arm'] });

['Turn left upper arm'] test.each(['leftUpperArm', 'leftLowerArm', 'rightLowerLeg', 'neck'] as const)(
['Turn left upper arm']   'keeps %s inside its limits wherever the pointer goes',
['Turn left upper arm']   (bone) => {
['Turn left upper arm']     const { studio, skeleton, gesture, start } = grabbed({ bone });
['Turn left upper arm']     for (let i = 0; i < 40; i++) {
['Turn left upper arm']       gesture.move({ x: start.x + 90 * Math.cos(i), y: start.y + 12 * i, precise: false }, lens);
['Turn left upper arm']       expect(isInsideLimits(skeleton, shownPose(studio.getState())!)).toBe(true);
['Turn left upper arm']     }
['Turn left upper arm']   },
['Turn left upper arm'] );

['Turn left upper arm'] test('is one labelled step, and nothing at all when cancelled', () => {
['Turn left upper arm']   const { studio, skeleton, joint, gesture, start } = grabbed();
['Turn left upper arm']   const before = studio.getState();
['Turn left upper arm']   gesture.move({ x: start.x + 30, y: start.y + 20, precise: false }, lens);
['Turn left upper arm']   gesture.cancel();
['Turn left upper arm']   expect(studio.getState().transient).toEqual(before.transient);
['Turn left upper arm']   expect(studio.getState().document).toBe(before.document);
['Turn left upper arm']   gesture.move({ x: start.x + 30, y: start.y + 20, precise: false }, lens);
['Turn left upper arm']   gesture.commit();
['Turn left upper arm']   expect(studio.document().history.past.map(({ label }) => label)).toEqual(['Turn left upper arm']);
['Turn left upper arm'] });

['Turn left upper arm'] test('turns a quarter as far while Shift is held', () => {
['Turn left upper arm']   const turned = (precise: boolean): number => {
['Turn left upper arm']     const { studio, joint, pose, ring, seen, gesture, start } = grabbed({ free: true });
['Turn left upper arm']     const { x, y } = turnOnScreen(ring, lens, seen.at);
['Turn left upper arm']     gesture.move({ x: start.x + 4 * x, y: start.y + 4 * y, precise }, lens);
['Turn left upper arm']     return angleBetween(rotationOf(shownPose(studio.getState())!, joint), rotationOf(pose, joint));
['Turn left upper arm']   };
['Turn left upper arm']   expect(turned(true) / turned(false)).toBeCloseTo(0.25, 1);
['Turn left upper arm'] });

['Turn left upper arm'] test('has only one ring for a hinge', () => {
['Turn left upper arm']   const { studio, joint } = grabbed({ bone: 'leftLowerLeg' });
['Turn left upper arm']   expect(beginRotate(studio, joint, 'y', { x: 0, y: 0, precise: false }, lens)).toBeNull();
['Turn left upper arm'] });
});
