import { useEffect, useState } from 'react';
import { Button, Header, Menu, MenuSection, MenuTrigger, Popover, Toolbar } from 'react-aria-components';
import { COMMAND_CATEGORIES, type CommandCategory } from '../../commands/command.ts';
import { commandsByGroup } from '../../commands/commands.ts';
import { CommandItem } from '../widgets/command-item.tsx';
import { RecentMenu } from './recent-menu.tsx';

/** The menus of the window. With one open, moving to another opens that one, by pointer or by arrow key. */
export function MenuBar() {
  const [open, setOpen] = useState<CommandCategory | null>(null);
  const [bar, setBar] = useState<Element | null>(null);
  useEffect(() => {
    if (!open) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'ArrowRight') setOpen(beside(open, 1));
      if (event.key === 'ArrowLeft') setOpen(beside(open, -1));
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open]);
  return (
    <nav aria-label="Menus" ref={setBar}>
      <Toolbar aria-label="Main menu" className="menu-bar">
        {COMMAND_CATEGORIES.map((category) => (
          <MenuTrigger key={category} isOpen={open === category} onOpenChange={(isOpen) => setOpen(isOpen ? category : null)}>
            <Button className="menu-button" onHoverStart={() => setOpen((current) => (current ? category : null))}>
              {category}
            </Button>
            <Popover
              className="popover menu-popover"
              placement="bottom start"
              offset={3}
              isNonModal
              {...(bar && { UNSTABLE_portalContainer: bar })}
            >
              <CategoryMenu category={category} />
            </Popover>
          </MenuTrigger>
        ))}
      </Toolbar>
    </nav>
  );
}

function beside(category: CommandCategory, by: number): CommandCategory {
  const count = COMMAND_CATEGORIES.length;
  return COMMAND_CATEGORIES[(COMMAND_CATEGORIES.indexOf(category) + by + count) % count] ?? category;
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
