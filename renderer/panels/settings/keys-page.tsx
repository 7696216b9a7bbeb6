import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { shortcutsOf } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/commands.ts';
import { conflictsOf, keysAsText, keysFromText } from '../../commands/edit-keys.ts';
import { findEntries } from '../../commands/find-entries.ts';
import { otherWordsOf } from '../../commands/other-words.ts';
import { showShortcut } from '../../commands/shortcut.ts';
import { failureText } from '../../state/window/notify.ts';
import { changeSetting } from '../../state/window/settings.ts';
import { TextButton } from '../widgets/button.tsx';
import { Choice } from '../widgets/choice.tsx';
import { SearchBox } from '../widgets/search-box.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { KEY_MAPS } from './key-maps.ts';
import { ShortcutRow } from './shortcut-row.tsx';
import { SettingRow } from './setting-row.tsx';

/** The key map, and every command's own keys. */
export function KeysPage() {
  const { studio, mac } = useServices();
  const settings = useStudio((state) => state.session.settings);
  const [typed, setTyped] = useState('');
  const entries = COMMANDS.map((command) => ({
    command,
    label: command.label,
    place: `${command.category} ${command.group}`,
    words: [...otherWordsOf(command.id), ...shortcutsOf(command, settings).map((text) => showShortcut(text, mac))],
  }));
  const conflicts = COMMANDS.filter((command) => conflictsOf(command, settings).length > 0).length;
  return (
    <>
      <SettingRow name="keyMap" label="Key map">
        <Choice
          label="Key map"
          value={settings.keyMap}
          options={KEY_MAPS}
          onChange={(name) => changeSetting(studio, 'keyMap', name)}
        />
      </SettingRow>
      <SettingRow name="keys" label="Changed keys">
        <KeyFiles />
      </SettingRow>
      <SearchBox label="Find a command or key" placeholder="Find a command or key" value={typed} onChange={setTyped} />
      {conflicts > 0 && (
        <p className="warning-text" role="status">
          {conflicts} commands share keys with others: the one higher up in the list runs.
        </p>
      )}
      <ul className="key-list" aria-label="Commands and their keys">
        {findEntries(entries, typed).map(({ command }) => (
          <ShortcutRow key={command.id} command={command} />
        ))}
      </ul>
    </>
  );
}

/** Takes the keys to another machine and brings them back. */
function KeyFiles() {
  const { studio } = useServices();
  const settings = useStudio((state) => state.session.settings);
  const [error, setError] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const read = async (file: File) => {
    try {
      const { keyMap, keys } = keysFromText(await file.text());
      changeSetting(studio, 'keyMap', keyMap);
      changeSetting(studio, 'keys', keys);
      setError(null);
    } catch (reason) {
      setError(failureText('profile', reason, { file: file.name, failed: 'was not read' }));
    }
  };
  return (
    <div className="field">
      <span className="label">Changed keys</span>
      <div className="setting-buttons">
        <TextButton
          icon={Download}
          text="Export"
          hint="Writes the key map and the changed keys to a file"
          onPress={() => download(keysAsText(settings))}
        />
        <TextButton icon={Upload} text="Import…" hint="Reads such a file" onPress={() => picker.current?.click()} />
        <input
          ref={picker}
          type="file"
          hidden
          accept=".json"
          aria-label="File of keys"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (file) void read(file);
          }}
        />
        <span className="faint">{describe(Object.keys(settings.keys).length)}</span>
      </div>
      {error !== null && (
        <p className="error-text" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function describe(count: number): string {
  if (count === 0) return 'All as in the key map';
  return count === 1 ? '1 command' : `${count} commands`;
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'limber-keys.json';
  link.click();
  URL.revokeObjectURL(address);
}
