import { Check } from 'lucide-react';
import { MenuItem } from 'react-aria-components';
import { useCommand } from '../window-context.tsx';

/** A command as a line of a menu. */
export function CommandItem({ id }: { id: string }) {
  const { label, shortcut, enabled, otherwise, checked, run } = useCommand(id);
  return (
    <MenuItem id={id} textValue={label} className="menu-item" isDisabled={!enabled} onAction={run}>
      <span>{checked === true && <Check size={14} aria-label="on" />}</span>
      <span title={otherwise || undefined}>{label}</span>
      {shortcut !== '' && <kbd>{shortcut}</kbd>}
    </MenuItem>
  );
}
