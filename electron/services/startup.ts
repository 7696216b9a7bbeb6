import { resolve } from 'node:path';
import type { Startup } from '../contract.ts';
import { openedFolderOf } from '../files/project/project-folder.ts';
import type { Journal } from './journal.ts';
import type { Projects } from './projects.ts';

/**
 * What a window should show first. A file that was given comes before work that an earlier program left behind, which then waits for the
 * next start, unless it is that very project; a window that is shown again (a reload) gets its own unsaved work back before anything else.
 * Recovered work keeps the folder that its journal names only where `mayRecoverInto` says so; otherwise it is work that was never saved.
 */
export function createStartup(
  journal: Journal,
  projects: Projects,
  startupFile: string | null,
  mayRecoverInto: (folder: string) => Promise<boolean>,
): () => Promise<Startup> {
  const given = startupFile === null ? null : resolve(startupFile);

  /** Work whose character cannot be found stays where it is. */
  async function recover(): Promise<Startup | null> {
    const left = await journal.look();
    const isOther = given !== null && journal.count() === 0 && left?.folder !== openedFolderOf(given);
    if (!left || isOther) return null;
    const folder = left.folder !== null && (await mayRecoverInto(left.folder)) ? left.folder : null;
    const character = await projects.characterOf(left.project, folder).catch(() => null);
    if (!character) return null;
    // Somebody else may have taken it meanwhile.
    const recovered = await journal.recover();
    return recovered && { kind: 'recover', ...recovered, folder, saved: folder === null ? null : recovered.saved, character };
  }

  return async () => (await recover()) ?? (given === null ? { kind: 'mannequin' } : { kind: 'open', path: given });
}
