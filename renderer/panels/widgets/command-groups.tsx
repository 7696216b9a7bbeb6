import { Menu, MenuSection } from 'react-aria-components';
import type { MenuLine } from '../../commands/context-menus.ts';
import { CommandItem } from './command-item.tsx';
import { MenuInside } from './menu-inside.tsx';

/** Groups of commands as the lines of a menu; those that have a name stand in menus of their own beside it. */
export function CommandGroups({ label, groups }: { label: string; groups: readonly (readonly MenuLine[])[] }) {
  return groups.map((lines, i) => (
    <MenuSection key={i} className="menu-section" aria-label={label}>
      {lines.map((line) =>
        typeof line === 'string' ? (
          <CommandItem key={line} id={line} />
        ) : (
          <MenuInside key={line.label} label={line.label}>
            <Menu className="menu" aria-label={line.label} autoFocus="first">
              {line.ids.map((id) => (
                <CommandItem key={id} id={id} />
              ))}
            </Menu>
          </MenuInside>
        ),
      )}
    </MenuSection>
  ));
}
