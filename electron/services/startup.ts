import { resolve } from 'node:path';
import { fitSentence, quote, shorten } from '../../core/formats/text/quote.ts';
import type { Startup } from '../contract.ts';
import { openedFolderOf } from '../files/project/project-folder.ts';
import { sentenceOf } from '../files/storage/explain-failure.ts';
import type { Journal } from './journal.ts';
import type { Projects } from './projects.ts';

/**
 * What a window should show first. A file that was given comes before work that an earlier program left behind, which then waits for the
 * next start, unless it is that very project; a window that is shown again (a reload) gets its own unsaved work back before anything else.
 * Recovered work keeps the folder that its journal names only where `mayRecoverInto` says so; otherwise it is work that was never saved. Unsaved work that exists is always
 * said to exist. `takeOver` gives what programs hold that did not answer, whatever file was given.
 */
export function createStartup(
  journal: Journal,
  projects: Projects,
  startupFile: string | null,
  mayRecoverInto: (folder: string) => Promise<boolean>,
): { readonly start: FindStartup; readonly takeOver: FindStartup } {
  const given = startupFile === null ? null : resolve(startupFile);

  /** Work whose character cannot be found stays where it is. What is not offered is said in `notes`. */
  async function recover(notes: string[], job: string | undefined, isWanted: boolean): Promise<Startup | null> {
    const left = await journal.look(job);
    notes.push(...journal.notes());
    if (!left) return null;
    const what = `Unsaved work of ${quote(left.name, LONGEST_NAME)}`;
    const isOther = !isWanted && given !== null && journal.count() === 0 && left.folder !== openedFolderOf(given);
    if (isOther) {
      notes.push(`${what} is kept: it is offered when Limber is started without a file.`);
      return null;
    }
    const folder = left.folder !== null && (await mayRecoverInto(left.folder)) ? left.folder : null;
    const character = await projects.characterOf(left.character, folder).catch((error: unknown) => {
      const why = shorten(sentenceOf(error), LONGEST_REASON);
      notes.push(`${what} was not brought back: ${why}. It is kept, and offered again at the next start.`);
      return null;
    });
    if (!character) return null;
    // Somebody else may have taken it meanwhile.
    const recovered = await journal.recover();
    notes.splice(0, notes.length, ...journal.notes());
    if (!recovered) return null;
    const { work, edits, view, actors } = recovered;
    const others = await projects.othersOf(actors, folder);
    return { kind: 'recover', work, folder, edits, view, character, others };
  }

  async function find(job: string | undefined, isWanted: boolean): Promise<Startup> {
    const notes: string[] = [];
    const startup =
      (await recover(notes, job, isWanted)) ??
      (given === null || isWanted ? { kind: 'mannequin' as const } : { kind: 'open' as const, path: given });
    const unanswered = journal.unanswered();
    return {
      ...startup,
      ...(notes.length > 0 && { notes: notes.map(fitSentence) }),
      ...(unanswered.length > 0 && { unanswered: unanswered.map(fitSentence) }),
    };
  }

  return {
    start: (job) => find(job, false),
    async takeOver(job) {
      await journal.takeOver();
      return find(job, true);
    },
  };
}

export type FindStartup = (job?: string) => Promise<Startup>;

/** Characters of a project's name, and of a reason, in a sentence. */
const LONGEST_NAME = 60;
const LONGEST_REASON = 150;
