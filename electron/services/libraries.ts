import { realpath } from 'node:fs/promises';
import type { ListChange } from '../../core/document/list-change.ts';
import type { SavedPoseData } from '../../core/document/project-data.ts';
import { fitSentence, quote } from '../../core/formats/text/quote.ts';
import type { MergedLibrary, OpenedLibrary } from '../contract.ts';
import { writeFiles } from '../files/project/save-project.ts';
import { openFolder } from '../files/storage/folder-access.ts';
import { whileFolderIsMine } from '../files/storage/folder-turns.ts';
import type { FolderWork } from './folder-work.ts';
import { createRemovedMemory } from './removed-parts.ts';
import { createProjectWatch, type ProjectWatch, type TellNews } from './project-watch.ts';
import { isWritable } from './writable.ts';

/** Opens, changes and watches libraries outside projects. Every refusal is an `Error` with one sentence. */
export interface Libraries {
  open(folder: string, job?: string): Promise<OpenedLibrary>;
  /** Merged with what others did to the folder. */
  change(folder: string, change: ListChange<SavedPoseData>, job?: string): Promise<MergedLibrary>;
  /** Ends the watching of one of them. */
  forget(folder: string): void;
  /** Ends the watching of all. */
  close(): void;
}

/** `tell` hears what others do to the libraries that were opened. */
export function createLibraries(work: FolderWork, tell: TellNews): Libraries {
  const watches = new Map<string, ProjectWatch>();
  const memory = createRemovedMemory();

  return {
    async open(folder, job) {
      const { poses, revisions, seen, warnings } = await work({ kind: 'openLibrary', folder }, { job });
      const watch = watches.get(folder) ?? createProjectWatch(tell, { look: (task, signal) => work(task, { signal }) });
      watches.set(folder, watch);
      watch.show(folder, revisions, seen);
      const opened = { folder, poses, revisions, warnings: warnings.map(fitSentence) };
      return (await isWritable(folder)) ? opened : { ...opened, readOnly: true };
    },
    async change(folder, change, job) {
      const root = await realpath(folder).catch((error: unknown) => {
        throw new Error(`nothing can be saved into the library ${quote(folder)}: there is no such folder`, { cause: error });
      });
      const merged = await whileFolderIsMine(root, async (held) => {
        const removed = memory.of(root, { poses: change });
        const planned = await work({ kind: 'planLibrarySave', folder: root, change, removed }, { job });
        await writeFiles(await openFolder(root), planned.groups, held.check);
        memory.keep(root, planned.removed);
        return { ...planned.merged, notes: [...held.notes, ...planned.merged.notes].map(fitSentence) };
      });
      watches.get(folder)?.wrote(folder, merged.revisions);
      return merged;
    },
    forget(folder) {
      watches.get(folder)?.show(null, {}, new Map());
      watches.delete(folder);
    },
    close() {
      for (const watch of watches.values()) watch.show(null, {}, new Map());
      watches.clear();
    },
  };
}
