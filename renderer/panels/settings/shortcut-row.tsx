import { Pencil, RotateCcw, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { mappedShortcuts, shortcutsOf, type Command } from '../../commands/command.ts';
import { conflictsOf, resetShortcuts, setShortcuts, takeShortcut } from '../../commands/edit-keys.ts';
import { shortcutOfPress, showShortcut } from '../../commands/shortcut.ts';
import { IconButton } from '../widgets/button.tsx';
import { useServices, useStudio } from '../window-context.tsx';

/** A command with its keys: press others for it, take them away, give them back. */
export function ShortcutRow({ command }: { command: Command }) {
  const { studio, mac } = useServices();
  const settings = useStudio((state) => state.session.settings);
  const [isWaiting, setWaiting] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const shortcuts = shortcutsOf(command, settings);
  const isChanged = shortcuts !== mappedShortcuts(command, settings.keyMap);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    const shortcut = event.key === 'Escape' ? null : shortcutOfPress(event.nativeEvent, mac);
    if (shortcut !== null) change(() => setShortcuts(studio, command, [shortcut]));
    else if (event.key === 'Escape') change(() => {});
  };
  /** The buttons of the row come and go with its keys: the focus goes to its first one before the next key is pressed. */
  const change = (doing: () => void) => {
    flushSync(() => {
      doing();
      setWaiting(false);
    });
    row.current?.querySelector<HTMLElement>('button')?.focus();
  };
  return (
    <li className="key-line" ref={row}>
      <span className="key-line-name">
        {command.label} <span className="faint">{command.category}</span>
      </span>
      {isWaiting ? (
        <button
          type="button"
          className="button key-waiting"
          autoFocus
          aria-label={`Press the keys for “${command.label}”, or Esc`}
          onKeyDown={press}
          onBlur={() => setWaiting(false)}
        >
          Press the keys, or Esc
        </button>
      ) : (
        <>
          <span className="key-caps">
            {shortcuts.map((text) => (
              <kbd key={text} className="key-cap">
                {showShortcut(text, mac)}
              </kbd>
            ))}
          </span>
          <span className="key-line-actions">
            <IconButton icon={Pencil} label={`Change the keys of “${command.label}”`} onPress={() => setWaiting(true)} />
            {shortcuts.length > 0 && (
              <IconButton
                icon={X}
                label={`Take the keys from “${command.label}”`}
                onPress={() => change(() => setShortcuts(studio, command, []))}
              />
            )}
            {isChanged && (
              <IconButton
                icon={RotateCcw}
                label={`Reset the keys of “${command.label}”`}
                onPress={() => change(() => resetShortcuts(studio, command))}
              />
            )}
          </span>
        </>
      )}
      {conflictsOf(command, settings).map(({ command: other, shortcut }) => (
        <p key={`${other.id} ${shortcut}`} className="key-conflict warning-text">
          {showShortcut(shortcut, mac)} is also “{other.label}”.{' '}
          <button type="button" className="link" onClick={() => change(() => takeShortcut(studio, other, shortcut))}>
            Take it from there
          </button>
        </p>
      ))}
    </li>
  );
}
