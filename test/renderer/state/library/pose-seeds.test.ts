import { describe, expect, test } from 'vitest';
import { deletePose, renamePose, savePose } from '../../../../core/document/edits/library.ts';
import type { Project } from '../../../../core/document/project.ts';
import type { Goal } from '../../../../core/ik/request/goals.ts';
import type { SavedPose } from '../../../../core/library/saved-pose.ts';
import { fromAxisAngle } from '../../../../core/math/quat.ts';
import { forwardKinematics, worldPosition } from '../../../../core/skeleton/forward-kinematics.ts';
import { restPose, setRotation, type Pose } from '../../../../core/skeleton/pose.ts';
import { commitEdit } from '../../../../renderer/state/editing.ts';
import { seedsOf } from '../../../../renderer/state/library/pose-seeds.ts';
import { openedStudio } from '../../tools/mannequin-studio.ts';

function openedLibrary() {
  const studio = openedStudio();
  const { rig } = studio.document();
  const hand = rig.humanoid.leftHand!;
  const raised = (angle: number): Pose => {
    const pose = restPose(rig.skeleton);
    setRotation(pose, rig.humanoid.leftUpperArm!, fromAxisAngle([0, 0, 1], angle));
    return pose;
  };
  const saved = (name: string, angle: number): SavedPose => ({
    id: name.toLowerCase(),
    name,
    tags: [],
    folder: '',
    isFavourite: false,
    pose: raised(angle),
    joints: rig.skeleton.names.map((_, joint) => joint),
    thumbnail: '',
  });
  const edit = (change: (project: Project) => Project) => commitEdit(studio, 'Change the library', change);
  const nearestTo = (angle: number): string => {
    const target = worldPosition(forwardKinematics(rig.skeleton, raised(angle)), hand);
    const goals: Goal[] = [{ kind: 'position', joint: hand, target }];
    const seeds = seedsOf(studio.getState(), studio.document());
    return seeds
      .source(goals, restPose(rig.skeleton))
      .map((_, index) => seeds.originOf({ start: { kind: 'seed', index } }, null))
      .map((origin) => (origin?.kind === 'seed' ? origin.name : 'none'))
      .join(', ');
  };
  return { studio, saved, edit, nearestTo };
}

describe('the poses of the library as starts of a pull', () => {
  test('are those whose hand comes nearest to the target, by name', () => {
    const { saved, edit, nearestTo } = openedLibrary();
    expect(nearestTo(0.5)).toBe('');
    edit((project) => [saved('Up', 1), saved('Down', -1), saved('Level', 0), saved('High', 1.4)].reduce(savePose, project));
    expect(nearestTo(1.1)).toBe('Up, High, Level');
    expect(nearestTo(-0.9)).toBe('Down, Level, Up');
  });

  test('follow every change of the library, back and forth', () => {
    const { studio, saved, edit, nearestTo } = openedLibrary();
    edit((project) => savePose(savePose(project, saved('Up', 1)), saved('Down', -1)));
    expect(nearestTo(1)).toBe('Up, Down');
    edit((project) => renamePose(project, 'up', 'Raised'));
    expect(nearestTo(1)).toBe('Raised, Down');
    edit((project) => deletePose(project, 'up'));
    expect(nearestTo(1)).toBe('Down');
    edit((project) => savePose(project, saved('Higher', 1.2)));
    expect(nearestTo(1)).toBe('Higher, Down');
    expect(studio.document().history.present.poses).toHaveLength(2);
  });
});
