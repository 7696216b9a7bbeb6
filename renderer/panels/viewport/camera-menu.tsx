import { Video } from 'lucide-react';
import { Button, Menu, MenuTrigger, Popover } from 'react-aria-components';
import { COMMANDS } from '../../commands/commands.ts';
import { WithTooltip } from '../widgets/button.tsx';
import { CommandItem } from '../widgets/command-item.tsx';

const CAMERA_COMMANDS = COMMANDS.filter((command) => command.id.startsWith('view.camera.'));

/** The ready-made views. */
export function CameraMenu() {
  return (
    <MenuTrigger>
      <WithTooltip label="Camera views" shortcut="">
        <Button className="icon-button" aria-label="Camera views">
          <Video size={15} strokeWidth={1.9} aria-hidden />
        </Button>
      </WithTooltip>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" aria-label="Camera views">
          {CAMERA_COMMANDS.map((command) => (
            <CommandItem key={command.id} id={command.id} />
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
