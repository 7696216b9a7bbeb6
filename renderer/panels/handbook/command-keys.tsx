import { useCommand } from '../window-context.tsx';

/** A command in a text, with its key of the present key map behind it. */
export function CommandKeys({ id, text }: { id: string; text: string }) {
  const { shortcut } = useCommand(id);
  return (
    <strong className="handbook-command">
      {text}
      {shortcut !== '' && <kbd className="key-cap">{shortcut}</kbd>}
    </strong>
  );
}
