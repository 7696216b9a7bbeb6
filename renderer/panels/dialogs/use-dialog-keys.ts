import { useEffect, type KeyboardEvent, type RefObject } from 'react';

const TEXT_FIELD = 'input:not([type="range"], [type="checkbox"], [type="radio"], [type="file"]), textarea';

/** Where the keyboard begins in a dialog, the best first. */
const FIRST = ['[data-first-field]', '[role="tab"][aria-selected="true"]', TEXT_FIELD, '.select-button, [role="radio"]'];

/** Lets a dialog open on its first field, with its text selected, unless something in it took the keyboard already. */
export function useFirstField(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // Lists and tabs are drawn in a second step.
    const frame = requestAnimationFrame(() => {
      const dialog = body.current?.closest('[role="dialog"], [role="alertdialog"]');
      const isTaken = document.activeElement !== dialog && dialog?.contains(document.activeElement);
      if (!body.current || isTaken) return;
      const { current } = body;
      const first = FIRST.map((selector) => current.querySelector<HTMLElement>(selector)).find((found) => found !== null);
      first?.focus();
      if (first instanceof HTMLInputElement && first.matches(TEXT_FIELD)) first.select();
    });
    return () => cancelAnimationFrame(frame);
  }, [body]);
}

/** Enter in a text field presses the dialog's primary button, except in fields that use it themselves (`data-own-enter`). */
export function pressPrimary(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  if (event.key !== 'Enter' || !(target instanceof HTMLElement) || !target.matches(TEXT_FIELD)) return;
  if (target.dataset['ownEnter'] !== undefined) return;
  const dialog = currentTarget.closest('.dialog');
  // A number that Enter settles is settled before.
  requestAnimationFrame(() => {
    dialog?.querySelector<HTMLElement>('.dialog-actions .button.primary:not([data-disabled], [data-pending])')?.click();
  });
}
