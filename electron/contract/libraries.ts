import type { ListChange } from '../../core/document/list-change.ts';
import type { PartCopies } from '../../core/document/merge.ts';
import type { PackedPoses } from '../../core/document/packed-poses.ts';
import type { SavedPoseData } from '../../core/document/project-data.ts';
import type { PartRevisions, ProjectNews } from './projects.ts';

/** Libraries that lie outside projects: folders of poses of the reference body, for every character and for several people. */
export interface LibraryMessages {
  /** Reads a library's folder, and tells by `library.changed` from then on what others do there. A job. */
  'library.open': (folder: string, job?: string) => OpenedLibrary;
  /**
   * Puts poses into a library and takes poses out of it, merged with what others did there, as a project's saves are. A folder that was none
   * becomes a library. A job until the first file is written.
   */
  'library.change': (folder: string, change: ListChange<SavedPoseData>, job?: string) => MergedLibrary;
  /** Tells no more what others do there. */
  'library.close': (folder: string) => void;
}

export interface LibraryEvents {
  /** Somebody else changed a library that was opened: `change` speaks of poses only. */
  'library.changed': ProjectNews;
}

export interface OpenedLibrary {
  readonly folder: string;
  /** Their joints are humanoid bones. */
  readonly poses: PackedPoses;
  readonly revisions: PartRevisions;
  /** Sentences about files that could not be read; all others were. */
  readonly warnings: readonly string[];
  /** Whether nothing can be saved into the folder. */
  readonly readOnly?: true;
}

/** What a save made of a library. */
export interface MergedLibrary {
  /** The revisions of the files that the save speaks of; null for those that are gone. */
  readonly revisions: Readonly<Record<string, string | null>>;
  /** What others had made of the same poses since they were read. */
  readonly theirs: ListChange<SavedPoseData>;
  /** What became of poses that both sides had changed. */
  readonly copies: PartCopies;
  /** Sentences about what both sides had changed. */
  readonly notes: readonly string[];
}
