/** Does what a key stands for, by its name as events have it, and keeps the press from all others. Other keys go on. */
export function actByKey(event: React.KeyboardEvent, acts: Readonly<Record<string, () => void>>): void {
  const act = acts[event.key];
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}
