import { Check } from 'lucide-react';
import { useState } from 'react';
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover, Toolbar } from 'react-aria-components';
import { COMMAND_CATEGORIES, type CommandCategory } from '../../commands/command.ts';
import { commandsByGroup } from '../../commands/commands.ts';
import { useCommand } from '../window-context.tsx';
import { RecentMenu } from './recent-menu.tsx';

/** The menus of the window. With one open, moving to another opens that one, by pointer or by arrow key. */
export function MenuBar() {
  const [open, setOpen] = useState<CommandCategory | null>(null);
  const move = (from: CommandCategory, by: number) => {
    const count = COMMAND_CATEGORIES.length;
    const next = COMMAND_CATEGORIES[(COMMAND_CATEGORIES.indexOf(from) + by + count) % count];
    if (next) setOpen(next);
  };
  return (
    <Toolbar aria-label="Main menu" className="menu-bar">
      {COMMAND_CATEGORIES.map((category) => (
        <MenuTrigger
          key={category}
          isOpen={open === category}
          onOpenChange={(isOpen) => setOpen(isOpen ? category : null)}
        >
          <Button className="menu-button" onHoverStart={() => setOpen((current) => (current ? category : null))}>
            {category}
          </Button>
          <Popover className="popover menu-popover" placement="bottom start" offset={3} isNonModal>
            <div
              onKeyDown={(event) => {
                if (event.key === 'ArrowRight') move(category, 1);
                if (event.key === 'ArrowLeft') move(category, -1);
              }}
            >
              <CategoryMenu category={category} />
            </div>
          </Popover>
        </MenuTrigger>
      ))}
    </Toolbar>
  );
}

function CategoryMenu({ category }: { category: CommandCategory }) {
  return (
    <Menu className="menu" aria-label={category} autoFocus="first">
      {commandsByGroup(category).map(({ group, commands }) => (
        <MenuSection key={group} className="menu-section">
          <Header className="visually-hidden">{group}</Header>
          {commands.map((command) => (
            <CommandItem key={command.id} id={command.id} />
          ))}
        </MenuSection>
      ))}
      {category === 'File' && <RecentMenu />}
    </Menu>
  );
}

function CommandItem({ id }: { id: string }) {
  const { label, shortcut, enabled, checked, run } = useCommand(id);
  return (
    <MenuItem id={id} textValue={label} className="menu-item" isDisabled={!enabled} onAction={run}>
      <span>{checked === true && <Check size={14} aria-label="on" />}</span>
      <span>{label}</span>
      {shortcut !== '' && <kbd>{shortcut}</kbd>}
    </MenuItem>
  );
}
