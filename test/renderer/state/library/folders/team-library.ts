import { packPoses } from '../../../../../core/document/packed-poses.ts';
import { applyListChange } from '../../../../../core/document/list-change.ts';
import type { SavedPoseData } from '../../../../../core/document/project-data.ts';
import type { Answers } from '../../open-studio.ts';

export const TEAM = '/team/Team poses';

/** A pose of a library outside projects, as it is written: the left arm lowered. */
export function teamPose(id: string, name: string): SavedPoseData {
  const joints = { leftUpperArm: [0, 0, -0.6, 0.8] } as const;
  return { id, name, tags: [], joints: ['leftUpperArm', 'head'], root: false, pose: { root: [0, 0, 0], joints }, thumbnail: '' };
}

/** A host with one folder, `TEAM`, that holds these poses and takes over what is saved there. */
export function teamLibrary(...held: readonly SavedPoseData[]): Answers {
  let poses = held;
  return {
    'library.open': (folder) => {
      if (folder !== TEAM) throw new Error(`the library "${folder}" cannot be read: there is no such folder`);
      return { folder, poses: packPoses(poses), revisions: {}, warnings: [] };
    },
    'library.change': (_, change) => {
      poses = applyListChange(poses, change);
      return { revisions: {}, theirs: { removed: [], put: [] }, copies: {}, notes: [] };
    },
  };
}
