import { describe, expect, test } from 'vitest';
import { createProject } from '../../../core/document/create-project.ts';
import { readPackedPoses } from '../../../core/document/read-poses.ts';
import { packPoses, packedSlice, unpackPoses } from '../../../core/document/packed-poses.ts';
import type { SavedPoseData } from '../../../core/document/project-data.ts';
import { projectFromData, projectToData } from '../../../core/document/serialize.ts';
import { capturePose } from '../../../core/library/apply.ts';
import { seededRandom } from '../../../core/math/random.ts';
import { clampPose } from '../../../core/skeleton/limit-state.ts';
import { figureRigs } from '../../helpers/figure-rigs.ts';
import { randomPose } from '../../helpers/random-pose.ts';

const { rig } = figureRigs()[0]!;
const project = createProject(rig, { name: 'hero', fileName: 'hero.glb', hash: 'a'.repeat(64) });

/** Poses of all joints, of some, with and without the root, as they are written. */
function written(): readonly SavedPoseData[] {
  const poses = [1, 2, 3].map((seed) =>
    capturePose(rig.skeleton, clampPose(rig.skeleton, randomPose(rig.skeleton, seededRandom(seed))).pose, {
      id: `pose-${seed}`,
      name: `Pose ${seed}`,
      tags: ['a', 'b'],
      folder: seed === 1 ? 'Walk/Slow' : '',
      isFavourite: seed === 2,
      ...(seed === 3 && { joints: [4, 2] }),
    }),
  );
  return projectToData(rig, { ...project, poses }).poses;
}

describe('packed poses', () => {
  test('unpack to what was packed', () => {
    expect(unpackPoses(packPoses(written()))).toEqual(written());
    expect(unpackPoses(packPoses([]))).toEqual([]);
  });

  test('can be read a part at a time', () => {
    const packed = packPoses(written());
    const parts = [packedSlice(packed, 0, 2), packedSlice(packed, 2, 9)];
    expect(parts.flatMap((part) => readPackedPoses(rig.skeleton, part).poses)).toEqual(
      readPackedPoses(rig.skeleton, packed).poses,
    );
    expect(parts[1]!.numbers.buffer).toBe(packed.numbers.buffer);
  });

  test('are read as the poses that they were packed from, wherever their bytes begin', () => {
    const packed = packPoses(written());
    const moved = new Uint8Array(packed.numbers.byteLength + 3);
    moved.set(packed.numbers, 3);
    const expected = projectFromData(rig, { ...projectToData(rig, project), poses: written() }).project.poses;
    for (const numbers of [packed.numbers, moved.subarray(3)])
      expect(readPackedPoses(rig.skeleton, { ...packed, numbers })).toEqual({ poses: expected, warnings: [] });
  });

  test('leave out what is no rotation, and joints that the character does not have, and say so', () => {
    const [first] = written() as [SavedPoseData];
    const joint = Object.keys(first.pose.joints)[0]!;
    const joints = { ...first.pose.joints, [joint]: [0, 0, 0, 0.5], tail: [0, 0, 0, 1] } as const;
    const { poses, warnings } = readPackedPoses(rig.skeleton, packPoses([{ ...first, pose: { ...first.pose, joints } }]));
    expect(poses).toHaveLength(1);
    expect(warnings).toEqual([
      'The character has no joint named "tail"; what the project says of them stays in its files.',
      `In the pose "Pose 1" the rotation of "${joint}" is not a rotation and was left out.`,
    ]);
  });

  test('refuse numbers that are too few, and poses of too many joints', () => {
    const packed = packPoses(written());
    expect(() => unpackPoses({ ...packed, numbers: packed.numbers.subarray(8) })).toThrow(
      /the packed poses need \d+ bytes, got \d+/,
    );
    const [first] = written() as [SavedPoseData];
    const wild = Array.from({ length: 6000 }, (_, i): SavedPoseData => {
      const joints = Object.fromEntries([0, 1].map((k) => [`joint ${2 * i + k}`, [0, 0, 0, 1]] as const));
      return { ...first, joints: 'all', pose: { root: [0, 0, 0], joints } };
    });
    expect(() => packPoses(wild)).toThrow('6000 poses of 12000 different joints are more than can be opened');
  });
});
