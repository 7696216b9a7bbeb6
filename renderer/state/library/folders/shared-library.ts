import type { ListChange } from '../../../../core/document/list-change.ts';
import type { SavedPose } from '../../../../core/library/saved-pose.ts';
import type { PartRevisions } from '../../../../electron/contract.ts';

/** A library that lies outside the project, as its folder was read. */
export interface SharedLibrary {
  readonly folder: string;
  /** On the reference body of `core/library/shared`. Empty while it is read. */
  readonly poses: readonly SavedPose[];
  readonly revisions: PartRevisions;
  readonly isReading: boolean;
  /** Whether nothing can be saved into the folder. */
  readonly isReadOnly: boolean;
  /** Why it cannot be read, in one sentence; null where it was. */
  readonly problem: string | null;
}

/** One change of a library outside the project. */
export interface LibraryEdit {
  readonly folder: string;
  readonly label: string;
  /** What leads back. */
  readonly back: ListChange<SavedPose>;
}

export function unreadLibrary(folder: string): SharedLibrary {
  return { folder, poses: [], revisions: {}, isReading: false, isReadOnly: false, problem: null };
}
