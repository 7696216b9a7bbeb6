import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { posesAt } from '../../../../core/animation/joint-paths.ts';
import { retargetClip } from '../../../../core/animation/retarget-clip.ts';
import { parseBvh, type Bvh } from '../../../../core/formats/bvh/bvh.ts';
import { chooseReading } from '../../../../core/formats/bvh/bvh-reading.ts';
import { readBvhCharacter } from '../../../../core/formats/bvh/bvh-scene.ts';
import { haveSameSkeleton, readingOfTakes } from '../../../../core/formats/bvh/reading-of-takes.ts';
import { motionSource } from '../../../../core/formats/clips/motion-source.ts';
import { readGltf } from '../../../../core/formats/gltf/gltf-asset.ts';
import { readCharacterScene } from '../../../../core/formats/gltf/gltf-scene.ts';
import { buildRig } from '../../../../core/humanoid/rigging/build-rig.ts';
import type { Pose } from '../../../../core/skeleton/pose.ts';
import { MANNEQUIN } from '../../../helpers/mannequin.ts';
import { matrixKinematics, positionOf } from '../../../helpers/matrix-kinematics.ts';
import { sharedData } from '../../../helpers/shared-data.ts';
import { few } from '../../../helpers/extent.ts';

const path = sharedData('bvh/rokoko-dance.bvh');
if (!path) console.log('SKIP takes of one skeleton: the folder ../shared/data is not there');
const asset = readGltf(new Uint8Array(readFileSync(MANNEQUIN)));
const onto = buildRig(readCharacterScene(asset));

/** Some frames of a file as a take of their own. */
function cut(bvh: Bvh, first: number, count: number): Bvh {
  const { values, channelCount } = bvh;
  return { ...bvh, frameCount: count, values: values.slice(first * channelCount, (first + count) * channelCount) };
}

/** The pose that a frame of a take becomes on the mannequin, read with others or by itself. */
function brought(take: Bvh, frame: number, takes: readonly Bvh[]): Pose {
  const { scene, animation } = readBvhCharacter(take, takes.length > 0 ? readingOfTakes(takes) : {});
  const source = motionSource({ asset, scene, rig: buildRig(scene) }, animation!);
  const { clip } = retargetClip(source.rig, source.clip, onto, { places: source.places, feet: false, hands: false });
  return posesAt(onto.skeleton, clip, [frame * take.frameTime])[0]!;
}

/** Mean degrees between the directions of limbs and trunk in two poses. */
function difference(a: Pose, b: Pose): number {
  const bones = [
    ['hips', 'neck'],
    ...(['left', 'right'] as const).flatMap((side) => [
      [`${side}UpperArm`, `${side}LowerArm`],
      [`${side}LowerArm`, `${side}Hand`],
      [`${side}UpperLeg`, `${side}LowerLeg`],
      [`${side}LowerLeg`, `${side}Foot`],
    ]),
  ] as [keyof typeof onto.humanoid, keyof typeof onto.humanoid][];
  const [one, other] = [a, b].map((pose) => {
    const world = matrixKinematics(onto.skeleton, pose);
    return bones.map(([from, to]) => {
      const [p, q] = [from, to].map((bone) => positionOf(world[onto.humanoid[bone]!]!));
      const way = q!.map((value, c) => value - p![c]!);
      return way.map((value) => value / Math.hypot(...way));
    });
  });
  const angles = one!.map((way, i) =>
    Math.acos(
      Math.min(
        1,
        way.reduce((sum, value, c) => sum + value * other![i]![c]!, 0),
      ),
    ),
  );
  return ((angles.reduce((sum, angle) => sum + angle) / angles.length) * 180) / Math.PI;
}

describe.skipIf(!path)('takes of one skeleton', () => {
  const whole = path ? parseBvh(new Uint8Array(readFileSync(path))) : null!;

  test.each(few([100, 302, 503, 704, 906], 2))('of 20 frames from frame %d on are read as the long ones are', (first) => {
    const short = cut(whole, first, 20);
    const takes = [cut(whole, 0, 300), short, cut(whole, 600, 300)];
    const start = Math.max(0, first - 100);
    const long = brought(cut(whole, start, 140), first - start + 10, takes);
    expect(difference(brought(short, 10, takes), long)).toBeLessThan(1);
    if (first === 302) expect(difference(brought(short, 10, []), long)).toBeGreaterThan(5);
  });

  test('have one reading, whichever of them is asked', () => {
    const takes = [cut(whole, 0, 200), cut(whole, 302, 20), cut(whole, 700, 50)];
    const reading = readingOfTakes(takes);
    for (const take of takes) expect(readBvhCharacter(take, reading).reading).toMatchObject(reading);
    expect(reading.unit).toBe(0.01);
  });

  test('are told by names, parents, offsets and channels', () => {
    expect(haveSameSkeleton(whole, cut(whole, 5, 5))).toBe(true);
    const longer = whole.joints.map((joint, j) => (j === 3 ? { ...joint, offset: [1, 2, 3] as const } : joint));
    expect(haveSameSkeleton(whole, { ...whole, joints: longer })).toBe(false);
  });

  test('refuse a rest of other channels in one sentence', () => {
    expect(() => readBvhCharacter(whole, { rest: { values: [1, 2] } })).toThrow(
      `the BVH file has ${whole.channelCount} channels, so 2 values cannot be its rest pose`,
    );
  });

  test('have one unit, be it a take in which nobody gets up', () => {
    const lying = whole.values.slice(0, 40 * whole.channelCount);
    for (let frame = 0; frame < 40; frame++) lying[frame * whole.channelCount + 4] = 90;
    const { reading } = chooseReading({ ...whole, frameCount: 40, values: lying });
    expect(reading.unit).toBe(0.01);
    expect(reading.rest).not.toBe('zero');
  });
});

test.skipIf(!sharedData('bvh/cmu-jumping-jacks.bvh'))('a root on the floor is no part of how tall a figure is', () => {
  const bvh = parseBvh(new Uint8Array(readFileSync(sharedData('bvh/cmu-jumping-jacks.bvh')!)));
  const [hips, ...others] = bvh.joints;
  const joints = [
    { ...hips!, name: 'Reference', offset: [0, 0, 0] as const },
    { ...hips!, parent: 0, offset: [0, 17, 0] as const, channels: [] },
    ...others.map((joint) => ({ ...joint, parent: joint.parent + 1 })),
  ];
  expect(chooseReading({ ...bvh, joints }).reading).toMatchObject({ rest: 'zero', unit: chooseReading(bvh).reading.unit });
});
