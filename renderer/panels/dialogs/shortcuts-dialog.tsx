import { COMMAND_CATEGORIES, shortcutsOf, type CommandCategory } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/commands.ts';
import { showShortcut } from '../../commands/shortcut.ts';
import { Pencil } from 'lucide-react';
import type { Settings } from '../../state/window/default-settings.ts';
import { openSettings } from '../../state/session.ts';
import { changeSetting } from '../../state/window/settings.ts';
import { TextButton } from '../widgets/button.tsx';
import { Choice } from '../widgets/choice.tsx';
import { KEY_MAPS } from '../settings/key-maps.ts';
import { useServices, useStudio } from '../window-context.tsx';
import { DialogFrame } from './dialog-frame.tsx';

/** Every shortcut of the present key map, and which key map that is. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { studio } = useServices();
  const settings = useStudio((state) => state.session.settings);
  return (
    <DialogFrame
      title="Keyboard shortcuts"
      width="wide"
      onClose={onClose}
      actions={
        <TextButton icon={Pencil} text="Change keys…" hint="Opens the settings" onPress={() => openSettings(studio, 'keys')} />
      }
    >
      <Choice
        label="Key map"
        value={settings.keyMap}
        options={KEY_MAPS}
        onChange={(name) => changeSetting(studio, 'keyMap', name)}
      />
      <div className="shortcut-columns">
        {COMMAND_CATEGORIES.map((category) => (
          <ShortcutList key={category} category={category} settings={settings} />
        ))}
      </div>
    </DialogFrame>
  );
}

function ShortcutList({ category, settings }: { category: CommandCategory; settings: Settings }) {
  const { mac } = useServices();
  const commands = COMMANDS.filter((command) => command.category === category && shortcutsOf(command, settings).length > 0);
  return (
    <section className="shortcut-group">
      <h3>{category}</h3>
      <dl>
        {commands.map((command) => (
          <div key={command.id} className="shortcut">
            <dt>{command.label}</dt>
            <dd>
              {shortcutsOf(command, settings).map((text) => (
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
