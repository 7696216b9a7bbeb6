import { useEffect } from 'react';
import { meaningOfKey } from '../../commands/key-press.ts';
import { notify } from '../../state/window/notify.ts';
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
      // Both lead the keyboard on; Alt goes to the menus.
      if (event.key === 'Tab' || event.key === 'Alt') isPointerLast = false;
      const meaning = meaningOfKey(studio.getState(), event, { mac, isFocusedByPointer });
      if (!meaning) return;
      event.preventDefault();
      event.stopPropagation();
      if ('runs' in meaning) void runCommand(meaning.runs, { studio, parts, press: event });
      else notify(studio, 'info', `${meaning.refused.label}: ${meaning.refused.enabled.otherwise}`);
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
