import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { footShape } from '../../../core/animation/foot-shapes.ts';
import { limbsOf } from '../../../core/humanoid/body/limbs.ts';
import { retargetClip } from '../../../core/animation/retarget-clip.ts';
import { withoutRaised, type Stand, type StandingFoot } from '../../../core/animation/retarget/foot-stands.ts';
import { motionSource } from '../../../core/formats/clips/motion-source.ts';
import { readAnimations } from '../../../core/formats/gltf/gltf-animation.ts';
import { readGltf } from '../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../core/formats/gltf/gltf-scene.ts';
import { buildRig } from '../../../core/humanoid/rigging/build-rig.ts';
import { toDegrees } from '../../../core/math/angles.ts';
import { forwardKinematics } from '../../../core/skeleton/forward-kinematics.ts';
import { restPose } from '../../../core/skeleton/pose.ts';
import { sampleRigs } from '../../helpers/rigs.ts';
import { sharedData } from '../../helpers/shared-data.ts';

const rigs = sampleRigs();
const mannequin = rigs.find(({ name }) => name === 'mannequin.glb')!.rig;
const knight = sharedData('rigs/kaykit-knight.glb');

describe('a foot that lies and is higher than feet are set down from', () => {
  const limb = limbsOf(mannequin).find(({ name }) => name === 'leftLeg')!;
  const shape = footShape(mannequin, 'left');
  const worldAt = (height: number) => {
    const pose = restPose(mannequin.skeleton);
    pose[1] = height;
    return forwardKinematics(mannequin.skeleton, pose);
  };
  const footWith = (stand: Stand): StandingFoot => ({
    side: 'left',
    limb,
    shape,
    sourceTop: 0,
    sourceAnkle: 0,
    sourceFloor: 0,
    toes: mannequin.humanoid.leftToes!,
    knowsToes: true,
    ankleStands: [stand],
    toeStands: [{ ...stand }],
  });
  const stand: Stand = { first: 0, last: 1, level: 0, attitude: 'lies' };

  test('stands no more', () => {
    const worlds = [worldAt(0.2), worldAt(0.2)];
    expect(withoutRaised(footWith(stand), worlds)).toMatchObject({ ankleStands: [], toeStands: [] });
  });

  test('stands on what is as high, where it is a little higher, where it stands flat, and where nothing is known of toes', () => {
    const worlds = [worldAt(0.2), worldAt(0.2)];
    for (const kept of [footWith({ ...stand, level: 0.18 }), footWith({ ...stand, attitude: 'flat' })]) {
      expect(withoutRaised(kept, worlds)).toEqual(kept);
    }
    expect(withoutRaised(footWith(stand), [worldAt(0.04), worldAt(0.04)])).toEqual(footWith(stand));
    const toeless = { ...footWith(stand), knowsToes: false };
    expect(withoutRaised(toeless, worlds)).toBe(toeless);
  });
});

/** Bodies with toes but for the knight, whose own clip is copied. */
const others = rigs.filter(({ name, rig }) => rig.humanoid.leftToes !== undefined && !name.startsWith('kaykit'));

describe.skipIf(!knight)('somebody who lies on the side, on one leg the other', () => {
  const bytes = new Uint8Array(readFileSync(knight ?? '/dev/null'));
  const asset = knight ? readGltf(bytes) : null;

  test.each(others)('keeps the directions of the legs, on $name', ({ rig }) => {
    const scene = readCharacterScene(asset!);
    const animation = readAnimations(asset!).animations.find(({ name }) => name === 'Death_B_Pose')!;
    const { rig: from, clip, places } = motionSource({ asset: asset!, scene, rig: buildRig(scene) }, animation);
    const { report } = retargetClip(from, clip, rig, { fps: 30, places });
    expect(toDegrees(report.limbs.mean)).toBeLessThan(0.6);
    expect(report.broken).toEqual([]);
    expect(report.floorPenetration).toBeLessThan(1e-3);
  });
});
