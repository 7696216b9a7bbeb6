import type { ProjectChange } from './project-change.ts';
import type { ListChange } from './list-change.ts';
import { packPoses, unpackPoses, type PackedPoses } from './packed-poses.ts';
import type { SavedPoseData } from './project-data.ts';

/** A change as it travels between programs and threads: its poses are packed. */
export interface PackedChange extends Omit<ProjectChange, 'poses'> {
  readonly poses?: PackedListChange;
}

export interface PackedListChange extends Omit<ListChange<SavedPoseData>, 'put'> {
  readonly put: PackedPoses;
  /** For each pose that is put, what it comes behind, as {@link ListChange} says it. */
  readonly places: readonly { readonly after?: string | null }[];
}

/** Throws as {@link packPoses} does. */
export function packChange({ poses, ...change }: ProjectChange): PackedChange {
  if (!poses) return change;
  const { put, ...list } = poses;
  const places = put.map(({ item: _item, ...place }) => place);
  return { ...change, poses: { ...list, put: packPoses(put.map(({ item }) => item)), places } };
}

export function unpackChange({ poses, ...change }: PackedChange): ProjectChange {
  if (!poses) return change;
  const { put, places, ...list } = poses;
  return { ...change, poses: { ...list, put: unpackPoses(put).map((item, i) => ({ ...places[i], item })) } };
}
