import { dialog, type BrowserWindow } from 'electron';
import type { WindowState } from '../contract.ts';

/** Asks before a window closes that has unsaved changes, or is writing a file. */
export interface CloseQuestion {
  /** The window told what closing would lose. */
  setState(state: Pick<WindowState, 'unsaved' | 'writing'>): void;
  /** The window answered {@link CloseActions.save}: it closes when everything was saved, and stays open for good when not. */
  saved(isSaved: boolean): void;
}

export interface CloseActions {
  /** Asks the window to save; it answers through {@link CloseQuestion.saved}. */
  save(): void;
  /** Forgets the unsaved changes. */
  discard(): Promise<void>;
}

const UNSAVED = {
  message: 'Save your changes before closing?',
  detail: 'They are lost if you do not save them.',
  buttons: ['Save', 'Don’t save', 'Cancel'],
} as const;

const WRITING = {
  save: {
    message: 'The project is still being saved.',
    detail: 'If you close now, it may stay as it was before. Your changes are offered at the next start.',
  },
  export: { message: 'A file is still being exported.', detail: 'If you close now, it is not written.' },
} as const;
const WRITING_BUTTONS = ['Close when it is done', 'Close now', 'Cancel'] as const;

export function askBeforeClosing(window: BrowserWindow, { save, discard }: CloseActions): CloseQuestion {
  let state: Pick<WindowState, 'unsaved' | 'writing'> = { unsaved: false, writing: null };
  let isAsking = false;
  let closesAfterWriting = false;

  async function ask(text: { readonly message: string; readonly detail: string }, buttons: readonly string[]): Promise<number> {
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: text.message,
      detail: text.detail,
      buttons: [...buttons],
      defaultId: 0,
      cancelId: buttons.indexOf('Cancel'),
      noLink: true,
    });
    return response;
  }

  async function askAboutWriting(writing: NonNullable<WindowState['writing']>): Promise<void> {
    const response = await ask(WRITING[writing], WRITING_BUTTONS);
    if (response === WRITING_BUTTONS.indexOf('Close when it is done')) {
      closesAfterWriting = true;
      closeIfWritten();
    } else if (response === WRITING_BUTTONS.indexOf('Close now')) {
      if (state.unsaved && writing === 'export') return askAboutChanges();
      window.destroy();
    }
  }

  async function askAboutChanges(): Promise<void> {
    const response = await ask(UNSAVED, UNSAVED.buttons);
    if (response === UNSAVED.buttons.indexOf('Save')) return save();
    if (response !== UNSAVED.buttons.indexOf('Don’t save')) return;
    await discard().catch(() => {
      // What cannot be forgotten is offered at the next start.
    });
    window.destroy();
  }

  function closeIfWritten(): void {
    if (!closesAfterWriting || state.writing !== null) return;
    closesAfterWriting = false;
    window.close();
  }

  window.on('close', (event) => {
    const { unsaved, writing } = state;
    if (!unsaved && writing === null) return;
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    void (writing === null ? askAboutChanges() : askAboutWriting(writing)).finally(() => {
      isAsking = false;
    });
  });

  return {
    setState(now) {
      state = now;
      closeIfWritten();
    },
    saved(isSaved) {
      if (isSaved && !window.isDestroyed()) window.close();
    },
  };
}
