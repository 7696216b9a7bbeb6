import { Footprints } from 'lucide-react';
import { CommandGroups } from '../widgets/command-groups.tsx';
import { IconMenu } from '../widgets/icon-menu.tsx';

const LABEL = 'Contacts';

const GROUPS: readonly (readonly string[])[] = [
  ['key.keepPins'],
  ['contact.find', 'contact.add', 'scene.holdOn', 'contact.offer', 'contact.worst'],
  ['contact.mute', 'contact.split', 'contact.turns'],
  ['contact.gives.from', 'contact.gives.on', 'contact.gives.both'],
  ['contact.delete', 'contact.deleteAll'],
];

/** What keeps hands and feet in their places: finding, adding and deleting contacts, and pins between keys. */
export function ContactsMenu() {
  return (
    <IconMenu label={LABEL} icon={Footprints} placement="top">
      <CommandGroups label={LABEL} groups={GROUPS} />
    </IconMenu>
  );
}
