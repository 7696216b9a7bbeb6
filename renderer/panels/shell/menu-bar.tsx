import { Menu as MenuIcon } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { Button, Header, Menu, MenuSection, MenuTrigger, Popover, Toolbar } from 'react-aria-components';
import { COMMAND_CATEGORIES, type CommandCategory } from '../../commands/command.ts';
import { commandsByGroup } from '../../commands/commands.ts';
import { CommandItem } from '../widgets/command-item.tsx';
import { MenuInside } from '../widgets/menu-inside.tsx';
import { useWindowWidth } from '../widgets/use-size.ts';
import { useStudio } from '../window-context.tsx';
import { RecentMenu } from './recent-menu.tsx';
import { useAltKey } from './use-alt-key.ts';

/** The menus of the window, in one where there is no room for a line of them. */
export function MenuBar() {
  const width = useWindowWidth();
  const scale = useStudio((state) => state.session.settings.scale);
  /** Pixels, at the interface scale 1, that the window's first line was seen to need with all menus in it: fonts differ. */
  const [needed, setNeeded] = useState(0);
  const onTooWide = useCallback((pixels: number) => setNeeded(pixels / scale), [scale]);
  return width < needed * scale ? <FoldedMenus /> : <MenuLine onTooWide={onTooWide} />;
}

function FoldedMenus() {
  const [bar, setBar] = useState<HTMLElement | null>(null);
  useAltKey(bar);
  return (
    <nav aria-label="Menus" className="menu-bar" ref={setBar}>
      <MenuTrigger>
        <Button className="icon-button" aria-label="Menu">
          <MenuIcon size={15} strokeWidth={1.9} aria-hidden />
        </Button>
        <Popover className="popover" placement="bottom start" offset={3}>
          <Menu className="menu" aria-label="Menu" autoFocus="first">
            {COMMAND_CATEGORIES.map((category) => (
              <MenuInside key={category} label={category}>
                <CategoryMenu category={category} />
              </MenuInside>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
    </nav>
  );
}

/** With one of the menus open, moving to another opens that one, by pointer or by arrow key. `onTooWide` hears what the window's first line would need. */
function MenuLine({ onTooWide }: { readonly onTooWide: (pixels: number) => void }) {
  const [open, setOpen] = useState<CommandCategory | null>(null);
  const [bar, setBar] = useState<HTMLElement | null>(null);
  useAltKey(bar);
  useLayoutEffect(() => {
    const line = bar?.parentElement;
    if (!line) return undefined;
    const measure = () => {
      if (line.scrollWidth > line.clientWidth) onTooWide(line.scrollWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const element of [bar, line]) observer.observe(element);
    return () => observer.disconnect();
  }, [bar, onTooWide]);
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
      {commandsByGroup(category).map(({ group, isFolded, commands }) => {
        const lines = commands.map((command) => <CommandItem key={command.id} id={command.id} />);
        if (isFolded) {
          return (
            <MenuInside key={group} label={group}>
              <Menu className="menu" aria-label={group} autoFocus="first">
                {lines}
              </Menu>
            </MenuInside>
          );
        }
        return (
          <MenuSection key={group} className="menu-section">
            <Header className="visually-hidden">{group}</Header>
            {lines}
          </MenuSection>
        );
      })}
      {category === 'File' && <RecentMenu />}
    </Menu>
  );
}
