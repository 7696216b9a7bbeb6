import { useEffect } from 'react';
import { findCommand } from '../../commands/key-press.ts';
import { runCommand } from '../../commands/run-command.ts';
import { useServices } from '../window-context.tsx';

/** Runs the command of a key wherever the focus is, unless a text field or an open dialog or menu wants the key. */
export function KeyListener() {
  const { studio, parts, mac } = useServices();
  useEffect(() => {
    let isPointerLast = false;
    let isFocusedByPointer = false;
    const onPointerDown = () => {
      isPointerLast = true;
    };
    const onFocusIn = () => {
      isFocusedByPointer = isPointerLast;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Tab') isPointerLast = false;
      const command = findCommand(studio.getState(), event, { mac, isFocusedByPointer });
      if (!command) return;
      event.preventDefault();
      event.stopPropagation();
      void runCommand(command, { studio, parts, press: event });
    };
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    window.addEventListener('pointerdown', onPointerDown, options);
    window.addEventListener('focusin', onFocusIn, options);
    window.addEventListener('keydown', onKeyDown, options);
    return () => stop.abort();
  }, [studio, parts, mac]);
  return null;
}
