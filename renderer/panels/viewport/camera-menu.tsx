import { Video } from 'lucide-react';
import { COMMANDS } from '../../commands/commands.ts';
import { CommandItem } from '../widgets/command-item.tsx';
import { IconMenu } from '../widgets/icon-menu.tsx';

const CAMERA_COMMANDS = COMMANDS.filter((command) => command.id.startsWith('view.camera.'));

/** The ready-made views. */
export function CameraMenu() {
  return (
    <IconMenu label="Camera views" icon={Video} placement="bottom end">
      {CAMERA_COMMANDS.map((command) => (
        <CommandItem key={command.id} id={command.id} />
      ))}
    </IconMenu>
  );
}
