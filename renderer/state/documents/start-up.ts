import { decode } from '@msgpack/msgpack';
import type { Startup, UnsavedWork } from '../../../electron/contract.ts';
import type { RecoverChoice } from '../window/notices-and-dialogs.ts';
import { attempting, notify, notifyUntilSettled, settleNotice, tellFailure } from '../window/notify.ts';
import { restoreScreen } from '../saving/project-view.ts';
import { beginJournal, closeJournal, confirmLeaving } from '../saving/saving.ts';
import { workOnOpened } from '../scene/work-on.ts';
import { ask } from '../session.ts';
import { whileLong } from '../jobs.ts';
import type { Studio } from '../studio.ts';
import { openPath } from './open-path.ts';
import { showMannequin } from './show-character.ts';
import { readUnsavedWork, type ReadWork } from './read-unsaved-work.ts';
import { showProject } from './show-document.ts';

/** Shows what the window should begin with: the file that was given, what can be recovered, or the mannequin. */
export async function startUp(studio: Studio): Promise<void> {
  const { desktop } = studio;
  const app = await desktop.call('app.info');
  studio.setState({ session: { ...studio.getState().session, app } });
  if (app.problem !== undefined) notifyUntilSettled(studio, 'recovery', app.problem);
  await showStartup(studio);
  if (!studio.getState().document) await showMannequin(studio);
}

/** Work that was discarded makes room for what would have been shown without it. */
async function showStartup(studio: Studio): Promise<void> {
  const found = await findWork(studio, 'Looking for unsaved work', 'app.startup');
  tellUnsavedWork(studio, found.startup);
  if (found.startup.kind === 'open') await openPath(studio, found.startup.path);
  if (found.recovery && (await offerRecovery(studio, found.recovery)) === 'discard') await showStartup(studio);
}

/** Takes unsaved work from programs that do not answer, and offers it in place of what is shown. */
export async function takeOverWork(studio: Studio): Promise<void> {
  if (!(await confirmLeaving(studio, 'Unsaved work'))) return;
  await closeJournal(studio);
  const found = await attempting(studio, 'takingOver', null, () => findWork(studio, 'Taking over unsaved work', 'app.takeOver'));
  if (!found) return;
  tellUnsavedWork(studio, found.startup);
  if (found.recovery) await offerRecovery(studio, found.recovery);
}

/** What the host offers, with the reading of unsaved work, which has ended: what is shown then comes at once. */
function findWork(
  studio: Studio,
  label: string,
  message: 'app.startup' | 'app.takeOver',
): Promise<{ readonly startup: Startup; readonly recovery: Recovery | null }> {
  return whileLong(studio, label, async (job) => {
    const startup = await studio.desktop.call(message, job);
    if (startup.kind !== 'recover') return { startup, recovery: null };
    const { work, character, others } = startup;
    const [read] = await Promise.allSettled([readUnsavedWork(studio, [character, ...others], decode(work) as UnsavedWork)]);
    return { startup, recovery: { startup, read } };
  });
}

/** Says which unsaved work there is that is not offered, and keeps saying it as long as it can be taken over. */
function tellUnsavedWork(studio: Studio, { notes = [], unanswered = [] }: Startup): void {
  for (const note of notes) notify(studio, 'warning', note);
  const { session } = studio.getState();
  studio.setState({ session: { ...session, canTakeOver: unanswered.length > 0 } });
  if (unanswered.length === 0) settleNotice(studio, 'unanswered');
  else notifyUntilSettled(studio, 'unanswered', unanswered.join(' '), 'file.takeOver');
}

interface Recovery {
  readonly startup: Extract<Startup, { kind: 'recover' }>;
  /** Where it cannot be shown, that is told to whoever wants it. */
  readonly read: PromiseSettledResult<ReadWork>;
}

async function offerRecovery(studio: Studio, { startup, read }: Recovery): Promise<RecoverChoice> {
  const { edits, character, others, folder } = startup;
  const choice = await ask<RecoverChoice>(studio, (answer) => ({ name: 'recover', edits, answer }));
  if (choice === 'discard') {
    await closeJournal(studio);
    return choice;
  }
  if (read.status === 'rejected') {
    tellFailure(studio, 'starting', read.reason, { file: character.fileName, failed: 'was not brought back' });
    return choice;
  }
  const { saved, workedOn, ...shown } = read.value;
  const base = folder === null ? null : saved;
  // Work differs from what is saved, also where nothing is saved and where it comes to the same.
  const project = { ...shown.project };
  const place = { folder, others, revisions: base?.revisions ?? null, saved: base?.project ?? shown.project };
  showProject(studio, character, { ...shown, project }, place);
  if (startup.view) restoreScreen(studio, startup.view);
  // The host's journal holds the work already; it goes on with that, unless the work must not be saved where it was made.
  if (saved && !base) beginJournal(studio, 'Recover');
  workOnOpened(studio, workedOn);
  settleNotice(studio, 'starting');
  notify(studio, 'info', 'Your work was brought back. Save the project to keep it.');
  return choice;
}
