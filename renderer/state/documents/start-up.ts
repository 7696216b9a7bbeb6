import { changeProject } from '../../../core/document/deserialize.ts';
import { createHistory } from '../../../core/document/history.ts';
import { jointKeys } from '../../../core/document/joint-keys.ts';
import type { Startup } from '../../../electron/contract.ts';
import type { DocumentState } from '../document-state.ts';
import type { RecoverChoice } from '../notices-and-dialogs.ts';
import { attempting, notify, notifyUntilSettled, settleNotice, tellFailure } from '../notices.ts';
import { showTime } from '../playback.ts';
import { beginJournal, closeJournal, confirmLeaving } from '../saving.ts';
import { ask } from '../session.ts';
import { whileLong } from '../jobs.ts';
import type { Studio } from '../studio.ts';
import { openPath } from './open-path.ts';
import { showMannequin } from './show-character.ts';
import { readProject, showDocument } from './show-document.ts';

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
  const startup = await whileLong(studio, 'Looking for unsaved work', (job) => studio.desktop.call('app.startup', job));
  tellUnsavedWork(studio, startup);
  if (startup.kind === 'open') await openPath(studio, startup.path);
  if (startup.kind === 'recover' && (await offerRecovery(studio, startup)) === 'discard') await showStartup(studio);
}

/** Takes unsaved work from programs that do not answer, and offers it in place of what is shown. */
export async function takeOverWork(studio: Studio): Promise<void> {
  if (!(await confirmLeaving(studio, 'Unsaved work'))) return;
  await closeJournal(studio);
  const startup = await attempting(studio, 'takingOver', null, () =>
    whileLong(studio, 'Taking over unsaved work', (job) => studio.desktop.call('app.takeOver', job)),
  );
  if (!startup) return;
  tellUnsavedWork(studio, startup);
  if (startup.kind === 'recover') await offerRecovery(studio, startup);
}

/** Says which unsaved work there is that is not offered, and keeps saying it as long as it can be taken over. */
function tellUnsavedWork(studio: Studio, { notes = [], unanswered = [] }: Startup): void {
  for (const note of notes) notify(studio, 'warning', note);
  const { session } = studio.getState();
  studio.setState({ session: { ...session, canTakeOver: unanswered.length > 0 } });
  if (unanswered.length === 0) settleNotice(studio, 'unanswered');
  else notifyUntilSettled(studio, 'unanswered', unanswered.join(' '), 'file.takeOver');
}

type Recovery = Extract<Startup, { kind: 'recover' }>;

async function offerRecovery(studio: Studio, startup: Recovery): Promise<RecoverChoice> {
  const { edits } = startup;
  const choice = await ask<RecoverChoice>(studio, (answer) => ({ name: 'recover', edits, answer }));
  if (choice === 'discard') {
    await closeJournal(studio);
    return choice;
  }
  try {
    showDocument(studio, startup.character, { ...startup, revisions: startup.saved?.revisions ?? null });
  } catch (error) {
    tellFailure(studio, 'starting', error, { file: startup.character.fileName, failed: 'was not brought back' });
    return choice;
  }
  const { document } = studio.getState();
  if (!document) return choice;
  const { session } = studio.getState();
  const { playhead = 0, camera = null } = startup.view ?? {};
  studio.setState({ document: recovered(document, startup), session: { ...session, openingCamera: camera } });
  showTime(studio, playhead);
  beginJournal(studio, 'Recover');
  settleNotice(studio, 'starting');
  notify(studio, 'info', 'Your work was brought back. Save the project to keep it.');
  return choice;
}

/** The document with recovered work: made from what is saved, or from nothing that is saved. */
function recovered(document: DocumentState, { saved, character }: Recovery): DocumentState {
  const unsaved = { ...document, saved: { ...document.saved } };
  if (!saved) return unsaved;
  const { rig, project } = readProject(character, saved.project, saved.revisions);
  const isSameRig = jointKeys(rig.skeleton).join('\n') === jointKeys(document.rig.skeleton).join('\n');
  if (!isSameRig) return { ...unsaved, saved: project };
  const present = changeProject(project, saved.change, document.rig).project;
  return { ...unsaved, saved: project, history: createHistory(present === project ? { ...project } : present) };
}
