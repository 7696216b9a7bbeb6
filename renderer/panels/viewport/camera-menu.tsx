import { Video } from 'lucide-react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { COMMANDS } from '../../commands/commands.ts';
import { useCommand } from '../window-context.tsx';

const CAMERA_COMMANDS = COMMANDS.filter((command) => command.id.startsWith('view.camera.'));

/** The ready-made views. */
export function CameraMenu() {
  return (
    <MenuTrigger>
      <Button className="icon-button" aria-label="Camera views">
        <Video size={15} strokeWidth={1.9} aria-hidden />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" aria-label="Camera views">
          {CAMERA_COMMANDS.map((command) => (
            <CameraItem key={command.id} id={command.id} />
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function CameraItem({ id }: { id: string }) {
  const { label, shortcut, enabled, run } = useCommand(id);
  return (
    <MenuItem id={id} textValue={label} className="menu-item" isDisabled={!enabled} onAction={run}>
      <span />
      <span>{label}</span>
      {shortcut !== '' && <kbd>{shortcut}</kbd>}
    </MenuItem>
  );
}
