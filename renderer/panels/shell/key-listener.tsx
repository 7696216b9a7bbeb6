import { useEffect } from 'react';
import { findCommand } from '../../commands/key-press.ts';
import { runCommand } from '../../commands/run-command.ts';
import { useServices } from '../window-context.tsx';

/** Runs the command of a key wherever the focus is, unless a text field or an open dialog or menu wants the key. */
export function KeyListener() {
  const { studio, parts, mac } = useServices();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = findCommand(studio.getState(), event, mac);
      if (!command) return;
      event.preventDefault();
      event.stopPropagation();
      void runCommand(command, { studio, parts });
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [studio, parts, mac]);
  return null;
}
