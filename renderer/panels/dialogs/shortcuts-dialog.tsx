import { COMMAND_CATEGORIES, shortcutsOf, type CommandCategory } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/commands.ts';
import { showShortcut } from '../../commands/shortcut.ts';
import { setKeyMap } from '../../state/session.ts';
import type { KeyMapName } from '../../state/studio.ts';
import { Choice } from '../widgets/choice.tsx';
import { useServices, useStudio } from '../window-context.tsx';
import { DialogFrame } from './dialog-frame.tsx';

const KEY_MAPS: readonly { value: KeyMapName; label: string }[] = [
  { value: 'limber', label: 'Limber' },
  { value: 'blender', label: 'Like Blender' },
  { value: 'maya', label: 'Like Maya' },
];

/** Every shortcut of the present key map, and which key map that is. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { studio } = useServices();
  const keyMap = useStudio((state) => state.session.keyMap);
  return (
    <DialogFrame title="Keyboard shortcuts" width="wide" onClose={onClose}>
      <Choice label="Key map" value={keyMap} options={KEY_MAPS} onChange={(name) => setKeyMap(studio, name)} />
      <div className="shortcut-columns">
        {COMMAND_CATEGORIES.map((category) => (
          <ShortcutList key={category} category={category} keyMap={keyMap} />
        ))}
      </div>
    </DialogFrame>
  );
}

function ShortcutList({ category, keyMap }: { category: CommandCategory; keyMap: KeyMapName }) {
  const { mac } = useServices();
  const commands = COMMANDS.filter((command) => command.category === category && shortcutsOf(command, keyMap).length > 0);
  return (
    <section className="shortcut-group">
      <h3>{category}</h3>
      <dl>
        {commands.map((command) => (
          <div key={command.id} className="shortcut">
            <dt>{command.label}</dt>
            <dd>
              {shortcutsOf(command, keyMap).map((text) => (
                <kbd key={text} className="key-cap">
                  {showShortcut(text, mac)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
