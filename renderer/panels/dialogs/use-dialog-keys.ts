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
      const fields = FIRST.flatMap((selector) => [...body.current!.querySelectorAll<HTMLElement>(selector)]);
      // What is folded away takes no keyboard.
      const first = fields.find((field) => field.closest('details:not([open])') === null);
      first?.focus();
      if (first instanceof HTMLInputElement && first.matches(TEXT_FIELD)) first.select();
    });
    return () => cancelAnimationFrame(frame);
  }, [body]);
}

/** Where Enter is the primary button: fields, and choices that Space and arrows open and set. Other buttons are pressed by it themselves. */
const SETTLED_BY_ENTER = `${TEXT_FIELD}, input[type="checkbox"], input[type="radio"], [role="radio"], .select-button[aria-expanded="false"]`;

/**
 * Enter in a field or a closed choice presses the dialog's primary button, except in fields that use it themselves (`data-own-enter`). To be called while
 * the event is on its way down, before a choice opens.
 */
export function pressPrimary(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  if (event.key !== 'Enter' || !(target instanceof HTMLElement) || !target.matches(SETTLED_BY_ENTER)) return;
  if (target.dataset['ownEnter'] !== undefined) return;
  const primary = currentTarget.closest('.dialog')?.querySelector<HTMLElement>('.dialog-actions .button.primary');
  if (!primary) return;
  if (!target.matches(TEXT_FIELD)) event.stopPropagation();
  // A number that Enter settles is settled before, which may enable the button.
  requestAnimationFrame(() => {
    if (!primary.matches('[data-disabled], [data-pending]')) primary.click();
  });
}
