import { changesBetween } from '../../../core/document/changes.ts';
import { type ProjectChange, withBases } from '../../../core/document/project-change.ts';
import { projectToData } from '../../../core/document/serialize.ts';
import type { JournalEntry } from '../../../electron/contract.ts';
import { onScreen } from './project-view.ts';
import { firstRig, rigOf } from '../rig/document-rig.ts';
import { messageOf, notifyUntilSettled, settleNotice } from '../window/notify.ts';
import type { DocumentState } from '../document-state.ts';
import { hasUnsavedChanges, type Studio } from '../studio.ts';

/**
 * A journal begins with the whole project, or where that is saved; after that, what each edit changed is enough, unless one could not be
 * kept.
 */
export function journalEdit(studio: Studio, label: string, before: DocumentState, document: DocumentState): void {
  const begins = before.history.present === document.saved || studio.getState().session.isJournalBroken;
  appendToJournal(studio, label, begins ? 'saved' : before, document);
}

/** Keeps what leads from an earlier state of the document to the present one; `'saved'` begins a journal. */
export function appendToJournal(studio: Studio, label: string, before: DocumentState | 'saved', document: DocumentState): void {
  const { history, rig, folder, revisions } = document;
  const change = (): Omit<JournalEntry, 'label' | 'folder'> => {
    if (before !== 'saved') {
      const edit = changesBetween(rig, before.history.present, history.present, before.rig, firstRig(document));
      return withBases(edit, revisions ?? {});
    }
    if (revisions === null) return { changed: projectToData(rig, history.present, firstRig(document)) };
    return { ...unsavedChange(document), onSaved: true };
  };
  const begins = before === 'saved';
  studio.desktop.call('journal.append', { label, folder, ...change(), view: onScreen(studio) }).then(
    () => begins && journalMended(studio),
    (error: unknown) => journalBroke(studio, error),
  );
}

/** Milliseconds that the playhead, and what is shown, rests before it is kept beside unsaved work. */
const REST = 1_000;

/** Studios whose playhead has moved since, or that show something else. */
const moved = new WeakMap<Studio, ReturnType<typeof setTimeout>>();

/** Keeps where the playhead came to rest, and what is shown, while there is work that is not saved: it comes back as it was left. */
export function keepView(studio: Studio): void {
  clearTimeout(moved.get(studio));
  if (!hasUnsavedChanges(studio.getState())) return;
  moved.set(
    studio,
    setTimeout(() => {
      const { document, session } = studio.getState();
      if (!document || session.isJournalBroken || !hasUnsavedChanges(studio.getState())) return;
      appendToJournal(studio, 'Look at it otherwise', document, document);
    }, REST),
  );
}

/** Milliseconds after which a journal that could not be written is begun anew; doubled after each failure up to the longest. */
const SHORTEST_RETRY = 5_000;
const LONGEST_RETRY = 60_000;

/** Studios whose journal is tried again after a while. */
const retries = new WeakMap<Studio, ReturnType<typeof setTimeout>>();

function journalBroke(studio: Studio, error: unknown): void {
  const { session } = studio.getState();
  studio.setState({ session: { ...session, isJournalBroken: true } });
  const refusal = `Unsaved work cannot be kept for recovery: ${messageOf(error)}. Limber goes on trying; save the project to be safe.`;
  notifyUntilSettled(studio, 'recovery', session.app?.problem ?? refusal);
  if (!retries.has(studio)) retryJournal(studio, SHORTEST_RETRY);
}

function retryJournal(studio: Studio, delay: number): void {
  retries.set(
    studio,
    setTimeout(() => {
      retries.delete(studio);
      const { document, session } = studio.getState();
      if (!session.isJournalBroken) return;
      // What was saved meanwhile needs no journal.
      if (!document || !hasUnsavedChanges(studio.getState())) return journalMended(studio);
      retryJournal(studio, Math.min(2 * delay, LONGEST_RETRY));
      appendToJournal(studio, 'Everything since the last save', 'saved', document);
    }, delay),
  );
}

function journalMended(studio: Studio): void {
  const { session } = studio.getState();
  if (!session.isJournalBroken) return;
  studio.setState({ session: { ...session, isJournalBroken: false } });
  settleNotice(studio, 'recovery');
  clearTimeout(retries.get(studio));
  retries.delete(studio);
}

/** What leads from the project as it is saved to the one on screen, with the revisions that it was made from. */
export function unsavedChange(document: DocumentState): ProjectChange {
  const { history, rig, saved, revisions } = document;
  const change = changesBetween(rig, saved, history.present, rigOf(document, saved), firstRig(document));
  return withBases(change, revisions ?? {});
}
