import { savedPoseFromData } from '../../../../core/document/read-poses.ts';
import { jointKeys } from '../../../../core/document/joint-keys.ts';
import type { ListChange } from '../../../../core/document/list-change.ts';
import type { SavedPoseData } from '../../../../core/document/project-data.ts';
import { savedPoseToData } from '../../../../core/document/serialize-parts.ts';
import { referenceBody } from '../../../../core/library/shared/reference-body.ts';
import type { SavedPose } from '../../../../core/library/saved-pose.ts';

/** Poses of the reference body as they are written. */
export function writeSharedPoses(change: ListChange<SavedPose>): ListChange<SavedPoseData> {
  const { skeleton } = referenceBody();
  const keys = jointKeys(skeleton);
  return { ...change, put: change.put.map(({ item, ...place }) => ({ ...place, item: savedPoseToData(skeleton, item, keys) })) };
}

/** What was written, as poses of the reference body. */
export function readSharedPoses(change: ListChange<SavedPoseData>): ListChange<SavedPose> {
  const { skeleton } = referenceBody();
  return { ...change, put: change.put.map(({ item, ...place }) => ({ ...place, item: savedPoseFromData(skeleton, item) })) };
}
