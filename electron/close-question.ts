import { dialog, type BrowserWindow } from 'electron';

/** Asks before a window with unsaved changes closes. */
export interface CloseQuestion {
  /** The window told whether closing would lose changes. */
  setUnsaved(unsaved: boolean): void;
  /** The save that the user asked for while closing did not happen: the window stays. */
  saveFailed(): void;
}

export interface CloseActions {
  /** Asks the window to save; it answers through {@link CloseQuestion.setUnsaved}. */
  save(): void;
  /** Forgets the unsaved changes. */
  discard(): Promise<void>;
}

const BUTTONS = ['Save', 'Don’t save', 'Cancel'] as const;

export function askBeforeClosing(window: BrowserWindow, { save, discard }: CloseActions): CloseQuestion {
  let unsaved = false;
  let isAsking = false;
  let closesAfterSave = false;

  async function ask(): Promise<void> {
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: 'Save your changes before closing?',
      detail: 'They are lost if you do not save them.',
      buttons: [...BUTTONS],
      defaultId: BUTTONS.indexOf('Save'),
      cancelId: BUTTONS.indexOf('Cancel'),
      noLink: true,
    });
    if (response === BUTTONS.indexOf('Save')) {
      closesAfterSave = true;
      save();
    } else if (response === BUTTONS.indexOf('Don’t save')) {
      await discard().catch(() => {
        // What cannot be forgotten is offered at the next start.
      });
      window.destroy();
    }
  }

  window.on('close', (event) => {
    if (!unsaved) return;
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    void ask().finally(() => {
      isAsking = false;
    });
  });

  return {
    setUnsaved(now) {
      unsaved = now;
      if (unsaved || !closesAfterSave) return;
      closesAfterSave = false;
      window.close();
    },
    saveFailed() {
      closesAfterSave = false;
    },
  };
}
