import { useEffect, type KeyboardEvent, type RefObject } from 'react';

const TEXT_FIELD = 'input:not([type="range"], [type="checkbox"], [type="radio"], [type="file"]), textarea';

/** Where the keyboard begins in a dialog, the best first. */
const FIRST = ['[role="tab"][aria-selected="true"]', TEXT_FIELD, 'input[type="range"], .select-button, [role="radio"]'];

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

/** Choices and sliders, which Space and the arrows open and set. Other buttons are pressed by Enter themselves. */
const CHOICE =
  'input[type="range"], input[type="checkbox"], input[type="radio"], [role="radio"], .select-button[aria-expanded="false"]';

/** Enter in a text field presses the dialog's primary button, except in fields that use it themselves (`data-own-enter`); a number is settled by it first. */
export function pressPrimaryFromField(event: KeyboardEvent<HTMLElement>): void {
  if (isEnterOn(event, TEXT_FIELD) && (event.target as HTMLElement).dataset['ownEnter'] === undefined) pressPrimary(event);
}

/** Enter on a closed choice presses the primary button too. To be called while the event is on its way down, before the choice opens. */
export function pressPrimaryFromChoice(event: KeyboardEvent<HTMLElement>): void {
  if (isEnterOn(event, CHOICE) && pressPrimary(event)) event.stopPropagation();
}

function isEnterOn({ key, target }: KeyboardEvent<HTMLElement>, selector: string): boolean {
  return key === 'Enter' && target instanceof HTMLElement && target.matches(selector);
}

/** Whether the dialog has a primary button. */
function pressPrimary({ currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  const primary = currentTarget.closest('.dialog')?.querySelector<HTMLElement>('.dialog-actions .button.primary');
  if (!primary) return false;
  // What the field tells of a change may enable the button.
  requestAnimationFrame(() => {
    if (!primary.matches('[data-disabled], [data-pending]')) primary.click();
  });
  return true;
}
