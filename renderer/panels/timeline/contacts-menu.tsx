import { Footprints } from 'lucide-react';
import { Button, Menu, MenuTrigger, Popover } from 'react-aria-components';
import { WithTooltip } from '../widgets/button.tsx';
import { CommandGroups } from '../widgets/command-groups.tsx';

const LABEL = 'Contacts';

const GROUPS: readonly (readonly string[])[] = [
  ['key.keepPins'],
  ['contact.find', 'contact.add', 'contact.worst'],
  ['contact.delete', 'contact.deleteAll'],
];

/** What keeps hands and feet in their places: finding, adding and deleting contacts, and pins between keys. */
export function ContactsMenu() {
  return (
    <MenuTrigger>
      <WithTooltip label={LABEL} shortcut="">
        <Button className="icon-button" aria-label={LABEL}>
          <Footprints size={15} strokeWidth={1.9} aria-hidden />
        </Button>
      </WithTooltip>
      <Popover className="popover" placement="top">
        <Menu className="menu" aria-label={LABEL}>
          <CommandGroups label={LABEL} groups={GROUPS} />
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
